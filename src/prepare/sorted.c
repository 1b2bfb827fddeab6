/* sorted.c - see sorted.h.
 *
 * Where edges ascend strictly, by their smaller end and then by the larger, none is repeated, and
 * the ids of every row come in the order in which they stay.  So the first reading counts how long
 * rows are and the second puts each id to its place; nothing is moved or sorted.  Threads take
 * ranges of smaller ends from all parts.  Each counts for itself how many ids it has for a row, and
 * so knows where its first one goes.
 *
 * Most of the time is first touches of memory, so little is touched that has not been before.
 * While rows are filled, where they begin is kept by blocks of rows, and within them in two bytes
 * a row.  What was read goes back to the system, which gives it again for the rows that are being
 * filled, and at last for their offsets.
 *
 * The rows that are being filled have to stay in a cache: with neighbours far apart, buckets
 * (prepare/spread.h) are faster.
 */
#include "prepare/sorted.h"

#include <stdatomic.h>

#include "base/memory.h"
#include "base/parallel.h"

enum {
    MOST_THREADS = 16,      /* each has a table; and so many read as fast as memory goes */
    SMALLER_END = 1 << 8,   /* the two ends of an edge add this or 1 to their counts */
    WRAP_BITS = 0x8080,     /* of counts that reach 128 on a side and could wrap */
    SPARSE_VERTICES = 4,    /* tables of more vertices than so many times the edges do not pay */
    MOST_DEGREE = 254,      /* that blocks of rows have no more ids than two bytes can count */
    SAMPLES = 4096,         /* looked at before the first reading */
    FAR_SHARE = 16,         /* one in so many of these may be far */
    NEAR_IDS = 1 << 18,     /* of rows between the ends of a near edge: 1 MiB, within the L2 */
    CACHED_IDS = 1 << 21,   /* of so many in all, far ones cost little: 8 MiB, of several cores' L3 */
    STEP_EDGES = 1 << 12,   /* between two looks at degrees, progress and cancel */
    GIVEN_EDGES = 1 << 18,  /* go back to the system at once: 2 MiB */
    SPARE_TABLES = 9,       /* for so many threads there is room beside what other ways take */
    BLOCK = 64              /* vertices taken together; a word of ranks */
};

/* ---- a look ahead ------------------------------------------------------------------------- */

static uint64_t key_of(tg_edge edge)
{
    return (uint64_t)tg_smaller_end(edge) << 32 | tg_larger_end(edge);
}

/* Whether samples of a part ascend; counts them and those that are far. */
static bool sample_part(const tg_preparation *preparation, const tg_edge_part *part,
                        uint64_t *taken, uint64_t *far)
{
    const tg_edge *edges = part->edges;
    const uint64_t rows = preparation->edges->vertices, step = preparation->input_edges / SAMPLES + 1;
    uint64_t least = 0; /* what the next key must be */
    for (uint64_t i = 0; i < part->count; i += step) {
        const uint64_t key = key_of(edges[i]);
        const uint64_t span = tg_larger_end(edges[i]) - tg_smaller_end(edges[i]);
        if (key < least) return false;
        least = key + 1;
        if (i + 1 < part->count && key_of(edges[i + 1]) < least) return false;
        ++*taken;
        /* Rows are as long as the mean: span * edges / rows ids lie between. */
        *far += (double)span * (double)preparation->input_edges > (double)NEAR_IDS * (double)rows;
    }
    return true;
}

static bool looks_sorted(const tg_preparation *preparation)
{
    const tg_edges *edges = preparation->edges;
    uint64_t taken = 0, far = 0;
    if (preparation->input_edges == 0 ||
        edges->vertices / SPARSE_VERTICES > preparation->input_edges ||
        preparation->input_edges / edges->vertices > MOST_DEGREE / 4)
        return false;
    for (uint32_t p = 0; p < edges->part_count; p++)
        if (!sample_part(preparation, &edges->parts[p], &taken, &far)) return false;
    return preparation->input_edges <= CACHED_IDS || far <= taken / FAR_SHARE;
}

