/* request.c - checks the options of a count and turns them into a request, with a device, an algorithm and limits. */
#include "schedule/request.h"

#include <math.h>
#include <string.h>

#include "base/names.h"
#include "base/options.h"
#include "base/threads.h"
#include "device/device.h"
#include "io/bytes/checksum.h"
#include "prepare/order_names.h"
#include "prepare/relabel.h"
#include "prepare/on_gpu.h"
#include "base/gpu_part.h"
#include "base/gpus.h"
#include "registry/registry.h"
#include "schedule/partitioned.h"

/* Predicts the time for a graph in memory. */
static tg_workload_seconds predict(const tricorn_context *context, const tricorn_graph *graph)
{
    const tg_workload prepared = {.edges = graph->edges,
      .end_degree = tg_mean_degree_if_flat(graph->order, graph->edges, graph->active),
      .finished = true};
    return tg_predict_in_memory(context, &prepared);
}

/* Chooses a device if the options name none: the GPU that holds the graph, or a GPU if it is
 * predicted to be faster and can be opened. */
static void choose_device(tricorn_context *context, const tricorn_graph *graph, tg_device_choice *choice)
{
    const tg_workload_seconds predicted = predict(context, graph);
    choice->kind = TG_CPU;
    if (tg_graph_is_on(graph, &choice->gpus.numbers[0])) {
        choice->kind = TG_GPU;
    } else if (graph->shared) {
        choice->kind = graph->shared_for_gpu ? TG_GPU : TG_CPU;
    } else if (tg_gpu_seems_usable() && tg_prefer_gpu(&predicted)) {
        if (tg_device_open(context, choice->gpus.numbers[0]) == TRICORN_OK) choice->kind = TG_GPU;
    }
}

/* Stores the predicted times that the choice of a device compared. They begin when the file is read or, if these
 * times are not known, when the graph is in memory; both end with the result. */
static void keep_ends(const tricorn_context *context, const tricorn_graph *graph, tg_request *request)
{
    if (graph->shared || !tg_gpu_seems_usable() || !tg_gpu_seems_present(0)) return;
    const bool known = graph->cpu_end_seconds > 0;
    const tg_workload_seconds now = predict(context, graph);
    request->cpu_end_seconds = known ? graph->cpu_end_seconds : now.cpu;
    request->gpu_end_seconds = known ? graph->gpu_end_seconds : now.gpu;
}

/* Finds the algorithm that the options name; fails if it does not run on the device. */
static tricorn_status find_named(tricorn_context *context, const tricorn_options *options,
  const tg_device_choice *choice, const tg_algorithm **algorithm)
{
    const tg_algorithm *found = tg_algorithm_find(options->algorithm);
    if (found == NULL) return tg_no_algorithm(context, options->algorithm);
    if (!choice->automatic && tg_device_of(found) != choice->kind)
        return tg_fail(context, TRICORN_INVALID_ARGUMENT, "the algorithm '%s' does not run on %s", options->algorithm,
          options->device);
    *algorithm = found;
    return TRICORN_OK;
}

static tricorn_status find_algorithm(tricorn_context *context, const tricorn_graph *graph,
  const tricorn_options *options, tg_device_choice *choice, const tg_algorithm **algorithm)
{
    if (tg_is_auto(options->algorithm)) {
        if (choice->automatic) choose_device(context, graph, choice);
        *algorithm = tg_choose_algorithm(choice->kind);
        return TRICORN_OK;
    }
    const tricorn_status status = find_named(context, options, choice, algorithm);
    if (status == TRICORN_OK && choice->automatic && tg_device_of(*algorithm) == TG_GPU)
        tg_graph_is_on(graph, &choice->gpus.numbers[0]);
    return status;
}

/* Checks that the algorithm can count into a sink of this kind. */
static tricorn_status check_sink(tricorn_context *context, const tg_algorithm *algorithm, tg_sink_kind sink)
{
    char others[TG_NAMES_BYTES] = "";
    if (sink == TG_SINK_TOTAL || tg_has_sinks(algorithm)) return TRICORN_OK;
    for (size_t a = 0; a < tg_algorithm_count(); a++)
        if (tg_has_sinks(tg_algorithm_at(a))) tg_names_add(others, tg_algorithm_at(a)->description.name);
    return tg_fail(context, TRICORN_UNSUPPORTED,
      "the algorithm '%s' counts totals only; triangles of vertices and edges are "
      "counted by %s",
      algorithm->description.name, others);
}

static tricorn_status read_transport(
  tricorn_context *context, const tricorn_transport *given, tricorn_transport *transport)
{
    *transport = (tricorn_transport){0};
    if (given == NULL) return TRICORN_OK;
    TG_DO(TG_READ_STRUCT(context, transport, given, TRICORN_TRANSPORT_INIT));
    if (transport->size > 0 && transport->rank < transport->size && transport->broadcast && transport->sum &&
        transport->claim)
        return tg_check_threads(context, transport->threads);
    return tg_fail(context, TRICORN_INVALID_ARGUMENT,
      "the transport lacks a function, or its rank %u is not below its size %u", transport->rank, transport->size);
}

