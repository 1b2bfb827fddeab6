/* graph_api.c - graphs from files; their descriptions; saving them. */
#include "api/api.h"
#include "base/options.h"
#include "graph/graph.h"
#include "io/format.h"
#include "load/estimate.h"
#include "load/load.h"
#include "load/pairs.h"
#include "load/save.h"
#include "prepare/on_gpu.h"
#include "schedule/device/on_device.h"
#include "store/stream.h"

tricorn_status tg_api_read_load_options(tricorn_context *context, tg_load_request *known,
                                        const tricorn_load_options *given)
{
    tricorn_status status = TRICORN_OK;
    known->options = (tricorn_load_options)TRICORN_LOAD_OPTIONS_INIT;
    TG_TRY(TG_READ_STRUCT(context, &known->options, given, TRICORN_LOAD_OPTIONS_INIT));
    TG_TRY(tg_load_check(context, &known->options));
    TG_TRY(tg_api_read_count_options(context, &known->count, known->options.count));
    if (known->options.count) known->options.count = &known->count;
cleanup:
    return status;
}

/* ---- files -------------------------------------------------------------------------------- */

tricorn_status tricorn_graph_read(tricorn_context *context, int descriptor, const char *name,
                                  const tricorn_load_options *options, tricorn_graph **graph)
{
    tricorn_status status = TRICORN_OK;
    tg_load_request known;

    TG_TRY(tg_api_enter(context));
    TG_TRY(tg_api_require_text(context, name, "name"));
    TG_TRY(tg_api_require(context, graph, "graph"));
    TG_TRY(tg_api_read_load_options(context, &known, options));
    TG_TRY(tg_load_descriptor(context, descriptor, name, &known.options, graph));
cleanup:
    return tg_api_leave(context, status);
}

tricorn_status tricorn_graph_estimate(tricorn_context *context, const char *path,
                                      const tricorn_load_options *options,
                                      tricorn_estimate *estimate)
{
    tricorn_status status = TRICORN_OK;
    tg_load_request known;
    tricorn_estimate found = TRICORN_ESTIMATE_INIT;
    uint64_t bytes;

    TG_TRY(tg_api_enter(context));
    TG_TRY(tg_api_require_text(context, path, "path"));
    TG_TRY(tg_api_require(context, estimate, "estimate"));
    TG_TRY(tg_check_struct(context, estimate, sizeof *estimate, "TRICORN_ESTIMATE_INIT"));
    TG_TRY(tg_api_read_load_options(context, &known, options));
    TG_TRY(tg_estimate_file(context, path, &known.options, &found, &bytes));
    TG_WRITE_RESULT(estimate, &found);
cleanup:
    return tg_api_leave(context, status);
}

tricorn_status tricorn_load_options_check(tricorn_context *context,
                                          const tricorn_load_options *options)
{
    tg_load_request known;
    tricorn_status status = tg_api_enter(context);
    if (status == TRICORN_OK) status = tg_api_read_load_options(context, &known, options);
    return tg_api_leave(context, status);
}

tricorn_status tricorn_graph_load(tricorn_context *context, const char *path,
                                  const tricorn_load_options *options, tricorn_graph **graph)
{
    tricorn_status status = TRICORN_OK;
    tg_load_request known;

    TG_TRY(tg_api_enter(context));
    TG_TRY(tg_api_require_text(context, path, "path"));
    TG_TRY(tg_api_require(context, graph, "graph"));
    TG_TRY(tg_api_read_load_options(context, &known, options));
    status = tg_load_path(context, path, &known.options, graph);
cleanup:
    return tg_api_leave(context, status);
}

/* ---- pairs -------------------------------------------------------------------------------- */

tricorn_status tricorn_pairs_load(tricorn_context *context, const tricorn_graph *graph,
                                  const char *path, const tricorn_load_options *options,
                                  uint32_t **pairs, uint64_t *count)
{
    tricorn_status status = TRICORN_OK;
    tg_load_request known;

    TG_TRY(tg_api_enter(context));
    TG_TRY(tg_api_require(context, graph, "graph"));
    TG_TRY(tg_api_require_text(context, path, "path"));
    TG_TRY(tg_api_require(context, pairs, "pairs"));
    TG_TRY(tg_api_require(context, count, "count"));
    TG_TRY(tg_api_read_load_options(context, &known, options));
    if (graph->store)
        TG_TRY(tg_fail(
            context, TRICORN_UNSUPPORTED,
            "pairs need the graph in memory, and it is on disk: allow more memory by " TG_OPTION(
                "process_bytes_limit")));
    TG_TRY(tg_pairs_load(context, graph, &(tg_pairs_source){path, &known.options}, pairs, count));
cleanup:
    return tg_api_leave(context, status);
}

/* ---- descriptions -------------------------------------------------------------------------- */

static uint64_t graph_bytes(const tricorn_graph *graph)
{
    if (graph->store) return tg_store_index_bytes(graph->store);
    uint64_t bytes =
        ((uint64_t)graph->active + 1) * sizeof(uint64_t) + graph->edges * sizeof(uint32_t);
    if (graph->input_ids) bytes += graph->vertices * sizeof *graph->input_ids;
    if (graph->directions) bytes += graph->edges;
    if (graph->weights) bytes += graph->edges * sizeof *graph->weights;
    if (graph->ids.numbers) bytes += graph->vertices * sizeof *graph->ids.numbers;
    return bytes;
}