/* ---- the first reading -------------------------------------------------------------------- */

typedef struct counting {
    const tg_preparation *preparation;
    const tg_sorted *sorted;
    uint64_t *loops;
    atomic_bool failed; /* not sorted, or degrees not flat */
} counting;

/* Keys that may come next: from least to most - 1. */
typedef struct keys {
    uint64_t least, most;
} keys;

/* Counts edges whose keys are among these and ascend; returns which may come next, none if they
 * do not ascend, or if a count may wrap soon. */
static keys count_step(const counting *job, const tg_edge *edges, uint64_t count,
                       uint16_t *lengths, keys allowed)
{
    static const keys none = {0, 0};
    uint64_t least = allowed.least;
    uint16_t seen = 0; /* all counts on their way, lest a wrapped one looks small */
    bool ascend = true;
    for (uint64_t i = 0; i < count; i++) {
        const uint32_t low = tg_smaller_end(edges[i]), high = tg_larger_end(edges[i]);
        const uint64_t key = (uint64_t)low << 32 | high;
        ascend &= key >= least;
        least = key + 1;
        if (low == high) {
            __atomic_fetch_or(&job->loops[low / 64], UINT64_C(1) << low % 64, __ATOMIC_RELAXED);
            continue;
        }
        seen |= lengths[low] = (uint16_t)(lengths[low] + SMALLER_END);
        seen |= ++lengths[high];
    }
    const bool within = ascend && least <= allowed.most; /* the last one tells of all */
    return within && (seen & WRAP_BITS) == 0 ? (keys){least, allowed.most} : none;
}

static bool count_source(trigon_context *context, const counting *job, const tg_source *from,
                         tg_bounds bounds, uint16_t *lengths)
{
    keys allowed = {bounds.low << 32, bounds.high > UINT32_MAX ? UINT64_MAX : bounds.high << 32};
    for (uint64_t at = from->at; at < from->last;) {
        const uint64_t left = from->last - at, step = left < STEP_EDGES ? left : STEP_EDGES;
        allowed = count_step(job, from->edges + at, step, lengths, allowed);
        if (allowed.most == 0) return false;
        at += step;
        if (tg_work_add(context, step)) return true;
        if (atomic_load_explicit(&job->failed, memory_order_relaxed)) return true;
    }
    return true;
}

static void count_share(trigon_context *context, counting *job, uint32_t thread)
{
    const uint32_t parts = job->preparation->edges->part_count;
    tg_source *sources = job->sorted->sources + (uint64_t)thread * parts;
    uint16_t *lengths = job->sorted->lengths + thread * job->preparation->edges->vertices;
    const tg_bounds bounds =
        tg_ascending_sources(job->preparation, thread, job->sorted->threads, sources);
    for (uint32_t p = 0; p < parts; p++)
        if (!count_source(context, job, &sources[p], bounds, lengths))
            atomic_store_explicit(&job->failed, true, memory_order_relaxed);
}

static uint64_t rows_in_block(uint64_t vertices, uint64_t block)
{
    const uint64_t left = vertices - block * BLOCK;
    return left < BLOCK ? left : BLOCK;
}

static inline void add_degrees(const uint16_t *lengths, uint64_t count, uint16_t *degrees)
{
#pragma omp simd
    for (uint64_t i = 0; i < count; i++)
        degrees[i] = (uint16_t)(degrees[i] + lengths[i] % SMALLER_END + lengths[i] / SMALLER_END);
}

/* One bit for each that is not 0. */
static uint64_t bits_of(const uint16_t values[BLOCK])
{
    /* Of eight bytes that are 0 or 1, the product's highest byte has all. */
    const uint64_t together = UINT64_C(0x0102040810204080);
    uint8_t flags[BLOCK];
    uint64_t bits = 0;
    for (uint64_t i = 0; i < BLOCK; i++) flags[i] = values[i] > 0;
    for (uint64_t i = 0; i < BLOCK; i += 8) {
        uint64_t eight = 0;
        for (uint64_t k = 0; k < 8; k++) eight |= (uint64_t)flags[i + k] << 8 * k;
        bits |= (eight * together >> 56) << i;
    }
    return bits;
}

