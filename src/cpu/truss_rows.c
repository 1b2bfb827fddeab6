/* truss_rows.c - peels with rows from both ends: the triangles of an edge that is removed are
 * looked up once, when it is.
 *
 * A round removes the edges of a queue; those that it leaves in too few triangles are the next
 * part of the queue.  The edges of a round are sorted by their lower end, which has the longer
 * row: that row is marked once, and the rows of the other ends are looked up in the marks.  Where
 * that would take more than searching, the ids are searched in the longer row. Source of queue
 * and rounds: Kabir, Madduri, "Parallel k-Truss Decomposition on Multicore Systems", HPEC 2017.
 */
#include <omp.h>

#include "base/memory.h"
#include "base/parallel.h"
#include "task/truss.h"
#include "cpu/truss_bits.h"
#include "cpu/truss_live.h"
#include "cpu/truss_takes.h"

enum {
    EDGES_AT_ONCE = 4096, /* that a thread looks at for a new level */
    PIECE_EDGES = 64,     /* the most edges of a piece, which one thread removes */
    FEW_EDGES = 256,      /* a round that one thread removes */
    IDS_AT_ONCE = 512,    /* of a row that are looked up before triangles are lost */
    COMPACT_SHARE = 8,    /* rows are compacted when this share of their edges is gone */
    SEARCH_PRICE = 16,    /* of a step of a search, in ids that are marked */
    PIECES_AHEAD = 4,     /* from which memory of a piece is fetched, and twice as many */
    EDGES_AHEAD = 4       /* of a piece; few have more */
};

/* Edges of a round with the same lower end. */
typedef struct piece {
    uint32_t hub, count;
    uint64_t first; /* in sorted[] */
} piece;

typedef struct peeling {
    tricorn_context *context;
    tg_live live;
    uint32_t *support;
    const uint32_t *targets; /* the lower end of each edge */
    uint64_t edges;
    tg_takes takes;     /* its queue: all edges, in the order of their removal */
    tg_taker **takers;  /* of each thread */
    uint64_t done, end; /* of the queue: removed before this round, the round's end */
    uint32_t *sorted;   /* the round's edges by lower end */
    piece *pieces;
    uint64_t piece_count;
    uint32_t *heads;   /* of each vertex: the round's edges that it is the lower end of; then 0 */
    uint32_t *touched; /* vertices with such edges */
    uint32_t *
        *marks; /* of each thread, for each vertex: 1 + the edge from the marked row, or 0 */
    uint64_t compacted; /* edges in the rows */
} peeling;

/* ---- a triangle is lost ---------------------------------------------------------------------
 */

/* The triangle of an edge of the round and of edges a and b.  Of several edges of the round the
 * first one takes it from the rest. */
static inline void lose_triangle(const peeling *own, uint32_t edge, uint32_t a, uint32_t b,
                                 tg_taker *to)
{
    const uint8_t state_a = own->live.states[a], state_b = own->live.states[b];
    if (state_a == TG_EDGE_GONE || state_b == TG_EDGE_GONE) return;
    if ((state_a == TG_EDGE_NOW && a < edge) || (state_b == TG_EDGE_NOW && b < edge)) return;
    if (state_a == TG_EDGE_LIVE) tg_take(to, a);
    if (state_b == TG_EDGE_LIVE) tg_take(to, b);
}

/* ---- the edges of a lower end ----------------------------------------------------------------
 */

/* The triangles of an edge of the round with the marked row: places of ids that are marked are
 * listed first, so that no load waits for a branch. */
static void meet_marks(const peeling *own, uint32_t edge, const uint32_t *marks, tg_taker *to)
{
    const tg_live *live = &own->live;
    const uint32_t u = live->from[edge], length = live->lengths[u];
    const uint32_t *ids = live->ids + live->begins[u], *edges = live->edges + live->begins[u];
    for (uint32_t first = 0; first < length; first += IDS_AT_ONCE) {
        const uint32_t end = length - first < IDS_AT_ONCE ? length : first + IDS_AT_ONCE;
        uint32_t met[IDS_AT_ONCE], count = 0;
        for (uint32_t i = first; i < end; i++) {
            met[count] = i;
            count += marks[ids[i]] != 0;
        }
        for (uint32_t i = 0; i < count; i++)
            lose_triangle(own, edge, marks[ids[met[i]]] - 1, edges[met[i]], to);
    }
}

