/* sink_api.c - triangles of vertices and edges, lists, tables. */
#include <string.h>

#include "analysis/clustering.h"
#include "analysis/lines.h"
#include "analysis/listing.h"
#include "analysis/similarity.h"
#include "analysis/table.h"
#include "api/api.h"
#include "base/clock.h"
#include "base/parallel.h"
#include "base/memory.h"
#include "base/options.h"
#include "io/format.h"
#include "schedule/plan.h"

/* ---- what the calls share ------------------------------------------------------------------ */

/* A call: its plan, and what its context had before. */
typedef struct sink_call {
    tricorn_context *context;
    tg_plan *plan;
    bool verify;
    tg_plan_limits before; /* where there is a plan */
} sink_call;

/* What a call is asked for. */
typedef struct sink_wish {
    const tricorn_options *options;
    tricorn_result *result; /* or NULL */
    tg_sink_kind kind;
    bool list;    /* of triangles, instead of a count into a sink */
    bool degrees; /* of vertices, beside their triangles */
} sink_wish;

static tricorn_status require_graph(tricorn_context *context, const tricorn_graph *graph)
{
    const tricorn_status status = tg_api_require(context, graph, "graph");
    return status == TRICORN_OK ? tg_graph_require_ids(context, graph) : status;
}

/* Plans the count. */
static tricorn_status begin_call(sink_call *call, const tricorn_graph *graph,
                                 const sink_wish *wish)
{
    tricorn_status status = TRICORN_OK;
    tricorn_options known;

    TG_TRY(require_graph(call->context, graph));
    TG_TRY(tg_api_read_count_options(call->context, &known, wish->options));
    TG_TRY(tg_api_check_result(call->context, wish->result));
    if (wish->list)
        TG_TRY(tg_plan_create_for_list(call->context, graph, &known, &call->plan));
    else if (wish->degrees)
        TG_TRY(tg_plan_create_with_degrees(call->context, graph, &known, &call->plan));
    else
        TG_TRY(tg_plan_create(call->context, graph, &known, wish->kind, &call->plan));
    call->verify = known.verify != 0;
    call->before = tg_plan_begin(call->context, call->plan);
cleanup:
    return status;
}

/* Verifies, and gives the caller the result. */
static tricorn_status finish_call(const sink_call *call, tricorn_result *known,
                                  tricorn_result *result)
{
    tricorn_status status = TRICORN_OK;
    if (call->verify) TG_TRY(tg_plan_verify(call->context, call->plan, known));
    if (result) tg_api_give_result(call->context, known, result);
cleanup:
    return status;
}

static void end_call(const sink_call *call)
{
    if (call->plan == NULL) return;
    tg_plan_end(call->context, &call->before);
    tg_plan_free(call->plan);
}

/* ---- vertices ------------------------------------------------------------------------------ */

/* Degrees of all vertices, into an array that is made where there is none. */
typedef struct degree_array {
    uint64_t *degrees;
    bool filled;
} degree_array;

static tricorn_status make_array(tricorn_context *context, const tricorn_graph *graph,
                                 degree_array *to)
{
    if (to->degrees) return TRICORN_OK;
    return TG_ALLOC(context, (uint64_t)graph->vertices + 1, &to->degrees);
}

/* As the wish says; with degrees fills an array if the plan has them. */
static tricorn_status count_vertices(tricorn_context *context, const tricorn_graph *graph,
                                     const sink_wish *wish, uint64_t *triangles,
                                     degree_array *to)
{
    tricorn_status status = TRICORN_OK;
    sink_call call = {.context = context};
    uint64_t nothing = 0; /* the array of a graph without vertices */
    tricorn_result known;

    if (graph->vertices > 0) TG_TRY(tg_api_require(context, triangles, "triangles"));
    TG_TRY(begin_call(&call, graph, wish));
    if (graph->vertices > 0) tg_zero(context, triangles, graph->vertices * sizeof *triangles);
    const tg_sink sink = tg_sink_of_vertices(graph->vertices > 0 ? triangles : &nothing);
    TG_TRY(tg_plan_execute(context, call.plan, &sink, &known));
    TG_TRY(finish_call(&call, &known, wish->result));
    if (call.plan->degrees) {
        TG_TRY(make_array(context, graph, to));
        TG_TRY(tg_plan_degrees(context, call.plan, to->degrees));
        to->filled = true;
    }
cleanup:
    end_call(&call);
    return status;
}

