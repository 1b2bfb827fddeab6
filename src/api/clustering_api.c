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

/* By arrays of the triangles and degrees of all vertices: the caller's, or else own ones. */
static tricorn_status sum_arrays(tricorn_context *context, const tricorn_graph *graph,
                                 const tricorn_clustering_options *known,
                                 tricorn_clustering_summary *found, tricorn_result *result)
{
    tricorn_status status = TRICORN_OK;
    uint64_t *degrees = known->degrees, *triangles = known->triangles;

    if (triangles == NULL) TG_TRY(TG_ALLOC(context, (uint64_t)graph->vertices + 1, &triangles));
    TG_TRY(tg_api_vertex_counts(context, graph, known->count, triangles, &degrees, result));
    const tg_clustering_input input = {.vertices = graph->vertices,
                                       .degrees = degrees,
                                       .triangles = triangles,
                                       .isolated = known->isolated != 0};
    tg_clustering_sum(context, &input, known->coefficients, found);
cleanup:
    if (degrees != known->degrees) tg_free(degrees);
    if (triangles != known->triangles) tg_free(triangles);
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