static void remove_by_marks(const peeling *own, const piece *these, uint32_t *marks, tg_taker *to)
{
    const tg_live *live = &own->live;
    const uint32_t *ids = live->ids + live->begins[these->hub];
    const uint32_t *edges = live->edges + live->begins[these->hub];
    const uint32_t length = live->lengths[these->hub];

    for (uint32_t i = 0; i < length; i++) marks[ids[i]] = edges[i] + 1;
    for (uint32_t i = 0; i < these->count; i++)
        meet_marks(own, own->sorted[these->first + i], marks, to);
    for (uint32_t i = 0; i < length; i++) marks[ids[i]] = 0;
}

/* The first of `count` ascending ids that is not below id. */
static inline uint32_t search(const uint32_t *ids, uint32_t count, uint32_t id)
{
    const uint32_t *base = ids;
    while (count > 1) {
        const uint32_t half = count / 2;
        base += base[half - 1] < id ? half : 0;
        count -= half;
    }
    return (uint32_t)(base - ids) + (count == 1 && *base < id);
}

static void remove_by_search(peeling *own, uint32_t edge, tg_taker *to)
{
    const tg_live *live = &own->live;
    uint32_t few = live->from[edge], many = own->targets[edge];
    if (live->lengths[few] > live->lengths[many]) {
        const uint32_t other = few;
        few = many;
        many = other;
    }
    const uint32_t *ids = live->ids + live->begins[few], *in = live->ids + live->begins[many];
    const uint32_t count = live->lengths[few], length = live->lengths[many];
    uint32_t at = 0;
    for (uint32_t i = 0; i < count && at < length; i++) {
        at += search(in + at, length - at, ids[i]);
        if (at < length && in[at] == ids[i])
            lose_triangle(own, edge, live->edges[live->begins[few] + i],
                          live->edges[live->begins[many] + at], to);
    }
}

static uint32_t digits(uint32_t value)
{
    return 32 - (uint32_t)__builtin_clz(value | 1);
}

/* Marks, or searches, by the ids that are touched. */
static void remove_piece(peeling *own, const piece *these, uint32_t *marks, tg_taker *to)
{
    const tg_live *live = &own->live;
    const uint32_t length = live->lengths[these->hub];
    uint64_t marked = 2 * (uint64_t)length, searched = 0;
    for (uint32_t i = 0; i < these->count; i++) {
        const uint32_t u = live->from[own->sorted[these->first + i]], other = live->lengths[u];
        __builtin_prefetch(live->ids + live->begins[u]);
        const uint32_t few = other < length ? other : length,
                       many = other < length ? length : other;
        marked += other;
        searched += (uint64_t)few * digits(many / (few + 1)) * SEARCH_PRICE;
    }
    if (marked <= searched) {
        remove_by_marks(own, these, marks, to);
        return;
    }
    for (uint32_t i = 0; i < these->count; i++)
        remove_by_search(own, own->sorted[these->first + i], to);
}

/* ---- a round ----------------------------------------------------------------------------------
 */

/* Sorts the round's edges by lower end, and cuts them into pieces. */
static void sort_round(peeling *own)
{
    const uint32_t *round = own->takes.queue + own->done;
    const uint64_t count = own->end - own->done;
    uint64_t touched = 0, place = 0;
    for (uint64_t i = 0; i < count; i++) {
        const uint32_t v = own->targets[round[i]];
        if (own->heads[v]++ == 0) own->touched[touched++] = v;
    }
    own->piece_count = 0;
    for (uint64_t t = 0; t < touched; t++) {
        const uint32_t v = own->touched[t], of_hub = own->heads[v];
        for (uint32_t first = 0; first < of_hub; first += PIECE_EDGES) {
            const uint32_t left = of_hub - first;
            own->pieces[own->piece_count++] =
                (piece){v, left < PIECE_EDGES ? left : PIECE_EDGES, place + first};
        }
        own->heads[v] = (uint32_t)place;
        place += of_hub;
    }
    for (uint64_t i = 0; i < count; i++) {
        own->live.states[round[i]] = TG_EDGE_NOW;
        own->sorted[own->heads[own->targets[round[i]]]++] = round[i];
    }
    for (uint64_t t = 0; t < touched; t++) own->heads[own->touched[t]] = 0;
}