/* Adds a block's degrees to the sums; returns which of its numbers have an edge. */
static uint64_t sum_block(const tg_sorted *sorted, uint64_t vertices, uint64_t block,
                          tg_degree_sums *sums)
{
    const uint64_t count = rows_in_block(vertices, block);
    uint16_t degrees[BLOCK] = {0}, most = 0; /* below 128 from each of 16 tables, and once more */
    uint32_t squares = 0;
    for (uint32_t t = 0; t < sorted->threads; t++) {
        const uint16_t *lengths = sorted->lengths + t * vertices + block * BLOCK;
        if (count == BLOCK) /* known ahead, the loop is vectors alone */
            add_degrees(lengths, BLOCK, degrees);
        else
            add_degrees(lengths, count, degrees);
    }
    for (uint64_t i = 0; i < BLOCK; i++) most = degrees[i] > most ? degrees[i] : most;
    for (uint64_t i = 0; i < BLOCK; i++) squares += (uint32_t)degrees[i] * degrees[i];
    const uint64_t active = bits_of(degrees);
    if (most > sums->most) sums->most = most;
    sums->squares += squares;
    sums->active += (uint64_t)__builtin_popcountll(active);
    return active;
}

static tg_degree_sums sum_degrees(const tg_sorted *sorted, uint64_t vertices, uint64_t *with_edges)
{
    uint32_t most = 0;
    uint64_t active = 0, squares = 0;
#pragma omp parallel for num_threads((int)sorted->threads) schedule(static)                      \
    reduction(max : most) reduction(+ : active, squares)
    for (uint64_t b = 0; b < (vertices + BLOCK - 1) / BLOCK; b++) {
        tg_degree_sums sums = {most, active, squares};
        with_edges[b] = sum_block(sorted, vertices, b, &sums);
        most = sums.most;
        active = sums.active;
        squares = sums.squares;
    }
    return (tg_degree_sums){most, active, squares};
}

static uint64_t count_bits(const uint64_t *words, uint64_t count)
{
    uint64_t sum = 0;
    for (uint64_t w = 0; w < count; w++) sum += (uint64_t)__builtin_popcountll(words[w]);
    return sum;
}

/* Each has a table of two bytes a vertex: not more of them than have room in what preparation may
 * take (prepare/prepare.h), 24 bytes a vertex and 4 an edge that the others leave. */
static uint32_t threads_for(const trigon_context *context, const tg_preparation *preparation)
{
    const uint64_t vertices = preparation->edges->vertices + 1;
    const uint64_t room = SPARE_TABLES + 2 * preparation->input_edges / vertices;
    const uint64_t most = room < MOST_THREADS ? room : MOST_THREADS;
    return context->threads < most ? context->threads : (uint32_t)most;
}

trigon_status tg_count_sorted(trigon_context *context, tg_preparation *preparation,
                              tg_sorted *sorted)
{
    trigon_status status = TRIGON_OK;
    const uint64_t vertices = preparation->edges->vertices, words = (vertices + 63) / 64;
    const uint64_t flat = tg_flat_degree(preparation->input_edges, vertices);
    const uint32_t threads = threads_for(context, preparation);
    uint64_t *with_edges = NULL;
    tg_sorted made = {.threads = threads};
    counting job = {.preparation = preparation, .sorted = &made};

    *sorted = (tg_sorted){0};
    if (!looks_sorted(preparation)) return TRIGON_OK;
    TG_TRY(TG_ALLOC_ZERO(context, (uint64_t)threads * preparation->edges->part_count, &made.sources));
    TG_TRY(TG_ALLOC_ZERO(context, threads * vertices, &made.lengths));
    TG_TRY(TG_ALLOC_ZERO(context, words, &job.loops));
    TG_TRY(TG_ALLOC(context, words, &with_edges));
    tg_work_begin(context, "counting degrees", preparation->input_edges);
#pragma omp parallel for num_threads((int)threads) schedule(static, 1)
    for (uint32_t t = 0; t < threads; t++) count_share(context, &job, t);
    TG_TRY(tg_check_cancelled(context));
    if (atomic_load(&job.failed)) goto cleanup;
    preparation->sums = sum_degrees(&made, vertices, with_edges);
    if (preparation->sums.most > (flat < MOST_DEGREE ? flat : MOST_DEGREE) ||
        tg_choose_order(preparation, &preparation->sums) != TG_ORDER_INPUT)
        goto cleanup;
    preparation->self_loops = count_bits(job.loops, words); /* none is repeated */
    preparation->ascending = true;
    preparation->with_edges = with_edges;
    preparation->summed = true;
    preparation->loops = job.loops;
    with_edges = NULL;
    job.loops = NULL;
    *sorted = made;
    made = (tg_sorted){0};

cleanup:
    tg_free(with_edges);
    tg_free(job.loops);
    tg_sorted_free(&made);
    return status;
}

