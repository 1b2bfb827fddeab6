/* place.c - see place.h. */
#include "load/place.h"

#include <string.h>

#include "base/clock.h"
#include "base/memory.h"
#include "base/names.h"
#include "base/options.h"
#include "base/threads.h"
#include "device/device.h"
#include "load/directions.h"
#include "load/sides.h"
#include "prepare/reorder.h"
#include "prepare/on_gpu.h"
#include "registry/device_name.h"

/* Whether the device is a GPU, or several; sets *gpus to their numbers, or to the first GPU.
 * Wrong names return false: counting reports them. */
static bool read_gpus(const char *device, tg_gpus *gpus)
{
    tg_device_choice choice;
    *gpus = (tg_gpus){.count = 1};
    if (!tg_device_choice_parse(device, &choice) || choice.kind != TG_GPU) return false;
    *gpus = choice.gpus;
    return true;
}

static void decide(const tricorn_options *count, tg_placement *placement)
{
    const tg_algorithm *algorithm = tg_is_auto(count->algorithm) ? NULL : tg_algorithm_find(count->algorithm);
    if (!tg_is_auto(count->algorithm) && (algorithm == NULL || tg_device_of(algorithm) != TG_GPU)) return;
    placement->named = algorithm != NULL || !tg_is_auto(count->device);
    placement->gpu = tg_is_auto(count->device) ? placement->named || tg_gpu_seems_usable()
                                               : read_gpus(count->device, &placement->gpus);
    placement->device_bytes_limit = count->device_bytes_limit;
}

bool tg_keeps_edges(const tricorn_load_options *options)
{
    return options->graph.directed || options->graph.weights || options->graph.edge_weights || options->bipartite ||
           options->times || options->edge_times;
}

tricorn_status tg_check_preparation(tricorn_context *context, const tricorn_load_options *options)
{
    if (tg_is_auto(options->graph.prepare)) return TRICORN_OK;
    if (strcmp(options->graph.prepare, "polak") != 0)
        return tg_no_name(context, "preparation", options->graph.prepare, "auto, polak");
    if (!tg_is_auto(options->graph.order))
        return tg_fail(context, TRICORN_INVALID_ARGUMENT,
          "the preparation '%s' has an order of its own: leave out the order '%s'", options->graph.prepare,
          options->graph.order);
    return TRICORN_OK;
}

/* Decides for Polak's steps on a GPU, because the user has named them. */
static void decide_steps(
  tricorn_context *context, const tricorn_options *count, uint64_t bytes, tg_placement *placement)
{
    placement->by_steps = placement->gpu = placement->named = true;
    if (count->device != NULL) read_gpus(count->device, &placement->gpus);
    placement->device_bytes_limit = count->device_bytes_limit;
    tg_device_start(context, &placement->gpus, bytes ? bytes : UINT64_MAX);
}

/* Samples the file for the workload's degrees. A file that cannot be sampled says nothing here:
 * reading it says why. */
static void sample_degrees(tricorn_context *context, const tg_reader *reader, tg_workload *workload)
{
    tg_reader again;
    tg_sizes sizes;
    if (!tg_input_is_flat(reader->input)) return;
    if (tg_reader_open_again(context, reader, &again) != TRICORN_OK) return;
    if (tg_reader_sizes(context, &again, &sizes) == TRICORN_OK) workload->end_degree = sizes.end_degree;
    tg_reader_close(&again);
}

/* Predicts for the file as far as is known. Without degrees the CPU's time is that of the most
 * unequal ones; with equal ones it is up to FLATTER times less. */
static void predict(
  tricorn_context *context, const tg_reader *reader, tg_workload *workload, tg_workload_seconds *predicted)
{
    enum { FLATTER = 6 };
    *predicted = tg_predict_workload(workload);
    if (reader == NULL || !tg_prefer_gpu(predicted) || predicted->cpu > FLATTER * predicted->gpu) return;
    sample_degrees(context, reader, workload);
    *predicted = tg_predict_workload(workload);
}

