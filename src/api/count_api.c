/* count_api.c - plans and counting: which algorithm, on what, verified if asked. */
#include <inttypes.h>
#include <string.h>

#include "api/api.h"
#include "base/clock.h"
#include "base/memory.h"
#include "base/options.h"
#include "registry/registry.h"
#include "schedule/schedule.h"

struct trigon_plan {
    const trigon_graph *graph;
    const tg_algorithm *algorithm;
    uint32_t threads;          /* 0: the context's */
    uint64_t host_bytes_limit; /* 0: the context's */
    bool verify;
    double prepare_seconds;
};

size_t trigon_algorithm_count(void)
{
    return tg_algorithm_count();
}

const trigon_algorithm_description *trigon_algorithm_at(size_t index)
{
    const tg_algorithm *algorithm = tg_algorithm_at(index);
    return algorithm ? &algorithm->description : NULL;
}

/* ---- plans -------------------------------------------------------------------------------- */

static trigon_status find_device(trigon_context *context, const char *name,
                                 tg_device_kind *device)
{
    if (name == NULL || strcmp(name, "auto") == 0 || strcmp(name, "cpu") == 0) {
        *device = TG_CPU;
        return TRIGON_OK;
    }
    if (strncmp(name, "gpu", 3) == 0 && (name[3] == 0 || name[3] == ':'))
        return tg_fail(context, TRIGON_UNSUPPORTED,
                       "this build has no GPU support: build with -DTRIGON_CUDA=ON, or use "
                       "--device cpu");
    return tg_fail(context, TRIGON_INVALID_ARGUMENT,
                   "there is no device '%s': it is auto, cpu, gpu or gpu:0,1", name);
}

static trigon_status find_algorithm(trigon_context *context, const trigon_graph *graph,
                                    const trigon_options *options, const tg_algorithm **algorithm)
{
    tg_device_kind device;
    const trigon_status status = find_device(context, options->device, &device);
    if (status != TRIGON_OK) return status;
    if (options->algorithm == NULL || strcmp(options->algorithm, "auto") == 0) {
        *algorithm = tg_choose_algorithm(graph, device);
        return TRIGON_OK;
    }
    *algorithm = tg_algorithm_find(options->algorithm);
    if (*algorithm == NULL)
        return tg_fail(context, TRIGON_INVALID_ARGUMENT,
                       "there is no algorithm '%s'; `trigon algorithms` lists them",
                       options->algorithm);
    if (options->device && strcmp(options->device, "cpu") == 0 && (*algorithm)->device != TG_CPU)
        return tg_fail(context, TRIGON_INVALID_ARGUMENT, "the algorithm '%s' does not run on %s",
                       options->algorithm, options->device);
    return TRIGON_OK;
}

trigon_status trigon_plan_create(trigon_context *context, const trigon_graph *graph,
                                 const trigon_options *options, trigon_plan **plan)
{
    trigon_status status = TRIGON_OK;
    trigon_options known = TRIGON_OPTIONS_INIT;
    const tg_algorithm *algorithm = NULL;
    trigon_plan *made = NULL;
    const double start = tg_clock_now();

    TG_TRY(tg_api_enter(context));
    TG_TRY(tg_api_require(context, graph, "graph"));
    TG_TRY(tg_api_require(context, plan, "plan"));
    if (!TG_READ_OPTIONS(&known, options))
        TG_TRY(tg_fail(context, TRIGON_INVALID_ARGUMENT,
                       "the options have no size: set them with TRIGON_OPTIONS_INIT"));
    TG_TRY(find_algorithm(context, graph, &known, &algorithm));
    TG_TRY(TG_ALLOC(context, 1, &made));
    *made = (trigon_plan){.graph = graph,
                          .algorithm = algorithm,
                          .threads = known.threads,
                          .host_bytes_limit = known.host_bytes_limit,
                          .verify = known.verify != 0,
                          .prepare_seconds = tg_clock_now() - start};
    *plan = made;
cleanup:
    return status;
}

void trigon_plan_free(trigon_plan *plan)
{
    tg_free(plan);
}

/* ---- running ------------------------------------------------------------------------------ */

static trigon_status verify(trigon_context *context, const trigon_plan *plan,
                            trigon_result *result)
{
    const tg_algorithm *other = tg_choose_verifier(plan->algorithm);
    const double start = tg_clock_now();
    uint64_t again = 0;
    const trigon_status status = tg_count_in_core(context, plan->graph, other, &again);
    if (status != TRIGON_OK) return status;
    if (again != result->triangles)
        return tg_fail(context, TRIGON_WRONG_COUNT,
                       "the counts disagree: %s says %" PRIu64 ", %s says %" PRIu64
                       "; trust neither and report this graph",
                       plan->algorithm->description.name, result->triangles, other->description.name, again);
    result->verified_by = other->description.name;
    result->verify_seconds = tg_clock_now() - start;
    return TRIGON_OK;
}

static trigon_status run(trigon_context *context, const trigon_plan *plan, trigon_result *result)
{
    trigon_status status = TRIGON_OK;
    trigon_result known = {
        .algorithm = plan->algorithm->description.name,
        .device = plan->algorithm->description.device,
        .threads = context->threads,
        .read_seconds = plan->graph->read_seconds,
        .prepare_seconds = plan->graph->prepare_seconds + plan->prepare_seconds,
    };
    const double start = tg_clock_now();
    TG_TRY(tg_count_in_core(context, plan->graph, plan->algorithm, &known.triangles));
    known.count_seconds = tg_clock_now() - start;
    if (plan->verify) TG_TRY(verify(context, plan, &known));
    known.peak_bytes = trigon_context_peak_bytes(context);
    if (!TG_WRITE_RESULT(result, &known))
        TG_TRY(tg_fail(context, TRIGON_INVALID_ARGUMENT,
                       "the result has no size: set it with TRIGON_RESULT_INIT"));
cleanup:
    return status;
}

trigon_status trigon_plan_run(trigon_context *context, const trigon_plan *plan,
                              trigon_result *result)
{
    trigon_status status = TRIGON_OK;
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

trigon_status trigon_count(trigon_context *context, const trigon_graph *graph,
                           const trigon_options *options, trigon_result *result)
{
    trigon_status status = TRIGON_OK;
    trigon_plan *plan = NULL;
    TG_TRY(trigon_plan_create(context, graph, options, &plan));
    TG_TRY(trigon_plan_run(context, plan, result));
cleanup:
    trigon_plan_free(plan);
    return status;
}
