/* sink_api.c - triangles of vertices and edges, lists, tables. */
#include "analysis/counted.h"
#include "analysis/edge_figures.h"
#include "analysis/table.h"
#include "api/api.h"
#include "io/format.h"

tricorn_status tricorn_vertex_triangles(tricorn_context *context, const tricorn_graph *graph,
  const tricorn_options *options, uint64_t *triangles, tricorn_result *result)
{
    tricorn_options known;
    tricorn_result found;
    const tg_count_of count = {graph, &known, .kind = TG_SINK_VERTICES};
    tricorn_status status = TG_ENTER(context, TG_GIVEN(graph), TG_GIVEN_IF(graph && graph->vertices > 0, triangles),
      TG_COUNT_OPTIONS(options, &known), TG_COUNT_RESULT(result));
    if (status == TRICORN_OK) status = tg_count_vertices(context, &count, triangles, NULL, &found);
    if (status == TRICORN_OK) tg_api_give_result(context, &found, result);
    return tg_api_leave(context, status);
}

/* ---- edges and triangles ---- */

tricorn_status tricorn_edge_support(tricorn_context *context, const tricorn_graph *graph,
  const tricorn_options *options, const tricorn_visitor *visitor, tricorn_result *result)
{
    tricorn_status status = TRICORN_OK;
    tricorn_visitor to;
    tricorn_options known;
    tricorn_result found;
    const tg_count_of count = {graph, &known, .kind = TG_SINK_EDGES};
    TG_TRY(TG_ENTER(context, TG_GIVEN(visitor), TG_OPTIONS(visitor, &to, TRICORN_VISITOR_INIT)));
    if (to.edges == NULL) TG_TRY(tg_fail(context, TRICORN_INVALID_ARGUMENT, "visitor->edges is NULL"));
    TG_TRY(TG_TAKE(context, TG_GIVEN(graph), TG_COUNT_OPTIONS(options, &known), TG_COUNT_RESULT(result)));
    TG_TRY(tg_visit_supports(context, &count, &to, &found));
    tg_api_give_result(context, &found, result);
cleanup:
    return tg_api_leave(context, status);
}

double tricorn_edge_clustering(uint64_t triangles, uint64_t degree_u, uint64_t degree_v)
{
    return tg_edge_clustering(triangles, degree_u, degree_v);
}

double tricorn_edge_curvature(uint64_t triangles, uint64_t degree_u, uint64_t degree_v)
{
    return tg_edge_curvature(triangles, degree_u, degree_v);
}

tricorn_status tricorn_edge_similarity(tricorn_context *context, const tricorn_graph *graph,
  const tricorn_similarity_options *options, tricorn_result *result)
{
    tricorn_status status = TRICORN_OK;
    tricorn_similarity_options how;
    tricorn_options known;
    tricorn_result found;
    const tg_count_of count = {graph, &known, .kind = TG_SINK_EDGES};
    TG_TRY(TG_ENTER(context, TG_GIVEN(options), TG_OPTIONS(options, &how, TRICORN_SIMILARITY_OPTIONS_INIT)));
    TG_TRY(tg_check_measure(context, how.measure));
    if (how.edges == NULL) TG_TRY(tg_fail(context, TRICORN_INVALID_ARGUMENT, "options->edges is NULL"));
    TG_TRY(TG_TAKE(context, TG_GIVEN(graph), TG_COUNT_OPTIONS(how.count, &known), TG_COUNT_RESULT(result)));
    TG_TRY(tg_visit_similar(context, &count, &how, &found));
    tg_api_give_result(context, &found, result);
cleanup:
    return tg_api_leave(context, status);
}

tricorn_status tricorn_triangle_list(tricorn_context *context, const tricorn_graph *graph,
  const tricorn_options *options, const tricorn_visitor *visitor, tricorn_result *result)
{
    tricorn_status status = TRICORN_OK;
    tricorn_visitor to;
    tricorn_options known;
    tricorn_result found;
    const tg_count_of count = {graph, &known, .list = true};
    TG_TRY(TG_ENTER(context, TG_GIVEN(visitor), TG_OPTIONS(visitor, &to, TRICORN_VISITOR_INIT)));
    if (to.triangles == NULL) TG_TRY(tg_fail(context, TRICORN_INVALID_ARGUMENT, "visitor->triangles is NULL"));
    TG_TRY(TG_TAKE(context, TG_GIVEN(graph), TG_COUNT_OPTIONS(options, &known), TG_COUNT_RESULT(result)));
    TG_TRY(tg_visit_triangles(context, &count, &to, &found));
    tg_api_give_result(context, &found, result);
cleanup:
    return tg_api_leave(context, status);
}

