/* truss_api.c - trussness, trusses, components. */
#include "analysis/table.h"
#include "analysis/truss.h"
#include "api/api.h"
#include "base/memory.h"
#include "base/options.h"
#include "schedule/plan.h"

const char *tricorn_truss_method_at(size_t index)
{
    const tg_truss_method *method = tg_truss_method_at(index);
    return method ? method->name : NULL;
}

/* Plans the count of supports; *job has a plan that the caller frees. */
static tricorn_status begin(tricorn_context *context, const tricorn_graph *graph,
                            const tricorn_truss_options *given, tg_truss_job *job, tg_plan **plan)
{
    tricorn_status status = TRICORN_OK;
    tricorn_truss_options known = TRICORN_TRUSS_OPTIONS_INIT;
    tricorn_options count;

    TG_TRY(TG_READ_STRUCT(context, &known, given, TRICORN_TRUSS_OPTIONS_INIT));
    TG_TRY(tg_truss_method_read(context, known.method, &job->method));
    TG_TRY(tg_api_read_count_options(context, &count, known.count));
    TG_TRY(tg_plan_create(context, graph, &count, TG_SINK_EDGES, plan));
    job->plan = *plan;
    job->verify = count.verify != 0;
cleanup:
    return status;
}

tricorn_status tricorn_trussness(tricorn_context *context, const tricorn_graph *graph,
                                 const tricorn_truss_options *options, tricorn_trusses **trusses,
                                 tricorn_result *result)
{
    tricorn_status status = TRICORN_OK;
    tg_truss_job job = {0};
    tg_plan *plan = NULL;
    tricorn_result known;

    TG_TRY(tg_api_enter(context));
    TG_TRY(tg_api_require(context, graph, "graph"));
    TG_TRY(tg_api_require(context, trusses, "trusses"));
    TG_TRY(tg_api_check_result(context, result));
    TG_TRY(begin(context, graph, options, &job, &plan));
    TG_TRY(tg_find_trusses(context, &job, &known, trusses));
    if (result) tg_api_give_result(context, &known, result);
cleanup:
    tg_plan_free(plan);
    return tg_api_leave(context, status);
}

static tricorn_status require_k(tricorn_context *context, uint32_t k)
{
    if (k >= 2) return TRICORN_OK;
    return tg_fail(context, TRICORN_INVALID_ARGUMENT,
                   "k is %u: edges of a k-truss are in k - 2 triangles, so it is at least 2", k);
}

tricorn_status tricorn_truss(tricorn_context *context, const tricorn_graph *graph, uint32_t k,
                             const tricorn_truss_options *options, tricorn_graph **truss,
                             tricorn_result *result)
{
    tricorn_status status = TRICORN_OK;
    tg_truss_job job = {0};
    tg_plan *plan = NULL;
    tricorn_result known;

    TG_TRY(tg_api_enter(context));
    TG_TRY(tg_api_require(context, graph, "graph"));
    TG_TRY(tg_api_require(context, truss, "truss"));
    TG_TRY(require_k(context, k));
    TG_TRY(tg_api_check_result(context, result));
    TG_TRY(begin(context, graph, options, &job, &plan));
    TG_TRY(tg_find_truss(context, &job, k, &known, truss));
    if (result) tg_api_give_result(context, &known, result);
cleanup:
    tg_plan_free(plan);
    return tg_api_leave(context, status);
}

/* ---- what is known of all -------------------------------------------------------------------
 */

tricorn_status tricorn_trusses_describe(tricorn_context *context, const tricorn_trusses *trusses,
                                        tricorn_trusses_description *description)
{
    tricorn_status status = TRICORN_OK;
    tricorn_trusses_description known = TRICORN_TRUSSES_DESCRIPTION_INIT;

    TG_TRY(tg_api_enter(context));
    TG_TRY(tg_api_require(context, trusses, "trusses"));
    TG_TRY(tg_api_require(context, description, "description"));
    TG_TRY(tg_check_struct(context, description, sizeof *description,
                           "TRICORN_TRUSSES_DESCRIPTION_INIT"));
    known.k_max = trusses->k_max;
    known.method = trusses->method->name;
    known.rounds = trusses->rounds;
    known.support_seconds = trusses->support_seconds;
    known.peel_seconds = trusses->peel_seconds;
    TG_WRITE_RESULT(description, &known);
cleanup:
    return tg_api_leave(context, status);
}