/* ---- places ------------------------------------------------------------------------------- */

static inline bool is_zero(const uint16_t *values, uint64_t count)
{
    uint16_t any = 0;
    for (uint64_t i = 0; i < count; i++) any |= values[i];
    return any == 0;
}

/* Of a block of rows: the threads' counts become where in the block their first ids go.  Returns
 * the ids in the block.  A table is not written where its thread has no edges: most of each table
 * is never touched. */
static inline __attribute__((always_inline)) uint64_t
place_counted(const tg_sorted *sorted, uint64_t vertices, uint64_t block, uint64_t count)
{
    uint16_t next[BLOCK] = {0}, sum = 0;
    uint16_t *const lengths = sorted->lengths + block * BLOCK;
    for (uint32_t t = 0; t < sorted->threads; t++)
#pragma omp simd
        for (uint64_t i = 0; i < count; i++)
            next[i] = (uint16_t)(next[i] + lengths[t * vertices + i] % SMALLER_END);
    for (uint64_t i = 0; i < count; i++) {
        const uint16_t length = next[i];
        next[i] = sum;
        sum = (uint16_t)(sum + length);
    }
    for (uint32_t t = 0; t < sorted->threads; t++) {
        uint16_t *own = lengths + t * vertices;
        if (is_zero(own, count)) continue;
#pragma omp simd
        for (uint64_t i = 0; i < count; i++) {
            const uint16_t length = own[i] % SMALLER_END;
            own[i] = next[i];
            next[i] = (uint16_t)(next[i] + length);
        }
    }
    return sum;
}

static uint64_t place_block(const tg_sorted *sorted, uint64_t vertices, uint64_t block)
{
    const uint64_t count = rows_in_block(vertices, block);
    return count == BLOCK ? place_counted(sorted, vertices, block, BLOCK)
                          : place_counted(sorted, vertices, block, count);
}

static trigon_status place_rows(trigon_context *context, const tg_preparation *preparation,
                                tg_sorted *sorted)
{
    const uint64_t vertices = preparation->edges->vertices;
    const uint64_t blocks = (vertices + BLOCK - 1) / BLOCK;
    const trigon_status status = TG_ALLOC(context, blocks + 1, &sorted->starts);
    if (status != TRIGON_OK) return status;
#pragma omp parallel for num_threads((int)sorted->threads) schedule(static)
    for (uint64_t b = 0; b < blocks; b++)
        sorted->starts[b] = place_block(sorted, vertices, b);
    tg_prefix_sum(context, sorted->starts, blocks);
    return TRIGON_OK;
}

/* Where in the block each row ends, as who filled it last knows; ends[0] is 0. */
static inline __attribute__((always_inline)) void
find_ends(const tg_sorted *sorted, uint64_t vertices, uint64_t block, uint64_t count,
          uint16_t *ends)
{
    for (uint32_t t = 0; t < sorted->threads; t++) {
        const uint16_t *places = sorted->lengths + t * vertices + block * BLOCK;
#pragma omp simd
        for (uint64_t i = 0; i < count; i++)
            ends[i + 1] = places[i] > ends[i + 1] ? places[i] : ends[i + 1];
    }
    for (uint64_t i = 0; i < count; i++)
        if (ends[i] > ends[i + 1]) ends[i + 1] = ends[i]; /* a row without ids */
}