static const uint32_t *edges_of(const peeling *own, const piece *these, uint32_t *count)
{
    *count = these->count < EDGES_AHEAD ? these->count : EDGES_AHEAD;
    return own->sorted + these->first;
}

/* Fetches what leads to the rows of piece p + 2 * PIECES_AHEAD and the rows of one before: rounds
 * have thousands of pieces of two edges, whose memory is everywhere. */
static void fetch_ahead(const peeling *own, uint64_t p)
{
    const tg_live *live = &own->live;
    uint32_t count;
    if (p + 2 * PIECES_AHEAD < own->piece_count) {
        const piece *far = &own->pieces[p + 2 * PIECES_AHEAD];
        const uint32_t *edges = edges_of(own, far, &count);
        __builtin_prefetch(live->lengths + far->hub);
        __builtin_prefetch(live->begins + far->hub);
        for (uint32_t i = 0; i < count; i++) __builtin_prefetch(live->from + edges[i]);
    }
    if (p + PIECES_AHEAD < own->piece_count) {
        const piece *near = &own->pieces[p + PIECES_AHEAD];
        const uint32_t *edges = edges_of(own, near, &count);
        __builtin_prefetch(live->ids + live->begins[near->hub]);
        __builtin_prefetch(live->edges + live->begins[near->hub]);
        for (uint32_t i = 0; i < count; i++) {
            __builtin_prefetch(live->lengths + live->from[edges[i]]);
            __builtin_prefetch(live->begins + live->from[edges[i]]);
        }
    }
}

static void remove_pieces(peeling *own)
{
    const int threads = own->end - own->done <= FEW_EDGES ? 1 : (int)own->context->threads;
#pragma omp parallel num_threads(threads)
    {
        tg_taker *to = own->takers[omp_get_thread_num()];
        uint32_t *marks = own->marks[omp_get_thread_num()];
#pragma omp for schedule(dynamic, 4)
        for (uint64_t p = 0; p < own->piece_count; p++) {
            if (tg_cancelled(own->context)) continue;
            fetch_ahead(own, p);
            remove_piece(own, &own->pieces[p], marks, to);
        }
        tg_take_all(to);
    }
}

/* Removes edges round after round, until no edge of the level is left. */
static tricorn_status remove_level(peeling *own, tg_peeled *peeled)
{
    while (own->done < own->takes.tail) {
        own->end = own->takes.tail;
        sort_round(own);
        remove_pieces(own);
        for (uint64_t i = own->done; i < own->end; i++)
            own->live.states[own->takes.queue[i]] = TG_EDGE_GONE;
        peeled->rounds++;
        const uint64_t removed = own->end - own->done;
        own->done = own->end;
        if (tg_work_add(own->context, removed)) return tg_check_cancelled(own->context);
    }
    return TRICORN_OK;
}

/* ---- levels -----------------------------------------------------------------------------------
 */

/* Puts the edges of the level into the queue. */
static void begin_level(peeling *own)
{
#pragma omp parallel num_threads((int)own->context->threads)
    {
        tg_taker *to = own->takers[omp_get_thread_num()];
#pragma omp for schedule(static, EDGES_AT_ONCE)
        for (uint64_t e = 0; e < own->edges; e++)
            if (own->support[e] <= own->takes.limit && own->live.states[e] == TG_EDGE_LIVE)
                tg_push(to, (uint32_t)e);
        tg_push_all(to);
    }
}

/* The rest by bits, for ever fewer vertices. */
static tricorn_status peel_rest(tricorn_context *context, tg_truss_rest *rest, tg_peeled *peeled)
{
    tricorn_status status = TRICORN_OK;
    do {
        TG_TRY(tg_truss_bits_peel(context, rest, peeled));
        tg_live_compact(context, rest->live);
    } while (rest->edges > 0 && !rest->only);
cleanup:
    return status;
}

