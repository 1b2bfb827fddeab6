/* bits.c - peels a dense graph with a bit for each pair of vertices, and with supports in two halves.
 *
 * - Row u has a bit for each neighbour. The triangles of an edge u-v are the common bits of rows
 *   u and v: when u-v is removed, one AND finds them all.
 * - Each common bit w subtracts 1 from the support of u-w and from that of v-w. Row u stores the
 *   first subtraction, row v the second: the support of u-w is the sum of a half in row u and a
 *   half in row w.  So one thread at a time writes to a row, without atomics, in its cache.
 * - An edge whose support is at most 2 t + 1 has a half of at most t. So only edges with such a
 *   low half are checked: their halves are added and, if the edge remains, made equal again.
 *
 * If a round removes both u-v and v-w, edge u-w loses one triangle, which both rows u and w would subtract. Row u
 * subtracts it only if w > u: for this it reads row v as it was before the round for vertices above u, and as it is
 * after the round for vertices below u.
 */
#include "cpu/truss/bits.h"

#include <omp.h>
#include <stdatomic.h>
#include <string.h>

#include "base/memory.h"
#include "base/parallel.h"
#include "cpu/truss/remove_bits.h"

enum {
    WORD_BITS = TG_REMOVE_WORD_BITS,
    LINE_WORDS = TG_REMOVE_LINE_WORDS,
    NEAR_HALVES = 8, /* a half is near if it is at most this much above the highest low half */
    MOST_VERTICES = 1 << 16, /* so that halves fit into 15 bits and a sign */
    BYTES_OF_EDGE = 24, /* bits are used if they need at most this many bytes per edge */
    THIN_SHARE = 4, /* vertices are renumbered when one in 4 has no edge any more */
    FEW_ROWS = 4, /* if fewer rows lose edges in a round, one thread handles them */
    CHUNK_WORDS = 8 * LINE_WORDS, /* words of a row that a thread handles at a time */
    WORD_BYTES = sizeof(uint64_t),
    FEW_LOW = 1 << 7 /* fewer low edges are checked by one thread */
};

typedef struct claims {
    _Alignas(LINE_WORDS * sizeof(uint64_t)) _Atomic uint64_t count;
} claims;

typedef struct bits {
    tricorn_context *context;
    const tg_truss_rest *rest;
    uint32_t vertices;
    uint64_t words; /* words of a row */
    uint32_t *vertex_of; /* for each row: its vertex */
    uint32_t *number_of; /* for each vertex: its row */
    uint64_t *all; /* rows of bits: the edges at the time of this numbering */
    uint16_t *before; /* for each word of `all`: how many edges of the row are in earlier words */
    uint64_t *kept; /* rows of bits: the edges after this round */
    uint64_t *seen; /* rows of bits: the edges before this round */
    uint64_t *offsets; /* for each row: where its halves begin in `halves` */
    int16_t *halves; /* a removed edge has its trussness - 2 in the row of its upper end */
    uint8_t *is_active; /* for each row: whether it loses edges in this round */
    /* The rows that lose edges in this round: ascending, and by the threads that handle them;
     * where the rows of each thread begin, and how many chunks of them are claimed. */
    uint32_t *found, *active, *first_active;
    uint32_t active_count;
    claims *claims;
    tg_low_edges *low; /* for each thread: edges with a half that has become low */
    /* for each thread: edges with a half that was near, or became near, since these lists were made */
    tg_low_edges *near;
    tg_low_edges *moved; /* for each thread that checks: edges to append to `near` */
    /* for each thread: the edges of a list, sorted by the threads that check them; where the
     * edges for each of these begin, and their number */
    tg_low_edges *sorted;
    const tg_low_edge **checked; /* those of `sorted`, or with one thread of the list itself */
    uint64_t *begins;
    uint32_t listed; /* how many threads have sorted a list for the next checks */
    const tg_remove_variant *removal;
    int16_t near_half; /* the highest near half; -1: `near` is not made yet */
    atomic_bool failed; /* whether memory was too small for a list */
    uint64_t removed; /* how many edges this round removes */
    uint32_t limit;
} bits;

static uint64_t *row_of(const bits *own, uint64_t *rows, uint32_t u)
{
    return rows + own->words * u;
}

/* Returns the half of the edge u-w that is stored in row u. */
static int16_t *half_of(const bits *own, uint32_t u, uint32_t w)
{
    const uint64_t word = own->words * u + w / WORD_BITS;
    const uint64_t below = own->all[word] & ((UINT64_C(1) << w % WORD_BITS) - 1);
    return own->halves + own->offsets[u] + own->before[word] + __builtin_popcountll(below);
}