uint64_t tricorn_trusses_edges(const tricorn_trusses *trusses, uint32_t k)
{
    return trusses && k <= trusses->k_max ? trusses->histogram[k] : 0;
}

tricorn_status tricorn_trusses_visit(tricorn_context *context, const tricorn_trusses *trusses,
                                     const tricorn_visitor *visitor)
{
    tricorn_status status = TRICORN_OK;
    tricorn_visitor known;

    TG_TRY(tg_api_enter(context));
    TG_TRY(tg_api_require(context, trusses, "trusses"));
    TG_TRY(tg_api_read_edge_visitor(context, visitor, &known));
    TG_TRY(tg_list_edges(context, &trusses->trussness, known.sorted != 0, tg_api_visit_edges,
                         &known));
cleanup:
    return tg_api_leave(context, status);
}

/* To path, or if that is NULL, to the descriptor. */
static tricorn_status write_table(tricorn_context *context, const tricorn_trusses *trusses,
                                  const tricorn_table_options *given, const char *path,
                                  int descriptor)
{
    tricorn_status status = TRICORN_OK;
    tricorn_table_options known = TRICORN_TABLE_OPTIONS_INIT;

    TG_TRY(tg_api_require(context, trusses, "trusses"));
    TG_TRY(TG_READ_STRUCT(context, &known, given, TRICORN_TABLE_OPTIONS_INIT));
    known.table = TRICORN_TABLE_EDGES;
    tg_table_job job = {.graph = trusses->trussness.graph,
                        .options = &known,
                        .known = &trusses->trussness,
                        .known_name = "trussness"};
    TG_TRY(tg_table_write(context, &job, path, descriptor));
cleanup:
    return status;
}

tricorn_status tricorn_trusses_save(tricorn_context *context, const tricorn_trusses *trusses,
                                    const char *path, const tricorn_table_options *options)
{
    tricorn_status status = TRICORN_OK;
    TG_TRY(tg_api_enter(context));
    TG_TRY(tg_api_require_text(context, path, "path"));
    TG_TRY(write_table(context, trusses, options, path, -1));
cleanup:
    return tg_api_leave(context, status);
}

tricorn_status tricorn_trusses_write(tricorn_context *context, const tricorn_trusses *trusses,
                                     int descriptor, const tricorn_table_options *options)
{
    tricorn_status status = TRICORN_OK;
    TG_TRY(tg_api_enter(context));
    TG_TRY(write_table(context, trusses, options, NULL, descriptor));
cleanup:
    return tg_api_leave(context, status);
}

tricorn_status tricorn_trusses_graph(tricorn_context *context, const tricorn_trusses *trusses,
                                     uint32_t k, tricorn_graph **truss)
{
    tricorn_status status = TRICORN_OK;
    TG_TRY(tg_api_enter(context));
    TG_TRY(tg_api_require(context, trusses, "trusses"));
    TG_TRY(tg_api_require(context, truss, "truss"));
    TG_TRY(require_k(context, k));
    TG_TRY(tg_edges_above(context, &trusses->trussness, k, truss));
cleanup:
    return tg_api_leave(context, status);
}

/* ---- components -----------------------------------------------------------------------------
 */

tricorn_status tricorn_graph_components(tricorn_context *context, const tricorn_graph *graph,
                                        uint32_t *components, uint32_t *count)
{
    tricorn_status status = TRICORN_OK;
    TG_TRY(tg_api_enter(context));
    TG_TRY(tg_api_require(context, graph, "graph"));
    if (graph->vertices > 0) TG_TRY(tg_api_require(context, components, "components"));
    TG_TRY(tg_api_require(context, count, "count"));
    if (graph->store)
        TG_TRY(tg_fail(
            context, TRICORN_UNSUPPORTED,
            "components need the graph in memory, and it is on disk: allow more memory by %s",
            TG_OPTION("process_bytes_limit")));
    TG_TRY(tg_find_components(context, graph, components, count));
cleanup:
    return tg_api_leave(context, status);
}