tricorn_status tricorn_vertex_triangles(tricorn_context *context, const tricorn_graph *graph,
                                        const tricorn_options *options, uint64_t *triangles,
                                        tricorn_result *result)
{
    tricorn_status status = TRICORN_OK;
    const sink_wish wish = {.options = options, .result = result, .kind = TG_SINK_VERTICES};
    TG_TRY(tg_api_enter(context));
    TG_TRY(tg_api_require(context, graph, "graph"));
    TG_TRY(count_vertices(context, graph, &wish, triangles, NULL));
cleanup:
    return tg_api_leave(context, status);
}

tricorn_status tg_api_vertex_counts(tricorn_context *context, const tricorn_graph *graph,
                                    const tricorn_options *options, uint64_t *triangles,
                                    uint64_t **degrees, tricorn_result *result)
{
    tricorn_status status = TRICORN_OK;
    const sink_wish wish = {
        .options = options, .result = result, .kind = TG_SINK_VERTICES, .degrees = true};
    degree_array to = {.degrees = *degrees};
    TG_TRY(count_vertices(context, graph, &wish, triangles, &to));
    if (to.filled) goto cleanup;
    TG_TRY(make_array(context, graph, &to));
    TG_TRY(tricorn_graph_degrees(context, graph, to.degrees));
cleanup:
    *degrees = to.degrees;
    return status;
}

/* ---- edges and triangles ------------------------------------------------------------------- */

static tricorn_status read_visitor(tricorn_context *context, const tricorn_visitor *given,
                                tricorn_visitor *known)
{
    const tricorn_status status = tg_api_require(context, given, "visitor");
    if (status != TRICORN_OK) return status;
    *known = (tricorn_visitor)TRICORN_VISITOR_INIT;
    return TG_READ_STRUCT(context, known, given, TRICORN_VISITOR_INIT);
}

static tricorn_status stopped_by_visitor(tricorn_context *context)
{
    return tg_fail(context, TRICORN_CANCELLED, "the function that takes the list said stop");
}

tricorn_status tg_api_visit_edges(tricorn_context *context, void *user, const uint32_t *ends,
                                  const uint32_t *support, uint64_t count)
{
    const tricorn_visitor *visitor = user;
    return visitor->edges(visitor->user, ends, support, count) ? stopped_by_visitor(context)
                                                           : TRICORN_OK;
}

tricorn_status tg_api_read_edge_visitor(tricorn_context *context, const tricorn_visitor *given,
                                        tricorn_visitor *known)
{
    const tricorn_status status = read_visitor(context, given, known);
    if (status != TRICORN_OK || known->edges) return status;
    return tg_fail(context, TRICORN_INVALID_ARGUMENT, "visitor->edges is NULL");
}

static tricorn_status visit_triangles(tricorn_context *context, void *user, uint32_t *triangles,
                                    uint64_t count)
{
    const tricorn_visitor *visitor = user;
    return visitor->triangles(visitor->user, triangles, count) ? stopped_by_visitor(context)
                                                           : TRICORN_OK;
}

tricorn_status tricorn_edge_support(tricorn_context *context, const tricorn_graph *graph,
                                    const tricorn_options *options,
                                    const tricorn_visitor *visitor, tricorn_result *result)
{
    tricorn_status status = TRICORN_OK;
    sink_call call = {.context = context};
    const sink_wish wish = {.options = options, .result = result, .kind = TG_SINK_EDGES};
    tg_supported edges = {0};
    tricorn_visitor known_visitor;
    tricorn_result known;

    TG_TRY(tg_api_enter(context));
    TG_TRY(tg_api_read_edge_visitor(context, visitor, &known_visitor));
    TG_TRY(begin_call(&call, graph, &wish));
    TG_TRY(tg_count_support(context, call.plan, &edges, &known));
    if (call.verify) TG_TRY(tg_plan_verify(context, call.plan, &known));
    TG_TRY(tg_list_edges(context, &edges, known_visitor.sorted != 0, tg_api_visit_edges,
                         &known_visitor));
    if (result) tg_api_give_result(context, &known, result);
cleanup:
    tg_supported_free(&edges);
    end_call(&call);
    return tg_api_leave(context, status);
}

tricorn_status tg_api_stored_clustering(tricorn_context *context, const tricorn_graph *graph,
                                        const tricorn_clustering_options *options,
                                        tricorn_clustering_summary *found, tricorn_result *result)
{
    tricorn_status status = TRICORN_OK;
    sink_call call = {.context = context};
    const sink_wish wish = {
        .options = options->count, .result = result, .kind = TG_SINK_EDGES};
    tg_supported edges = {0};
    tricorn_result known;

    TG_TRY(begin_call(&call, graph, &wish));
    TG_TRY(tg_count_support(context, call.plan, &edges, &known));
    TG_TRY(tg_clustering_of_support(context, &edges, options->isolated != 0, found));
    TG_TRY(finish_call(&call, &known, result));
cleanup:
    tg_supported_free(&edges);
    end_call(&call);
    return status;
}

