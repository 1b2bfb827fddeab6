/* sorted.c - see sorted.h.
 *
 * Where edges ascend strictly, by their smaller end and then by the larger, none is repeated, and
 * the ids of every row come in the order in which they stay.  So the first reading counts how long
 * rows are and the second puts each id to its place; nothing is moved or sorted.  Threads take
 * ranges of smaller ends from all parts.  Each counts for itself how many ids it has for a row, and
 * so knows where its first one goes.
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
    SPARSE_VERTICES = 4,    /* tables of more vertices than so many times the edges do not pay */
    WRAP_BIT = 0x80,        /* a count that reaches it could wrap within a step */
    MOST_DEGREE = 254,      /* of both sides, to stay in a byte */
    SAMPLES = 4096,         /* looked at before the first reading */
    FAR_SHARE = 16,         /* one in so many of these may be far */
    NEAR_IDS = 1 << 18,     /* of rows between the ends of a near edge: 1 MiB, within the L2 */
    CACHED_IDS = 1 << 21,   /* of so many in all, far ones cost little: 8 MiB, of several cores' L3 */
    STEP_EDGES = 1 << 12,   /* between two looks at degrees, progress and cancel */
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
    uint8_t *smaller; /* edges whose smaller end it is: each belongs to one thread */
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
                       uint8_t *lengths, keys allowed)
{
    uint8_t *const smaller = job->smaller;
    static const keys none = {0, 0};
    uint8_t seen = 0;
    for (uint64_t i = 0; i < count; i++) {
        const uint32_t low = tg_smaller_end(edges[i]), high = tg_larger_end(edges[i]);
        const uint64_t key = (uint64_t)low << 32 | high;
        if (key < allowed.least || key >= allowed.most) return none;
        allowed.least = key + 1;
        if (low == high) {
            __atomic_fetch_or(&job->loops[low / 64], UINT64_C(1) << low % 64, __ATOMIC_RELAXED);
            continue;
        }
        seen |= ++smaller[low];
        seen |= ++lengths[high];
    }
    return seen & WRAP_BIT ? none : allowed;
}

static bool count_source(trigon_context *context, const counting *job, const tg_source *from,
                         tg_bounds bounds, uint8_t *lengths)
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
    uint8_t *lengths = job->sorted->lengths + thread * job->preparation->edges->vertices;
    const tg_bounds bounds =
        tg_ascending_sources(job->preparation, thread, job->sorted->threads, sources);
    for (uint32_t p = 0; p < parts; p++)
        if (!count_source(context, job, &sources[p], bounds, lengths))
            atomic_store_explicit(&job->failed, true, memory_order_relaxed);
}

/* Both sides' sums to smaller[]; returns the most. */
static uint32_t join_sides(const counting *job)
{
    const uint64_t vertices = job->preparation->edges->vertices;
    const uint32_t threads = job->sorted->threads;
    uint32_t most = 0;
#pragma omp parallel for num_threads((int)threads) schedule(static) reduction(max : most)
    for (uint64_t block = 0; block < vertices; block += BLOCK) {
        const uint64_t count = vertices - block < BLOCK ? vertices - block : BLOCK;
        uint8_t *to = job->smaller + block;
        uint16_t sums[BLOCK] = {0}, here = 0; /* a byte from each of 17 tables */
        for (uint64_t i = 0; i < count; i++) sums[i] = to[i];
        for (uint32_t t = 0; t < threads; t++) {
            const uint8_t *from = job->sorted->lengths + t * vertices + block;
#pragma omp simd
            for (uint64_t i = 0; i < count; i++) sums[i] = (uint16_t)(sums[i] + from[i]);
        }
#pragma omp simd reduction(max : here)
        for (uint64_t i = 0; i < count; i++) {
            here = sums[i] > here ? sums[i] : here;
            to[i] = (uint8_t)sums[i];
        }
        if (here > most) most = here;
    }
    return most;
}

static uint64_t count_bits(const uint64_t *words, uint64_t count)
{
    uint64_t sum = 0;
    for (uint64_t w = 0; w < count; w++) sum += (uint64_t)__builtin_popcountll(words[w]);
    return sum;
}

