/* count_api.c - plans and counting: which algorithm, on what, verified if asked. */
#include <inttypes.h>
#include <string.h>

#include "api/api.h"
#include "api/gpus.h"
#include "base/clock.h"
#include "base/memory.h"
#include "base/options.h"
#include "base/parallel.h"
#include "base/numa.h"
#include "device/device.h"
#include "load/loading.h"
#include "prepare/resident.h"
#include "registry/registry.h"
#include "schedule/multi_gpu.h"
#include "schedule/on_device.h"
#include "schedule/schedule.h"

struct tricorn_plan {
    const tricorn_graph *graph;
    const tg_algorithm *algorithm; /* &tuned */
    tg_algorithm tuned;            /* the one chosen, with `values` for its parameters */
    uint32_t values[TG_MOST_PARAMETERS];
    tg_gpus gpus;              /* for algorithms that run on one */
    tg_multi_gpu *on_several;  /* the graph on all of them, where there are several */
    tg_device_plan *on_device; /* NULL: the CPU's, or too large for the GPU as a whole */
    tg_prepared *prepared;     /* by CPU algorithms that prepare tasks, else NULL */
    uint64_t device_bytes_limit;
    double transfer_seconds;
    uint32_t threads;          /* 0: the context's */
    uint64_t host_bytes_limit; /* 0: the context's */
    bool verify;
    double prepare_seconds;
};

size_t tricorn_algorithm_count(void)
{
    return tg_algorithm_count();
}

const tricorn_algorithm_description *tricorn_algorithm_at(size_t index)
{
    const tg_algorithm *algorithm = tg_algorithm_at(index);
    return algorithm ? &algorithm->description : NULL;
}

/* ---- plans -------------------------------------------------------------------------------- */

static tricorn_status find_device(tricorn_context *context, const char *name,
                                  const tricorn_graph *graph, tg_device_kind *device,
                                  tg_gpus *gpus)
{
    *gpus = (tg_gpus){.count = 1};
    *device = TG_CPU;
    if (name == NULL || strcmp(name, "auto") == 0) {
        if (tg_graph_is_on(graph, &gpus->numbers[0]) ||
            (tg_loading_prefers_gpu(context, graph->edges, true) && tg_device_count() > 0))
            *device = TG_GPU;
        return TRICORN_OK;
    }
    if (strcmp(name, "cpu") == 0) return TRICORN_OK;
    if (strncmp(name, "gpu", 3) == 0 && (name[3] == 0 || name[3] == ':')) {
        *device = TG_GPU;
        return tg_gpus_read(context, name, gpus);
    }
    return tg_fail(context, TRICORN_INVALID_ARGUMENT,
                   "there is no device '%s': it is auto, cpu, gpu, gpu:0 or gpu:0,1", name);
}

static tricorn_status find_algorithm(tricorn_context *context, const tricorn_graph *graph,
                                     const tricorn_options *options,
                                     const tg_algorithm **algorithm, tg_gpus *gpus)
{
    const bool any_device = options->device == NULL || strcmp(options->device, "auto") == 0;
    const bool any_algorithm =
        options->algorithm == NULL || strcmp(options->algorithm, "auto") == 0;
    tg_device_kind device = TG_CPU;
    *gpus = (tg_gpus){.count = 1};
    if (any_algorithm || !any_device) {
        const tricorn_status status = find_device(context, options->device, graph, &device, gpus);
        if (status != TRICORN_OK) return status;
    }
    if (any_algorithm) {
        *algorithm = tg_choose_algorithm(graph, device);
        /* In a build without CUDA there is none for the GPU: this says so. */
        return *algorithm ? TRICORN_OK : tg_device_open(context, gpus->numbers[0]);
    }
    *algorithm = tg_algorithm_find(options->algorithm);
    if (*algorithm == NULL)
        return tg_fail(context, TRICORN_INVALID_ARGUMENT,
                       "there is no algorithm '%s'; `tricorn algorithms` lists them",
                       options->algorithm);
    if (!any_device && (*algorithm)->device != device)
        return tg_fail(context, TRICORN_INVALID_ARGUMENT, "the algorithm '%s' does not run on %s",
                       options->algorithm, options->device);
    return TRICORN_OK;
}

