/* butterfly_api.c - butterflies and coefficients of bipartite graphs. */
#include "analysis/subgraphs/butterflies.h"
#include "analysis/truss/truss.h"
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
    return tg_fail(context, TRICORN_INVALID_ARGUMENT, "the graph has no sides: load it with " TG_OPTION("bipartite"));
}

tricorn_status tricorn_count_butterflies(tricorn_context *context, const tricorn_graph *graph, uint64_t *vertices,
  uint64_t *edges, tricorn_butterfly_summary *summary)
{
    tricorn_status status = TRICORN_OK;
    tricorn_butterfly_summary found = TRICORN_BUTTERFLY_SUMMARY_INIT;
    const tg_butterflies to = {vertices, edges, &found};

    TG_TRY(TG_ENTER(context, TG_GIVEN(graph), TG_GIVEN(summary), TG_RESULT(summary, TRICORN_BUTTERFLY_SUMMARY_INIT)));
    TG_TRY(require_sides(context, graph));
    const double start = tg_clock_now();
    TG_TRY(tg_butterflies_count(context, graph, &to));
    found.seconds = tg_clock_now() - start;
    TG_WRITE_RESULT(summary, &found);
cleanup:
    return tg_api_leave(context, status);
}

/* Finds the numbers; tg_free(*numbers), also after a failure. */
static tricorn_status find_numbers(
  tricorn_context *context, const tricorn_graph *graph, uint32_t **numbers, uint64_t *largest)
{
    TG_DO(require_sides(context, graph));
    TG_DO(TG_ALLOC(context, graph->edges + 1, numbers));
    return tg_bitruss_numbers(context, graph, *numbers, largest);
}

tricorn_status tricorn_bitruss_numbers(
  tricorn_context *context, const tricorn_graph *graph, uint64_t *edges, uint64_t *largest)
{
    tricorn_status status = TRICORN_OK;
    uint32_t *numbers = NULL;
    uint64_t found = 0;

    TG_TRY(TG_ENTER(context, TG_GIVEN(graph)));
    TG_TRY(find_numbers(context, graph, &numbers, &found));
    for (uint64_t e = 0; edges && e < graph->edges; e++) edges[e] = numbers[e];
    if (largest) *largest = found;
cleanup:
    tg_free(numbers);
    return tg_api_leave(context, status);
}

tricorn_status tricorn_graph_bitruss(
  tricorn_context *context, const tricorn_graph *graph, uint32_t k, tricorn_graph **bitruss)
{
    tricorn_status status = TRICORN_OK;
    tg_supported edges = {.graph = graph};
    uint64_t largest = 0;

    TG_TRY(TG_ENTER(context, TG_GIVEN(graph), TG_GIVEN(bitruss)));
    TG_TRY(find_numbers(context, graph, &edges.support, &largest));
    TG_TRY(tg_edges_above(context, &edges, k, bitruss));
cleanup:
    tg_supported_free(&edges);
    return tg_api_leave(context, status);
}

tricorn_status tricorn_graph_sides(tricorn_context *context, const tricorn_graph *graph, uint64_t *sides)
{
    tricorn_status status = TRICORN_OK;

    TG_TRY(TG_ENTER(context, TG_GIVEN(graph), TG_GIVEN_IF(graph && graph->vertices > 0, sides)));
    TG_TRY(require_sides(context, graph));
    for (uint32_t v = 0; v < graph->vertices; v++) sides[v] = graph->sides[tg_graph_input_id(graph, v)] == TG_RIGHT;
cleanup:
    return tg_api_leave(context, status);
}

tricorn_status tricorn_latapy_clustering(
  tricorn_context *context, const tricorn_graph *graph, double *coefficients, tricorn_latapy_summary *summary)
{
    tricorn_status status = TRICORN_OK;
    tricorn_latapy_summary found = TRICORN_LATAPY_SUMMARY_INIT;
    double *own = NULL;

    TG_TRY(TG_ENTER(context, TG_GIVEN(graph), TG_GIVEN(summary), TG_RESULT(summary, TRICORN_LATAPY_SUMMARY_INIT)));
    TG_TRY(require_sides(context, graph));
    const double start = tg_clock_now();
    if (coefficients == NULL) TG_TRY(TG_ALLOC(context, TRICORN_LATAPY * (uint64_t)graph->vertices + 1, &own));
    TG_TRY(tg_butterflies_latapy(context, graph, own ? own : coefficients, &found));
    found.seconds = tg_clock_now() - start;
    TG_WRITE_RESULT(summary, &found);
cleanup:
    tg_free(own);
    return tg_api_leave(context, status);
}
