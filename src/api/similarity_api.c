/* similarity_api.c - similarity of pairs of vertices. */
#include <inttypes.h>

#include "analysis/similarity.h"
#include "api/api.h"

tricorn_status tg_api_check_measure(tricorn_context *context, tricorn_measure measure)
{
    if (tricorn_measure_name(measure)) return TRICORN_OK;
    return tg_fail(context, TRICORN_INVALID_ARGUMENT,
                   "measure is %d, which is no tricorn_measure", (int)measure);
}

tricorn_status tg_api_check_pairs(tricorn_context *context, const tricorn_graph *graph,
                                  const uint32_t *pairs, uint64_t count)
{
    if (count > UINT32_MAX)
        return tg_fail(context, TRICORN_INVALID_ARGUMENT,
                       "there are %" PRIu64 " pairs; at most 2^32 - 1 are taken at once", count);
    for (uint64_t i = 0; i < 2 * count; i++)
        if (pairs[i] >= graph->vertices)
            return tg_fail(context, TRICORN_INVALID_ARGUMENT,
                           "pairs[%" PRIu64 "] is %" PRIu32 ", but there are only %" PRIu32
                           " vertices",
                           i, pairs[i], graph->vertices);
    for (uint64_t i = 0; i < count; i++)
        if (pairs[2 * i] == pairs[2 * i + 1])
            return tg_fail(context, TRICORN_INVALID_ARGUMENT,
                           "pair %" PRIu64 " is vertex %" PRIu32 " and itself", i, pairs[2 * i]);
    return TRICORN_OK;
}

tricorn_status tricorn_pair_similarity(tricorn_context *context, const tricorn_graph *graph,
                                       tricorn_measure measure, const uint32_t *pairs,
                                       uint64_t count, double *values)
{
    tricorn_status status = TRICORN_OK;

    TG_TRY(tg_api_enter(context));
    TG_TRY(tg_api_require(context, graph, "graph"));
    TG_TRY(tg_api_check_measure(context, measure));
    if (count > 0) TG_TRY(tg_api_require(context, pairs, "pairs"));
    if (count > 0) TG_TRY(tg_api_require(context, values, "values"));
    TG_TRY(tg_api_check_pairs(context, graph, pairs, count));
    TG_TRY(tg_similarity_of_pairs(context, graph, measure, pairs, count, values));
cleanup:
    return tg_api_leave(context, status);
}
