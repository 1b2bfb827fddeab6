/* plan.c - chooses the first schedule that fits, and executes it within the request's limits. */
#include "schedule/plan.h"

#include <inttypes.h>

#include "base/clock.h"
#include "base/memory.h"
#include "base/options.h"
#include "base/parallel.h"
#include "base/threads.h"
#include "device/device.h"
#include "prepare/relabel.h"
#include "registry/registry.h"
#include "schedule/partitioned.h"
#include "schedule/run_task.h"
#include "schedule/schedule.h"
#include "store/level_vertices.h"
#include "store/relabel.h"
#include "store/store.h"

#define TG_SCHEDULE(id) extern const tg_schedule tg_schedule_##id;
#include "schedule/schedules.def"
#undef TG_SCHEDULE

static const tg_schedule *const all_schedules[] = {
#define TG_SCHEDULE(id) &tg_schedule_##id,
#include "schedule/schedules.def"
#undef TG_SCHEDULE
};

/* ---- limits ---- */

tg_plan_limits tg_plan_begin(tricorn_context *context, const tg_plan *plan)
{
    const tg_plan_limits before = {
      context->threads, tg_memory_lower_limit(context->memory, plan->request.host_bytes_limit)};
    if (plan->request.threads)
        context->threads = tg_team_of(plan->request.threads);
    else
        tg_threads_fit(context, plan->graph->edges);
    return before;
}

void tg_plan_end(tricorn_context *context, const tg_plan_limits *before)
{
    context->threads = before->threads;
    tg_memory_set_limit(context->memory, before->host_bytes);
}

/* ---- creating ---- */

tricorn_status tg_plan_relabel(tricorn_context *context, tg_plan *plan)
{
    const tg_partition_kind *partition = plan->request.partition;
    if (plan->request.relabel == NULL) return TRICORN_OK;
    if (plan->graph->store == NULL)
        return tg_graph_relabel(context, plan->graph, plan->request.relabel, &plan->relabelled);
    if (!tg_partition_has_tasks(partition))
        return tg_fail(context, TRICORN_UNSUPPORTED,
          "with " TG_OPTION("relabel") " a graph on disk is cut by another partition "
                                       "than '%s': leave out " TG_OPTION("partition"),
          partition ? partition->name : "levels");
    TG_DO(TG_ALLOC_ZERO(context, 1, &plan->relabelling));
    plan->relabelling->names = plan->request.relabel;
    return TRICORN_OK;
}

void tg_plan_drop_relabelled(tg_plan *plan)
{
    tg_rows_free(&plan->relabelled);
    tg_relabelling_drop(plan->relabelling);
    tg_free(plan->relabelling);
    plan->relabelling = NULL;
}

tricorn_status tg_plan_rows(tricorn_context *context, const tg_plan *plan, tg_rows *rows)
{
    if (plan->request.relabel == NULL) return tg_graph_rows(context, plan->graph, rows);
    *rows = plan->relabelled;
    return TRICORN_OK;
}

tricorn_status tg_plan_task(tricorn_context *context, const tg_plan *plan, tg_task *task)
{
    tg_rows rows;
    TG_DO(tg_plan_rows(context, plan, &rows));
    *task = tg_task_of_rows(&rows);
    if (plan->request.relabel) task->reach = TG_REACH_ANY;
    task->counts = plan->request.counts;
    return TRICORN_OK;
}

static tricorn_status create_by(
  tricorn_context *context, tg_plan *plan, const tg_schedule *const *schedules, size_t count)
{
    const uint64_t limit = plan->request.device_bytes_limit;
    const tg_partition_kind *partition = plan->request.partition;
    tricorn_status status = TRICORN_OK;
    tg_plan_bytes bytes;
    for (size_t s = 0; s < count; s++) {
        if (partition ? tg_partition_schedule(plan) != schedules[s]
                      : schedules[s]->stored != (plan->graph->store != NULL))
            continue;
        if (plan->request.relabel && !schedules[s]->relabels) continue;
        if (!schedules[s]->fits(context, plan, &bytes)) continue;
        if (limit > 0 && bytes.device > limit) continue;
        plan->schedule = schedules[s];
        status = schedules[s]->create ? schedules[s]->create(context, plan) : TRICORN_OK;
        if (status != TRICORN_OUT_OF_DEVICE_MEMORY) return status;
        plan->schedule = NULL;
    }
    if (status != TRICORN_OK) return status;
    if (partition)
        return tg_fail(context, TRICORN_UNSUPPORTED,
          "the partition %s does not count this by %s: name another algorithm, or no partition", partition->name,
          plan->request.setup.algorithm->description.name);
    return tg_fail(context, TRICORN_UNSUPPORTED, "this graph cannot be cut for %s: choose another algorithm",
      plan->request.setup.algorithm->description.name);
}

