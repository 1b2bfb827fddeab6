/* graph_api.c - graphs from files; their descriptions; saving them. */
#include <string.h>

#include "api/api.h"
#include "base/clock.h"
#include "base/copy.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "base/options.h"
#include "graph/graph.h"
#include "io/format.h"
#include "load/out_of_core.h"
#include "load/directions.h"
#include "load/place.h"
#include "load/pairs.h"
#include "load/save.h"
#include "load/shared_memory.h"
#include "prepare/cpu/compact_ids.h"
#include "prepare/order_names.h"
#include "prepare/prepare.h"
#include "prepare/on_gpu.h"
#include "schedule/device/on_device.h"
#include "store/stream.h"

/* Directions and weights are kept in memory, by the CPU. */
static tricorn_status check_kept(tricorn_context *context, tricorn_load_options *known)
{
    if (known->graph.strict || known->disk.work || !tg_is_auto(known->graph.prepare))
        return tg_fail(context, TRICORN_INVALID_ARGUMENT,
                       "a directed or weighted graph is read without " TG_OPTION(
                           "strict") ", " TG_OPTION("work") " and " TG_OPTION("prepare"));
    known->disk.scratch = NULL;
    known->count = NULL;
    return TRICORN_OK;
}

tricorn_status tg_api_refuse_parts(tricorn_context *context, const tricorn_load_options *options)
{
    if (!options->input.file_list) return TRICORN_OK;
    return tg_fail(context, TRICORN_INVALID_ARGUMENT,
                   TG_OPTION("file_list") " needs a list that is a file, named by its path");
}

bool tg_api_keeps_edges(const tricorn_load_options *options)
{
    return options->graph.directed || options->graph.weight_column || options->graph.edge_weights;
}

tricorn_status tg_api_read_load_options(tricorn_context *context, tricorn_load_options *known,
                                        const tricorn_load_options *given)
{
    tricorn_status status = TRICORN_OK;
    tricorn_options count;
    *known = (tricorn_load_options)TRICORN_LOAD_OPTIONS_INIT;
    TG_TRY(TG_READ_STRUCT(context, known, given, TRICORN_LOAD_OPTIONS_INIT));
    if (known->input.ids != TRICORN_IDS_NUMBER && known->input.ids != TRICORN_IDS_STRING)
        TG_TRY(tg_fail(context, TRICORN_INVALID_ARGUMENT, "ids is %d, which is no tricorn_ids",
                       (int)known->input.ids));
    if (known->disk.join && known->disk.work == NULL)
        TG_TRY(
            tg_fail(context, TRICORN_INVALID_ARGUMENT,
                    TG_OPTION("join") " needs a folder that is shared: give " TG_OPTION("work")));
    if (tg_api_keeps_edges(known)) TG_TRY(check_kept(context, known));
    TG_TRY(tg_check_format(context, known->input.format));
    TG_TRY(tg_check_order(context, known->graph.order));
    TG_TRY(tg_check_preparation(context, known));
    TG_TRY(tg_api_read_count_options(context, &count, known->count));
cleanup:
    return status;
}

/* Typical bytes of a file for each edge: lines of text, finished graphs. */
enum { BYTES_OF_A_LINE = 12, BYTES_OF_A_ROW_ID = 2 };

/* The workload, as far as it is known before the file is read. */
static tg_workload workload_of_file(const tg_input *input, bool finished)
{
    const uint64_t bytes = tg_input_size(input);
    return (tg_workload){
        .edges = bytes / (finished ? BYTES_OF_A_ROW_ID : BYTES_OF_A_LINE),
        .read_bytes = bytes,
        .finished = finished,
    };
}

/* ---- files -------------------------------------------------------------------------------- */

/* Only a file made to do harm has vertices with the same number. */
static tricorn_status set_cleaned(tricorn_context *context, const char *name,
                                  const tg_cleaned *cleaned, tricorn_graph *graph)
{
    if (graph->vertices != cleaned->vertices || graph->edges != cleaned->edges)
        return tg_fail(context, TRICORN_BAD_FORMAT,
                       "%s: is damaged: vertices have the same number; make it again from its "
                       "source",
                       name);
    graph->input_edges = cleaned->input_edges;
    graph->self_loops = cleaned->self_loops;
    graph->duplicates = cleaned->duplicates;
    graph->both_directions = cleaned->both_directions;
    return TRICORN_OK;
}