static uint64_t words_of(uint32_t vertices)
{
    const uint64_t line_bits = LINE_WORDS * WORD_BITS;
    return (vertices + line_bits - 1) / line_bits * LINE_WORDS;
}

/* ---- low edges ---- */

/* Makes room for `most` more edges in a list. */
static bool reserve(bits *own, tg_low_edges *low, uint64_t most)
{
    if (low->count + most <= low->room) return true;
    const uint64_t room = 2 * low->room + most;
    if (TG_REALLOC(own->context, room, &low->edges) != TRICORN_OK) {
        atomic_store(&own->failed, true);
        return false;
    }
    low->room = room;
    return true;
}

/* The results of one thread's checks of edges. */
typedef struct checked {
    uint64_t removed;
    tg_low_edges *moved; /* edges whose other half has become near */
} checked;

/* Stores a half. Other threads may read it at the same time, but only the thread that checks its
 * edge uses its value. */
static void set_half(int16_t *half, int32_t to)
{
    __atomic_store_n(half, (int16_t)to, __ATOMIC_RELAXED);
}

static void activate(bits *own, uint32_t u)
{
    __atomic_store_n(&own->is_active[u], 1, __ATOMIC_RELAXED);
}

/* Removes an edge if it is in too few triangles; otherwise makes its halves equal. A half may be
 * negative, because it is only a part of the support. */
static void check_edge(bits *own, const tg_low_edge *edge, checked *to)
{
    const uint32_t u = edge->u, w = edge->w;
    uint64_t *kept = row_of(own, own->kept, u) + w / WORD_BITS;
    const uint64_t bit = UINT64_C(1) << w % WORD_BITS;
    if (!(__atomic_load_n(kept, __ATOMIC_RELAXED) & bit)) return;
    int16_t *mine = own->halves + edge->place, *other = half_of(own, w, u);
    const int32_t support = *mine + *other;
    if (support > (int32_t)own->limit) {
        const bool was_far = *other > own->near_half;
        set_half(mine, support / 2);
        set_half(other, support - support / 2);
        if (was_far && *other <= own->near_half && reserve(own, to->moved, 1))
            to->moved->edges[to->moved->count++] = (tg_low_edge){(uint32_t)(other - own->halves), edge->w, edge->u};
        return;
    }
    __atomic_fetch_and(kept, ~bit, __ATOMIC_RELAXED);
    __atomic_fetch_and(row_of(own, own->kept, w) + u / WORD_BITS, ~(UINT64_C(1) << u % WORD_BITS), __ATOMIC_RELAXED);
    set_half(u > w ? other : mine, INT16_MAX); /* never low again */
    set_half(u > w ? mine : other, (int32_t)own->limit);
    activate(own, u);
    activate(own, w);
    to->removed++;
}

static void append_moved(bits *own)
{
    for (uint32_t t = 0; t < own->context->threads; t++) {
        tg_low_edges *moved = &own->moved[t], *near = &own->near[t];
        if (!reserve(own, near, moved->count)) return;
        for (uint64_t i = 0; i < moved->count; i++) near->edges[near->count++] = moved->edges[i];
        moved->count = 0;
    }
}

/* Distributes vertices, whose numbers have 16 bits, over threads without a division. */
static uint32_t thread_of(uint32_t vertex, uint32_t threads)
{
    /* 2^16 divided by the golden ratio */
    const uint32_t hash = vertex * UINT32_C(40503) % MOST_VERTICES;
    return hash * threads / MOST_VERTICES;
}

/* The thread that checks an edge: the same one for all edges with the same upper end, because an
 * edge may be in several lists. */
static uint32_t checker_of(const bits *own, const tg_low_edge *edge)
{
    return thread_of(edge->u > edge->w ? edge->u : edge->w, own->context->threads);
}

/* Sorts those edges of a thread's list that have a low half by the threads that check them; with
 * one thread nothing has to be sorted. */
