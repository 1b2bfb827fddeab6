/* row_statistics_api.c - the rows of the oriented graph. */
#include "analysis/row_statistics.h"
#include "api/api.h"

tricorn_status tricorn_row_statistics_measure(
  tricorn_context *context, const tricorn_graph *graph, tricorn_row_statistics *statistics)
{
    tricorn_row_statistics found = TRICORN_ROW_STATISTICS_INIT;
    tricorn_status status =
      TG_ENTER(context, TG_GIVEN(graph), TG_GIVEN(statistics), TG_RESULT(statistics, TRICORN_ROW_STATISTICS_INIT));
    if (status == TRICORN_OK) status = tg_row_statistics(context, graph, &found);
    if (status == TRICORN_OK) TG_WRITE_RESULT(statistics, &found);
    return tg_api_leave(context, status);
}
