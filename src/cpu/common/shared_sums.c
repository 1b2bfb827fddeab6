/* shared_sums.c - sums over common neighbours of two vertices: the neighbours of the vertex of
 * lower degree are looked up in a bitmap of the other one's neighbours.
 *
 * - So an edge takes no more look-ups than its lower degree.
 * - The edges, or pairs, of one vertex are handled one after another, so that its bitmap is made
 *   once for all of them.
 */
#include "cpu/common/shared_sums.h"

#include <stdatomic.h>

#include "base/memory.h"
#include "base/parallel.h"
#include "cpu/common/bitmap.h"
#include "prepare/cpu/radix_sort.h"

enum { PAIRS_AT_ONCE = 1 << 12, MASK_IDS = 64, HALF_BITS = 32 };

typedef struct row {
    const uint32_t *ids;
    uint64_t count;
    const double *weights; /* the weights of the edges to `ids`, or NULL */
} row;

static row row_of(const tg_rows *rows, const double *weights, uint32_t v)
{
    if (v >= rows->count) return (row){0};
    const uint64_t first = rows->offsets[v];
    return (row){rows->ids + first, rows->offsets[v + 1] - first, weights ? weights + first : NULL};
}

static row row_below(const tg_weighted *graph, uint32_t v)
{
    return row_of(&graph->below, graph->below_weights, v);
}

static row row_above(const tg_weighted *graph, uint32_t v)
{
    return row_of(&graph->above, graph->above_weights, v);
}

static uint64_t degree_of(const tg_weighted *graph, uint32_t v)
{
    return row_below(graph, v).count + row_above(graph, v).count;
}

/* A bitmap of the neighbours of one vertex. */
typedef struct row_set {
    uint64_t *bits;
    /* for each neighbour: the weight of the edge to it; NULL if edges have no weights */
    double *weights;
} row_set;

/* Whether v, not u, is the end whose neighbours are in the bitmap: the one of higher degree. */
static bool is_larger(const tg_weighted *graph, uint32_t v, uint32_t u)
{
    const uint64_t a = degree_of(graph, v), b = degree_of(graph, u);
    return a > b || (a == b && v < u);
}

static void set_row(const row_set *to, row ids)
{
    tg_bits_set(to->bits, ids.ids, ids.count);
    for (uint64_t i = 0; ids.weights && i < ids.count; i++) to->weights[ids.ids[i]] = ids.weights[i];
}

static void set_vertex(const tg_weighted *graph, const row_set *to, uint32_t v)
{
    set_row(to, row_below(graph, v));
    set_row(to, row_above(graph, v));
}

static void clear_vertex(const tg_weighted *graph, const row_set *to, uint32_t v)
{
    const row below = row_below(graph, v), above = row_above(graph, v);
    tg_bits_clear(to->bits, below.ids, below.count);
    tg_bits_clear(to->bits, above.ids, above.count);
}

typedef struct shared {
    double sum;
    uint64_t count;
} shared;

static double weight_of(const tg_weighted *graph, const row_set *set, const row *ids, uint64_t i)
{
    const uint32_t id = ids->ids[i];
    if (ids->weights) return set->weights[id] * ids->weights[i];
    return graph->weights ? graph->weights[id] : 1;
}

static void add_row(const tg_weighted *graph, const row_set *set, row ids, shared *to)
{
    for (uint64_t first = 0; first < ids.count; first += MASK_IDS) {
        const uint64_t left = ids.count - first;
        uint64_t common = tg_bits_mask(set->bits, ids.ids + first, left < MASK_IDS ? left : MASK_IDS);
        for (; common; common &= common - 1) {
            to->sum += weight_of(graph, set, &ids, first + (uint64_t)__builtin_ctzll(common));
            to->count++;
        }
    }
}

/* Sums over those neighbours of v that are in the bitmap. */
static shared sum_set(const tg_weighted *graph, const row_set *set, uint32_t v)
{
    shared found = {0};
    add_row(graph, set, row_below(graph, v), &found);
    add_row(graph, set, row_above(graph, v), &found);
    return found;
}

/* ---- threads ---- */

/* Sums that threads compute chunk by chunk. Each thread has a bitmap of all vertices. */
typedef struct sum_job {
    const tg_weighted *graph;
    uint64_t chunks;
    void (*sum_chunk)(struct sum_job *job, const row_set *set, uint64_t chunk);
    double *sums;
    _Atomic uint64_t shared;
    const uint32_t *pairs;
    /* for each pair: the vertex whose neighbours are in the bitmap << 32 | the pair's number;
     * ascending */
    const uint64_t *order;
    uint64_t pair_count;
} sum_job;

