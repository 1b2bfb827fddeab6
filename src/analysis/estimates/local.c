/* local.c - estimates the triangles of each vertex from random pairs of its neighbours.
 *
 * - Pairs are drawn uniformly, with replacement. How many are drawn does not depend on what the
 *   pairs show, so the interval of Clopper and Pearson is valid.
 * - If a vertex has no more pairs of neighbours than samples are wanted, all pairs are looked
 *   at, and the count is exact.
 */
#include "analysis/estimates/local.h"

#include <math.h>

#include "analysis/estimates/binomial.h"
#include "base/memory.h"
#include "generate/hash.h"
#include "graph/transpose.h"

enum { STREAM = 20, ROWS_AT_ONCE = 64 };

typedef struct local_job {
    const tg_local *ask;
    tg_rows below, above;
    uint64_t key;
} local_job;

static uint32_t neighbour(const local_job *job, uint32_t v, uint64_t i)
{
    const uint64_t below = tg_row_length(&job->below, v);
    return i < below ? job->below.ids[job->below.offsets[v] + i] : job->above.ids[job->above.offsets[v] + i - below];
}

static bool joined(const local_job *job, uint32_t a, uint32_t b)
{
    const uint32_t u = a > b ? a : b, v = a > b ? b : a;
    const uint64_t at = tg_row_position(&job->below, u, v);
    return at < job->below.offsets[u + UINT64_C(1)] && job->below.ids[at] == v;
}

/* Counts how many of all pairs of the d neighbours of v are joined. */
static uint64_t count_pairs(const local_job *job, uint32_t v, uint64_t d)
{
    uint64_t found = 0;
    for (uint64_t i = 1; i < d; i++)
        for (uint64_t j = 0; j < i; j++) found += joined(job, neighbour(job, v, i), neighbour(job, v, j));
    return found;
}

/* Counts how many of some random pairs of neighbours are joined: i is any neighbour, j any other one. */
static uint64_t draw_pairs(const local_job *job, uint32_t v, uint64_t d)
{
    const uint64_t key = tg_hash(job->key, v);
    uint64_t found = 0;
    for (uint64_t s = 0; s < job->ask->samples; s++) {
        const uint64_t hash = tg_hash(key, s);
        const uint64_t i = (uint64_t)((unsigned __int128)hash * d >> 64);
        const uint64_t other = (uint64_t)((unsigned __int128)tg_mix(hash) * (d - 1) >> 64);
        found += joined(job, neighbour(job, v, i), neighbour(job, v, other + (other >= i)));
    }
    return found;
}

typedef struct bounds {
    double estimate;
    uint64_t low, high;
} bounds;

static bounds approximate(const local_job *job, uint32_t v)
{
    const uint64_t d = tg_row_length(&job->below, v) + tg_row_length(&job->above, v);
    const uint64_t pairs = d % 2 ? (d - 1) / 2 * d : d / 2 * (d > 0 ? d - 1 : 0);
    const uint64_t samples = job->ask->samples;
    if (pairs <= samples) {
        const uint64_t found = count_pairs(job, v, d);
        return (bounds){(double)found, found, found};
    }
    const uint64_t hits = draw_pairs(job, v, d);
    const tg_share share = tg_share_of(hits, samples, 1 - job->ask->confidence);
    const double all = (double)pairs;
    return (bounds){.estimate = (double)hits / (double)samples * all,
      .low = (uint64_t)floor(share.low * all),
      .high = (uint64_t)fmin(ceil(share.high * all), all)};
}

static void set(const tg_local *ask, uint32_t v, bounds found)
{
    if (ask->estimates) ask->estimates[v] = found.estimate;
    if (ask->low) ask->low[v] = found.low;
    if (ask->high) ask->high[v] = found.high;
}

tricorn_status tg_approximate_vertices(tricorn_context *context, const tricorn_graph *graph, const tg_local *ask)
{
    tricorn_status status = TRICORN_OK;
    local_job job = {.ask = ask, .key = tg_hash_key(STREAM, ask->seed)};

    TG_TRY(tg_graph_rows(context, graph, &job.below));
    TG_TRY(tg_rows_transpose(context, &job.below, &job.above));
    tg_work_begin(context, "sampling", graph->vertices);
#pragma omp parallel for num_threads((int)context->threads) schedule(dynamic, ROWS_AT_ONCE)
    for (uint32_t v = 0; v < graph->vertices; v++) {
        if (tg_work_add(context, 1)) continue;
        set(ask, v, v < job.below.count ? approximate(&job, v) : (bounds){0});
    }
    TG_TRY(tg_check_cancelled(context));
cleanup:
    tg_rows_free(&job.above);
    return status;
}
