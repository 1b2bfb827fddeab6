/* counted.c - see counted.h. */
#include "analysis/counted.h"

#include "analysis/describe.h"
#include "analysis/table.h"
#include "base/clock.h"
#include "base/memory.h"
#include "base/parallel.h"

tricorn_status tg_counting_begin(tricorn_context *context, const tg_count_of *count, tg_counting *counting)
{
    *counting = (tg_counting){.verify = count->options->verify != 0};
    TG_DO(tg_graph_require_ids(context, count->graph));
    if (count->list)
        TG_DO(tg_plan_create_for_list(context, count->graph, count->options, &counting->plan));
    else if (count->degrees)
        TG_DO(tg_plan_create_with_degrees(context, count->graph, count->options, &counting->plan));
    else
        TG_DO(tg_plan_create(context, count->graph, count->options, count->kind, &counting->plan));
    counting->before = tg_plan_begin(context, counting->plan);
    return TRICORN_OK;
}

static tricorn_status verify(tricorn_context *context, const tg_counting *counting, tricorn_result *result)
{
    return counting->verify ? tg_plan_verify(context, counting->plan, result) : TRICORN_OK;
}

void tg_counting_end(tricorn_context *context, const tg_counting *counting)
{
    if (counting->plan == NULL) return;
    tg_plan_end(context, &counting->before);
    tg_plan_free(counting->plan);
}

/* ---- vertices ---- */

static tricorn_status make_degrees(tricorn_context *context, const tricorn_graph *graph, uint64_t **degrees)
{
    return *degrees ? TRICORN_OK : TG_ALLOC(context, (uint64_t)graph->vertices + 1, degrees);
}

tricorn_status tg_count_vertices(
  tricorn_context *context, const tg_count_of *count, uint64_t *triangles, uint64_t **degrees, tricorn_result *result)
{
    const tricorn_graph *graph = count->graph;
    tricorn_status status = TRICORN_OK;
    tg_counting counting = {0};
    uint64_t nothing = 0; /* stands for the array of a graph without vertices */
    bool filled = degrees == NULL;

    TG_TRY(tg_counting_begin(context, count, &counting));
    if (graph->vertices > 0) tg_zero(context, triangles, graph->vertices * sizeof *triangles);
    const tg_sink sink = tg_sink_of_vertices(graph->vertices > 0 ? triangles : &nothing);
    TG_TRY(tg_plan_execute(context, counting.plan, &sink, result));
    TG_TRY(verify(context, &counting, result));
    if (!filled && counting.plan->degrees) {
        TG_TRY(make_degrees(context, graph, degrees));
        TG_TRY(tg_plan_degrees(context, counting.plan, *degrees));
        filled = true;
    }
cleanup:
    tg_counting_end(context, &counting);
    if (status != TRICORN_OK || filled) return status;
    status = make_degrees(context, graph, degrees);
    return status == TRICORN_OK ? tg_degrees_of_all(context, graph, *degrees) : status;
}

/* Uses arrays of the triangles and degrees of all vertices: those of the caller or, if missing, its own. */
static tricorn_status sum_arrays(tricorn_context *context, const tg_count_of *count,
  const tricorn_clustering_options *options, tricorn_clustering_summary *found, tricorn_result *result)
{
    tricorn_status status = TRICORN_OK;
    const uint64_t vertices = count->graph->vertices, active = count->graph->active;
    uint64_t *degrees = options->degrees, *triangles = options->triangles;

    if (triangles == NULL) TG_TRY(TG_ALLOC(context, vertices + 1, &triangles));
    TG_TRY(tg_count_vertices(context, count, triangles, &degrees, result));
    const tg_clustering_input input = {.vertices = active,
      .degrees = degrees,
      .triangles = triangles,
      .isolated = options->isolated ? vertices - active : 0,
      .closed = options->closed != 0};
    if (options->coefficients)
        tg_zero(context, options->coefficients + active, (vertices - active) * sizeof *options->coefficients);
    tg_clustering_sum(context, &input, options->coefficients, found);
cleanup:
    if (degrees != options->degrees) tg_free(degrees);
    if (triangles != options->triangles) tg_free(triangles);
    return status;
}

static tricorn_status sum_stored(tricorn_context *context, const tg_count_of *count, const tg_clustering_input *like,
  tricorn_clustering_summary *found, tricorn_result *result)
{
    tricorn_status status = TRICORN_OK;
    tg_counting counting = {0};
    tg_supported edges = {0};

    TG_TRY(tg_counting_begin(context, count, &counting));
    TG_TRY(tg_count_support(context, counting.plan, &edges, result));
    TG_TRY(tg_clustering_of_support(context, &edges, like, found));
    TG_TRY(verify(context, &counting, result));
cleanup:
    tg_supported_free(&edges);
    tg_counting_end(context, &counting);
    return status;
}

