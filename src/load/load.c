/* load.c - see load.h. */
#include "load/load.h"

#include <string.h>

#include "base/clock.h"
#include "base/memory.h"
#include "base/options.h"
#include "base/parallel.h"
#include "io/text/dialect/dialect.h"
#include "io/text/dialect/id_parts.h"
#include "io/text/dialect/where.h"
#include "load/combine.h"
#include "load/place.h"
#include "load/estimate.h"
#include "load/shared_memory.h"
#include "prepare/order_names.h"

/* ---- options ---- */

/* Directions, weights, times and sides are kept in memory, by the CPU. */
static tricorn_status check_kept(tricorn_context *context, tricorn_load_options *options)
{
    if (options->graph.strict || options->disk.work || !tg_is_auto(options->graph.prepare))
        return tg_fail(context, TRICORN_INVALID_ARGUMENT,
          "a graph with directions, weights, times or two sides is read without " TG_OPTION("strict") ", " TG_OPTION(
            "work") " and " TG_OPTION("prepare"));
    options->disk.scratch = NULL;
    options->count = NULL;
    return TRICORN_OK;
}

tricorn_status tg_load_check(tricorn_context *context, tricorn_load_options *options)
{
    if (options->input.ids < TRICORN_IDS_AUTO || options->input.ids > TRICORN_IDS_STRING)
        TG_DO(
          tg_fail(context, TRICORN_INVALID_ARGUMENT, "ids is %d, which is no tricorn_ids", (int)options->input.ids));
    if (options->disk.join && options->disk.work == NULL)
        return tg_fail(context, TRICORN_INVALID_ARGUMENT,
          TG_OPTION("join") " needs a folder that is shared: give " TG_OPTION("work"));
    if (tg_keeps_edges(options)) TG_DO(check_kept(context, options));
    TG_DO(tg_check_format(context, options->input.format));
    TG_DO(tg_check_order(context, options->graph.order));
    TG_DO(tg_check_combine(context, options->graph.combine));
    TG_DO(tg_check_missing(context, options->text.missing));
    TG_DO(tg_check_id_parts(context, options));
    tg_where where;
    TG_DO(tg_where_read(context, options, &where));
    return tg_check_preparation(context, options);
}

/* ---- one graph ---- */

/* Typical bytes of a file for each edge: raw pairs, finished graphs. */
enum { BYTES_OF_A_PAIR = 8, BYTES_OF_A_ROW_ID = 2 };

/* Returns the bytes of a line of two ids in a text of this size, if a vertex has about 16 lines.
 */
static uint64_t bytes_of_a_line(uint64_t bytes)
{
    enum { LINES_OF_A_VERTEX = 16, TYPICAL = 14 };
    uint64_t digits = 1;
    for (uint64_t id = bytes / (LINES_OF_A_VERTEX * TYPICAL); id >= 10; id /= 10) digits++;
    return 2 * (digits + 1);
}

/* The workload, as far as it is known before the file is read. */
static tg_workload workload_of_file(const tg_reader *reader, bool finished)
{
    const uint64_t bytes = tg_input_size(reader->input);
    const uint64_t of_edge = finished                 ? BYTES_OF_A_ROW_ID
                             : reader->format->binary ? BYTES_OF_A_PAIR
                                                      : bytes_of_a_line(bytes);
    return (tg_workload){
      .edges = bytes / of_edge,
      .read_bytes = bytes,
      .finished = finished,
    };
}

/* That the format has what is to be kept of each edge. */
static tricorn_status require_kept(tricorn_context *context, const tg_reader *reader)
{
    const tricorn_load_options *options = reader->options;
    const tg_format *format = reader->format;
    if (options->graph.edge_weights)
        return tg_fail(context, TRICORN_INVALID_ARGUMENT,
          "edge_weights are for arrays: those of a file are read by " TG_OPTION("weights"));
    if (options->edge_times)
        return tg_fail(context, TRICORN_INVALID_ARGUMENT,
          "edge_times are for arrays: those of a file are read by " TG_OPTION("times"));
    const char *lacks = options->graph.weights && !tg_format_keeps(format, "weights") ? "weights"
                        : (options->graph.directed || options->bipartite) && !tg_format_keeps(format, "directions")
                          ? "directions"
                          : NULL;
    char names[TG_NAMES_BYTES];
    if (lacks == NULL) return TRICORN_OK;
    const char *what = options->bipartite && !options->graph.weights ? "the two sides of edges" : lacks;
    return tg_fail(context, TRICORN_UNSUPPORTED, "%s: %s are not read from the format '%s', but from %s", reader->name,
      what, format->description.name, tg_format_list(names, lacks));
}

/* Whether the file holds a graph that is loaded as it is, and does not go to disk. */
static bool is_finished(const tg_reader *reader, const tg_edges *edges)
{
    return reader->format->load && edges->spill == NULL;
}

/* Reads the graph that the file holds, or its edges unless they were read before. */
static tricorn_status read_content(tricorn_context *context, const tg_reader *reader, const tg_placement *placement,
  tg_edges *edges, tricorn_graph **graph)
{
    if (!placement->out_of_core.read) TG_DO(tg_reader_edges(context, reader, edges));
    TG_DO(require_kept(context, reader));
    if (!is_finished(reader, edges)) return TRICORN_OK;
    if (placement->by_steps)
        return tg_fail(context, TRICORN_INVALID_ARGUMENT,
          "%s holds a graph that is prepared already: there is nothing to do for the "
          "preparation '%s': leave it out",
          reader->name, reader->options->graph.prepare);
    return reader->format->load(context, reader->input, graph);
}

