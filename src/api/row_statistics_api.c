/* row_statistics_api.c - the rows of the oriented graph. */
#include "analysis/row_statistics.h"
#include "api/api.h"
#include "base/options.h"

tricorn_status tricorn_row_statistics_measure(tricorn_context *context,
                                              const tricorn_graph *graph,
                                              tricorn_row_statistics *statistics)
{
    tricorn_status status = TRICORN_OK;
    tricorn_row_statistics found = TRICORN_ROW_STATISTICS_INIT;

    TG_TRY(tg_api_enter(context));
    TG_TRY(tg_api_require(context, graph, "graph"));
    TG_TRY(tg_api_require(context, statistics, "statistics"));
    TG_TRY(
        tg_check_struct(context, statistics, sizeof *statistics, "TRICORN_ROW_STATISTICS_INIT"));
    TG_TRY(tg_row_statistics(context, graph, &found));
    TG_WRITE_RESULT(statistics, &found);
cleanup:
    return tg_api_leave(context, status);
}