/* Whether workers that reach each other can share the count; if a partition is named, its rule
 * decides. The schedule checks whether the rule counts into sinks. */
static bool is_shared(const tg_plan *plan)
{
    const tg_partition_kind *partition = plan->request.partition;
    if (partition) return tg_partition_methods_of(partition)->rule != NULL;
    return plan->request.classes <= 1;
}

/* Checks that the workers, if any, can share the count. */
static tricorn_status check_shared(tricorn_context *context, const tg_plan *plan)
{
    const tg_store *store = plan->graph->store;
    const tg_request *request = &plan->request;
    const bool joined = tg_store_is_joined(store);
    const tg_partition_kind *partition = request->partition;
    if (joined || request->transport.size > 0) TG_DO(tg_check_worker_gpus(context, &request->gpus));
    if (joined && partition == NULL && request->classes > 1)
        return tg_fail(context, TRICORN_UNSUPPORTED,
          "processes that join a folder share blocks only where a partition is "
          "named: give " TG_OPTION("partition") ", or leave out " TG_OPTION("blocks"));
    if (request->transport.size == 0) return TRICORN_OK;
    if (store != NULL)
        return tg_fail(context, TRICORN_UNSUPPORTED,
          "the graph does not fit in the memory of a worker: let all workers join "
          "one folder by " TG_OPTION("work"));
    if (is_shared(plan)) return TRICORN_OK;
    return tg_fail(context, TRICORN_UNSUPPORTED,
      "workers share blocks only where a partition is named: give " TG_OPTION("partition"));
}

/* Makes a plan. `asked` has what the plan counts; its other members are not set yet. */
static tricorn_status create(tricorn_context *context, const tg_plan *asked, const tricorn_options *options,
  tg_sink_kind sink, const tg_schedule *const *schedules, size_t count, tg_plan **plan)
{
    tricorn_status status = TRICORN_OK;
    tg_plan *made = NULL;
    const double start = tg_clock_now(), started = tg_context_start_seconds(context);

    TG_TRY(TG_ALLOC_ZERO(context, 1, &made));
    *made = *asked;
    TG_TRY(tg_request_read(context, made->graph, options, sink, &made->request));
    TG_TRY(tg_partition_check_place(context, made->graph, made->request.partition));
    TG_TRY(check_shared(context, made));
    {
        const tg_plan_limits before = tg_plan_begin(context, made);
        status = tg_plan_relabel(context, made);
        if (status == TRICORN_OK) status = create_by(context, made, schedules, count);
        tg_plan_end(context, &before);
    }
    TG_TRY(status);
    made->degrees = made->degrees && made->schedule->degrees;
    made->start_seconds = tg_context_start_seconds(context) - started;
    made->prepare_seconds = tg_clock_now() - start - made->transfer_seconds - made->start_seconds;
    *plan = made;
    made = NULL;
cleanup:
    tg_plan_free(made);
    return status;
}

tricorn_status tg_plan_create_by(tricorn_context *context, const tricorn_graph *graph, const tricorn_options *options,
  tg_sink_kind sink, const tg_schedule *const *schedules, size_t count, tg_plan **plan)
{
    return create(context, &(tg_plan){.graph = graph}, options, sink, schedules, count, plan);
}

static const size_t schedule_count = sizeof all_schedules / sizeof *all_schedules;

tricorn_status tg_plan_create(tricorn_context *context, const tricorn_graph *graph, const tricorn_options *options,
  tg_sink_kind sink, tg_plan **plan)
{
    return create(context, &(tg_plan){.graph = graph}, options, sink, all_schedules, schedule_count, plan);
}