/* Decides for CPU or GPU, reads and builds. */
static tricorn_status read_and_build(
  tricorn_context *context, const tg_reader *reader, tg_placement *placement, tg_edges *edges, tricorn_graph **graph)
{
    tricorn_status status = TRICORN_OK;
    const tg_prepare_options how = {.strict = reader->options->graph.strict != 0, .name = reader->name};
    const tg_workload workload = workload_of_file(reader, is_finished(reader, edges));
    const double start = tg_clock_now();
    tricorn_graph *made = NULL;
    char dialect[TG_DIALECT_BYTES];

    tg_placement_begin(context, reader->options, &workload, reader, placement);
    TG_TRY(read_content(context, reader, placement, edges, &made));
    const double read_seconds = tg_clock_now() - start;
    memcpy(dialect, edges->dialect, sizeof dialect); /* edges do not last */
    TG_TRY(made ? tg_placement_renumber(context, placement, made) : tg_build(context, placement, edges, &how, &made));
    made->read_seconds = read_seconds;
    made->source = reader->format->description.name;
    made->cpu_end_seconds = placement->predicted.cpu;
    made->gpu_end_seconds = placement->predicted.gpu;
    memcpy(made->dialect, dialect, sizeof dialect);
    TG_TRY(tg_out_of_core_keep(context, &placement->out_of_core, made));
    *graph = made;
    made = NULL;
cleanup:
    tricorn_graph_free(made);
    return status;
}

/* Decides for memory or disk. *graph is what a work folder has of the input already, or NULL. */
static tricorn_status begin(tricorn_context *context, const tg_reader *reader, tg_edges *edges,
  tg_out_of_core *out_of_core, tricorn_graph **graph)
{
    const tg_format *format = reader->format;
    uint64_t bytes = 0;
    if (format->load_bytes) TG_DO(format->load_bytes(context, reader->input, &bytes));
    if (format->load == NULL || tg_out_of_core_takes(context, reader->options, bytes))
        TG_DO(tg_out_of_core_begin(context, reader, edges, out_of_core, graph));
    return TRICORN_OK;
}

tricorn_status tg_load(tricorn_context *context, tg_reader *reader, tricorn_graph **graph)
{
    tricorn_status status = TRICORN_OK;
    const double start = tg_clock_now();
    tg_edges edges = {0};
    tg_placement placement = {0};
    tricorn_graph *made = NULL;

    TG_TRY(begin(context, reader, &edges, &placement.out_of_core, &made));
    const bool build = made == NULL;
    if (build) TG_TRY(read_and_build(context, reader, &placement, &edges, &made));
    if (!build)
        made->read_seconds = tg_clock_now() - start;
    else if (placement.out_of_core.build_shared)
        made->read_seconds = tg_clock_now() - start - made->prepare_seconds;
    if (reader->options->disk.join && made->store == NULL)
        TG_TRY(tg_fail(context, TRICORN_UNSUPPORTED,
          "%s: a graph of this format stays in memory, where processes cannot share it: "
          "leave out " TG_OPTION("join"),
          reader->name));
    *graph = made;
    made = NULL;
cleanup:
    tricorn_graph_free(made);
    tg_edges_free(&edges);
    tg_out_of_core_end(&placement.out_of_core);
    tg_reader_close(reader);
    return status;
}

/* ---- sources ---- */

static tricorn_status load_file(
  tricorn_context *context, const char *path, const tricorn_load_options *options, tricorn_graph **graph)
{
    tg_reader reader;
    tricorn_status status = tg_reader_open(context, path, options, &reader);
    if (status == TRICORN_OK) status = tg_load(context, &reader, graph);
    if (status == TRICORN_OUT_OF_MEMORY && context->limit_reached) status = tg_estimate_enough(context, path, options);
    return status;
}

tricorn_status tg_load_path(
  tricorn_context *context, const char *path, const tricorn_load_options *options, tricorn_graph **graph)
{
    tricorn_status status = TRICORN_OK;
    tricorn_transport node;
    tricorn_graph *made = NULL;

    TG_TRY(tg_shared_memory_read(context, options, &node));
    if (node.node_size == 0) return load_file(context, path, options, graph);
    if (tg_shared_memory_waits(&node)) TG_TRY(tg_shared_memory_take(context, &node, &made));
    if (made == NULL) status = load_file(context, path, options, &made);
    TG_TRY(tg_shared_memory_give(context, &node, status, made));
    *graph = made;
    made = NULL;
cleanup:
    tricorn_graph_free(made);
    return status;
}

tricorn_status tg_load_open_descriptor(
  tricorn_context *context, int descriptor, const char *name, const tricorn_load_options *options, tg_reader *reader)
{
    tg_input *input = NULL;
    TG_DO(tg_open_stream(context, descriptor, name, options, &input));
    return tg_reader_begin(context, input, name, options, reader);
}

tricorn_status tg_load_descriptor(tricorn_context *context, int descriptor, const char *name,
  const tricorn_load_options *options, tricorn_graph **graph)
{
    tg_reader reader;
    TG_DO(tg_load_open_descriptor(context, descriptor, name, options, &reader));
    return tg_load(context, &reader, graph);
}