static void sort_list(bits *own, const tg_low_edges *list, uint32_t thread)
{
    const uint32_t threads = own->context->threads;
    const int16_t low_half = (int16_t)(own->limit / 2);
    tg_low_edges *sorted = &own->sorted[thread];
    uint64_t *begins = own->begins + (uint64_t)thread * (threads + 1);
    memset(begins, 0, (threads + 1) * sizeof *begins);
    own->checked[thread] = list->edges;
    if (threads == 1) { /* it checks the list as it is */
        begins[1] = list->count;
        return;
    }
    for (uint64_t i = 0; i < list->count; i++)
        if (own->halves[list->edges[i].place] <= low_half) begins[checker_of(own, &list->edges[i])]++;
    for (uint32_t t = 0; t < threads; t++) begins[t + 1] += begins[t];
    if (!reserve(own, sorted, begins[threads])) return;
    own->checked[thread] = sorted->edges;
    for (uint64_t i = 0; i < list->count; i++)
        if (own->halves[list->edges[i].place] <= low_half)
            sorted->edges[--begins[checker_of(own, &list->edges[i])]] = list->edges[i];
}

/* Checks the edges that belong to a thread, in the lists of all threads. */
static void check_part(bits *own, uint32_t part, checked *to)
{
    const uint32_t threads = own->context->threads;
    const int16_t low_half = (int16_t)(own->limit / 2);
    for (uint32_t t = 0; t < own->listed; t++) {
        const uint64_t *begins = own->begins + (uint64_t)t * (threads + 1);
        for (uint64_t i = begins[part]; i < begins[part + 1]; i++) {
            const tg_low_edge *edge = &own->checked[t][i];
            if (__atomic_load_n(&own->halves[edge->place], __ATOMIC_RELAXED) <= low_half) check_edge(own, edge, to);
        }
    }
}

/* Lists the rows that lose edges in this round. */
static void list_active(bits *own)
{
    own->active_count = 0;
    for (uint32_t first = 0; first < own->vertices; first += WORD_BYTES) {
        uint64_t any;
        memcpy(&any, own->is_active + first, sizeof any);
        for (uint32_t u = first; any != 0 && u < first + WORD_BYTES; u++)
            if (own->is_active[u]) own->found[own->active_count++] = u;
    }
}

/* Puts these rows into the order of the threads that handle them first: the same ones in each round. */
static void order_active(bits *own)
{
    const uint32_t threads = own->listed;
    uint32_t *firsts = own->first_active;
    memset(firsts, 0, (threads + 1) * sizeof *firsts);
    for (uint32_t t = 0; t < threads; t++) atomic_store(&own->claims[t].count, 0);
    for (uint32_t i = 0; i < own->active_count; i++) firsts[thread_of(own->found[i], threads)]++;
    for (uint32_t t = 0; t < threads; t++) firsts[t + 1] += firsts[t];
    for (uint32_t i = own->active_count; i-- > 0;)
        own->active[--firsts[thread_of(own->found[i], threads)]] = own->found[i];
}

/* Checks the edges in the sorted lists of all threads. */
static void check_lists(bits *own)
{
    const uint32_t parts = own->context->threads;
    uint64_t removed = 0, count = 0;
    for (uint32_t t = 0; t < own->listed; t++) count += own->begins[(uint64_t)t * (parts + 1) + parts];
    const int threads = count < FEW_LOW ? 1 : (int)parts;
#pragma omp parallel for num_threads(threads) reduction(+ : removed) schedule(dynamic, 1)
    for (uint32_t part = 0; part < parts; part++) {
        checked to = {0, &own->moved[part]};
        check_part(own, part, &to);
        removed += to.removed;
    }
    append_moved(own);
    own->removed = removed;
    if (removed > 0) list_active(own);
}

/* Checks the near edges. */
static void check_near(bits *own)
{
    own->listed = own->context->threads;
#pragma omp parallel for num_threads((int)own->listed) schedule(dynamic, 1)
    for (uint32_t t = 0; t < own->listed; t++) sort_list(own, &own->near[t], t);
    check_lists(own);
}

static void clear_lists(const bits *own, tg_low_edges *all)
{
    for (uint32_t t = 0; t < own->context->threads; t++) all[t].count = 0;
}

/* ---- a round ---- */

/* Subtracts the triangles of the edges that row u loses from those halves of row u that belong to
 * words `first` to `last` - 1. */
