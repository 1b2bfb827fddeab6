/* host_rows.h - the rows of a graph that is in host memory, for tests. */
#pragma once

#include "graph/graph.h"
#include "support/check.h"
#include "task/task.h"

static inline tg_rows test_host_rows(const tricorn_graph *graph)
{
    const tg_rows rows = {graph->active, graph->host.offsets, graph->host.targets};
    return rows;
}

static inline tg_task test_task_of(const tricorn_graph *graph)
{
    const tg_rows rows = test_host_rows(graph);
    return tg_task_of_rows(&rows);
}

/* The measures of rows in host memory. */
static inline tg_row_measures test_host_measures(tricorn_context *context, const tricorn_graph *graph)
{
    const tg_rows rows = test_host_rows(graph);
    return tg_rows_measures(context, &rows);
}

/* Brings the rows to host memory, where the functions above find them. */
static inline void test_fetch_rows(tricorn_context *context, const tricorn_graph *graph)
{
    tg_rows rows;
    REQUIRE_OK(context, tg_graph_rows(context, graph, &rows));
}