/* Makes a graph of edges that were read: in memory, or on disk. */
static tricorn_status prepare(tricorn_context *context, tg_placement *loading,
                              tg_out_of_core *beyond, tg_edges *edges,
                              const tg_prepare_options *options, tricorn_graph **graph)
{
    const uint64_t declarations = edges->declarations;
    const tg_cleaned cleaned = edges->cleaned;
    const double start = tg_clock_now();
    bool on_disk = false;
    tricorn_status status = TRICORN_OK;
    TG_TRY(tg_out_of_core_needed(context, beyond, edges, &on_disk));
    const double seconds = tg_clock_now() - start;
    TG_TRY(on_disk ? tg_out_of_core_prepare(context, beyond, edges, graph)
                   : tg_placement_prepare(context, loading, edges, options, graph));
    (*graph)->input_edges -= declarations;
    (*graph)->self_loops -= declarations;
    (*graph)->prepare_seconds += seconds;
    if (cleaned.known) TG_TRY(set_cleaned(context, options->name, &cleaned, *graph));
cleanup:
    return status;
}

/* The same, and keeps directions and weights. */
static tricorn_status prepare_kept(tricorn_context *context, tg_placement *loading,
                                   tg_out_of_core *beyond, tg_edges *edges,
                                   const tg_prepare_options *options, tricorn_graph **graph)
{
    tricorn_status status = TRICORN_OK;
    tg_read_edges_kept kept = {.directed = loading->directed};
    TG_TRY(tg_directions_keep(context, edges, &kept));
    TG_TRY(prepare(context, loading, beyond, edges, options, graph));
    TG_TRY(tg_directions_set(context, &kept, *graph));
cleanup:
    tg_directions_free(&kept);
    return status;
}

static tricorn_status require_kept(tricorn_context *context, const char *name,
                                   const tg_format *format, const tricorn_load_options *options)
{
    if (options->graph.edge_weights)
        return tg_fail(context, TRICORN_INVALID_ARGUMENT,
                       "edge_weights are for arrays: for a file name the weight_column");
    if (options->graph.weight_column && !format->weighted)
        return tg_fail(
            context, TRICORN_UNSUPPORTED,
            "%s: weights are not read from the format '%s', but from edge lists as text, Matrix "
            "Market and KONECT",
            name, format->description.name);
    if (format->directed || !options->graph.directed) return TRICORN_OK;
    return tg_fail(
        context, TRICORN_UNSUPPORTED,
        "%s: directions are not read from the format '%s', but from edge lists (as text, raw "
        "pairs or lines of JSON), Matrix Market, smat and KONECT",
        name, format->description.name);
}

/* Reads and prepares. */
static tricorn_status read_graph(tricorn_context *context, tg_input *input, const char *name,
                                 const tricorn_load_options *options, bool finished,
                                 tg_out_of_core *beyond, tg_edges *edges, tricorn_graph **graph)
{
    tricorn_status status = TRICORN_OK;
    const tg_format *format = NULL;
    const tg_prepare_options how = {.strict = options->graph.strict != 0, .name = name};
    const tg_workload workload = workload_of_file(input, finished);
    const double start = tg_clock_now();
    tg_placement loading;
    tricorn_graph *made = NULL;
    char dialect[TG_DIALECT_BYTES];

    tg_placement_begin(context, options, &workload, &loading);
    if (beyond->read) format = tg_format_find(beyond->input.format);
    if (format == NULL) TG_TRY(tg_read_edges(context, input, options, edges, &format));
    TG_TRY(require_kept(context, name, format, options));
    beyond->format = format->description.name;
    memcpy(dialect, edges->dialect, sizeof dialect); /* edges do not last */
    const bool load = format->load && edges->spill == NULL;
    if (load && loading.by_steps)
        TG_TRY(
            tg_fail(context, TRICORN_INVALID_ARGUMENT,
                    "%s holds a graph that is prepared already: there is nothing to do for the "
                    "preparation '%s'",
                    name, options->graph.prepare));
    if (load) TG_TRY(format->load(context, input, &made));
    const double read_seconds = tg_clock_now() - start;
    if (made)
        TG_TRY(tg_placement_renumber(context, &loading, made));
    else
        TG_TRY((tg_api_keeps_edges(options) ? prepare_kept : prepare)(context, &loading, beyond,
                                                                      edges, &how, &made));
    made->read_seconds = read_seconds;
    made->source = format->description.name;
    made->cpu_end_seconds = loading.predicted.cpu;
    made->gpu_end_seconds = loading.predicted.gpu;
    memcpy(made->dialect, dialect, sizeof dialect);
    TG_TRY(tg_out_of_core_keep(context, beyond, made));
    *graph = made;
    made = NULL;
cleanup:
    tricorn_graph_free(made);
    return status;
}