static void subtract_words(bits *own, uint32_t u, uint64_t first, uint64_t last, uint32_t thread)
{
    const uint64_t *kept = row_of(own, own->kept, u), *seen = row_of(own, own->seen, u);
    tg_low_edges *low = &own->low[thread], *near = &own->near[thread];
    tg_bit_removal job = {.from = first,
      .to = last,
      .mine = kept,
      .all = row_of(own, own->all, u),
      .before = own->before + own->words * u,
      .halves = own->halves,
      .first = (uint32_t)own->offsets[u],
      .u = u,
      .low_half = (int16_t)(own->limit / 2),
      .near_half = own->near_half,
      .low = low,
      .near = near};
    const uint64_t most = (last - first) * WORD_BITS;
    for (uint64_t word = 0; word < own->words; word++)
        for (uint64_t gone = seen[word] & ~kept[word]; gone; gone &= gone - 1) {
            const uint32_t v = (uint32_t)(word * WORD_BITS) + (uint32_t)__builtin_ctzll(gone);
            if (!reserve(own, low, most) || !reserve(own, near, most)) return;
            job.kept = row_of(own, own->kept, v);
            job.seen = row_of(own, own->seen, v);
            own->removal->edge(&job);
        }
}

/* Copies row u of `kept` to `seen`: only what differs, because other threads have the rest in their caches. */
static void see_row(const bits *own, uint32_t u)
{
    const uint64_t *kept = row_of(own, own->kept, u);
    uint64_t *seen = row_of(own, own->seen, u);
    for (uint64_t line = 0; line < own->words; line += LINE_WORDS) {
        uint64_t differs = 0;
        for (uint64_t word = line; word < line + LINE_WORDS; word++) differs |= kept[word] ^ seen[word];
        if (differs) memcpy(seen + line, kept + line, LINE_WORDS * sizeof(uint64_t));
    }
}

/* Claims a chunk of a row for a thread: of its own rows, which are in its cache, and if none of
 * these is left, of another thread's. Returns false if no chunk is left. */
static bool claim_chunk(const bits *own, uint32_t thread, uint64_t of_row, uint64_t *chunk)
{
    for (uint32_t t = 0; t < own->listed; t++) {
        const uint32_t owner = (thread + t) % own->listed;
        const uint64_t first = own->first_active[owner] * of_row, count = own->first_active[owner + 1] * of_row - first;
        _Atomic uint64_t *claimed = &own->claims[owner].count;
        if (atomic_load(claimed) >= count) continue;
        const uint64_t next = atomic_fetch_add(claimed, 1);
        *chunk = first + next;
        if (next < count) return true;
    }
    return false;
}

/* Removes the edges that are in `seen` but not in `kept`. */
static void remove_round(bits *own)
{
    const uint32_t threads = own->active_count < FEW_ROWS ? 1 : own->context->threads;
    const uint64_t at_once = threads > 1 ? CHUNK_WORDS : own->words;
    const uint64_t of_row = (own->words + at_once - 1) / at_once;
    own->listed = threads;
    order_active(own);
#pragma omp parallel num_threads((int)threads)
    {
        const uint32_t thread = (uint32_t)omp_get_thread_num();
        for (uint64_t i; claim_chunk(own, thread, of_row, &i);) {
            if (thread == 0 ? tg_work_add(own->context, 0) : tg_cancelled(own->context)) break;
            const uint64_t first = i % of_row * at_once, left = own->words - first;
            subtract_words(own, own->active[i / of_row], first, first + (left < at_once ? left : at_once), thread);
        }
        sort_list(own, &own->low[thread], thread);
    }
#pragma omp parallel for num_threads((int)threads) schedule(static)
    for (uint32_t i = 0; i < own->active_count; i++) {
        see_row(own, own->active[i]);
        own->is_active[own->active[i]] = 0;
    }
}

/* ---- levels ---- */

static void find_near_of(const bits *own, uint32_t u, tg_low_edges *near)
{
    const uint64_t *kept = row_of(own, own->kept, u), *all = row_of(own, own->all, u);
    uint32_t place = (uint32_t)own->offsets[u];
    for (uint64_t word = 0; word < own->words; word++)
        for (uint64_t left = all[word]; left; left &= left - 1, place++) {
            if (own->halves[place] > own->near_half || !(kept[word] & left & -left)) continue;
            const uint64_t w = word * WORD_BITS + (uint64_t)__builtin_ctzll(left);
            near->edges[near->count++] = (tg_low_edge){place, (uint16_t)u, (uint16_t)w};
        }
}

/* Lists all edges with a near half. */
static void find_near(bits *own)
{
    own->near_half = (int16_t)(own->limit / 2 + NEAR_HALVES);
    clear_lists(own, own->near);
#pragma omp parallel num_threads((int)own->context->threads)
    {
        tg_low_edges *near = &own->near[omp_get_thread_num()];
#pragma omp for schedule(dynamic, 64) nowait
        for (uint32_t u = 0; u < own->vertices; u++) {
            if (reserve(own, near, own->words * WORD_BITS)) find_near_of(own, u, near);
        }
    }
}

