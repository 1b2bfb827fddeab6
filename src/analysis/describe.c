/* describe.c - see describe.h. */
#include "analysis/describe.h"

#include "prepare/on_gpu.h"
#include "schedule/device/on_device.h"
#include "store/stream.h"

static uint64_t graph_bytes(const tricorn_graph *graph)
{
    if (graph->store) return tg_store_index_bytes(graph->store);
    uint64_t bytes = ((uint64_t)graph->active + 1) * sizeof(uint64_t) + graph->edges * sizeof(uint32_t);
    if (graph->input_ids) bytes += graph->vertices * sizeof *graph->input_ids;
    if (graph->directions) bytes += graph->edges;
    if (graph->weights) bytes += graph->edges * sizeof *graph->weights;
    if (graph->temporal) bytes += graph->temporal_count * sizeof *graph->temporal;
    if (graph->ids.numbers) bytes += graph->vertices * sizeof *graph->ids.numbers;
    return bytes;
}

/* Measures the rows of a graph, which are on a GPU or in host memory. */
static tricorn_status measure(tricorn_context *context, const tricorn_graph *graph, tg_row_measures *measures)
{
    tricorn_status status = TRICORN_OK;
    tg_rows rows;
    if (graph->on_gpu) {
        *measures = tg_on_gpu_measures(graph);
    } else {
        status = tg_graph_rows(context, graph, &rows);
        if (status == TRICORN_OK) *measures = tg_rows_measures(context, &rows);
    }
    return status;
}

tricorn_status tg_describe(tricorn_context *context, const tricorn_graph *graph, tricorn_graph_description *description)
{
    tg_row_measures rows = {graph->longest_row, graph->wedges};
    if (graph->store == NULL) TG_DO(measure(context, graph, &rows));
    *description = (tricorn_graph_description){
      .struct_size = description->struct_size,
      .vertices = graph->active,
      .isolated = graph->vertices - graph->active,
      .edges = graph->edges,
      .input_edges = graph->input_edges,
      .self_loops = graph->self_loops,
      .duplicates = graph->duplicates,
      .both_directions = graph->both_directions,
      .missing = graph->missing,
      .excluded = graph->excluded,
      .max_out_degree = rows.longest,
      .oriented_wedges = rows.wedges,
      .bytes = graph_bytes(graph),
      .format = graph->source,
      .read_seconds = graph->read_seconds,
      .prepare_seconds = graph->prepare_seconds,
      .dialect = graph->dialect,
      .folder = graph->store ? graph->store->folder.path : NULL,
      .stored_bytes = graph->store ? graph->store->rows.end : 0,
      .directed = graph->directions != NULL,
      .weighted = graph->weights != NULL,
    };
    return TRICORN_OK;
}

tricorn_status tg_degrees_of_some(
  tricorn_context *context, const tricorn_graph *graph, uint32_t first, uint32_t count, uint64_t *degrees)
{
    return graph->store ? tg_store_degrees(context, graph->store, first, count, degrees)
                        : tg_graph_some_degrees(context, graph, first, count, degrees);
}

tricorn_status tg_degrees_of_all(tricorn_context *context, const tricorn_graph *graph, uint64_t *degrees)
{
    bool done = false;
    tricorn_status status = TRICORN_OK;
    if (graph->on_gpu) status = tg_on_gpu_degrees(context, graph, degrees, &done);
    if (status != TRICORN_OK || done) return status;
    return tg_degrees_of_some(context, graph, 0, graph->vertices, degrees);
}