trigon_status tg_count_sorted(trigon_context *context, tg_preparation *preparation,
                              tg_sorted *sorted)
{
    trigon_status status = TRIGON_OK;
    const uint64_t vertices = preparation->edges->vertices;
    const uint64_t flat = tg_flat_degree(preparation->input_edges, vertices);
    const uint32_t threads = context->threads < MOST_THREADS ? context->threads : MOST_THREADS;
    tg_sorted made = {.threads = threads};
    counting job = {.preparation = preparation, .sorted = &made};

    *sorted = (tg_sorted){0};
    if (!looks_sorted(preparation)) return TRIGON_OK;
    TG_TRY(TG_ALLOC_ZERO(context, (uint64_t)threads * preparation->edges->part_count, &made.sources));
    TG_TRY(TG_ALLOC_ZERO(context, threads * vertices, &made.lengths));
    TG_TRY(TG_ALLOC_ZERO(context, vertices, &job.smaller));
    TG_TRY(TG_ALLOC_ZERO(context, vertices / 64 + 1, &job.loops));
    tg_work_begin(context, "counting degrees", preparation->input_edges);
#pragma omp parallel for num_threads((int)threads) schedule(static, 1)
    for (uint32_t t = 0; t < threads; t++) count_share(context, &job, t);
    TG_TRY(tg_check_cancelled(context));
    if (atomic_load(&job.failed) ||
        join_sides(&job) > (flat < MOST_DEGREE ? flat : MOST_DEGREE))
        goto cleanup;
    preparation->self_loops = count_bits(job.loops, vertices / 64 + 1); /* none is repeated */
    preparation->ascending = true;
    preparation->few = job.smaller;
    preparation->loops = job.loops;
    job.smaller = NULL;
    job.loops = NULL;
    *sorted = made;
    made = (tg_sorted){0};

cleanup:
    tg_free(job.smaller);
    tg_free(job.loops);
    tg_sorted_free(&made);
    return status;
}

/* ---- places ------------------------------------------------------------------------------- */

/* Vertices of whole blocks for each thread. */
static tg_slice vertices_of(uint64_t vertices, uint32_t thread, uint32_t threads)
{
    const tg_slice blocks = tg_slice_of((vertices + BLOCK - 1) / BLOCK, thread, threads);
    const uint64_t first = blocks.first * BLOCK, last = blocks.last * BLOCK;
    return (tg_slice){first, last < vertices ? last : vertices};
}

static uint64_t sum_bytes(const uint8_t *bytes, uint64_t count)
{
    uint64_t sum = 0;
    for (uint64_t block = 0; block < count; block += BLOCK) {
        const uint64_t more = count - block < BLOCK ? count - block : BLOCK;
        uint16_t here = 0;
#pragma omp simd reduction(+ : here)
        for (uint64_t i = 0; i < more; i++) here = (uint16_t)(here + bytes[block + i]);
        sum += here;
    }
    return sum;
}

/* Of some vertices: the threads' lengths become where in the row their first ids go, and totals
 * the rows' lengths. */
static void lengths_to_places(const tg_sorted *sorted, uint64_t vertices, uint64_t first,
                              uint64_t count, uint8_t *totals)
{
    for (uint32_t t = 0; t < sorted->threads; t++) {
        uint8_t *lengths = sorted->lengths + t * vertices + first;
#pragma omp simd
        for (uint64_t i = 0; i < count; i++) {
            const uint8_t length = lengths[i];
            lengths[i] = totals[i];
            totals[i] = (uint8_t)(totals[i] + length);
        }
    }
}

/* Where the rows of a slice of vertices begin. */
static void set_offsets(const tg_preparation *preparation, const tg_sorted *sorted, tg_slice slice,
                        uint64_t sum)
{
    const uint64_t vertices = preparation->edges->vertices;
    uint64_t *const offsets = preparation->graph->offsets;
    for (uint64_t block = slice.first; block < slice.last; block += BLOCK) {
        const uint64_t count = slice.last - block < BLOCK ? slice.last - block : BLOCK;
        uint8_t totals[BLOCK] = {0};
        lengths_to_places(sorted, vertices, block, count, totals);
        if (preparation->ranks == NULL) {
            for (uint64_t i = 0; i < count; i++) {
                offsets[block + i] = sum;
                sum += totals[i];
            }
        } else {
            const tg_rank_word word = preparation->ranks[block / BLOCK];
            uint64_t *to = offsets + word.before;
            for (uint64_t bits = word.bits; bits; bits &= bits - 1) {
                *to++ = sum;
                sum += totals[__builtin_ctzll(bits)];
            }
        }
    }
}

