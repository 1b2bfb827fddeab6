/* values.c - copies directions and weights, after checking them. */
#include "graph/values.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/memory.h"

static tricorn_status check(tricorn_context *context, uint64_t edges, const uint8_t *directions, const double *weights)
{
    for (uint64_t e = 0; e < edges; e++) {
        if (directions && (directions[e] < TG_DOWN || directions[e] > (TG_DOWN | TG_UP)))
            return tg_fail(context, TRICORN_INVALID_ARGUMENT, "edge %" PRIu64 " has the direction %u: give 1, 2 or 3",
              e, directions[e]);
        if (weights && !isfinite(weights[e]))
            return tg_fail(context, TRICORN_INVALID_ARGUMENT,
              "edge %" PRIu64 " has the weight %g: give one that is finite", e, weights[e]);
    }
    return TRICORN_OK;
}

tricorn_status tg_graph_with_values(tricorn_context *context, const tricorn_graph *graph, const uint8_t *directions,
  const double *weights, tricorn_graph **valued)
{
    tricorn_status status = TRICORN_OK;
    tricorn_graph *made = NULL;
    tg_rows rows;
    TG_TRY(tg_graph_rows(context, graph, &rows)); /* from a GPU: they are in graph->host then */
    TG_TRY(check(context, graph->edges, directions, weights));
    TG_TRY(TG_ALLOC_ZERO(context, 1, &made));
    *made = *graph;
    made->borrowed.rows = made->borrowed.ids = true;
    made->borrowed.values = false;
    made->directions = NULL;
    made->weights = NULL;
    made->temporal = NULL;
    made->labels = NULL;
    made->on_gpu = NULL;
    if (directions) TG_TRY(TG_ALLOC(context, graph->edges + 1, &made->directions));
    if (weights) TG_TRY(TG_ALLOC(context, graph->edges + 1, &made->weights));
    if (directions) memcpy(made->directions, directions, graph->edges);
    if (weights) memcpy(made->weights, weights, graph->edges * sizeof *weights);
    *valued = made;
    made = NULL;
cleanup:
    tricorn_graph_free(made);
    return status;
}
