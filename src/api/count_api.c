/* count_api.c - plans and counting. */
#include "api/api.h"
#include "base/memory.h"
#include "registry/device_name.h"
#include "registry/partitions.h"
#include "registry/registry.h"
#include "schedule/partitioned.h"
#include "schedule/plan.h"

enum { PLAN_COUNTS = 16 }; /* of a plan, where nobody says how many: so preparing hardly matters */

struct tricorn_plan {
    tg_plan *planned;
    bool verify;
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

size_t tricorn_partition_count(void)
{
    return tg_partition_kind_count();
}

const tricorn_partition_description *tricorn_partition_at(size_t index)
{
    return tg_partition_kind_at(index);
}

int tricorn_device_is_name(const char *text)
{
    tg_device_choice choice;
    return text != NULL && tg_device_choice_parse(text, &choice);
}

void tricorn_device_hide_others(const char *device)
{
    tg_device_choice choice;
    if (tg_device_choice_parse(device, &choice)) tg_gpus_hide_others(&choice.gpus);
}

tricorn_status tricorn_options_check(tricorn_context *context, const tricorn_options *options, tricorn_purpose purpose)
{
    static const tg_sink_kind sinks[] = {[TRICORN_FOR_TOTAL] = TG_SINK_TOTAL,
      [TRICORN_FOR_VERTICES] = TG_SINK_VERTICES,
      [TRICORN_FOR_EDGES] = TG_SINK_EDGES};
    tricorn_status status = TRICORN_OK;
    tricorn_options known;

    TG_TRY(TG_ENTER(context, TG_COUNT_OPTIONS(options, &known)));
    if ((unsigned)purpose > TRICORN_FOR_LISTS)
        TG_TRY(tg_fail(context, TRICORN_INVALID_ARGUMENT, "the purpose is none of tricorn_purpose"));
    TG_TRY(purpose == TRICORN_FOR_LISTS ? tg_plan_check_for_list(context, &known)
                                        : tg_request_check(context, &known, sinks[purpose]));
cleanup:
    return tg_api_leave(context, status);
}

tricorn_status tricorn_plan_create(
  tricorn_context *context, const tricorn_graph *graph, const tricorn_options *options, tricorn_plan **plan)
{
    tricorn_status status = TRICORN_OK;
    tricorn_options known;
    tricorn_plan *made = NULL;

    TG_TRY(TG_ENTER(context, TG_GIVEN(graph), TG_GIVEN(plan), TG_COUNT_OPTIONS(options, &known)));
    TG_TRY(TG_ALLOC_ZERO(context, 1, &made));
    made->verify = known.verify != 0;
    if (known.counts == 0) known.counts = PLAN_COUNTS;
    TG_TRY(tg_plan_create(context, graph, &known, TG_SINK_TOTAL, &made->planned));
    *plan = made;
    made = NULL;
cleanup:
    tricorn_plan_free(made);
    return tg_api_leave(context, status);
}

void tricorn_plan_free(tricorn_plan *plan)
{
    if (plan == NULL) return;
    tg_plan_free(plan->planned);
    tg_free(plan);
}

static tricorn_status run(tricorn_context *context, const tg_plan *plan, bool verify, tricorn_result *result)
{
    tricorn_result known;
    tricorn_status status = tg_plan_execute(context, plan, NULL, &known);
    if (status == TRICORN_OK && verify) status = tg_plan_verify(context, plan, &known);
    if (status == TRICORN_OK) tg_api_give_result(context, &known, result);
    return status;
}

tricorn_status tricorn_plan_run(tricorn_context *context, const tricorn_plan *plan, tricorn_result *result)
{
    const tricorn_status status = TG_ENTER(context, TG_GIVEN(plan), TG_GIVEN(result), TG_COUNT_RESULT(result));
    return TG_LEAVE(context, status, run(context, plan->planned, plan->verify, result));
}

tricorn_status tg_api_count(
  tricorn_context *context, const tricorn_graph *graph, const tricorn_options *options, tricorn_result *result)
{
    tricorn_status status = TRICORN_OK;
    tricorn_options known;
    tg_plan *plan = NULL;
    TG_TRY(TG_TAKE(context, TG_COUNT_OPTIONS(options, &known)));
    if (known.counts == 0) known.counts = 1;
    TG_TRY(tg_plan_create(context, graph, &known, TG_SINK_TOTAL, &plan));
    TG_TRY(run(context, plan, known.verify != 0, result));
cleanup:
    tg_plan_free(plan);
    return status;
}

tricorn_status tricorn_count(
  tricorn_context *context, const tricorn_graph *graph, const tricorn_options *options, tricorn_result *result)
{
    const tricorn_status status = TG_ENTER(context, TG_GIVEN(graph), TG_GIVEN(result), TG_COUNT_RESULT(result));
    return TG_LEAVE(context, status, tg_api_count(context, graph, options, result));
}

tricorn_status tricorn_partition_measure(
  tricorn_context *context, const tricorn_graph *graph, const tricorn_options *options, tricorn_partition_sizes *sizes)
{
    tricorn_options known;
    tricorn_partition_sizes found;
    tricorn_status status = TG_ENTER(context, TG_GIVEN(graph), TG_GIVEN(options), TG_GIVEN(sizes),
      TG_RESULT(sizes, TRICORN_PARTITION_SIZES_INIT), TG_COUNT_OPTIONS(options, &known));
    if (status == TRICORN_OK) status = tg_partition_measure(context, graph, &known, &found);
    if (status == TRICORN_OK) TG_WRITE_RESULT(sizes, &found);
    return tg_api_leave(context, status);
}