tricorn_status tg_plan_create_with_degrees(
  tricorn_context *context, const tricorn_graph *graph, const tricorn_options *options, tg_plan **plan)
{
    return create(context, &(tg_plan){.graph = graph, .degrees = true}, options, TG_SINK_VERTICES, all_schedules,
      schedule_count, plan);
}

tricorn_status tg_plan_degrees(tricorn_context *context, const tg_plan *plan, uint64_t *degrees)
{
    return plan->schedule->degrees(context, plan, degrees);
}

void tg_plan_free(tg_plan *plan)
{
    if (plan == NULL) return;
    if (plan->schedule && plan->schedule->free) plan->schedule->free(plan);
    tg_plan_drop_relabelled(plan);
    tg_free(plan);
}

/* Reads options for lists of triangles, which the CPU makes whatever device counts. */
static tricorn_status read_list_options(
  tricorn_context *context, const tricorn_options *options, tricorn_options *known)
{
    tg_device_choice choice;
    TG_DO(tg_device_choice_read(context, options->device, &choice));
    const tg_algorithm *named = tg_is_auto(options->algorithm) ? NULL : tg_algorithm_find(options->algorithm);
    if (choice.kind == TG_GPU || (named != NULL && tg_device_of(named) == TG_GPU))
        return tg_fail(context, TRICORN_UNSUPPORTED,
          "triangles are listed by the CPU: name the device 'cpu', or none, and no "
          "algorithm of GPUs");
    *known = *options;
    if (choice.automatic) known->device = "cpu";
    return TRICORN_OK;
}

tricorn_status tg_plan_create_for_list(
  tricorn_context *context, const tricorn_graph *graph, const tricorn_options *options, tg_plan **plan)
{
    tricorn_status status = TRICORN_OK;
    tricorn_options known;
    tg_plan *made = NULL;

    TG_TRY(read_list_options(context, options, &known));
    TG_TRY(TG_ALLOC_ZERO(context, 1, &made));
    made->graph = graph;
    TG_TRY(tg_request_read(context, graph, &known, TG_SINK_VERTICES, &made->request));
    TG_TRY(tg_partition_check_place(context, graph, made->request.partition));
    TG_TRY(check_shared(context, made));
    *plan = made;
    made = NULL;
cleanup:
    tg_plan_free(made);
    return status;
}

tricorn_status tg_plan_check_for_list(tricorn_context *context, const tricorn_options *options)
{
    tricorn_options known;
    const tricorn_status status = read_list_options(context, options, &known);
    return status == TRICORN_OK ? tg_request_check(context, &known, TG_SINK_VERTICES) : status;
}

/* ---- executing ---- */

void tg_plan_describe(const tricorn_context *context, const tg_plan *plan, tricorn_result *result)
{
    const tg_algorithm *algorithm = plan->request.setup.algorithm;
    const uint32_t threads = plan->request.threads;
    *result = (tricorn_result)TRICORN_RESULT_INIT;
    result->how.algorithm = algorithm->description.name;
    result->how.device = tg_device_of(algorithm) == TG_CPU ? "cpu" : tg_gpus_name(&plan->request.gpus);
    const tg_partition_kind *named = plan->request.partition;
    result->cut.schedule = plan->schedule                  ? plan->schedule->name
                           : tg_partition_has_tasks(named) ? "workers"
                           : plan->graph->store            ? "levels"
                                                           : "cpu";
    const tg_partition_kind *partition = named ? named : tg_partition_of(plan->schedule);
    result->cut.partition = partition ? partition->name : NULL;
    result->cut.blocks = 1;
    result->cut.workers = 1;
    result->how.threads = threads ? threads : context->threads;
    result->seconds.read = plan->graph->read_seconds;
    result->seconds.prepare = plan->graph->prepare_seconds + plan->prepare_seconds;
    result->seconds.transfer = plan->graph->transfer_seconds + plan->transfer_seconds;
    result->seconds.start = plan->graph->start_seconds + plan->start_seconds;
    result->predicted.cpu_end_seconds = plan->request.cpu_end_seconds;
    result->predicted.gpu_end_seconds = plan->request.gpu_end_seconds;
}