/* Whether the GPU that will count has the graph already; else it is in host memory. */
static tricorn_status find_rows(tricorn_context *context, const tricorn_plan *plan, bool *there)
{
    uint32_t gpu = 0;
    *there = tg_graph_is_on(plan->graph, &gpu) && gpu == plan->gpus.numbers[0];
    return *there ? TRICORN_OK : tg_graph_fetch(context, plan->graph);
}

/* In host memory alone, the graph leaves room on the GPU for its parts. */
static tricorn_status give_up_whole(tricorn_context *context, tricorn_plan *plan)
{
    tricorn_status status = TRICORN_OK;
    TG_TRY(tg_resident_evict(context, plan->graph));
    TG_TRY(tg_device_open(context, plan->gpus.numbers[0]));
cleanup:
    return status;
}

/* Shares the graph among GPUs.  Where one of them has no room for all rows, the first GPU alone
 * counts in parts. */
static tricorn_status place_on_several(tricorn_context *context, tricorn_plan *plan)
{
    tricorn_status status = TRICORN_OK;
    const tg_multi_gpu_set gpus = {plan->gpus.numbers, plan->gpus.count,
                                   plan->device_bytes_limit};
    bool there = false;

    TG_TRY(find_rows(context, plan, &there));
    status = tg_multi_gpu_create(context, plan->graph, plan->algorithm, &gpus, &plan->on_several);
    if (status == TRICORN_OUT_OF_DEVICE_MEMORY) {
        plan->gpus.count = 1;
        return give_up_whole(context, plan);
    }
    if (status == TRICORN_OK)
        plan->transfer_seconds = tg_multi_gpu_made(plan->on_several).times.transfer_seconds;
cleanup:
    return status;
}

static tricorn_status create_device_plan(tricorn_context *context, tricorn_plan *plan, bool there)
{
    if (there)
        return tg_device_plan_of_resident(context, plan->graph, plan->algorithm,
                                          &plan->on_device);
    const tg_task task = tg_task_in_core(plan->graph);
    return tg_device_plan_create(context, &task, plan->algorithm, &plan->on_device);
}

/* Puts the graph on the GPU.  One that does not fit there is left to be counted in parts. */
static tricorn_status place_on_device(tricorn_context *context, tricorn_plan *plan)
{
    tricorn_status status = TRICORN_OK;
    bool there = false;

    if (plan->gpus.count > 1) return place_on_several(context, plan);
    TG_TRY(find_rows(context, plan, &there));
    TG_TRY(tg_device_open(context, plan->gpus.numbers[0]));
    tg_device_set_limit(context, plan->device_bytes_limit);
    const tg_device_times before = *tg_device_times_of(context);
    status = create_device_plan(context, plan, there);
    if (status == TRICORN_OUT_OF_DEVICE_MEMORY) status = give_up_whole(context, plan);
    const tg_device_times *after = tg_device_times_of(context);
    plan->transfer_seconds = after->transfer_seconds - before.transfer_seconds;
cleanup:
    return status;
}

/* What the algorithm makes once for all counts, with the threads and the memory of the plan. */
static tricorn_status prepare_task(tricorn_context *context, tricorn_plan *plan)
{
    const tricorn_status fetched = tg_graph_fetch(context, plan->graph);
    if (fetched != TRICORN_OK || plan->algorithm->prepare == NULL) return fetched;
    const tg_task task = tg_task_in_core(plan->graph);
    const uint32_t threads = context->threads;
    const uint64_t limit = tg_memory_lower_limit(context->memory, plan->host_bytes_limit);
    if (plan->threads) context->threads = plan->threads;
    tg_threads_apart(context);
    const tricorn_status status = plan->algorithm->prepare(context, &task, &plan->prepared);
    context->threads = threads;
    tg_memory_set_limit(context->memory, limit);
    return status;
}