/* Reads and prepares, or takes what a work folder has; closes the input. */
tricorn_status tg_api_load(tricorn_context *context, tg_input *input, const char *name,
                           const tricorn_load_options *options, tricorn_graph **graph)
{
    tricorn_status status = TRICORN_OK;
    const double start = tg_clock_now();
    tg_edges edges = {0};
    tg_out_of_core beyond = {0};
    bool finished = false;
    uint64_t bytes = 0;
    tricorn_graph *made = NULL;

    TG_TRY(tg_holds_graph(context, input, options, &finished, &bytes));
    if (tg_out_of_core_takes(context, options, bytes)) finished = false;
    tg_threads_apart(context);
    if (!finished) TG_TRY(tg_out_of_core_begin(context, input, options, &edges, &beyond, &made));
    if (made)
        made->read_seconds = tg_clock_now() - start;
    else
        TG_TRY(read_graph(context, input, name, options, finished, &beyond, &edges, &made));
    if (beyond.together) made->read_seconds = tg_clock_now() - start - made->prepare_seconds;
    if (options->disk.join && made->store == NULL)
        TG_TRY(tg_fail(context, TRICORN_UNSUPPORTED,
                       "%s: a graph of this format stays in memory, so it cannot be shared",
                       name));
    *graph = made;
    made = NULL;
cleanup:
    tricorn_graph_free(made);
    tg_edges_free(&edges);
    tg_out_of_core_end(&beyond);
    tg_input_close(input);
    return status;
}

tricorn_status tricorn_graph_read(tricorn_context *context, int descriptor, const char *name,
                                  const tricorn_load_options *options, tricorn_graph **graph)
{
    tricorn_status status = TRICORN_OK;
    tricorn_load_options known;
    tg_input *input = NULL;

    TG_TRY(tg_api_enter(context));
    TG_TRY(tg_api_require_text(context, name, "name"));
    TG_TRY(tg_api_require(context, graph, "graph"));
    TG_TRY(tg_api_read_load_options(context, &known, options));
    TG_TRY(tg_api_refuse_parts(context, &known));
    TG_TRY(tg_input_open_descriptor(context, descriptor, name, &input));
    TG_TRY(tg_api_load(context, input, name, &known, graph));
cleanup:
    return tg_api_leave(context, status);
}

/* ---- estimates ---------------------------------------------------------------------------- */

enum {
    THREAD_BYTES = 2 << 20, /* buffers of a thread, and the ends of huge pages */
    OTHER_BYTES = 8 << 20,  /* gaps in the pool's memory; what differs from process to process */
    UNIT_BYTES = 2 << 20,   /* a part of a compressed file, before and after it is decoded */
    SPARE_UNITS = 2,        /* held at once beyond one for each thread */
    EDGE_BYTES = 16,        /* at the peak of preparing: raw edges and the same, sorted */
    VERTEX_BYTES = 24,
    /* Memory of an id while ids are numbered: up to four slots of 16 bytes in a hash table, half
     * as much again while the table grows; and the sorted ids. */
    RANKED_BYTES = 16 * 4 * 3 / 2 + 8,
    /* The same of a word, whose slots have 8 bytes, with its start in the text; arrays have half
     * as much again for what follows. */
    WORD_BYTES = 8 * 4 * 3 / 2 + 8 * 3 / 2,
    /* Of an edge in the check for strict reading: its line, and the edge with its place. */
    STRICT_BYTES = 8 * 3 / 2 + 24,
    /* At the peak of giving a graph an order: the ids of its rows three times; their offsets
     * three times, keys twice, and four arrays of numbers. */
    ORDER_EDGE_BYTES = 3 * 4,
    ORDER_VERTEX_BYTES = 3 * 8 + 2 * 8 + 4 * 4 + 8
};

/* a * b + c, or UINT64_MAX on overflow. */
static uint64_t multiply_add(uint64_t a, uint64_t b, uint64_t c)
{
    uint64_t result;
    if (__builtin_mul_overflow(a, b, &result) || __builtin_add_overflow(result, c, &result))
        return UINT64_MAX;
    return result;
}