/* ---- similarity ---------------------------------------------------------------------------- */

static tricorn_status read_similarity(tricorn_context *context,
                                      const tricorn_similarity_options *given,
                                      tricorn_similarity_options *known)
{
    tricorn_status status = tg_api_require(context, given, "options");
    if (status != TRICORN_OK) return status;
    *known = (tricorn_similarity_options)TRICORN_SIMILARITY_OPTIONS_INIT;
    status = TG_READ_STRUCT(context, known, given, TRICORN_SIMILARITY_OPTIONS_INIT);
    if (status == TRICORN_OK) status = tg_api_check_measure(context, known->measure);
    if (status == TRICORN_OK && known->edges == NULL)
        return tg_fail(context, TRICORN_INVALID_ARGUMENT, "options->edges is NULL");
    return status;
}

static tricorn_status visit_similar(tricorn_context *context, void *user, const uint32_t *ends,
                                    const double *values, uint64_t count)
{
    const tricorn_similarity_options *known = user;
    return known->edges(known->user, ends, values, count) ? stopped_by_visitor(context)
                                                          : TRICORN_OK;
}

tricorn_status tricorn_edge_similarity(tricorn_context *context, const tricorn_graph *graph,
                                       const tricorn_similarity_options *options,
                                       tricorn_result *result)
{
    tricorn_status status = TRICORN_OK;
    sink_call call = {.context = context};
    tricorn_similarity_options how;
    tg_similarity similar = {0};
    tricorn_result known;

    TG_TRY(tg_api_enter(context));
    TG_TRY(read_similarity(context, options, &how));
    const sink_wish wish = {.options = how.count, .result = result, .kind = TG_SINK_EDGES};
    TG_TRY(begin_call(&call, graph, &wish));
    TG_TRY(tg_similarity_count(context, call.plan, how.measure, &similar, &known));
    if (call.verify) TG_TRY(tg_plan_verify(context, call.plan, &known));
    TG_TRY(tg_list_similar(context, &similar, how.least, how.sorted != 0, visit_similar, &how));
    if (result) tg_api_give_result(context, &known, result);
cleanup:
    tg_similarity_free(&similar);
    end_call(&call);
    return tg_api_leave(context, status);
}

/* ---- triangles ----------------------------------------------------------------------------- */

tricorn_status tricorn_triangle_list(tricorn_context *context, const tricorn_graph *graph,
                                     const tricorn_options *options,
                                     const tricorn_visitor *visitor, tricorn_result *result)
{
    tricorn_status status = TRICORN_OK;
    sink_call call = {.context = context};
    const sink_wish wish = {.options = options, .result = result, .list = true};
    tricorn_visitor known_visitor;
    tricorn_result known;

    TG_TRY(tg_api_enter(context));
    TG_TRY(read_visitor(context, visitor, &known_visitor));
    if (known_visitor.triangles == NULL)
        TG_TRY(tg_fail(context, TRICORN_INVALID_ARGUMENT, "visitor->triangles is NULL"));
    TG_TRY(begin_call(&call, graph, &wish));
    tg_plan_describe(context, call.plan, &known);
    const double start = tg_clock_now();
    TG_TRY(tg_list_triangles(context, graph, known_visitor.sorted != 0, visit_triangles,
                             &known_visitor, &known.triangles));
    known.seconds.count = tg_clock_now() - start;
    TG_TRY(finish_call(&call, &known, result));
cleanup:
    end_call(&call);
    return tg_api_leave(context, status);
}

/* ---- tables -------------------------------------------------------------------------------- */

