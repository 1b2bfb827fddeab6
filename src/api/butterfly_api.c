/* butterfly_api.c - butterflies of bipartite graphs. */
#include "analysis/butterflies.h"
#include "api/api.h"
#include "base/clock.h"

tricorn_status tricorn_count_butterflies(tricorn_context *context, const tricorn_graph *graph,
                                         tricorn_butterfly_summary *summary)
{
    tricorn_status status = TRICORN_OK;
    tricorn_butterfly_summary found = TRICORN_BUTTERFLY_SUMMARY_INIT;

    TG_TRY(TG_ENTER(context, TG_GIVEN(graph), TG_GIVEN(summary),
                    TG_RESULT(summary, TRICORN_BUTTERFLY_SUMMARY_INIT)));
    if (graph->sides == NULL)
        TG_TRY(tg_fail(context, TRICORN_INVALID_ARGUMENT,
                       "the graph has no sides: load it with " TG_OPTION("bipartite")));
    const double start = tg_clock_now();
    TG_TRY(tg_butterflies_count(context, graph, &found));
    found.seconds = tg_clock_now() - start;
    TG_WRITE_RESULT(summary, &found);
cleanup:
    return tg_api_leave(context, status);
}
