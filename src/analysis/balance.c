/* balance.c - counts triangles by their negative edges, as the triads of a directed graph:
 * positive edges lead both ways and negative ones one way, so the kind of a closed triad says how
 * many of its edges are negative.
 */
#include "analysis/balance.h"

#include <math.h>

#include "analysis/weighted.h"
#include "base/memory.h"
#include "cpu/analytics/directed_triangles.h"
#include "graph/values.h"

/* How many edges of each kind of closed triad lead one way. */
static const unsigned char one_way[TG_CLOSED_KINDS] = {
    [TG_030T] = 3, [TG_030C] = 3, [TG_120D] = 2, [TG_120U] = 2,
    [TG_120C] = 2, [TG_210] = 1,  [TG_300] = 0};

/* Makes the directed graph. */
static tricorn_status direct(tricorn_context *context, const tricorn_graph *graph,
                             tricorn_balance *balance, tricorn_graph **directed)
{
    tricorn_status status = TRICORN_OK;
    uint8_t *directions = NULL;

    TG_TRY(TG_ALLOC(context, graph->edges + 1, &directions));
    for (uint64_t e = 0; e < graph->edges; e++) {
        const bool is_positive = graph->weights[e] > 0;
        if (graph->weights[e] == 0)
            TG_TRY(tg_refuse_weight(context, graph, e,
                                    "which has no sign: leave such edges out of the input"));
        directions[e] = is_positive ? TG_DOWN | TG_UP : TG_DOWN;
        balance->positive += is_positive;
    }
    balance->negative = graph->edges - balance->positive;
    TG_TRY(tg_graph_with_values(context, graph, directions, NULL, directed));
cleanup:
    tg_free(directions);
    return status;
}

/* Adds the counts of closed triads to those by negative edges, which are `stride` apart. */
static void add_signs(const tg_closed_counts *closed, uint64_t *to, uint64_t stride)
{
    for (int k = 0; k < TG_CLOSED_KINDS; k++) to[one_way[k] * stride] += closed->of[k];
}

static void conclude(tricorn_balance *balance)
{
    const uint64_t *of = balance->triangles;
    balance->balanced = of[0] + of[2];
    balance->unbalanced = of[1] + of[3];
    const uint64_t all = balance->balanced + balance->unbalanced;
    balance->degree = all > 0 ? (double)balance->balanced / (double)all : NAN;
}

tricorn_status tg_balance_count(tricorn_context *context, const tricorn_graph *graph,
                                uint64_t *vertices, tricorn_balance *balance)
{
    tricorn_status status = TRICORN_OK;
    tricorn_graph *directed = NULL;
    tg_closed_counts *closed = NULL, total = {0};

    TG_TRY(direct(context, graph, balance, &directed));
    if (vertices) TG_TRY(TG_ALLOC_ZERO(context, (uint64_t)graph->active + 1, &closed));
    TG_TRY(tg_closed_count(context, directed, NULL, closed, &total));
    add_signs(&total, balance->triangles, 1);
    conclude(balance);
    if (vertices == NULL) goto cleanup;
    for (uint64_t i = 0; i < (uint64_t)TRICORN_SIGNS * graph->vertices; i++) vertices[i] = 0;
    for (uint32_t v = 0; v < graph->active; v++)
        add_signs(&closed[v], vertices + v, graph->vertices);
cleanup:
    tg_free(closed);
    tricorn_graph_free(directed);
    return status;
}