static uint64_t larger_of(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* Bytes for preparing and counting.  ranked: ids are numbered by a table. */
static uint64_t working_bytes(const tg_sizes *sizes, const tricorn_load_options *options,
                              uint64_t vertices, bool ranked)
{
    /* Counting takes less memory than preparing; for a finished graph, as much as the graph
     * again. */
    const bool finished = sizes->graph_bytes > 0;
    const uint64_t edge = EDGE_BYTES + (options->graph.strict ? STRICT_BYTES : 0);
    uint64_t bytes =
        finished ? multiply_add(sizes->graph_bytes, 2, 0) : multiply_add(sizes->edges, edge, 0);
    bytes = multiply_add(vertices, VERTEX_BYTES, bytes);
    if (sizes->text_bytes > 0)
        bytes = multiply_add(sizes->text_bytes, 2, multiply_add(vertices, WORD_BYTES, bytes));
    else if (ranked)
        bytes = multiply_add(vertices, RANKED_BYTES, bytes);
    if (tg_is_auto(options->graph.order)) return bytes;
    const uint64_t rows = multiply_add(sizes->edges, ORDER_EDGE_BYTES, sizes->text_bytes);
    return larger_of(bytes, multiply_add(vertices, ORDER_VERTEX_BYTES, rows));
}

/* Fills the estimate, and returns the bytes of the context's memory that it is for. */
static uint64_t fill_estimate(const tricorn_context *context, const tg_sizes *sizes,
                              const tricorn_load_options *options, bool compressed,
                              tricorn_estimate *found)
{
    const uint64_t ends = multiply_add(sizes->edges, 2, 0);
    /* One more than the largest id. */
    const uint64_t range = sizes->edges == 0             ? 0
                           : sizes->text_bytes > 0       ? UINT32_MAX
                           : sizes->largest < UINT64_MAX ? sizes->largest + 1
                                                         : UINT64_MAX;
    const bool kept =
        sizes->text_bytes == 0 && range <= UINT32_MAX && tg_ids_are_dense(range, sizes->edges);

    found->input_edges = sizes->edges;
    found->exact = sizes->exact;
    found->vertices = sizes->declared ? sizes->vertices : kept || range < ends ? range : ends;
    uint64_t bytes = larger_of(sizes->read_bytes, working_bytes(sizes, options, found->vertices,
                                                                !sizes->declared && !kept));
    if (compressed) bytes = multiply_add(context->threads + SPARE_UNITS, UNIT_BYTES, bytes);
    bytes = multiply_add(context->threads, THREAD_BYTES, multiply_add(OTHER_BYTES, 1, bytes));
    found->peak_bytes = tg_memory_of_process(context->memory, bytes);
    return bytes;
}

/* Adds what is known of the disk, where the graph would be there; `bytes`: in memory. */
static void estimate_disk(const tricorn_context *context, const tg_sizes *sizes,
                          const tricorn_load_options *options, uint64_t bytes,
                          tricorn_estimate *found)
{
    const uint64_t edges = sizes->edges;
    const uint64_t range = sizes->declared ? sizes->vertices : sizes->largest;
    const bool dense = sizes->declared || tg_ids_are_dense(range, edges);
    const bool numbered = sizes->text_bytes > 0 || range > UINT32_MAX - TG_HUBS_MOST || !dense;
    const double memory = numbered ? (double)bytes : tg_out_of_core_memory_bytes(edges, range);
    if (!tg_out_of_core_expected(context, options, edges, memory)) return;
    found->disk_bytes = tg_out_of_core_disk_bytes(edges, range, numbered, sizes->text_bytes);
    found->disk_peak_bytes =
        tg_memory_of_process(context->memory, tg_memory_most(context->memory));
}

/* What tricorn_graph_estimate() writes; `bytes`: of the context's memory. */
static tricorn_status estimate_file(tricorn_context *context, const char *path,
                                    const tricorn_load_options *options, tricorn_estimate *found,
                                    uint64_t *bytes)
{
    tricorn_status status = TRICORN_OK;
    const tg_format *format = NULL;
    tg_input *input = NULL;
    tg_sizes sizes = {0};

    TG_TRY(tg_open_graph(context, path, options, &input));
    TG_TRY(tg_estimate_sizes(context, input, options, &sizes, &format));
    *bytes = fill_estimate(context, &sizes, options, !tg_input_is_flat(input), found);
    estimate_disk(context, &sizes, options, *bytes, found);
    found->format = format->description.name;
cleanup:
    tg_input_close(input);
    return status;
}

tricorn_status tricorn_graph_estimate(tricorn_context *context, const char *path,
                                      const tricorn_load_options *options,
                                      tricorn_estimate *estimate)
{
    tricorn_status status = TRICORN_OK;
    tricorn_load_options known;
    tricorn_estimate found = TRICORN_ESTIMATE_INIT;
    uint64_t bytes;

    TG_TRY(tg_api_enter(context));
    TG_TRY(tg_api_require_text(context, path, "path"));
    TG_TRY(tg_api_require(context, estimate, "estimate"));
    TG_TRY(tg_check_struct(context, estimate, sizeof *estimate, "TRICORN_ESTIMATE_INIT"));
    TG_TRY(tg_api_read_load_options(context, &known, options));
    TG_TRY(estimate_file(context, path, &known, &found, &bytes));
    TG_WRITE_RESULT(estimate, &found);
cleanup:
    return tg_api_leave(context, status);
}

/* ---- loading a file ----------------------------------------------------------------------- */

enum { ESTIMATE_BYTES = 16 << 20 }; /* more than it takes: a sample, and decompressing it */

/* After the memory limit has stopped the loading of a file: says how much is enough, if that can
 * be estimated.  The graph's memory is free again, and the estimate may take some beyond the
 * limit.  A fault of the file that it finds is what the user has to know first. */
static tricorn_status name_enough(tricorn_context *context, const char *path,
                                  const tricorn_load_options *options)
{
    tricorn_estimate found = TRICORN_ESTIMATE_INIT;
    uint64_t bytes = 0;
    const tg_memory_limits limits = tg_memory_lift_limits(context->memory, ESTIMATE_BYTES);
    const tricorn_status status = estimate_file(context, path, options, &found, &bytes);
    tg_memory_restore_limits(context->memory, limits);
    if (status == TRICORN_IO_ERROR || status == TRICORN_BAD_FORMAT) return status;
    tg_limit_reached(context, status == TRICORN_OK ? bytes : 0);
    tg_message_prefix(context, path);
    return TRICORN_OUT_OF_MEMORY;
}

static tricorn_status load_file(tricorn_context *context, const char *path,
                                const tricorn_load_options *options, tricorn_graph **graph)
{
    tg_input *input = NULL;
    tricorn_status status = tg_open_graph(context, path, options, &input);
    if (status == TRICORN_OK) status = tg_api_load(context, input, path, options, graph);
    if (status == TRICORN_OUT_OF_MEMORY && context->limit_reached)
        status = name_enough(context, path, options);
    return status;
}

/* Loads the file, or takes the graph of another worker of this machine that has done so. */
static tricorn_status load_or_take(tricorn_context *context, const char *path,
                                   const tricorn_load_options *options, tricorn_graph **graph)
{
    tricorn_status status = TRICORN_OK;
    tricorn_transport node;
    tricorn_graph *made = NULL;

    TG_TRY(tg_shared_memory_read(context, options, &node));
    if (tg_shared_memory_waits(&node)) TG_TRY(tg_shared_memory_take(context, &node, &made));
    if (made == NULL) status = load_file(context, path, options, &made);
    TG_TRY(tg_shared_memory_give(context, &node, status, made));
    *graph = made;
    made = NULL;
cleanup:
    tricorn_graph_free(made);
    return status;
}

tricorn_status tricorn_load_options_check(tricorn_context *context,
                                          const tricorn_load_options *options)
{
    tricorn_load_options known;
    tricorn_status status = tg_api_enter(context);
    if (status == TRICORN_OK) status = tg_api_read_load_options(context, &known, options);
    return tg_api_leave(context, status);
}

tricorn_status tricorn_graph_load(tricorn_context *context, const char *path,
                                  const tricorn_load_options *options, tricorn_graph **graph)
{
    tricorn_status status = TRICORN_OK;
    tricorn_load_options known;

    TG_TRY(tg_api_enter(context));
    TG_TRY(tg_api_require_text(context, path, "path"));
    TG_TRY(tg_api_require(context, graph, "graph"));
    TG_TRY(tg_api_read_load_options(context, &known, options));
    status = load_or_take(context, path, &known, graph);
cleanup:
    return tg_api_leave(context, status);
}

/* ---- pairs -------------------------------------------------------------------------------- */

tricorn_status tricorn_pairs_load(tricorn_context *context, const tricorn_graph *graph,
                                  const char *path, const tricorn_load_options *options,
                                  uint32_t **pairs, uint64_t *count)
{
    tricorn_status status = TRICORN_OK;
    tricorn_load_options known;
    tg_input *input = NULL;

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
    TG_TRY(tg_open_graph(context, path, &known, &input));
    TG_TRY(tg_pairs_read(context, input, path, graph, &known, pairs, count));
cleanup:
    tg_input_close(input);
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
