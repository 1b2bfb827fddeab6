/* named.c - copies names into the order of the numbers in the input, where `ids` has them. */
#include "store/named.h"

#include <string.h>

#include "base/memory.h"
#include "store/graph_ids.h"

/* Copies ids[places[v]] for each vertex v. */
static tricorn_status copy_ids(
  tricorn_context *context, const tricorn_graph *graph, const uint32_t *places, const uint64_t *ids, tg_ids *copy)
{
    TG_DO(TG_ALLOC_ZERO(context, tg_graph_input_numbers(graph) + 1, &copy->numbers));
    for (uint32_t v = 0; v < graph->vertices; v++) copy->numbers[tg_graph_input_id(graph, v)] = ids[places[v]];
    return TRICORN_OK;
}

static tricorn_status copy_labels(
  tricorn_context *context, const tricorn_graph *graph, const uint32_t *places, const char *const *labels, tg_ids *copy)
{
    uint64_t bytes = 0;
    for (uint32_t v = 0; v < graph->vertices; v++) bytes += strlen(labels[v]) + 1;
    TG_DO(TG_ALLOC_ZERO(context, tg_graph_input_numbers(graph) + 1, &copy->starts));
    TG_DO(TG_ALLOC_ZERO(context, bytes + 1, &copy->text));
    bytes = 0;
    for (uint32_t v = 0; v < graph->vertices; v++) {
        const char *label = labels[places[v]];
        memcpy(copy->text + bytes, label, strlen(label) + 1);
        copy->starts[tg_graph_input_id(graph, v)] = bytes;
        bytes += strlen(label) + 1;
    }
    return TRICORN_OK;
}

tricorn_status tg_graph_named(tricorn_context *context, const tricorn_graph *graph, const uint64_t *ids,
  const char *const *labels, tricorn_graph **named)
{
    tricorn_status status = TRICORN_OK;
    tricorn_graph *made = NULL;
    uint32_t *places = NULL;
    tg_rows rows;
    TG_TRY(tg_graph_rows(context, graph, &rows)); /* from a GPU: they are in graph->host then */
    TG_TRY(TG_ALLOC(context, (uint64_t)graph->vertices + 1, &places));
    TG_TRY(tg_id_places(context, graph, places));
    TG_TRY(TG_ALLOC_ZERO(context, 1, &made));
    *made = *graph;
    made->borrowed.rows = made->borrowed.values = true;
    made->borrowed.ids = false;
    made->ids = (tg_ids){0};
    made->on_gpu = NULL;
    TG_TRY(ids ? copy_ids(context, graph, places, ids, &made->ids)
               : copy_labels(context, graph, places, labels, &made->ids));
    *named = made;
    made = NULL;
cleanup:
    tricorn_graph_free(made);
    tg_free(places);
    return status;
}
