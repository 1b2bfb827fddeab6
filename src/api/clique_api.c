/* clique_api.c - counting cliques, and their communities. */
#include "analysis/subgraphs/cliques.h"
#include "api/api.h"

enum { USUAL_SIZE = 4, LEAST_SIZE = 3, MOST_SIZE = 1000 };

static const double USUAL_SECONDS = 3600;

static tricorn_status read_options(
  tricorn_context *context, const tricorn_clique_options *given, tricorn_clique_options *known)
{
    TG_DO(TG_TAKE(context, TG_OPTIONS(given, known, TRICORN_CLIQUE_OPTIONS_INIT)));
    if (known->size == 0) known->size = USUAL_SIZE;
    if (known->size < LEAST_SIZE || known->size > MOST_SIZE)
        return tg_fail(context, TRICORN_INVALID_ARGUMENT, TG_OPTION("size") " is %u; choose %d to %d", known->size,
          LEAST_SIZE, MOST_SIZE);
    if (known->seconds == 0) known->seconds = USUAL_SECONDS;
    if (!(known->seconds > 0))
        return tg_fail(
          context, TRICORN_INVALID_ARGUMENT, TG_OPTION("seconds") " is %g; choose a number above 0", known->seconds);
    return TRICORN_OK;
}

tricorn_status tricorn_count_cliques(tricorn_context *context, const tricorn_graph *graph,
  const tricorn_clique_options *options, tricorn_clique_result *result)
{
    tricorn_status status = TRICORN_OK;
    tricorn_clique_options known;
    tricorn_clique_result found = TRICORN_CLIQUE_RESULT_INIT;

    TG_TRY(TG_ENTER(context, TG_GIVEN(graph), TG_GIVEN(result), TG_RESULT(result, TRICORN_CLIQUE_RESULT_INIT)));
    TG_TRY(read_options(context, options, &known));
    TG_TRY(tg_cliques_find(context, graph, &known, &found));
    TG_WRITE_RESULT(result, &found);
cleanup:
    return tg_api_leave(context, status);
}

tricorn_status tricorn_clique_communities(
  tricorn_context *context, const tricorn_graph *graph, uint32_t size, tricorn_communities *communities)
{
    tricorn_status status = TRICORN_OK;
    tricorn_communities found = TRICORN_COMMUNITIES_INIT;

    TG_TRY(TG_ENTER(context, TG_GIVEN(graph), TG_GIVEN(communities), TG_RESULT(communities, TRICORN_COMMUNITIES_INIT)));
    if (size == 0) size = USUAL_SIZE;
    if (size < LEAST_SIZE)
        TG_TRY(tg_fail(context, TRICORN_INVALID_ARGUMENT, "size is %u; choose %d or more", size, LEAST_SIZE));
    TG_TRY(tg_communities_find(context, graph, size, &found));
    TG_WRITE_RESULT(communities, &found);
    found = (tricorn_communities){0};
cleanup:
    tricorn_array_free(found.offsets);
    tricorn_array_free(found.vertices);
    return tg_api_leave(context, status);
}