/* ---- tables ---- */

static tricorn_status read_table_options(
  tricorn_context *context, const tricorn_table_options *given, tricorn_table_options *known)
{
    const tricorn_status status = TG_TAKE(context, TG_OPTIONS(given, known, TRICORN_TABLE_OPTIONS_INIT));
    return status == TRICORN_OK ? tg_table_check(context, known) : status;
}

tricorn_status tricorn_table_options_check(
  tricorn_context *context, const char *path, const tricorn_table_options *options)
{
    tricorn_status status = TRICORN_OK;
    tricorn_table_options known;
    TG_TRY(tg_api_enter(context, NULL, 0));
    TG_TRY(read_table_options(context, options, &known));
    TG_TRY(tg_table_check_target(context, &known, path));
cleanup:
    return tg_api_leave(context, status);
}

/* On disk vertices come from the support of edges. */
static tg_sink_kind kind_of(const tricorn_graph *graph, tricorn_table table)
{
    if (table == TRICORN_TABLE_TRIANGLES) return TG_SINK_TOTAL;
    return table == TRICORN_TABLE_VERTICES && graph->store == NULL ? TG_SINK_VERTICES : TG_SINK_EDGES;
}

/* Where a table goes: to path, or if that is NULL, to the descriptor. */
typedef struct table_target {
    const char *path;
    int descriptor;
} table_target;

static tricorn_status write_table(tricorn_context *context, const tricorn_graph *graph,
  const tricorn_table_options *options, table_target to, tricorn_result *result)
{
    tricorn_status status = TRICORN_OK;
    tricorn_table_options known;
    tricorn_options how;
    tg_counting counting = {0};

    TG_TRY(read_table_options(context, options, &known));
    TG_TRY(TG_TAKE(context, TG_GIVEN(graph)));
    TG_TRY(tg_graph_require_ids(context, graph));
    const bool pairs = known.table == TRICORN_TABLE_SIMILARITY && known.pairs != NULL;
    const bool side = known.table == TRICORN_TABLE_SIMILARITY && known.side > 0;
    const bool counts =
      known.table != TRICORN_TABLE_COLUMNS && known.table != TRICORN_TABLE_EDGE_COLUMNS && !pairs && !side;
    const tg_count_of count = {.graph = graph,
      .options = &how,
      .kind = kind_of(graph, known.table),
      .list = known.table == TRICORN_TABLE_TRIANGLES};
    if (counts) TG_TRY(TG_TAKE(context, TG_COUNT_OPTIONS(known.count, &how), TG_COUNT_RESULT(result)));
    if (counts) TG_TRY(tg_counting_begin(context, &count, &counting));
    if (pairs) TG_TRY(tg_check_pairs(context, graph, known.pairs, known.pair_count));
    for (uint64_t i = 0; known.rows && i < known.row_count; i++)
        if (known.rows[i] >= graph->vertices)
            TG_TRY(tg_fail(context, TRICORN_INVALID_ARGUMENT, "rows: %u is no vertex", known.rows[i]));
    tg_table_job job = {.graph = graph, .plan = counting.plan, .options = &known, .verify = counting.verify};
    TG_TRY(tg_table_write(context, &job, to.path, to.descriptor));
    if (counts) tg_api_give_result(context, &job.result, result);
cleanup:
    tg_counting_end(context, &counting);
    return status;
}

tricorn_status tricorn_table_save(tricorn_context *context, const tricorn_graph *graph, const char *path,
  const tricorn_table_options *options, tricorn_result *result)
{
    const tricorn_status status = TG_ENTER(context, TG_TEXT(path));
    return TG_LEAVE(context, status, write_table(context, graph, options, (table_target){path, -1}, result));
}

tricorn_status tricorn_table_write(tricorn_context *context, const tricorn_graph *graph, int descriptor,
  const tricorn_table_options *options, tricorn_result *result)
{
    const tricorn_status status = tg_api_enter(context, NULL, 0);
    return TG_LEAVE(context, status, write_table(context, graph, options, (table_target){NULL, descriptor}, result));
}