static tricorn_status peel_levels(peeling *own, tg_peel *job)
{
    tricorn_status status = TRICORN_OK;
    const uint64_t rows_edges = own->live.begins[own->live.vertices] / 2;
    const uint32_t first = job->level ? job->level : 2;
    own->compacted = rows_edges;
    for (uint32_t k = first; own->done < rows_edges; k++) {
        own->takes.limit = k - 2;
        const uint64_t left = rows_edges - own->done;
        if (k == first || left <= own->compacted - own->compacted / COMPACT_SHARE) {
            tg_live_compact(own->context, &own->live);
            own->compacted = left;
            if (tg_truss_bits_pay(own->context, &own->live, left)) {
                tg_truss_rest rest = {&own->live, own->support, left, k, job->level > 0};
                return peel_rest(own->context, &rest, &job->peeled);
            }
        }
        begin_level(own);
        TG_TRY(remove_level(own, &job->peeled));
        if (job->level) break;
    }
cleanup:
    return status;
}

static tricorn_status allocate(peeling *own, const tg_rows *rows)
{
    tricorn_context *context = own->context;
    tricorn_status status = TRICORN_OK;
    TG_TRY(tg_live_create(context, rows, own->support, &own->live));
    const uint64_t edges = own->live.begins[rows->count] / 2;
    TG_TRY(TG_ALLOC(context, edges, &own->takes.queue));
    TG_TRY(tg_takes_create(context, own->edges, &own->takes));
    TG_TRY(TG_ALLOC_ZERO(context, context->threads, &own->takers));
    for (uint32_t t = 0; t < context->threads; t++)
        TG_TRY(tg_taker_create(context, &own->takes, &own->takers[t]));
    TG_TRY(TG_ALLOC(context, edges, &own->sorted));
    TG_TRY(TG_ALLOC(context, edges / PIECE_EDGES + rows->count, &own->pieces));
    TG_TRY(TG_ALLOC_ZERO(context, rows->count, &own->heads));
    TG_TRY(TG_ALLOC(context, rows->count, &own->touched));
    TG_TRY(TG_ALLOC_ZERO(context, context->threads, &own->marks));
    for (uint32_t t = 0; t < context->threads; t++)
        TG_TRY(TG_ALLOC_ZERO(context, rows->count, &own->marks[t]));
cleanup:
    return status;
}

static void release(peeling *own)
{
    for (uint32_t t = 0; own->marks && t < own->context->threads; t++) tg_free(own->marks[t]);
    tg_free(own->marks);
    for (uint32_t t = 0; own->takers && t < own->context->threads; t++)
        tg_taker_free(own->takers[t]);
    tg_free(own->takers);
    tg_takes_free(&own->takes);
    tg_free(own->takes.queue);
    tg_free(own->sorted);
    tg_free(own->pieces);
    tg_free(own->heads);
    tg_free(own->touched);
    tg_live_free(&own->live);
}

static bool fits(const tricorn_context *context, const tg_rows *rows)
{
    const uint64_t edges = rows->offsets[rows->count];
    const uint64_t of_vertex =
        (uint64_t)(context->threads + 2) * sizeof(uint32_t) + sizeof(piece);
    const uint64_t bytes = tg_live_bytes(context, rows->count, edges) +
                           edges * (2 * sizeof(uint32_t)) + rows->count * of_vertex +
                           tg_takes_bytes(edges, context->threads);
    return edges < UINT32_MAX && bytes <= tg_memory_room(context->memory);
}

static tricorn_status peel(tricorn_context *context, tg_peel *job)
{
    tricorn_status status = TRICORN_OK;
    const uint64_t edges = job->rows->offsets[job->rows->count];
    peeling own = {.context = context,
                   .support = job->support,
                   .takes = {.support = job->support},
                   .targets = job->rows->ids,
                   .edges = edges};
    tg_work_begin(context, "peeling", edges);
    if (edges == 0) return TRICORN_OK;
    TG_TRY(allocate(&own, job->rows));
    if (tg_work_add(context, edges - own.live.begins[job->rows->count] / 2))
        TG_TRY(tg_check_cancelled(context));
    TG_TRY(peel_levels(&own, job));
cleanup:
    release(&own);
    return status;
}

const tg_truss_method tg_truss_rows = {
    .name = "rows",
    .summary = "looks the triangles of each edge up once, in rows from both ends",
    .fits = fits,
    .peel = peel,
};
