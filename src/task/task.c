/* task.c - the whole graph as one task. */
#include "task/task.h"

tg_task tg_task_in_core(const tricorn_graph *graph)
{
    const tg_rows rows = tg_graph_rows(graph);
    return (tg_task){.edges = rows,
                     .from = rows,
                     .into = rows,
                     .first_row = 0,
                     .last_row = rows.count,
                     .whole = true};
}
