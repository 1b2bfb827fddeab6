/* clustering_api.c - clustering coefficients. */
#include "analysis/clustering.h"
#include "api/api.h"
#include "base/memory.h"
#include "base/options.h"

static tricorn_status read_options(tricorn_context *context, tricorn_clustering_options *known,
                                   const tricorn_clustering_options *given)
{
    *known = (tricorn_clustering_options)TRICORN_CLUSTERING_OPTIONS_INIT;
    return TG_READ_STRUCT(context, known, given, TRICORN_CLUSTERING_OPTIONS_INIT);
}

/* The caller's array, or else one of our own, which the caller of this frees. */
static tricorn_status array_of(tricorn_context *context, uint64_t *given, uint64_t count,
                               uint64_t **own, uint64_t **array)
{
    *array = given;
    if (given) return TRICORN_OK;
    const tricorn_status status = TG_ALLOC(context, count + 1, own);
    *array = *own;
    return status;
}

/* By arrays of the triangles and degrees of all vertices. */
static tricorn_status sum_arrays(tricorn_context *context, const tricorn_graph *graph,
                                 const tricorn_clustering_options *known,
                                 tricorn_clustering_summary *found, tricorn_result *result)
{
    tricorn_status status = TRICORN_OK;
    uint64_t *own_degrees = NULL, *own_triangles = NULL, *degrees, *triangles;

    TG_TRY(array_of(context, known->triangles, graph->vertices, &own_triangles, &triangles));
    TG_TRY(tricorn_vertex_triangles(context, graph, known->count, triangles, result));
    TG_TRY(array_of(context, known->degrees, graph->vertices, &own_degrees, &degrees));
    TG_TRY(tricorn_graph_degrees(context, graph, degrees));
    const tg_clustering_input input = {.vertices = graph->vertices,
                                       .degrees = degrees,
                                       .triangles = triangles,
                                       .isolated = known->isolated != 0};
    tg_clustering_sum(context, &input, known->coefficients, found);
cleanup:
    tg_free(own_degrees);
    tg_free(own_triangles);
    return status;
}

/* Whether the caller wants something of each vertex. */
static bool has_arrays(const tricorn_clustering_options *options)
{
    return options->degrees || options->triangles || options->coefficients;
}

tricorn_status tricorn_clustering(tricorn_context *context, const tricorn_graph *graph,
                                  const tricorn_clustering_options *options,
                                  tricorn_clustering_summary *summary, tricorn_result *result)
{
    tricorn_status status = TRICORN_OK;
    tricorn_clustering_options known;
    tricorn_clustering_summary found = TRICORN_CLUSTERING_SUMMARY_INIT;

    TG_TRY(tg_api_enter(context));
    TG_TRY(tg_api_require(context, graph, "graph"));
    TG_TRY(tg_api_require(context, summary, "summary"));
    TG_TRY(tg_check_struct(context, summary, sizeof *summary, "TRICORN_CLUSTERING_SUMMARY_INIT"));
    TG_TRY(read_options(context, &known, options));
    TG_TRY(graph->store && !has_arrays(&known)
               ? tg_api_stored_clustering(context, graph, &known, &found, result)
               : sum_arrays(context, graph, &known, &found, result));
    found.vertices = graph->active;
    found.isolated = graph->vertices - graph->active;
    found.edges = graph->edges;
    TG_WRITE_RESULT(summary, &found);
cleanup:
    return tg_api_leave(context, status);
}
