/* run_task.h - counts a single task on the device of its algorithm. */
#pragma once

#include "graph/graph.h"
#include "schedule/device/on_device.h"
#include "task/algorithm.h"

/* Counts a task in host memory. For a GPU algorithm the task is copied to the context's GPU
 * (the first GPU if none is open), counted, and freed. `sink` is NULL if the setup counts a
 * total; otherwise counts are added to its arrays, which are in host memory. */
tricorn_status tg_count_task(
  tricorn_context *context, const tg_task *task, const tg_setup *setup, const tg_sink *sink, uint64_t *triangles);

/* Counts with a plan on the context's GPU, and adds the counts to the arrays of the sink, which
 * are in host memory: sizes[a] counts to each of u, v and w, or of edges, from and into. */
tricorn_status tg_count_device_plan(tricorn_context *context, const tg_device_plan *plan, const tg_sink *sink,
  const uint64_t sizes[3], uint64_t *triangles);

/* Counts the total of one of several tasks that have the same rows `into`. *kept is zero before
 * the first task. It stores the index for the next task, and the caller frees it with
 * tg_index_free(NULL, kept) before `into` has other rows. */
tricorn_status tg_count_next_task(
  tricorn_context *context, const tg_task *task, const tg_setup *setup, tg_index *kept, uint64_t *triangles);

/* Counts the total of a graph, as one task, by the algorithm with its default parameters. Rows
 * on a GPU are copied to host memory first. */
tricorn_status tg_count_in_core(
  tricorn_context *context, const tricorn_graph *graph, const tg_algorithm *algorithm, uint64_t *triangles);