tricorn_status tricorn_plan_create(tricorn_context *context, const tricorn_graph *graph,
                                   const tricorn_options *options, tricorn_plan **plan)
{
    tricorn_status status = TRICORN_OK;
    tricorn_options known = TRICORN_OPTIONS_INIT;
    const tg_algorithm *algorithm = NULL;
    tricorn_plan *made = NULL;
    tg_gpus gpus;
    const double start = tg_clock_now();

    TG_TRY(tg_api_enter(context));
    TG_TRY(tg_api_require(context, graph, "graph"));
    TG_TRY(tg_api_require(context, plan, "plan"));
    if (!TG_READ_OPTIONS(&known, options))
        TG_TRY(tg_fail(context, TRICORN_INVALID_ARGUMENT,
                       "the options have no size: set them with TRICORN_OPTIONS_INIT"));
    TG_TRY(find_algorithm(context, graph, &known, &algorithm, &gpus));
    TG_TRY(TG_ALLOC(context, 1, &made));
    *made = (tricorn_plan){.graph = graph,
                           .algorithm = &made->tuned,
                           .tuned = *algorithm,
                           .gpus = gpus,
                           .device_bytes_limit = known.device_bytes_limit,
                           .threads = known.threads,
                           .host_bytes_limit = known.host_bytes_limit,
                           .verify = known.verify != 0};
    made->tuned.values = made->values;
    TG_TRY(tg_read_parameters(context, known.parameters, algorithm, made->values));
    TG_TRY(algorithm->device == TG_GPU ? place_on_device(context, made)
                                       : prepare_task(context, made));
    made->prepare_seconds = tg_clock_now() - start - made->transfer_seconds;
    *plan = made;
    made = NULL;
cleanup:
    tricorn_plan_free(made);
    return status;
}

void tricorn_plan_free(tricorn_plan *plan)
{
    if (plan == NULL) return;
    tg_device_plan_free(plan->on_device);
    tg_multi_gpu_free(plan->on_several);
    if (plan->algorithm->free_prepared) plan->algorithm->free_prepared(plan->prepared);
    tg_free(plan);
}

/* ---- running ------------------------------------------------------------------------------ */

static tricorn_status verify(tricorn_context *context, const tricorn_plan *plan,
                             tricorn_result *result)
{
    const tg_algorithm *other = tg_choose_verifier(plan->algorithm);
    const double start = tg_clock_now();
    uint64_t again = 0;
    tricorn_status status = tg_graph_fetch(context, plan->graph);
    if (status == TRICORN_OK) status = tg_count_in_core(context, plan->graph, other, &again);
    if (status != TRICORN_OK) return status;
    if (again != result->triangles)
        return tg_fail(context, TRICORN_WRONG_COUNT,
                       "the counts disagree: %s says %" PRIu64 ", %s says %" PRIu64
                       "; trust neither and report this graph",
                       plan->algorithm->description.name, result->triangles,
                       other->description.name, again);
    result->verified_by = other->description.name;
    result->verify_seconds = tg_clock_now() - start;
    return TRICORN_OK;
}

static const char *device_name(const tricorn_plan *plan)
{
    return plan->algorithm->device == TG_CPU ? "cpu" : tg_gpus_name(&plan->gpus);
}

/* In parts, each small enough for the GPU: in as few as that takes. */
static tricorn_status count_in_parts(tricorn_context *context, const tricorn_plan *plan,
                                     uint64_t *triangles)
{
    enum { MOST_CLASSES = 64 };
    tricorn_status status = TRICORN_OUT_OF_DEVICE_MEMORY;
    for (uint32_t classes = 2; status == TRICORN_OUT_OF_DEVICE_MEMORY && classes <= MOST_CLASSES;
         classes += (classes + 1) / 2)
        status = tg_count_in_parts(context, plan->graph, plan->algorithm, classes, triangles);
    return status;
}

static tricorn_status run_on_several(tricorn_context *context, const tricorn_plan *plan,
                                     tricorn_result *result)
{
    tg_multi_gpu_use use;
    const tricorn_status status =
        tg_multi_gpu_run(context, plan->on_several, &result->triangles, &use);
    if (status != TRICORN_OK) return status;
    result->transfer_seconds = plan->transfer_seconds + use.times.transfer_seconds;
    result->count_seconds = use.times.count_seconds;
    result->device_peak_bytes = use.peak_bytes;
    return TRICORN_OK;
}

