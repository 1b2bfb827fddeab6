/* weighted_api.c - weighted clustering, and generalized degree. */
#include "analysis/generalized.h"
#include "analysis/weighted.h"
#include "api/api.h"
#include "base/clock.h"
#include "base/memory.h"

static const char *const kinds[] = {"onnela", "barrat"};

const char *tricorn_weighted_name(tricorn_weighted kind)
{
    return (unsigned)kind < sizeof kinds / sizeof *kinds ? kinds[kind] : NULL;
}

static tricorn_status require_weighted(tricorn_context *context, const tricorn_graph *graph, tricorn_weighted kind)
{
    if (graph->weights == NULL)
        return tg_fail(
          context, TRICORN_INVALID_ARGUMENT, "the graph has no weights: load it with its " TG_OPTION("weights"));
    if (tricorn_weighted_name(kind)) return tg_require_no_negative(context, graph);
    return tg_fail(context, TRICORN_INVALID_ARGUMENT, "kind is %d, which is no tricorn_weighted", (int)kind);
}

static tricorn_status create_plan(
  tricorn_context *context, const tricorn_graph *graph, const tricorn_options *given, tg_plan **plan, bool *verify)
{
    tricorn_options count;
    const tricorn_status status = TG_TAKE(context, TG_COUNT_OPTIONS(given, &count));
    *verify = count.verify != 0;
    return status == TRICORN_OK ? tg_plan_create(context, graph, &count, TG_SINK_EDGES, plan) : status;
}

tricorn_status tricorn_weighted_clustering(tricorn_context *context, const tricorn_graph *graph, tricorn_weighted kind,
  const tricorn_options *count, double *coefficients, tricorn_weighted_summary *summary)
{
    tricorn_status status = TRICORN_OK;
    tricorn_weighted_summary found = TRICORN_WEIGHTED_SUMMARY_INIT;
    tricorn_result result;
    tg_plan *plan = NULL;
    double *own = NULL;
    bool verify;

    TG_TRY(TG_ENTER(context, TG_GIVEN(graph)));
    TG_TRY(require_weighted(context, graph, kind));
    TG_TRY(TG_TAKE(context, TG_GIVEN(summary), TG_RESULT(summary, TRICORN_WEIGHTED_SUMMARY_INIT)));
    TG_TRY(create_plan(context, graph, count, &plan, &verify));
    if (coefficients == NULL) TG_TRY(TG_ALLOC(context, (uint64_t)graph->vertices + 1, &own));
    const double start = tg_clock_now();
    TG_TRY(tg_weighted_clustering(context, plan, kind, own ? own : coefficients, &found, &result));
    if (verify) TG_TRY(tg_plan_verify(context, plan, &result));
    found.seconds = tg_clock_now() - start;
    TG_WRITE_RESULT(summary, &found);
cleanup:
    tg_free(own);
    tg_plan_free(plan);
    return tg_api_leave(context, status);
}

tricorn_status tricorn_generalized_degree(tricorn_context *context, const tricorn_graph *graph,
  const tricorn_options *count, uint64_t **offsets, uint64_t **pairs, tricorn_result *result)
{
    tricorn_status status = TRICORN_OK;
    tg_generalized made = {0};
    tricorn_result known;
    tg_plan *plan = NULL;
    bool verify;

    TG_TRY(TG_ENTER(context, TG_GIVEN(graph), TG_GIVEN(offsets), TG_GIVEN(pairs), TG_COUNT_RESULT(result)));
    TG_TRY(create_plan(context, graph, count, &plan, &verify));
    TG_TRY(tg_generalized_count(context, plan, &made, &known));
    if (verify) TG_TRY(tg_plan_verify(context, plan, &known));
    tg_api_give_result(context, &known, result);
    *offsets = made.offsets;
    *pairs = made.pairs;
    made = (tg_generalized){0};
cleanup:
    tg_generalized_free(&made);
    tg_plan_free(plan);
    return tg_api_leave(context, status);
}
