/* truss_api.c - trussness, trusses, components. */
#include "analysis/components.h"
#include "analysis/counted.h"
#include "analysis/table.h"
#include "analysis/truss/truss.h"
#include "api/api.h"

const char *tricorn_truss_method_at(size_t index)
{
    const tg_truss_method *method = tg_truss_method_at(index);
    return method ? method->name : NULL;
}

/* Plans the count of supports; *job has a plan that the caller frees. */
static tricorn_status begin(tricorn_context *context, const tricorn_graph *graph, const tricorn_truss_options *given,
  tg_truss_job *job, tg_plan **plan)
{
    tricorn_truss_options known;

    TG_DO(TG_TAKE(context, TG_OPTIONS(given, &known, TRICORN_TRUSS_OPTIONS_INIT)));
    TG_DO(tg_truss_method_read(context, known.method, &job->method));
    TG_DO(TG_TAKE(context, TG_COUNT_OPTIONS(known.count, &job->count)));
    TG_DO(tg_plan_create(context, graph, &job->count, TG_SINK_EDGES, plan));
    job->plan = *plan;
    job->verify = job->count.verify != 0;
    return TRICORN_OK;
}

tricorn_status tricorn_trussness(tricorn_context *context, const tricorn_graph *graph,
  const tricorn_truss_options *options, tricorn_trusses **trusses, tricorn_result *result)
{
    tricorn_status status = TRICORN_OK;
    tg_truss_job job = {0};
    tg_plan *plan = NULL;
    tricorn_result known;

    TG_TRY(TG_ENTER(context, TG_GIVEN(graph), TG_GIVEN(trusses), TG_COUNT_RESULT(result)));
    TG_TRY(begin(context, graph, options, &job, &plan));
    TG_TRY(tg_find_trusses(context, &job, &known, trusses));
    tg_api_give_result(context, &known, result);
cleanup:
    tg_plan_free(plan);
    return tg_api_leave(context, status);
}

static tricorn_status require_k(tricorn_context *context, uint32_t k)
{
    if (k >= 2) return TRICORN_OK;
    return tg_fail(
      context, TRICORN_INVALID_ARGUMENT, "k is %u: edges of a k-truss are in k - 2 triangles, so it is at least 2", k);
}

tricorn_status tricorn_truss(tricorn_context *context, const tricorn_graph *graph, uint32_t k,
  const tricorn_truss_options *options, tricorn_graph **truss, tricorn_result *result)
{
    tricorn_status status = TRICORN_OK;
    tg_truss_job job = {0};
    tg_plan *plan = NULL;
    tricorn_result known;

    TG_TRY(TG_ENTER(context, TG_GIVEN(graph), TG_GIVEN(truss)));
    TG_TRY(require_k(context, k));
    TG_TRY(TG_TAKE(context, TG_COUNT_RESULT(result)));
    TG_TRY(begin(context, graph, options, &job, &plan));
    TG_TRY(tg_find_truss(context, &job, k, &known, truss));
    tg_api_give_result(context, &known, result);
cleanup:
    tg_plan_free(plan);
    return tg_api_leave(context, status);
}

/* ---- what is known of all ---- */

tricorn_status tricorn_trusses_describe(
  tricorn_context *context, const tricorn_trusses *trusses, tricorn_trusses_description *description)
{
    tricorn_trusses_description known = TRICORN_TRUSSES_DESCRIPTION_INIT;
    const tricorn_status status = TG_ENTER(
      context, TG_GIVEN(trusses), TG_GIVEN(description), TG_RESULT(description, TRICORN_TRUSSES_DESCRIPTION_INIT));
    if (status == TRICORN_OK) {
        known.k_max = trusses->k_max;
        known.method = trusses->method->name;
        known.rounds = trusses->rounds;
        known.support_seconds = trusses->support_seconds;
        known.peel_seconds = trusses->peel_seconds;
        TG_WRITE_RESULT(description, &known);
    }
    return tg_api_leave(context, status);
}

uint64_t tricorn_trusses_edges(const tricorn_trusses *trusses, uint32_t k)
{
    return trusses && k <= trusses->k_max ? trusses->histogram[k] : 0;
}

tricorn_status tricorn_trusses_visit(
  tricorn_context *context, const tricorn_trusses *trusses, const tricorn_visitor *visitor)
{
    tricorn_visitor known;
    tricorn_status status =
      TG_ENTER(context, TG_GIVEN(trusses), TG_GIVEN(visitor), TG_OPTIONS(visitor, &known, TRICORN_VISITOR_INIT));
    if (status == TRICORN_OK && known.edges == NULL)
        status = tg_fail(context, TRICORN_INVALID_ARGUMENT, "visitor->edges is NULL");
    if (status == TRICORN_OK)
        status = tg_list_edges(context, &trusses->trussness, known.sorted != 0, tg_visit_edges, &known);
    return tg_api_leave(context, status);
}

/* To path, or if that is NULL, to the descriptor. */
static tricorn_status write_truss_table(tricorn_context *context, const tricorn_trusses *trusses,
  const tricorn_table_options *given, const char *path, int descriptor)
{
    tricorn_table_options known;
    TG_DO(TG_TAKE(context, TG_GIVEN(trusses), TG_OPTIONS(given, &known, TRICORN_TABLE_OPTIONS_INIT)));
    known.table = TRICORN_TABLE_EDGES;
    tg_table_job job = {
      .graph = trusses->trussness.graph, .options = &known, .known = &trusses->trussness, .known_name = "trussness"};
    return tg_table_write(context, &job, path, descriptor);
}

tricorn_status tricorn_trusses_save(
  tricorn_context *context, const tricorn_trusses *trusses, const char *path, const tricorn_table_options *options)
{
    const tricorn_status status = TG_ENTER(context, TG_TEXT(path));
    return TG_LEAVE(context, status, write_truss_table(context, trusses, options, path, -1));
}

tricorn_status tricorn_trusses_write(
  tricorn_context *context, const tricorn_trusses *trusses, int descriptor, const tricorn_table_options *options)
{
    const tricorn_status status = tg_api_enter(context, NULL, 0);
    return TG_LEAVE(context, status, write_truss_table(context, trusses, options, NULL, descriptor));
}

tricorn_status tricorn_trusses_graph(
  tricorn_context *context, const tricorn_trusses *trusses, uint32_t k, tricorn_graph **truss)
{
    tricorn_status status = TG_ENTER(context, TG_GIVEN(trusses), TG_GIVEN(truss));
    if (status == TRICORN_OK) status = require_k(context, k);
    if (status == TRICORN_OK) status = tg_edges_above(context, &trusses->trussness, k, truss);
    return tg_api_leave(context, status);
}

tricorn_status tricorn_graph_components(
  tricorn_context *context, const tricorn_graph *graph, uint32_t *components, uint32_t *count)
{
    const tricorn_status status =
      TG_ENTER(context, TG_GIVEN(graph), TG_GIVEN_IF(graph && graph->vertices > 0, components), TG_GIVEN(count));
    return TG_LEAVE(context, status, tg_find_components(context, graph, components, count));
}
