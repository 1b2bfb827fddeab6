/* weighing.c - see weighing.h. */
#include "analysis/weighing.h"

#include <math.h>

#include "base/memory.h"
#include "graph/transpose.h"

void tg_weighing_free(tg_weighing *made)
{
    tg_free(made->weights);
    if (made->directed) tg_rows_free(&made->graph.below);
    tg_rows_free(&made->graph.above);
}

static double weight_of(tricorn_measure measure, uint64_t degree)
{
    if (tg_measure_kind(measure) == TRICORN_COLLABORATION) return 1 / (double)(degree - 1);
    return tg_measure_kind(measure) == TRICORN_RESOURCE ? 1 / (double)degree : 1 / log((double)degree);
}

/* Adds each id to the row of the vertex of which it is a successor, or a predecessor, at *next[vertex]; if
 * `ids` is NULL, only counts. The ids of a row ascend: first those of the graph's row come, then larger ones. */
static void take_arcs(
  const tricorn_graph *graph, const tg_rows *rows, tricorn_measure measure, uint64_t *next, uint32_t *ids)
{
    const bool successors = measure < TRICORN_OF_PREDECESSORS;
    for (uint32_t r = 0; r < rows->count; r++)
        for (uint64_t e = rows->offsets[r]; e < rows->offsets[r + UINT64_C(1)]; e++) {
            const unsigned directions = graph->directions[e];
            const uint32_t id = rows->ids[e];
            if (directions & (successors ? TG_DOWN : TG_UP)) {
                if (ids) ids[next[r]] = id;
                next[r]++;
            }
            if (directions & (successors ? TG_UP : TG_DOWN)) {
                if (ids) ids[next[id]] = r;
                next[id]++;
            }
        }
}

/* Makes made->graph.below of a directed graph. */
static tricorn_status take_directions(
  tricorn_context *context, const tricorn_graph *graph, tricorn_measure measure, tg_weighing *made)
{
    tricorn_status status = TRICORN_OK;
    tg_rows rows;
    uint64_t *offsets = NULL;
    uint32_t *ids = NULL;

    if (graph->directions == NULL)
        return tg_fail(
          context, TRICORN_INVALID_ARGUMENT, "the graph has no directions: load it with " TG_OPTION("directed"));
    TG_TRY(tg_graph_rows(context, graph, &rows));
    const uint64_t n = rows.count;
    if (n >= UINT32_MAX / 2)
        TG_TRY(tg_fail(
          context, TRICORN_UNSUPPORTED, "similarity of successors and predecessors is of up to 2^31 - 2 vertices"));
    TG_TRY(TG_ALLOC_ZERO(context, 2 * n + 2, &offsets));
    take_arcs(graph, &rows, measure, offsets + n + 2, NULL);
    for (uint64_t v = n + 2; v < 2 * n + 2; v++) offsets[v] += offsets[v - 1];
    TG_TRY(TG_ALLOC(context, offsets[2 * n + 1] + 1, &ids));
    take_arcs(graph, &rows, measure, offsets + n + 1, ids);
    made->directed = true;
    made->first = (uint32_t)n;
    made->graph.below = (tg_rows){.count = (uint32_t)(2 * n), .offsets = offsets, .ids = ids};
    offsets = NULL;
    ids = NULL;
cleanup:
    tg_free(offsets);
    tg_free(ids);
    return status;
}

tricorn_status tg_weigh(
  tricorn_context *context, const tricorn_graph *graph, tricorn_measure measure, tg_weighing *made)
{
    tg_rows *below = &made->graph.below;
    const tg_rows *above = &made->graph.above;

    if (tg_measure_is_directed(measure))
        TG_DO(take_directions(context, graph, measure, made));
    else
        TG_DO(tg_graph_rows(context, graph, below));
    TG_DO(tg_rows_transpose(context, below, &made->graph.above));
    if (!tg_measure_is_weighted(measure)) return TRICORN_OK;
    TG_DO(TG_ALLOC(context, (uint64_t)below->count + 1, &made->weights));
#pragma omp parallel for num_threads((int)context->threads) schedule(static)
    for (uint32_t v = 0; v < below->count; v++)
        made->weights[v] =
          weight_of(measure, below->offsets[v + 1] - below->offsets[v] + above->offsets[v + 1] - above->offsets[v]);
    made->graph.weights = made->weights;
    return TRICORN_OK;
}