static tricorn_status run_on_device(tricorn_context *context, const tricorn_plan *plan,
                                    tricorn_result *result)
{
    tricorn_status status = TRICORN_OK;
    if (plan->on_several) return run_on_several(context, plan, result);
    TG_TRY(tg_device_open(context, plan->gpus.numbers[0]));
    tg_device_set_limit(context, plan->device_bytes_limit);
    const tg_device_times before = *tg_device_times_of(context);
    if (plan->on_device) result->predicted_seconds = tg_device_plan_predicted(plan->on_device);
    if (plan->on_device)
        TG_TRY(tg_device_plan_run(context, plan->on_device, &result->triangles));
    else
        TG_TRY(count_in_parts(context, plan, &result->triangles));
    const tg_device_times *after = tg_device_times_of(context);
    result->transfer_seconds = plan->graph->transfer_seconds + plan->transfer_seconds +
                               after->transfer_seconds - before.transfer_seconds;
    result->prepare_seconds += after->arrange_seconds - before.arrange_seconds;
    result->count_seconds = after->count_seconds - before.count_seconds;
    result->device_peak_bytes = tg_device_peak_bytes(context);
cleanup:
    return status;
}

static tricorn_status run_on_cpu(tricorn_context *context, const tricorn_plan *plan,
                                 tricorn_result *result)
{
    const double start = tg_clock_now();
    const tg_task task = tg_task_in_core(plan->graph);
    if (plan->prepared) {
        result->predicted_seconds = plan->prepared->predicted_seconds;
        result->work = plan->prepared->work;
    }
    tg_threads_apart(context);
    tg_binding *const binding = tg_numa_bind(tg_numa_of_machine(), context->threads);
    const tricorn_status status =
        plan->prepared
            ? plan->algorithm->count_prepared(context, &task, plan->prepared, &result->triangles)
            : tg_count_task(context, &task, plan->algorithm, &result->triangles);
    tg_numa_unbind(binding);
    result->count_seconds = tg_clock_now() - start;
    return status;
}

static tricorn_status run(tricorn_context *context, const tricorn_plan *plan,
                          tricorn_result *result)
{
    tricorn_status status = TRICORN_OK;
    tricorn_result known = {
        .algorithm = plan->algorithm->description.name,
        .device = device_name(plan),
        .threads = context->threads,
        .read_seconds = plan->graph->read_seconds,
        .prepare_seconds = plan->graph->prepare_seconds + plan->prepare_seconds,
    };
    TG_TRY(plan->algorithm->device == TG_GPU ? run_on_device(context, plan, &known)
                                             : run_on_cpu(context, plan, &known));
    if (plan->verify) TG_TRY(verify(context, plan, &known));
    known.peak_bytes = tricorn_context_peak_bytes(context);
    if (!TG_WRITE_RESULT(result, &known))
        TG_TRY(tg_fail(context, TRICORN_INVALID_ARGUMENT,
                       "the result has no size: set it with TRICORN_RESULT_INIT"));
cleanup:
    return status;
}

tricorn_status tricorn_plan_run(tricorn_context *context, const tricorn_plan *plan,
                                tricorn_result *result)
{
    tricorn_status status = TRICORN_OK;
    TG_TRY(tg_api_enter(context));
    TG_TRY(tg_api_require(context, plan, "plan"));
    TG_TRY(tg_api_require(context, result, "result"));
    const uint32_t threads = context->threads;
    const uint64_t limit = tg_memory_lower_limit(context->memory, plan->host_bytes_limit);
    if (plan->threads) context->threads = plan->threads;
    status = run(context, plan, result);
    context->threads = threads;
    tg_memory_set_limit(context->memory, limit);
cleanup:
    return status;
}

tricorn_status tricorn_count(tricorn_context *context, const tricorn_graph *graph,
                             const tricorn_options *options, tricorn_result *result)
{
    tricorn_status status = TRICORN_OK;
    tricorn_plan *plan = NULL;
    TG_TRY(tricorn_plan_create(context, graph, options, &plan));
    TG_TRY(tricorn_plan_run(context, plan, result));
cleanup:
    tricorn_plan_free(plan);
    return status;
}