static tricorn_status check(bits *own)
{
    if (atomic_load(&own->failed)) return TRICORN_OUT_OF_MEMORY;
    return tg_work_add(own->context, own->removed) ? tg_check_cancelled(own->context) : TRICORN_OK;
}

/* Peels one level. Its first round checks all near edges. */
static tricorn_status peel_level(bits *own, uint64_t *left, tg_peeled *peeled)
{
    if ((int32_t)(own->limit / 2) > own->near_half) find_near(own);
    check_near(own);
    for (;;) {
        TG_DO(check(own));
        if (own->removed == 0) break;
        *left -= own->removed;
        peeled->rounds++;
        clear_lists(own, own->low);
        remove_round(own);
        check_lists(own);
    }
    return TRICORN_OK;
}

static bool has_edges(const bits *own, uint32_t u)
{
    const uint64_t *kept = row_of(own, own->kept, u);
    uint64_t any = 0;
    for (uint64_t word = 0; word < own->words && any == 0; word++) any |= kept[word];
    return any != 0;
}

/* Whether so few vertices have edges that a new numbering, with shorter rows, saves time. */
static bool is_thin(const bits *own)
{
    uint32_t left = 0;
#pragma omp parallel for num_threads((int)own->context->threads) reduction(+ : left)
    for (uint32_t u = 0; u < own->vertices; u++) left += has_edges(own, u);
    return words_of(left) <= own->words - own->words / THIN_SHARE && own->words > LINE_WORDS;
}

/* Peels levels until no edge remains, or a new numbering saves time. */
static tricorn_status peel_levels(bits *own, tg_truss_rest *rest, tg_peeled *peeled)
{
    tricorn_status status = TRICORN_OK;
    own->near_half = -1;
    while (rest->edges > 0 && status == TRICORN_OK) {
        own->limit = rest->level++ - 2;
        status = peel_level(own, &rest->edges, peeled);
        if (rest->only || is_thin(own)) break;
    }
    return status;
}

/* ---- from rows, and back ---- */

static uint32_t count_vertices(const tg_live_rows *live)
{
    uint32_t count = 0;
    for (uint32_t v = 0; v < live->vertices; v++) count += live->lengths[v] > 0;
    return count;
}

bool tg_truss_bits_pay(const tricorn_context *context, const tg_live_rows *live, uint64_t edges)
{
    const uint32_t vertices = count_vertices(live);
    const uint64_t words = words_of(vertices);
    const uint64_t bytes = vertices * words * (3 * sizeof(uint64_t) + sizeof(uint16_t));
    return vertices <= MOST_VERTICES && 2 * edges <= UINT32_MAX && bytes <= edges * BYTES_OF_EDGE &&
           bytes <= tg_memory_room(context->memory) / 2;
}

static tricorn_status allocate(bits *own)
{
    tricorn_context *context = own->context;
    const uint64_t rows = (uint64_t)own->vertices * own->words;
    TG_DO(TG_ALLOC(context, own->vertices, &own->vertex_of));
    TG_DO(TG_ALLOC(context, own->rest->live->vertices, &own->number_of));
    TG_DO(TG_ALLOC_ZERO(context, rows, &own->all));
    TG_DO(TG_ALLOC(context, rows, &own->before));
    TG_DO(TG_ALLOC(context, rows, &own->kept));
    TG_DO(TG_ALLOC(context, rows, &own->seen));
    TG_DO(TG_ALLOC(context, (uint64_t)own->vertices + 1, &own->offsets));
    TG_DO(TG_ALLOC(context, 2 * own->rest->edges, &own->halves));
    TG_DO(TG_ALLOC_ZERO(context, own->vertices + WORD_BYTES, &own->is_active));
    TG_DO(TG_ALLOC(context, own->vertices, &own->found));
    TG_DO(TG_ALLOC(context, own->vertices, &own->active));
    TG_DO(TG_ALLOC(context, (uint64_t)context->threads + 1, &own->first_active));
    TG_DO(TG_ALLOC(context, context->threads, &own->claims));
    TG_DO(TG_ALLOC_ZERO(context, context->threads, &own->low));
    TG_DO(TG_ALLOC_ZERO(context, context->threads, &own->near));
    TG_DO(TG_ALLOC_ZERO(context, context->threads, &own->moved));
    TG_DO(TG_ALLOC_ZERO(context, context->threads, &own->sorted));
    TG_DO(TG_ALLOC_ZERO(context, context->threads, &own->checked));
    return TG_ALLOC(context, (uint64_t)context->threads * (context->threads + 1), &own->begins);
}