static void place_rows(const tg_preparation *preparation, const tg_sorted *sorted)
{
    const uint64_t vertices = preparation->edges->vertices;
    const uint32_t threads = sorted->threads;
    uint64_t sums[MOST_THREADS + 1] = {0};
#pragma omp parallel for num_threads((int)threads) schedule(static, 1)
    for (uint32_t s = 0; s < threads; s++) {
        const tg_slice slice = vertices_of(vertices, s, threads);
        for (uint32_t t = 0; t < threads; t++)
            sums[s + 1] += sum_bytes(sorted->lengths + t * vertices + slice.first,
                                     slice.last - slice.first);
    }
    for (uint32_t s = 0; s < threads; s++) sums[s + 1] += sums[s];
#pragma omp parallel for num_threads((int)threads) schedule(static, 1)
    for (uint32_t s = 0; s < threads; s++)
        set_offsets(preparation, sorted, vertices_of(vertices, s, threads), sums[s]);
    preparation->graph->offsets[preparation->graph->active] = sums[threads];
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
put_named(const tg_preparation *preparation, const tg_edge *edges, uint64_t count, uint8_t *places,
          naming how)
{
    const tg_rank_word *const ranks = preparation->ranks;
    const uint64_t *const offsets = preparation->graph->offsets;
    uint32_t *const ids = preparation->graph->targets;
    const uint32_t shift = how == SHIFTED ? preparation->graph->input_ids[0] : 0;
    for (uint64_t i = 0; i < count; i++) {
        const uint32_t low = tg_smaller_end(edges[i]), high = tg_larger_end(edges[i]);
        if (low == high) continue;
        const uint64_t begin = offsets[how == BY_RANK ? tg_rank(ranks, high) : high - shift];
        ids[begin + places[high]++] = how == BY_RANK ? tg_rank(ranks, low) : low - shift;
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

/* Returns false where an edge is in several parts.  A run is as long as can be: then all that a
 * source has of one smaller end comes at once. */
static bool fill_share(trigon_context *context, const tg_preparation *preparation,
                       const tg_sorted *sorted, uint32_t thread)
{
    const uint32_t parts = preparation->edges->part_count;
    tg_source *sources = sorted->sources + (uint64_t)thread * parts;
    uint8_t *places = sorted->lengths + thread * preparation->edges->vertices;
    const naming how = naming_of(preparation);
    uint64_t run;
    for (tg_source *from; (from = tg_next_run(sources, parts, UINT64_MAX, &run)) != NULL;) {
        if (is_repeated(sources, parts, from)) return false;
        for (const uint64_t end = from->at + run; from->at < end;) {
            const uint64_t left = end - from->at, step = left < STEP_EDGES ? left : STEP_EDGES;
            const tg_edge *edges = from->edges + from->at;
            switch (how) {
            case AS_BEFORE: put_named(preparation, edges, step, places, AS_BEFORE); break;
            case SHIFTED: put_named(preparation, edges, step, places, SHIFTED); break;
            case BY_RANK: put_named(preparation, edges, step, places, BY_RANK); break;
            }
            from->at += step;
            if (tg_work_add(context, step)) return true;
        }
    }
    return true;
}

trigon_status tg_make_sorted_rows(trigon_context *context, tg_preparation *preparation,
                                  tg_sorted *sorted, bool *made)
{
    trigon_status status = TRIGON_OK;
    trigon_graph *graph = preparation->graph;
    const uint64_t edges = preparation->input_edges - preparation->self_loops;
    uint32_t failures = 0;

    *made = false;
    TG_TRY(TG_ALLOC(context, (uint64_t)graph->active + 1, &graph->offsets));
    TG_TRY(TG_ALLOC(context, edges, &graph->targets));
    place_rows(preparation, sorted);
    tg_work_begin(context, "filling rows", preparation->input_edges);
#pragma omp parallel for num_threads((int)sorted->threads) schedule(static, 1)                   \
    reduction(+ : failures)
    for (uint32_t t = 0; t < sorted->threads; t++)
        failures += !fill_share(context, preparation, sorted, t);
    TG_TRY(tg_check_cancelled(context));
    graph->edges = edges;
    *made = failures == 0;

cleanup:
    tg_sorted_free(sorted);
    if (*made) return status;
    tg_free(graph->offsets);
    tg_free(graph->targets);
    graph->offsets = NULL;
    graph->targets = NULL;
    return status;
}

void tg_sorted_free(tg_sorted *sorted)
{
    tg_free(sorted->sources);
    tg_free(sorted->lengths);
    *sorted = (tg_sorted){0};
}