static bool is_column_name(const char *name)
{
    static const char usual[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
    const size_t length = strlen(name);
    return length >= 1 && length <= TG_NAME_MOST && strspn(name, usual) == length;
}

static tricorn_status check_columns(tricorn_context *context,
                                    const tricorn_table_options *options)
{
    const tricorn_column *columns = options->columns;
    const size_t count = options->column_count;
    if (columns == NULL || count == 0 || count > TG_MOST_VALUES || options->top_column >= count)
        return tg_fail(context, TRICORN_INVALID_ARGUMENT,
                       "a table of columns needs 1 to %d columns, and top_column to be one",
                       TG_MOST_VALUES);
    for (size_t c = 0; c < count; c++) {
        if (columns[c].name == NULL || !is_column_name(columns[c].name))
            return tg_fail(context, TRICORN_INVALID_ARGUMENT,
                           "columns[%zu].name has to be 1 to %d letters, digits, '_' and '-'", c,
                           TG_NAME_MOST);
        if ((columns[c].counts == NULL) == (columns[c].reals == NULL))
            return tg_fail(context, TRICORN_INVALID_ARGUMENT,
                           "columns[%zu] needs either counts or reals", c);
        if (c > 0 && columns[c].counts && columns[c - 1].reals)
            return tg_fail(context, TRICORN_INVALID_ARGUMENT,
                           "columns[%zu] has counts, which come before reals", c);
    }
    return TRICORN_OK;
}

static tricorn_status read_table_options(tricorn_context *context,
                                        const tricorn_table_options *given,
                                        tricorn_table_options *known)
{
    *known = (tricorn_table_options)TRICORN_TABLE_OPTIONS_INIT;
    const tricorn_status status =
        TG_READ_STRUCT(context, known, given, TRICORN_TABLE_OPTIONS_INIT);
    if (status != TRICORN_OK) return status;
    if ((unsigned)known->table > TRICORN_TABLE_GENERALIZED)
        return tg_fail(context, TRICORN_INVALID_ARGUMENT,
                       "table is %d, which is no tricorn_table", (int)known->table);
    if (known->table == TRICORN_TABLE_COLUMNS) return check_columns(context, known);
    if (known->table == TRICORN_TABLE_GENERALIZED && known->top)
        return tg_fail(context, TRICORN_INVALID_ARGUMENT,
                       "top: a table of generalized degrees is written as a whole");
    return known->table == TRICORN_TABLE_SIMILARITY
               ? tg_api_check_measure(context, known->measure)
               : TRICORN_OK;
}

tricorn_status tricorn_table_options_check(tricorn_context *context, const char *path,
                                           const tricorn_table_options *options)
{
    tricorn_status status = TRICORN_OK;
    tricorn_table_options known;
    tg_line_format format;
    tg_compression compression;
    TG_TRY(tg_api_enter(context));
    TG_TRY(read_table_options(context, options, &known));
    TG_TRY(tg_lines_choose(context, NULL, known.format, path, &format));
    TG_TRY(tg_choose_compression(context, path, known.compression, &compression));
cleanup:
    return tg_api_leave(context, status);
}

/* On disk vertices come from the support of edges. */
static tg_sink_kind kind_of(const tricorn_graph *graph, tricorn_table table)
{
    if (table == TRICORN_TABLE_TRIANGLES) return TG_SINK_TOTAL;
    return table == TRICORN_TABLE_VERTICES && graph->store == NULL ? TG_SINK_VERTICES
                                                                    : TG_SINK_EDGES;
}

/* To path, or if that is NULL, to the descriptor. */
static tricorn_status write_table(sink_call *call, const tricorn_graph *graph,
                                  const tricorn_table_options *options, const char *path,
                                  int descriptor, tricorn_result *result)
{
    tricorn_status status = TRICORN_OK;
    tricorn_table_options known;
    tg_table_job job;

    TG_TRY(read_table_options(call->context, options, &known));
    const bool pairs = known.table == TRICORN_TABLE_SIMILARITY && known.pairs != NULL;
    const bool counts = known.table != TRICORN_TABLE_COLUMNS && !pairs;
    TG_TRY(require_graph(call->context, graph));
    if (counts) {
        const sink_wish wish = {.options = known.count,
                                .result = result,
                                .kind = kind_of(graph, known.table),
                                .list = known.table == TRICORN_TABLE_TRIANGLES};
        TG_TRY(begin_call(call, graph, &wish));
    }
    if (pairs) TG_TRY(tg_api_check_pairs(call->context, graph, known.pairs, known.pair_count));
    job = (tg_table_job){
        .graph = graph, .plan = call->plan, .options = &known, .verify = call->verify};
    TG_TRY(tg_table_write(call->context, &job, path, descriptor));
    if (result && counts) tg_api_give_result(call->context, &job.result, result);
cleanup:
    end_call(call);
    return status;
}

tricorn_status tricorn_table_save(tricorn_context *context, const tricorn_graph *graph,
                                  const char *path, const tricorn_table_options *options,
                                  tricorn_result *result)
{
    tricorn_status status = TRICORN_OK;
    sink_call call = {.context = context};
    TG_TRY(tg_api_enter(context));
    TG_TRY(tg_api_require_text(context, path, "path"));
    TG_TRY(write_table(&call, graph, options, path, -1, result));
cleanup:
    return tg_api_leave(context, status);
}

tricorn_status tricorn_table_write(tricorn_context *context, const tricorn_graph *graph,
                                   int descriptor, const tricorn_table_options *options,
                                   tricorn_result *result)
{
    tricorn_status status = TRICORN_OK;
    sink_call call = {.context = context};
    TG_TRY(tg_api_enter(context));
    TG_TRY(write_table(&call, graph, options, NULL, descriptor, result));
cleanup:
    return tg_api_leave(context, status);
}