/* Counts the triangles of the vertices of a graph on disk, by the supports of its edges. */
static tricorn_status execute_vertices(
  tricorn_context *context, const tg_plan *plan, const tg_sink *sink, tricorn_result *result)
{
    tricorn_status status = TRICORN_OK;
    tg_plan by_edges = *plan;
    tg_sink support = {0};

    by_edges.request.setup.sink = TG_SINK_EDGES;
    TG_TRY(tg_level_support_create(context, plan->graph->store, &support.stored));
    TG_TRY(plan->schedule->execute(context, &by_edges, &support, result));
    const double start = tg_clock_now();
    TG_TRY(tg_level_vertices_add(context, plan->graph, support.stored, sink->u));
    result->seconds.count += tg_clock_now() - start;
cleanup:
    tg_level_support_free(support.stored);
    return status;
}

/* Counts. `sink` is as for tg_plan_execute; `edges` is as for tg_plan_execute_there, or NULL. */
static tricorn_status execute(tricorn_context *context, const tg_plan *plan, const tg_sink *sink,
  tg_device_supported *edges, tricorn_result *result)
{
    const tg_plan_limits before = tg_plan_begin(context, plan);
    const double started = tg_context_start_seconds(context);
    tricorn_result known;
    const bool by_edges = plan->graph->store && sink && plan->request.setup.sink == TG_SINK_VERTICES;
    tg_plan_describe(context, plan, &known);
    const tricorn_status status = edges      ? plan->schedule->execute_there(context, plan, edges, &known)
                                  : by_edges ? execute_vertices(context, plan, sink, &known)
                                             : plan->schedule->execute(context, plan, sink, &known);
    known.seconds.start += tg_context_start_seconds(context) - started;
    tg_plan_end(context, &before);
    if (status == TRICORN_OK) *result = known;
    return status;
}

tricorn_status tg_plan_execute(
  tricorn_context *context, const tg_plan *plan, const tg_sink *sink, tricorn_result *result)
{
    return execute(context, plan, sink, NULL, result);
}

tricorn_status tg_plan_execute_there(
  tricorn_context *context, const tg_plan *plan, tg_device_supported *edges, tricorn_result *result)
{
    return execute(context, plan, NULL, edges, result);
}

/* Counts the total once more, with another algorithm; the graph may be in memory or on disk. */
static tricorn_status count_again(tricorn_context *context, const tricorn_graph *graph, const tg_request *request,
  const tg_algorithm *algorithm, uint64_t *triangles)
{
    tricorn_status status = TRICORN_OK;
    tricorn_options options = TRICORN_OPTIONS_INIT;
    tricorn_result result = TRICORN_RESULT_INIT;
    tg_plan *plan = NULL;

    if (graph->store == NULL && request->transport.size == 0) {
        if (algorithm->gpu) TG_TRY(tg_device_open(context, request->gpus.numbers[0]));
        return tg_count_in_core(context, graph, algorithm, triangles);
    }
    options.algorithm = algorithm->description.name;
    options.parts = request->parts;
    /* Then the journal is that of this algorithm alone, and not one for any algorithm. */
    options.verify = 1;
    if (request->transport.size > 0) options.transport = &request->transport;
    TG_TRY(tg_plan_create(context, graph, &options, TG_SINK_TOTAL, &plan));
    TG_TRY(tg_plan_execute(context, plan, NULL, &result));
    *triangles = result.triangles;
cleanup:
    tg_plan_free(plan);
    return status;
}

tricorn_status tg_plan_verify(tricorn_context *context, const tg_plan *plan, tricorn_result *result)
{
    const tg_algorithm *algorithm = plan->request.setup.algorithm;
    const tg_algorithm *other = tg_choose_verifier(algorithm);
    const tg_plan_limits before = tg_plan_begin(context, plan);
    const double start = tg_clock_now();
    uint64_t again = 0;
    const tricorn_status status = count_again(context, plan->graph, &plan->request, other, &again);
    tg_plan_end(context, &before);
    if (status != TRICORN_OK) return status;
    if (again != result->triangles)
        return tg_fail(context, TRICORN_WRONG_COUNT,
          "the counts disagree: %s found %" PRIu64 " triangles, %s counts %" PRIu64
          "; trust neither and report this graph",
          algorithm->description.name, result->triangles, other->description.name, again);
    result->how.verified_by = other->description.name;
    result->seconds.verify = tg_clock_now() - start;
    return TRICORN_OK;
}