void tg_placement_begin(tricorn_context *context, const tricorn_load_options *options, const tg_workload *workload,
  const tg_reader *reader, tg_placement *placement)
{
    static const tricorn_options standard = TRICORN_OPTIONS_INIT;
    const tricorn_options *count = options->count ? options->count : &standard;
    tg_workload seen = *workload;
    const uint64_t bytes = workload->read_bytes > 0 ? workload->read_bytes : workload->edges * sizeof(tg_edge);
    *placement = (tg_placement){.out_of_core = placement->out_of_core,
      .gpus = {.count = 1},
      .order = tg_is_auto(options->graph.order) ? NULL : options->graph.order,
      .keeps_edges = tg_keeps_edges(options),
      .directed = options->graph.directed != 0,
      .weighted = options->graph.weights || options->graph.edge_weights,
      .timed = options->times || options->edge_times,
      .is_signed = options->graph.weights == TRICORN_SIGNED,
      .bipartite = options->bipartite != 0,
      .combine = options->graph.combine};
    if (!tg_is_auto(options->graph.prepare)) decide_steps(context, count, bytes, placement);
    if (placement->by_steps || options->count == NULL) return;
    decide(count, placement);
    if (!placement->gpu) return;
    seen.gpu_runs = tg_context_device(context) != NULL;
    tg_workload_find_gpus(&seen);
    seen.threads = context->threads;
    seen.following_bytes = options->following_bytes;
    if (!placement->named) predict(context, reader, &seen, &placement->predicted);
    placement->end_degree = seen.end_degree;
    if (!placement->named && !tg_prefer_gpu(&placement->predicted)) return;
    if (tg_device_start(context, &placement->gpus, bytes ? bytes : UINT64_MAX) != TRICORN_OK)
        placement->gpu = false; /* counting will report why */
}

/* Does what the CPU has to do before the edges are copied to the GPU. */
static tricorn_status number_edges(tricorn_context *context, tg_edges *edges, const tg_prepare_options *options)
{
    if (options->strict) TG_DO(tg_check_strict(context, edges, options->name));
    tg_free(edges->lines);
    edges->lines = NULL;
    return tg_compact_ids(context, edges);
}

/* Prepares on the GPU. *graph is NULL if that fails in a way that does not prevent counting;
 * placement->small then says whether the GPU lacked memory. */
static tricorn_status prepare_on_gpu(
  tricorn_context *context, tg_placement *placement, tg_edges *edges, tricorn_graph **graph)
{
    *graph = NULL;
    placement->tried = true;
    placement->small = false;
    tricorn_status status = tg_device_open(context, placement->gpus.numbers[0]);
    if (status == TRICORN_OK) {
        tg_device_set_limit(context, placement->device_bytes_limit);
        status = placement->by_steps ? tg_prepare_on_gpu_by_steps(context, edges, graph)
                                     : tg_prepare_on_gpu(context, edges, placement->order, graph);
        placement->small = status == TRICORN_OUT_OF_DEVICE_MEMORY;
    } else if (!placement->by_steps && (status == TRICORN_INVALID_ARGUMENT || !placement->named)) {
        return TRICORN_OK; /* counting will report that no such GPU exists */
    }
    if (status == TRICORN_UNSUPPORTED && !placement->by_steps) return TRICORN_OK;
    if (status == TRICORN_DEVICE_ERROR && !placement->named) return TRICORN_OK; /* it was lost */
    return placement->small ? TRICORN_OK : status;
}

/* Prepares on the CPU, and then renumbers the graph if an order is asked for. */
static tricorn_status prepare_on_cpu(tricorn_context *context, const tg_placement *placement, tg_edges *edges,
  const tg_prepare_options *options, tricorn_graph **graph)
{
    tricorn_status status = TRICORN_OK;
    tricorn_graph *made = NULL;
    TG_TRY(tg_prepare(context, edges, options, &made));
    TG_TRY(tg_placement_renumber(context, placement, made));
    *graph = made;
    made = NULL;
cleanup:
    tricorn_graph_free(made);
    return status;
}

/* Whether a GPU would prepare and count edges that are in memory sooner than the CPU. */
static bool prefer_gpu(const tricorn_context *context, const tg_placement *placement, uint64_t edges)
{
    const tg_workload now = {.edges = edges, .end_degree = placement->end_degree};
    const tg_workload_seconds predicted = tg_predict_in_memory(context, &now);
    return tg_prefer_gpu(&predicted);
}

/* Sets the seconds that the graph took to prepare since `start`, when the context had waited
 * `started` seconds for GPUs. */
static void take_seconds(const tricorn_context *context, double start, double started, tricorn_graph *graph)
{
    graph->start_seconds = tg_context_start_seconds(context) - started;
    graph->prepare_seconds = tg_clock_now() - start - graph->transfer_seconds - graph->start_seconds;
}

/* Does what tg_prepare does on the device that was decided for, then makes the order asked for.
 */