tricorn_status tg_count_clustering(tricorn_context *context, const tg_count_of *count,
  const tricorn_clustering_options *options, tricorn_clustering_summary *found, tricorn_result *result)
{
    const uint64_t isolated = count->graph->vertices - count->graph->active;
    const bool arrays = options->degrees || options->triangles || options->coefficients;
    const tg_clustering_input like = {.isolated = options->isolated ? isolated : 0, .closed = options->closed != 0};
    tg_count_of of = *count;
    of.kind = count->graph->store && !arrays ? TG_SINK_EDGES : TG_SINK_VERTICES;
    of.degrees = of.kind == TG_SINK_VERTICES;
    const tricorn_status status =
      of.degrees ? sum_arrays(context, &of, options, found, result) : sum_stored(context, &of, &like, found, result);
    found->vertices = count->graph->active;
    found->isolated = isolated;
    found->edges = count->graph->edges;
    return status;
}

/* ---- edges and triangles ---- */

static tricorn_status stopped_by_visitor(tricorn_context *context)
{
    return tg_fail(context, TRICORN_CANCELLED, "the function that takes the list said stop");
}

tricorn_status tg_visit_edges(
  tricorn_context *context, void *user, const uint32_t *ends, const uint32_t *support, uint64_t count)
{
    const tricorn_visitor *visitor = user;
    return visitor->edges(visitor->user, ends, support, count) ? stopped_by_visitor(context) : TRICORN_OK;
}

tricorn_status tg_visit_supports(
  tricorn_context *context, const tg_count_of *count, const tricorn_visitor *visitor, tricorn_result *result)
{
    tricorn_status status = TRICORN_OK;
    tricorn_visitor user = *visitor;
    tg_counting counting = {0};
    tg_supported edges = {0};

    TG_TRY(tg_counting_begin(context, count, &counting));
    TG_TRY(tg_count_support(context, counting.plan, &edges, result));
    TG_TRY(verify(context, &counting, result));
    TG_TRY(tg_list_edges(context, &edges, visitor->sorted != 0, tg_visit_edges, &user));
cleanup:
    tg_supported_free(&edges);
    tg_counting_end(context, &counting);
    return status;
}

static tricorn_status give_similar(
  tricorn_context *context, void *user, const uint32_t *ends, const double *values, uint64_t count)
{
    const tricorn_similarity_options *to = user;
    return to->edges(to->user, ends, values, count) ? stopped_by_visitor(context) : TRICORN_OK;
}

tricorn_status tg_visit_similar(
  tricorn_context *context, const tg_count_of *count, const tricorn_similarity_options *options, tricorn_result *result)
{
    tricorn_status status = TRICORN_OK;
    tricorn_similarity_options to = *options;
    tg_counting counting = {0};
    if (to.side) return tg_project(context, count->graph, &to, give_similar, &to);
    tg_similarity similar = {0};

    TG_TRY(tg_counting_begin(context, count, &counting));
    TG_TRY(tg_similarity_count(context, counting.plan, to.measure, &similar, result));
    TG_TRY(verify(context, &counting, result));
    TG_TRY(tg_list_similar(context, &similar, to.least, to.sorted != 0, give_similar, &to));
cleanup:
    tg_similarity_free(&similar);
    tg_counting_end(context, &counting);
    return status;
}

static tricorn_status give_triangles(tricorn_context *context, void *user, uint32_t *triangles, uint64_t count)
{
    const tricorn_visitor *visitor = user;
    return visitor->triangles(visitor->user, triangles, count) ? stopped_by_visitor(context) : TRICORN_OK;
}

tricorn_status tg_visit_triangles(
  tricorn_context *context, const tg_count_of *count, const tricorn_visitor *visitor, tricorn_result *result)
{
    tricorn_status status = TRICORN_OK;
    tricorn_visitor user = *visitor;
    tg_counting counting = {0};

    TG_TRY(tg_counting_begin(context, count, &counting));
    tg_plan_describe(context, counting.plan, result);
    const double start = tg_clock_now();
    TG_TRY(tg_list_triangles(context, counting.plan, user.sorted != 0, give_triangles, &user, &result->triangles));
    result->seconds.count = tg_clock_now() - start;
    TG_TRY(verify(context, &counting, result));
cleanup:
    tg_counting_end(context, &counting);
    return status;
}
