/* butterfly_api.c - butterflies and coefficients of bipartite graphs. */
#include "analysis/subgraphs/butterflies.h"
#include "api/api.h"
#include "base/clock.h"
#include "base/memory.h"

static const char *const names[TRICORN_LATAPY] = {"dot", "min", "max"};

const char *tricorn_latapy_name(int kind)
{
    return kind >= 0 && kind < TRICORN_LATAPY ? names[kind] : NULL;
}

static tricorn_status require_sides(tricorn_context *context, const tricorn_graph *graph)
{
    if (graph->sides) return TRICORN_OK;
    return tg_fail(context, TRICORN_INVALID_ARGUMENT,
        "the graph has no sides: load it with " TG_OPTION("bipartite"));
}

tricorn_status tricorn_count_butterflies(tricorn_context *context, const tricorn_graph *graph,
    uint64_t *vertices, uint64_t *edges, tricorn_butterfly_summary *summary)
{
    tricorn_status status = TRICORN_OK;
    tricorn_butterfly_summary found = TRICORN_BUTTERFLY_SUMMARY_INIT;
    const tg_butterflies to = {vertices, edges, &found};

    TG_TRY(TG_ENTER(context, TG_GIVEN(graph), TG_GIVEN(summary),
        TG_RESULT(summary, TRICORN_BUTTERFLY_SUMMARY_INIT)));
    TG_TRY(require_sides(context, graph));
    const double start = tg_clock_now();
    TG_TRY(tg_butterflies_count(context, graph, &to));
    found.seconds = tg_clock_now() - start;
    TG_WRITE_RESULT(summary, &found);
cleanup:
    return tg_api_leave(context, status);
}

tricorn_status tricorn_graph_sides(
    tricorn_context *context, const tricorn_graph *graph, uint64_t *sides)
{
    tricorn_status status = TRICORN_OK;

    TG_TRY(TG_ENTER(context, TG_GIVEN(graph), TG_GIVEN_IF(graph && graph->vertices > 0, sides)));
    TG_TRY(require_sides(context, graph));
    for (uint32_t v = 0; v < graph->vertices; v++)
        sides[v] = graph->sides[tg_graph_input_id(graph, v)] == TG_RIGHT;
cleanup:
    return tg_api_leave(context, status);
}

tricorn_status tricorn_latapy_clustering(tricorn_context *context, const tricorn_graph *graph,
    double *coefficients, tricorn_latapy_summary *summary)
{
    tricorn_status status = TRICORN_OK;
    tricorn_latapy_summary found = TRICORN_LATAPY_SUMMARY_INIT;
    double *own = NULL;

    TG_TRY(TG_ENTER(context, TG_GIVEN(graph), TG_GIVEN(summary),
        TG_RESULT(summary, TRICORN_LATAPY_SUMMARY_INIT)));
    TG_TRY(require_sides(context, graph));
    const double start = tg_clock_now();
    if (coefficients == NULL)
        TG_TRY(TG_ALLOC(context, TRICORN_LATAPY * (uint64_t)graph->vertices + 1, &own));
    TG_TRY(tg_butterflies_latapy(context, graph, own ? own : coefficients, &found));
    found.seconds = tg_clock_now() - start;
    TG_WRITE_RESULT(summary, &found);
cleanup:
    tg_free(own);
    return tg_api_leave(context, status);
}