static void free_lists(const bits *own, tg_low_edges *all)
{
    for (uint32_t t = 0; all && t < own->context->threads; t++) tg_free(all[t].edges);
    tg_free(all);
}

static void release(bits *own)
{
    free_lists(own, own->low);
    free_lists(own, own->near);
    free_lists(own, own->moved);
    free_lists(own, own->sorted);
    tg_free(own->checked);
    tg_free(own->begins);
    tg_free(own->vertex_of);
    tg_free(own->number_of);
    tg_free(own->all);
    tg_free(own->before);
    tg_free(own->offsets);
    tg_free(own->kept);
    tg_free(own->seen);
    tg_free(own->halves);
    tg_free(own->is_active);
    tg_free(own->found);
    tg_free(own->active);
    tg_free(own->first_active);
    tg_free(own->claims);
}

static void number_vertices(bits *own)
{
    const tg_live_rows *live = own->rest->live;
    uint32_t number = 0;
    for (uint32_t v = 0; v < live->vertices; v++) {
        if (live->lengths[v] == 0) continue;
        own->vertex_of[number] = v;
        own->offsets[number] = live->lengths[v];
        own->number_of[v] = number++;
    }
    tg_prefix_sum(own->context, own->offsets, number);
}

static void fill_row(const bits *own, uint32_t u)
{
    const tg_live_rows *live = own->rest->live;
    const uint32_t v = own->vertex_of[u], length = live->lengths[v];
    const uint32_t *ids = live->ids + live->begins[v], *edges = live->edges + live->begins[v];
    int16_t *halves = own->halves + own->offsets[u];
    uint64_t *all = row_of(own, own->all, u);
    uint32_t before = 0;
    for (uint32_t i = 0; i < length; i++) {
        const uint32_t w = own->number_of[ids[i]];
        halves[i] = (int16_t)((own->rest->support[edges[i]] + (w < u)) / 2);
        all[w / WORD_BITS] |= UINT64_C(1) << w % WORD_BITS;
    }
    for (uint64_t word = 0; word < own->words; word++) {
        own->before[own->words * u + word] = (uint16_t)before;
        before += (uint32_t)__builtin_popcountll(all[word]);
    }
    memcpy(row_of(own, own->kept, u), all, own->words * sizeof(uint64_t));
    memcpy(row_of(own, own->seen, u), all, own->words * sizeof(uint64_t));
}

static void fill_rows(const bits *own)
{
#pragma omp parallel for num_threads((int)own->context->threads) schedule(dynamic, 64)
    for (uint32_t u = 0; u < own->vertices; u++) fill_row(own, u);
}

/* Stores the trussness of removed edges, which become TG_EDGE_REMOVED, and the supports of the others. */
static void store_supports(const bits *own)
{
    const tg_live_rows *live = own->rest->live;
#pragma omp parallel for num_threads((int)own->context->threads) schedule(dynamic, 64)
    for (uint32_t u = 0; u < own->vertices; u++) {
        const uint64_t begin = live->begins[own->vertex_of[u]];
        const int16_t *halves = own->halves + own->offsets[u];
        const uint64_t *kept = row_of(own, own->kept, u);
        for (uint64_t i = 0; i < own->offsets[u + 1] - own->offsets[u]; i++) {
            const uint32_t edge = live->edges[begin + i], w = own->number_of[live->ids[begin + i]];
            if (w > u) break; /* neighbours ascend, and rows are in the order of their vertices */
            const bool left = kept[w / WORD_BITS] >> w % WORD_BITS & 1;
            own->rest->support[edge] = (uint32_t)(halves[i] + (left ? *half_of(own, w, u) : 0));
            if (!left) live->states[edge] = TG_EDGE_REMOVED;
        }
    }
}

tricorn_status tg_truss_bits_peel(tricorn_context *context, tg_truss_rest *rest, tg_peeled *peeled)
{
    tricorn_status status = TRICORN_OK;
    bits own = {.context = context, .rest = rest, .vertices = count_vertices(rest->live)};
    own.words = words_of(own.vertices);
    own.removal = tg_remove_variant_of(context->isa);
    TG_TRY(allocate(&own));
    number_vertices(&own);
    fill_rows(&own);
    TG_TRY(peel_levels(&own, rest, peeled));
    store_supports(&own);
cleanup:
    release(&own);
    return status;
}
