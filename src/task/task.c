/* task.c - the whole graph as one task. */
#include "task/task.h"

tg_task tg_task_in_core(const tricorn_graph *graph)
{
    const tg_rows rows = tg_graph_rows(graph);
    const tg_numbering same = {.first = 0, .stride = 1};
    return (tg_task){.edges = rows,
                     .from = rows,
                     .into = rows,
                     .last_row = rows.count,
                     .reach = TG_REACH_BELOW,
                     .u = same,
                     .v = same,
                     .w = same};
}