/* Checks that a relabelled graph is only counted. */
static tricorn_status check_relabel(tricorn_context *context, const tricorn_options *options, tg_sink_kind sink)
{
    const tricorn_status status = tg_check_relabel(context, options->relabel);
    if (status != TRICORN_OK || tg_is_auto(options->relabel)) return status;
    if (sink == TG_SINK_TOTAL) return TRICORN_OK;
    return tg_fail(
      context, TRICORN_UNSUPPORTED, TG_OPTION("relabel") " is for totals: leave it out to count by vertices or edges");
}

static const char *relabel_of(const tricorn_options *options)
{
    return tg_is_auto(options->relabel) ? NULL : tg_order_of(tg_find_order(options->relabel))->name;
}

uint64_t tg_request_order(const tg_request *request)
{
    return request->relabel ? tg_checksum(request->relabel, strlen(request->relabel)) : 0;
}

static tg_cut_style style_of(const tg_algorithm *algorithm)
{
    return (tg_cut_style){.merges = algorithm->lookup == TG_LOOKUP_MERGE,
      .at_rows = algorithm->cpu == NULL || algorithm->cpu->make_index != NULL};
}

tricorn_status tg_request_read(tricorn_context *context, const tricorn_graph *graph, const tricorn_options *options,
  tg_sink_kind sink, tg_request *request)
{
    const tg_algorithm *algorithm = NULL;
    tg_device_choice choice;
    tg_request read = {.host_bytes_limit = options->host_bytes_limit,
      .device_bytes_limit = options->device_bytes_limit,
      .threads = options->threads,
      .counts = options->counts,
      .classes = (uint32_t)ceil(sqrt(options->blocks)),
      .partition = tg_partition_find(options->partition),
      .parts = options->parts,
      .verify = options->verify != 0};

    TG_DO(tg_check_partition(context, options->partition));
    TG_DO(check_relabel(context, options, sink));
    read.relabel = relabel_of(options);
    if (read.relabel && graph->store && read.partition == NULL)
        read.partition = tg_partition_find("trust"); /* which counts rows in any order */
    TG_DO(tg_device_choice_read(context, options->device, &choice));
    TG_DO(find_algorithm(context, graph, options, &choice, &algorithm));
    if (choice.automatic && tg_is_auto(options->algorithm)) keep_ends(context, graph, &read);
    TG_DO(check_sink(context, algorithm, sink));
    read.setup = tg_standard_setup(algorithm, sink);
    read.style = style_of(algorithm);
    read.gpus = choice.gpus;
    TG_DO(tg_read_parameters(context, options->parameters, &read.setup));
    TG_DO(read_transport(context, options->transport, &read.transport));
    if (read.threads == 0) read.threads = read.transport.threads;
    *request = read;
    return TRICORN_OK;
}

/* Checks that this machine has the GPU part and the GPUs: opening a missing one reports an error. */
static tricorn_status check_gpus(tricorn_context *context, const tg_gpus *gpus)
{
    tricorn_status status = TRICORN_OK;
    char path[TG_PART_PATH_BYTES];
    const bool has_part = tg_part_find(path) == TG_PART_FOUND;
    for (uint32_t g = 0; g < gpus->count && status == TRICORN_OK; g++)
        if (!has_part || !tg_gpu_seems_present(gpus->numbers[g])) status = tg_device_open(context, gpus->numbers[g]);
    return status;
}

tricorn_status tg_request_open_gpu(tricorn_context *context, const tg_request *request)
{
    if (request->setup.algorithm->gpu == NULL) return TRICORN_OK;
    const tricorn_status status = tg_device_open(context, request->gpus.numbers[0]);
    if (status == TRICORN_OK) tg_device_set_limit(context, request->device_bytes_limit);
    return status;
}

tricorn_status tg_check_worker_gpus(tricorn_context *context, const tg_gpus *gpus)
{
    if (gpus->count <= 1) return TRICORN_OK;
    return tg_fail(context, TRICORN_UNSUPPORTED,
      "a worker counts on one GPU, but %u are named: name one, and start a rank or a "
      "process for each GPU",
      gpus->count);
}

tricorn_status tg_request_check(tricorn_context *context, const tricorn_options *options, tg_sink_kind sink)
{
    const tg_algorithm *algorithm = NULL;
    tg_device_choice choice;
    const bool named = !tg_is_auto(options->algorithm);

    TG_DO(tg_check_partition(context, options->partition));
    TG_DO(check_relabel(context, options, sink));
    TG_DO(tg_device_choice_read(context, options->device, &choice));
    if (options->transport) TG_DO(tg_check_worker_gpus(context, &choice.gpus));
    if (named) TG_DO(find_named(context, options, &choice, &algorithm));
    if (named ? tg_device_of(algorithm) == TG_GPU : choice.kind == TG_GPU) TG_DO(check_gpus(context, &choice.gpus));
    if (!named) algorithm = tg_choose_algorithm(choice.kind);
    TG_DO(check_sink(context, algorithm, sink));
    tg_setup setup = {0};
    if (named || !choice.automatic) setup = tg_standard_setup(algorithm, sink);
    return tg_read_parameters(context, options->parameters, &setup);
}
