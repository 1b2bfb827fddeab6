/* balance.c - counts triangles by their negative edges. */
#include "analysis/balance.h"

#include <math.h>

#include "analysis/weighted.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "cpu/analytics/signed_triangles.h"

/* Finds the signs of the edges, and how many are positive and negative. */
static tricorn_status find_signs(
  tricorn_context *context, const tricorn_graph *graph, uint8_t *negative, tricorn_balance *balance)
{
    for (uint64_t e = 0; e < graph->edges; e++) {
        if (graph->weights[e] == 0)
            return tg_refuse_weight(context, graph, e, "which has no sign: leave such edges out of the input");
        negative[e] = graph->weights[e] < 0;
        balance->negative += negative[e];
    }
    balance->positive = graph->edges - balance->negative;
    return TRICORN_OK;
}

static void conclude(tricorn_balance *balance)
{
    const uint64_t *of = balance->triangles;
    balance->balanced = of[0] + of[2];
    balance->unbalanced = of[1] + of[3];
    const uint64_t all = balance->balanced + balance->unbalanced;
    balance->degree = all > 0 ? (double)balance->balanced / (double)all : NAN;
}

/* Clears consecutive arrays of `count` entries and finds where each begins, unless the first one is NULL. */
static void clear_arrays(
  const tricorn_context *context, uint64_t *first, uint64_t count, uint64_t *arrays[TRICORN_SIGNS])
{
    for (int k = 0; first && k < TRICORN_SIGNS; k++) arrays[k] = first + (uint64_t)k * count;
    if (first) tg_zero(context, first, TRICORN_SIGNS * count * sizeof *first);
}

tricorn_status tg_balance_count(
  tricorn_context *context, const tricorn_graph *graph, const tg_balance_arrays *arrays, tricorn_balance *balance)
{
    tricorn_status status = TRICORN_OK;
    uint8_t *negative = NULL;
    tg_signed counts = {0};
    tg_rows rows;

    TG_TRY(tg_graph_rows(context, graph, &rows));
    TG_TRY(TG_ALLOC(context, graph->edges + 1, &negative));
    TG_TRY(find_signs(context, graph, negative, balance));
    counts.negative = negative;
    clear_arrays(context, arrays->vertices, graph->vertices, counts.vertices);
    clear_arrays(context, arrays->edges, graph->edges, counts.edges);
    TG_TRY(tg_signed_count(context, &rows, &counts));
    for (int k = 0; k < TRICORN_SIGNS; k++) balance->triangles[k] = counts.total[k];
    conclude(balance);
cleanup:
    tg_free(negative);
    return status;
}