static tricorn_status prepare_in_memory(tricorn_context *context, tg_placement *placement, tg_edges *edges,
  const tg_prepare_options *options, tricorn_graph **graph)
{
    tricorn_status status = TRICORN_OK;
    tricorn_graph *made = NULL;
    const uint64_t numbers = edges->wide ? UINT64_MAX : edges->vertices;
    const uint64_t count = tg_edges_count(edges);
    const double start = tg_clock_now(), started = tg_context_start_seconds(context);

    tg_threads_fit(context, count);
    if (!placement->gpu || !(placement->named || prefer_gpu(context, placement, count)))
        return prepare_on_cpu(context, placement, edges, options, graph);
    TG_TRY(number_edges(context, edges, options));
    /* A GPU that has failed may succeed once the numbers of the vertices are smaller. */
    if (!placement->tried || edges->vertices < numbers) TG_TRY(prepare_on_gpu(context, placement, edges, &made));
    if (made == NULL) {
        const tg_prepare_options checked = {
          .strict = false, .name = options->name, .rows_on_device = placement->small && placement->order == NULL};
        TG_TRY(prepare_on_cpu(context, placement, edges, &checked, &made));
    }
    take_seconds(context, start, started, made);
    *graph = made;
cleanup:
    tg_edges_free(edges);
    return status;
}

tricorn_status tg_placement_pairs(
  tricorn_context *context, tg_placement *placement, const uint32_t *pairs, uint64_t count, tricorn_graph **graph)
{
    tricorn_status status = TRICORN_OK;
    tg_edge_part part = {.edges = (void *)(uintptr_t)pairs, .count = count};
    tg_edges borrowed = {.parts = &part, .part_count = 1};
    const double start = tg_clock_now(), started = tg_context_start_seconds(context);

    *graph = NULL;
    if (!placement->gpu || count == 0) return TRICORN_OK;
    if (!placement->named && !prefer_gpu(context, placement, count)) return TRICORN_OK;
    status = prepare_on_gpu(context, placement, &borrowed, graph);
    if (*graph) take_seconds(context, start, started, *graph);
    return status;
}

tricorn_status tg_placement_renumber(tricorn_context *context, const tg_placement *placement, tricorn_graph *graph)
{
    const double start = tg_clock_now();
    const tricorn_status status = tg_graph_reorder(context, graph, placement->order);
    graph->prepare_seconds += tg_clock_now() - start;
    return status;
}

/* ---- the builder ---- */

/* Sets what the file says about edges that were removed before it was written. A file in which
 * vertices have the same number was made to do harm. */
static tricorn_status set_cleaned(
  tricorn_context *context, const char *name, const tg_cleaned *cleaned, tricorn_graph *graph)
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

/* Builds the graph without directions and weights. */
static tricorn_status build_rows(tricorn_context *context, tg_placement *placement, tg_edges *edges,
  const tg_prepare_options *how, tricorn_graph **graph)
{
    const uint64_t declarations = edges->declarations;
    const uint64_t missing = edges->missing, excluded = edges->excluded;
    const tg_cleaned cleaned = edges->cleaned;
    const double start = tg_clock_now();
    bool on_disk = false;
    TG_DO(tg_out_of_core_needed(context, &placement->out_of_core, edges, &on_disk));
    const double seconds = tg_clock_now() - start;
    TG_DO(on_disk ? tg_out_of_core_prepare(context, &placement->out_of_core, edges, graph)
                  : prepare_in_memory(context, placement, edges, how, graph));
    (*graph)->input_edges -= declarations;
    (*graph)->self_loops -= declarations;
    (*graph)->missing = missing;
    (*graph)->excluded = excluded;
    (*graph)->prepare_seconds += seconds;
    if (cleaned.known) TG_DO(set_cleaned(context, how->name, &cleaned, *graph));
    return TRICORN_OK;
}

tricorn_status tg_build(tricorn_context *context, tg_placement *placement, tg_edges *edges,
  const tg_prepare_options *how, tricorn_graph **graph)
{
    tricorn_status status = TRICORN_OK;
    tricorn_graph *made = NULL;
    tg_read_edges_kept kept = {.directed = placement->directed,
      .weighted = placement->weighted,
      .timed = placement->timed,
      .is_signed = placement->is_signed,
      .combine = placement->combine,
      .name = how->name};
    const bool keeps = placement->directed || placement->weighted || placement->timed;
    uint8_t *sides = NULL;
    if (placement->bipartite) TG_TRY(tg_sides_part(context, edges, how->name, &sides));
    if (keeps) TG_TRY(tg_directions_keep(context, edges, &kept));
    TG_TRY(build_rows(context, placement, edges, how, &made));
    if (keeps) TG_TRY(tg_directions_set(context, &kept, made));
    made->labels = kept.labels;
    made->label_count = kept.label_count;
    kept.labels = NULL;
    made->sides = sides;
    sides = NULL;
    *graph = made;
    made = NULL;
cleanup:
    tricorn_graph_free(made);
    tg_directions_free(&kept);
    tg_free(sides);
    return status;
}
