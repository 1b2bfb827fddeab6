/* generalized.c - for each vertex, counts its edges by their support.
 *
 * - The support of each edge is copied to both of its ends, and the supports at each vertex are
 *   sorted.  Equal supports then yield one pair: the support, and how often it occurs.
 * - Equal supports are found twice: first to count the pairs, then to write them.
 */
#include "analysis/generalized.h"

#include <stdlib.h>

#include "analysis/table.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "graph/transpose.h"

enum { ROWS_AT_ONCE = 256 };

typedef struct gathering {
    const tricorn_graph *graph;
    tg_rows below, above;
    tg_supported edges;
    uint32_t *supports; /* the supports of the edges of vertex v begin at first_of(v) */
} gathering;

static uint64_t first_of(const gathering *job, uint32_t v)
{
    return job->below.offsets[v] + job->above.offsets[v];
}

static int by_number(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* Copies the supports of the edges of v, and sorts them. */
static void gather_vertex(const gathering *job, uint32_t v)
{
    const tg_rows *below = &job->below, *above = &job->above;
    uint32_t *out = job->supports + first_of(job, v);
    uint64_t count = 0;
    for (uint64_t e = below->offsets[v]; e < below->offsets[v + 1]; e++) out[count++] = job->edges.support[e];
    for (uint64_t e = above->offsets[v]; e < above->offsets[v + 1]; e++)
        out[count++] = job->edges.support[tg_row_position(below, above->ids[e], v)];
    if (count > 1) qsort(out, count, sizeof *out, by_number);
}

/* Finds the different supports of the edges of v and returns their number. Writes each of them
 * with the number of its edges, unless `pairs` is NULL. */
static uint64_t pair_up(const gathering *job, uint32_t v, uint64_t *pairs)
{
    const uint32_t *supports = job->supports;
    const uint64_t last = first_of(job, v + 1);
    uint64_t found = 0;
    for (uint64_t i = first_of(job, v), end; i < last; i = end, found++) {
        for (end = i + 1; end < last && supports[end] == supports[i]; end++) {
        }
        if (pairs == NULL) continue;
        pairs[2 * found] = supports[i];
        pairs[2 * found + 1] = end - i;
    }
    return found;
}

static tricorn_status gather(tricorn_context *context, const tg_plan *plan, gathering *job, tricorn_result *result)
{
    TG_DO(tg_graph_rows(context, job->graph, &job->below));
    TG_DO(tg_count_support(context, plan, &job->edges, result));
    TG_DO(tg_rows_transpose(context, &job->below, &job->above));
    TG_DO(TG_ALLOC(context, 2 * job->graph->edges + 1, &job->supports));
#pragma omp parallel for num_threads((int)context->threads) schedule(dynamic, ROWS_AT_ONCE)
    for (uint32_t v = 0; v < job->below.count; v++) gather_vertex(job, v);
    return TRICORN_OK;
}

static tricorn_status make_pairs(tricorn_context *context, const gathering *job, tg_generalized *made)
{
    const uint64_t vertices = job->graph->vertices;
    const uint32_t active = job->below.count;

    TG_DO(TG_ALLOC_ZERO(context, vertices + 1, &made->offsets));
#pragma omp parallel for num_threads((int)context->threads) schedule(dynamic, ROWS_AT_ONCE)
    for (uint32_t v = 0; v < active; v++) made->offsets[v] = pair_up(job, v, NULL);
    tg_prefix_sum(context, made->offsets, vertices);
    TG_DO(TG_ALLOC(context, 2 * made->offsets[vertices] + 1, &made->pairs));
#pragma omp parallel for num_threads((int)context->threads) schedule(dynamic, ROWS_AT_ONCE)
    for (uint32_t v = 0; v < active; v++) pair_up(job, v, made->pairs + 2 * made->offsets[v]);
    return TRICORN_OK;
}

tricorn_status tg_generalized_count(
  tricorn_context *context, const tg_plan *plan, tg_generalized *generalized, tricorn_result *result)
{
    tricorn_status status = TRICORN_OK;
    gathering job = {.graph = plan->graph};
    tg_generalized made = {0};

    TG_TRY(gather(context, plan, &job, result));
    TG_TRY(make_pairs(context, &job, &made));
    *generalized = made;
    made = (tg_generalized){0};
cleanup:
    tg_generalized_free(&made);
    tg_supported_free(&job.edges);
    tg_rows_free(&job.above);
    tg_free(job.supports);
    return status;
}

void tg_generalized_free(tg_generalized *generalized)
{
    tg_free(generalized->offsets);
    tg_free(generalized->pairs);
    *generalized = (tg_generalized){0};
}