/* Where the rows of a block begin: each where the one before it ends. */
static void set_offsets(const tg_preparation *preparation, const tg_sorted *sorted, uint64_t block)
{
    const uint64_t vertices = preparation->edges->vertices, start = sorted->starts[block];
    const uint64_t count = rows_in_block(vertices, block);
    uint16_t ends[BLOCK + 1] = {0};
    if (count == BLOCK)
        find_ends(sorted, vertices, block, BLOCK, ends);
    else
        find_ends(sorted, vertices, block, count, ends);
    if (preparation->ranks == NULL) {
        uint64_t *to = preparation->graph->offsets + block * BLOCK;
        for (uint64_t i = 0; i < count; i++) to[i] = start + ends[i];
        return;
    }
    const tg_rank_word word = preparation->ranks[block];
    uint64_t *to = preparation->graph->offsets + word.before;
    for (uint64_t bits = word.bits; bits; bits &= bits - 1)
        *to++ = start + ends[__builtin_ctzll(bits)];
}

/* ---- the second reading ------------------------------------------------------------------- */

typedef enum naming { AS_BEFORE, SHIFTED, BY_RANK } naming;

/* Where all numbers from the first with an edge on have some (as where files count from 1), their
 * ranks are as far from them as the first one's. */
static naming naming_of(const tg_preparation *preparation)
{
    const trigon_graph *graph = preparation->graph;
    if (preparation->ranks == NULL || graph->active == 0) return AS_BEFORE; /* or only loops */
    return graph->input_ids[graph->active - 1] - graph->input_ids[0] == graph->active - 1
               ? SHIFTED
               : BY_RANK;
}

static inline __attribute__((always_inline)) void
put_named(const tg_preparation *preparation, const tg_sorted *sorted, tg_piece from,
          uint16_t *places, naming how)
{
    const tg_rank_word *const ranks = preparation->ranks;
    const uint64_t *const starts = sorted->starts;
    uint32_t *const ids = preparation->graph->targets;
    const uint32_t shift = how == SHIFTED ? preparation->graph->input_ids[0] : 0;
    for (uint64_t i = 0; i < from.count; i++) {
        const uint32_t low = tg_smaller_end(from.edges[i]), high = tg_larger_end(from.edges[i]);
        if (low == high) continue;
        ids[starts[high / BLOCK] + places[high]++] =
            how == BY_RANK ? tg_rank(ranks, low) : low - shift;
    }
}

/* Whether an edge at the begin of what `from` gives next came from another source before.  Only
 * where parts meet can their edges have a smaller end in common. */
static bool is_repeated(const tg_source *sources, uint32_t count, const tg_source *from)
{
    const tg_edge *edges = from->edges;
    const uint32_t low = tg_smaller_end(edges[from->at]);
    for (uint32_t p = 0; p < count; p++) {
        const tg_source *other = &sources[p];
        if (other == from) continue;
        for (uint64_t i = other->at; i > 0 && tg_smaller_end(other->edges[i - 1]) == low; i--)
            for (uint64_t e = from->at; e < from->last && tg_smaller_end(edges[e]) == low; e++)
                if (tg_larger_end(edges[e]) == tg_larger_end(other->edges[i - 1])) return true;
    }
    return false;
}

/* Whether an edge is in several parts.  A run is as long as can be: then all that a source has of
 * one smaller end comes at once.  Before any row is filled, for then edges are lost. */
