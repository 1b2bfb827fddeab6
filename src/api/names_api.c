/* names_api.c - the user's ids of vertices. */
#include "api/api.h"
#include "store/graph_ids.h"
#include "store/named.h"

uint64_t tricorn_graph_id(const tricorn_graph *graph, uint32_t vertex)
{
    if (graph == NULL || graph->unnamed || graph->ids_on_disk || vertex >= graph->vertices) return UINT64_MAX;
    const uint32_t number = tg_graph_input_id(graph, vertex);
    return graph->ids.numbers ? graph->ids.numbers[number] : graph->ids.first + number;
}

const char *tricorn_graph_label(const tricorn_graph *graph, uint32_t vertex)
{
    if (graph == NULL || vertex >= graph->vertices || graph->ids.text == NULL) return NULL;
    return graph->ids.text + graph->ids.starts[tg_graph_input_id(graph, vertex)];
}

tricorn_status tricorn_graph_ids(tricorn_context *context, const tricorn_graph *graph, uint64_t *ids, uint32_t *places)
{
    tricorn_status status = TRICORN_OK;
    TG_TRY(TG_ENTER(context, TG_GIVEN(graph)));
    if (graph->store)
        TG_TRY(tg_fail(context, TRICORN_UNSUPPORTED,
          "the ids of a graph on disk are given chunk by chunk: "
          "tricorn_graph_names()"));
    if (ids) {
#pragma omp parallel for num_threads((int)context->threads)
        for (uint32_t v = 0; v < graph->vertices; v++) ids[v] = tricorn_graph_id(graph, v);
    }
    if (places) TG_TRY(tg_id_places(context, graph, places));
cleanup:
    return tg_api_leave(context, status);
}

tricorn_status tricorn_graph_with_names(tricorn_context *context, const tricorn_graph *graph, const uint64_t *ids,
  const char *const *labels, tricorn_graph **named)
{
    tricorn_status status = TRICORN_OK;
    TG_TRY(TG_ENTER(context, TG_GIVEN(graph), TG_GIVEN(named)));
    if ((ids == NULL) == (labels == NULL))
        TG_TRY(
          tg_fail(context, TRICORN_INVALID_ARGUMENT, "ids and labels are both given, or neither is: give one of them"));
    TG_TRY(tg_graph_named(context, graph, ids, labels, named));
cleanup:
    return tg_api_leave(context, status);
}

tricorn_status tricorn_graph_names(tricorn_context *context, const tricorn_graph *graph, const uint32_t *vertices,
  uint64_t count, int (*take)(void *user, uint64_t i, uint64_t id, const char *label), void *user)
{
    tricorn_status status = TRICORN_OK;
    const tg_id_visit visit = {vertices, count, take, user};
    TG_TRY(TG_ENTER(context, TG_GIVEN(graph)));
    if (take == NULL) TG_TRY(tg_fail(context, TRICORN_INVALID_ARGUMENT, "take is NULL"));
    TG_TRY(TG_TAKE(context, TG_GIVEN_IF(count > 0, vertices)));
    TG_TRY(tg_visit_ids(context, graph, &visit));
cleanup:
    return tg_api_leave(context, status);
}
