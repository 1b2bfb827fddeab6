/* task.c - makes one task of a whole graph. */
#include "task/task.h"

tg_task tg_task_of_rows(const tg_rows *rows)
{
    const tg_numbering same = {.first = 0, .stride = 1};
    return (tg_task){.edges = *rows,
      .from = *rows,
      .into = *rows,
      .last_row = rows->count,
      .reach = TG_REACH_BELOW,
      .u = same,
      .v = same,
      .w = same};
}

tricorn_status tg_task_in_core(tricorn_context *context, const tricorn_graph *graph, tg_task *task)
{
    tg_rows rows;
    const tricorn_status status = tg_graph_rows(context, graph, &rows);
    if (status == TRICORN_OK) *task = tg_task_of_rows(&rows);
    return status;
}
