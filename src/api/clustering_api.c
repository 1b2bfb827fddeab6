/* clustering_api.c - clustering coefficients. */
#include "analysis/counted.h"
#include "api/api.h"

tricorn_status tricorn_clustering(tricorn_context *context, const tricorn_graph *graph,
  const tricorn_clustering_options *options, tricorn_clustering_summary *summary, tricorn_result *result)
{
    tricorn_status status = TRICORN_OK;
    tricorn_clustering_options known;
    tricorn_clustering_summary found = TRICORN_CLUSTERING_SUMMARY_INIT;
    tricorn_options how;
    tricorn_result counted;
    const tg_count_of count = {graph, &how, .kind = TG_SINK_VERTICES};

    TG_TRY(TG_ENTER(context, TG_GIVEN(graph), TG_GIVEN(summary), TG_RESULT(summary, TRICORN_CLUSTERING_SUMMARY_INIT),
      TG_OPTIONS(options, &known, TRICORN_CLUSTERING_OPTIONS_INIT)));
    TG_TRY(TG_TAKE(context, TG_COUNT_OPTIONS(known.count, &how), TG_COUNT_RESULT(result)));
    TG_TRY(tg_count_clustering(context, &count, &known, &found, &counted));
    tg_api_give_result(context, &counted, result);
    TG_WRITE_RESULT(summary, &found);
cleanup:
    return tg_api_leave(context, status);
}