static tricorn_status work(tricorn_context *context, sum_job *job, _Atomic uint64_t *next)
{
    const uint64_t count = job->graph->below.count;
    row_set own = {0};
    tricorn_status status = TG_ALLOC_ZERO(context, count / 64 + 1, &own.bits);
    if (status == TRICORN_OK && job->graph->below_weights) status = TG_ALLOC(context, count + 1, &own.weights);
    for (uint64_t p; status == TRICORN_OK && (p = atomic_fetch_add(next, 1)) < job->chunks;) {
        if (tg_work_add(context, 1)) break;
        job->sum_chunk(job, &own, p);
    }
    tg_free(own.bits);
    tg_free(own.weights);
    return status;
}

static tricorn_status run(tricorn_context *context, sum_job *job)
{
    _Atomic uint64_t next = 0;
    _Atomic int failure = TRICORN_OK;
    tg_work_begin(context, "comparing neighbours", job->chunks);
#pragma omp parallel num_threads((int)context->threads)
    tg_keep_failure(&failure, work(context, job, &next));
    return failure != TRICORN_OK ? (tricorn_status)failure : tg_check_cancelled(context);
}

/* ---- edges ---- */

/* Computes the sums of those edges of vertex `chunk` for which its own neighbours are in the bitmap. */
static void sum_edges_of(sum_job *job, const row_set *set, uint64_t chunk)
{
    const tg_weighted *graph = job->graph;
    const uint32_t v = (uint32_t)chunk;
    const row below = row_below(graph, v), above = row_above(graph, v);
    uint64_t count = 0;

    set_vertex(graph, set, v);
    for (uint64_t i = 0; i < below.count; i++) {
        if (!is_larger(graph, v, below.ids[i])) continue;
        const shared found = sum_set(graph, set, below.ids[i]);
        job->sums[graph->below.offsets[v] + i] = found.sum;
        count += found.count;
    }
    for (uint64_t i = 0; i < above.count; i++) {
        if (!is_larger(graph, v, above.ids[i])) continue;
        const shared found = sum_set(graph, set, above.ids[i]);
        job->sums[tg_row_position(&graph->below, above.ids[i], v)] = found.sum;
        count += found.count;
    }
    clear_vertex(graph, set, v);
    atomic_fetch_add(&job->shared, count);
}

tricorn_status tg_sum_edges(tricorn_context *context, const tg_weighted *graph, double *sums, uint64_t *triangles)
{
    sum_job job = {.graph = graph, .chunks = graph->below.count, .sum_chunk = sum_edges_of, .sums = sums};
    const tricorn_status status = run(context, &job);
    /* each triangle was found at its three edges */
    if (status == TRICORN_OK) *triangles = job.shared / 3;
    return status;
}

/* ---- pairs ---- */

/* Computes the sums of PAIRS_AT_ONCE pairs. Pairs that need the same bitmap are consecutive in
 * `order`. */
static void sum_some_pairs(sum_job *job, const row_set *set, uint64_t chunk)
{
    const uint64_t first = chunk * PAIRS_AT_ONCE, end = first + PAIRS_AT_ONCE;
    const uint64_t last = end < job->pair_count ? end : job->pair_count;
    for (uint64_t i = first; i < last; i++) {
        const uint32_t larger = (uint32_t)(job->order[i] >> HALF_BITS);
        const uint32_t pair = (uint32_t)job->order[i];
        const uint32_t u = job->pairs[2 * (uint64_t)pair], v = job->pairs[2 * (uint64_t)pair + 1];
        if (i == first || larger != job->order[i - 1] >> HALF_BITS) set_vertex(job->graph, set, larger);
        job->sums[pair] = sum_set(job->graph, set, u == larger ? v : u).sum;
        if (i + 1 == last || larger != job->order[i + 1] >> HALF_BITS) clear_vertex(job->graph, set, larger);
    }
}

tricorn_status tg_sum_pairs(
  tricorn_context *context, const tg_weighted *graph, const uint32_t *pairs, uint64_t count, double *values)
{
    tricorn_status status = TRICORN_OK;
    uint64_t *order = NULL;
    sum_job job = {.graph = graph,
      .chunks = (count + PAIRS_AT_ONCE - 1) / PAIRS_AT_ONCE,
      .sum_chunk = sum_some_pairs,
      .sums = values,
      .pairs = pairs,
      .pair_count = count};

    TG_TRY(TG_ALLOC(context, count, &order));
    for (uint64_t i = 0; i < count; i++) {
        const uint32_t u = pairs[2 * i], v = pairs[2 * i + 1];
        order[i] = (uint64_t)(is_larger(graph, u, v) ? u : v) << HALF_BITS | i;
    }
    TG_TRY(tg_radix_sort(context, order, count));
    TG_TRY(tg_check_cancelled(context)); /* because a cancelled sort leaves the words unsorted */
    job.order = order;
    TG_TRY(run(context, &job));
cleanup:
    tg_free(order);
    return status;
}