tricorn_status tricorn_graph_describe(tricorn_context *context, const tricorn_graph *graph,
                                      tricorn_graph_description *description)
{
    tricorn_status status = TRICORN_OK;
    tg_row_measures rows;

    TG_TRY(tg_api_enter(context));
    TG_TRY(tg_api_require(context, graph, "graph"));
    TG_TRY(tg_api_require(context, description, "description"));
    TG_TRY(tg_check_struct(context, description, sizeof *description,
                           "TRICORN_GRAPH_DESCRIPTION_INIT"));
    tricorn_graph_description known = {
        .vertices = graph->active,
        .isolated = graph->vertices - graph->active,
        .edges = graph->edges,
        .input_edges = graph->input_edges,
        .self_loops = graph->self_loops,
        .duplicates = graph->duplicates,
        .both_directions = graph->both_directions,
        .bytes = graph_bytes(graph),
        .format = graph->source,
        .read_seconds = graph->read_seconds,
        .prepare_seconds = graph->prepare_seconds,
        .dialect = graph->dialect,
        .folder = graph->store ? graph->store->folder.path : NULL,
        .stored_bytes = graph->store ? graph->store->rows.end : 0,
    };
    rows = (tg_row_measures){graph->longest_row, graph->wedges};
    if (graph->store == NULL) TG_TRY(tg_graph_measures(context, graph, &rows));
    known.max_out_degree = rows.longest;
    known.oriented_wedges = rows.wedges;
    TG_WRITE_RESULT(description, &known);
cleanup:
    return tg_api_leave(context, status);
}

tricorn_status tricorn_graph_some_degrees(tricorn_context *context, const tricorn_graph *graph,
                                          uint32_t first, uint32_t count, uint64_t *degrees)
{
    tricorn_status status = TRICORN_OK;
    TG_TRY(tg_api_enter(context));
    TG_TRY(tg_api_require(context, graph, "graph"));
    if (first > graph->vertices || count > graph->vertices - first)
        TG_TRY(tg_fail(context, TRICORN_INVALID_ARGUMENT,
                       "there are %u vertices, not %u from %u on", graph->vertices, count,
                       first));
    if (count > 0) TG_TRY(tg_api_require(context, degrees, "degrees"));
    TG_TRY(graph->store ? tg_store_degrees(context, graph->store, first, count, degrees)
                        : tg_graph_some_degrees(context, graph, first, count, degrees));
cleanup:
    return tg_api_leave(context, status);
}

tricorn_status tricorn_graph_degrees(tricorn_context *context, const tricorn_graph *graph,
                                     uint64_t *degrees)
{
    tricorn_status status = TRICORN_OK;
    bool done = false;
    TG_TRY(tg_api_enter(context));
    if (graph && graph->vertices > 0) TG_TRY(tg_api_require(context, degrees, "degrees"));
    if (graph && graph->on_gpu) TG_TRY(tg_on_gpu_degrees(context, graph, degrees, &done));
    if (!done)
        TG_TRY(
            tricorn_graph_some_degrees(context, graph, 0, graph ? graph->vertices : 0, degrees));
cleanup:
    return tg_api_leave(context, status);
}

/* ---- saving ------------------------------------------------------------------------------- */

tricorn_status tg_api_read_save_options(tricorn_context *context, tricorn_save_options *known,
                                        const tricorn_save_options *given)
{
    *known = (tricorn_save_options)TRICORN_SAVE_OPTIONS_INIT;
    return TG_READ_STRUCT(context, known, given, TRICORN_SAVE_OPTIONS_INIT);
}

tricorn_status tricorn_save_options_check(tricorn_context *context, const char *path,
                                          const tricorn_save_options *options)
{
    tricorn_status status = TRICORN_OK;
    tricorn_save_options known;
    TG_TRY(tg_api_enter(context));
    TG_TRY(tg_api_read_save_options(context, &known, options));
    TG_TRY(tg_check_target(context, &(tg_target){path, -1, &known}));
cleanup:
    return tg_api_leave(context, status);
}

tricorn_status tricorn_graph_save(tricorn_context *context, const tricorn_graph *graph,
                                  const char *path, const tricorn_save_options *options)
{
    tricorn_status status = TRICORN_OK;
    tricorn_save_options known;
    TG_TRY(tg_api_enter(context));
    TG_TRY(tg_api_require(context, graph, "graph"));
    TG_TRY(tg_api_require_text(context, path, "path"));
    TG_TRY(tg_api_read_save_options(context, &known, options));
    TG_TRY(tg_save(context, graph, &(tg_target){path, -1, &known}));
cleanup:
    return tg_api_leave(context, status);
}

tricorn_status tricorn_graph_write(tricorn_context *context, const tricorn_graph *graph,
                                   int descriptor, const tricorn_save_options *options)
{
    tricorn_status status = TRICORN_OK;
    tricorn_save_options known;
    TG_TRY(tg_api_enter(context));
    TG_TRY(tg_api_require(context, graph, "graph"));
    TG_TRY(tg_api_read_save_options(context, &known, options));
    TG_TRY(tg_save(context, graph, &(tg_target){NULL, descriptor, &known}));
cleanup:
    return tg_api_leave(context, status);
}

size_t tricorn_format_count(void)
{
    return tg_format_count();
}

const tricorn_format_description *tricorn_format_at(size_t index)
{
    const tg_format *format = tg_format_at(index);
    return format ? &format->description : NULL;
}
