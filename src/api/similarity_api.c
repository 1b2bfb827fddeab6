/* similarity_api.c - similarity of pairs of vertices. */
#include "analysis/similarity.h"
#include "api/api.h"
#include "base/threads.h"

tricorn_status tricorn_pair_similarity(tricorn_context *context, const tricorn_graph *graph,
                                       tricorn_measure measure, const uint32_t *pairs,
                                       uint64_t count, double *values)
{
    tricorn_status status = TRICORN_OK;
    TG_TRY(TG_ENTER(context, TG_GIVEN(graph)));
    TG_TRY(tg_check_measure(context, measure));
    TG_TRY(TG_TAKE(context, TG_GIVEN_IF(count > 0, pairs), TG_GIVEN_IF(count > 0, values)));
    TG_TRY(tg_check_pairs(context, graph, pairs, count));
    tg_threads_fit(context, graph->edges);
    TG_TRY(tg_similarity_of_pairs(context, graph, measure, pairs, count, values));
cleanup:
    return tg_api_leave(context, status);
}