static bool has_repeated(const tg_preparation *preparation, const tg_sorted *sorted,
                         uint32_t thread)
{
    const uint32_t parts = preparation->edges->part_count;
    tg_source *sources = sorted->sources + (uint64_t)thread * parts;
    bool repeated = false;
    uint64_t run;
    if (parts == 1) return false;
    for (tg_source *from;
         !repeated && (from = tg_next_run(sources, parts, UINT64_MAX, &run)) != NULL;
         from->at += run)
        repeated = is_repeated(sources, parts, from);
    for (uint32_t p = 0; p < parts; p++) sources[p].at = sources[p].first;
    return repeated;
}

static void fill_share(trigon_context *context, const tg_preparation *preparation,
                       const tg_sorted *sorted, uint32_t thread)
{
    const uint32_t parts = preparation->edges->part_count;
    tg_source *sources = sorted->sources + (uint64_t)thread * parts;
    uint16_t *places = sorted->lengths + thread * preparation->edges->vertices;
    const naming how = naming_of(preparation);
    uint64_t run;
    for (tg_source *from; (from = tg_next_run(sources, parts, STEP_EDGES, &run)) != NULL;) {
        tg_edge *edges = from->edges;
        const tg_piece piece = {edges + from->at, run};
        switch (how) {
        case AS_BEFORE: put_named(preparation, sorted, piece, places, AS_BEFORE); break;
        case SHIFTED: put_named(preparation, sorted, piece, places, SHIFTED); break;
        case BY_RANK: put_named(preparation, sorted, piece, places, BY_RANK); break;
        }
        from->at += run;
        if (from->at - from->given >= GIVEN_EDGES)
            from->given = tg_give_back(edges, from->given * sizeof *edges,
                                       from->at * sizeof *edges) / sizeof *edges;
        if (tg_work_add(context, run)) return;
    }
}

/* In place of the edges, which are freed. */
static trigon_status make_offsets(trigon_context *context, tg_preparation *preparation,
                                  const tg_sorted *sorted)
{
    trigon_graph *graph = preparation->graph;
    const uint64_t blocks = (preparation->edges->vertices + BLOCK - 1) / BLOCK;
    for (uint32_t p = 0; p < preparation->edges->part_count; p++) {
        tg_free(preparation->edges->parts[p].edges);
        preparation->edges->parts[p] = (tg_edge_part){0};
    }
    const trigon_status status = TG_ALLOC(context, (uint64_t)graph->active + 1, &graph->offsets);
    if (status != TRIGON_OK) return status;
#pragma omp parallel for num_threads((int)sorted->threads) schedule(static)
    for (uint64_t b = 0; b < blocks; b++) set_offsets(preparation, sorted, b);
    graph->offsets[graph->active] = sorted->starts[blocks];
    return TRIGON_OK;
}

trigon_status tg_make_sorted_rows(trigon_context *context, tg_preparation *preparation,
                                  tg_sorted *sorted, bool *made)
{
    trigon_status status = TRIGON_OK;
    trigon_graph *graph = preparation->graph;
    const uint64_t edges = preparation->input_edges - preparation->self_loops;
    const int threads = (int)sorted->threads;
    uint32_t repeated = 0;

    *made = false;
#pragma omp parallel for num_threads(threads) schedule(static, 1) reduction(+ : repeated)
    for (uint32_t t = 0; t < sorted->threads; t++)
        repeated += has_repeated(preparation, sorted, t);
    if (repeated > 0) goto cleanup;
    TG_TRY(TG_ALLOC(context, edges, &graph->targets));
    TG_TRY(place_rows(context, preparation, sorted));
    tg_work_begin(context, "filling rows", preparation->input_edges);
#pragma omp parallel for num_threads(threads) schedule(static, 1)
    for (uint32_t t = 0; t < sorted->threads; t++) fill_share(context, preparation, sorted, t);
    TG_TRY(tg_check_cancelled(context));
    TG_TRY(make_offsets(context, preparation, sorted));
    graph->edges = edges;
    *made = true;

cleanup:
    tg_sorted_free(sorted);
    return status;
}

void tg_sorted_free(tg_sorted *sorted)
{
    tg_free(sorted->sources);
    tg_free(sorted->lengths);
    tg_free(sorted->starts);
    *sorted = (tg_sorted){0};
}
