/* on_device.h - plans on the context's GPU, which tg_device_open has opened: a task is copied
 * once, indexed once, and counted as often as wanted. */
#pragma once

#include "device/device.h"
#include "prepare/gpu/prepare.h"
#include "task/algorithm.h"
#include "task/device_supported.h"
#include "task/device_task.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A task on the GPU, with the index that a setup needs. It counts as often as wanted on that
 * GPU, and any context that has opened the GPU may be used. */
typedef struct tg_device_plan tg_device_plan;

/* Makes the plan for a task in host memory, whose rows are copied. Errors:
 * TRICORN_OUT_OF_DEVICE_MEMORY if the task does not fit on the GPU; TRICORN_DEVICE_ERROR. */
tricorn_status tg_device_plan_create(
  tricorn_context *context, const tg_task *task, const tg_setup *setup, tg_device_plan **plan);

/* Makes the plan for a graph that was prepared on the context's GPU. The plan owns the graph's
 * rows and sources from then on; after a failure they are freed. Only in the GPU part. */
tricorn_status tg_device_plan_of_graph(
  tricorn_context *context, tg_device_graph *graph, const tg_setup *setup, tg_device_plan **plan);

/* Makes the plan for a task whose rows (and sources, if the setup needs them) are on the context's GPU. The caller
 * keeps them, and they must live as long as the plan. The function itself sets the task's values and index. */
tricorn_status tg_device_plan_of_task(
  tricorn_context *context, const tg_device_task *task, const tg_setup *setup, tg_device_plan **plan);

/* A plan can also be made in steps, some of which several GPUs share. This first step makes a
 * plan with the graph's rows, but without an index, on the context's GPU: the rows are borrowed
 * if they are on it, otherwise copied from host memory. */
tricorn_status tg_device_plan_load(
  tricorn_context *context, const tricorn_graph *graph, const tg_setup *setup, tg_device_plan **plan);

/* Makes the same plan on the context's GPU, with rows that are copied from the GPU of `from`. */
tricorn_status tg_device_plan_copy(tricorn_context *context, const tg_device_plan *from, tg_device_plan **plan);

/* Parts with about equal work. Either each part has all rows, and `agreed` says what it counts,
 * or each part has some of the rows. */
typedef struct tg_device_cut {
    uint32_t parts;
    void *agreed; /* data of the algorithm; NULL: the rows are cut */
    /* `parts` + 1 entries: the first row of each part, and the end of the last part's rows. */
    uint32_t *rows;
} tg_device_cut;

/* Cuts a plan into parts. *cut must live as long as the plans whose index is made for its parts. */
tricorn_status tg_device_plan_split(
  tricorn_context *context, const tg_device_plan *plan, uint32_t parts, tg_device_cut *cut);
/* Frees a cut, which may be all zero. */
void tg_device_cut_free(tg_device_cut *cut);

/* The last step makes the index for part number `part` of the cut, or for the whole plan if
 * `cut` is NULL. */
tricorn_status tg_device_plan_index(
  tricorn_context *context, tg_device_plan *plan, const tg_device_cut *cut, uint32_t part);

/* Counts the degrees for a plan that has no index yet, and stores them in GPU memory. After
 * TRICORN_OUT_OF_DEVICE_MEMORY the plan is unchanged and has no degrees. */
tricorn_status tg_device_plan_count_degrees(tricorn_context *context, tg_device_plan *plan);
/* Copies the degrees of the vertices that have a row to host memory; they must have been counted. */
tricorn_status tg_device_plan_degrees(tricorn_context *context, const tg_device_plan *plan, uint64_t *degrees);
bool tg_device_plan_has_degrees(const tg_device_plan *plan);

/* Counts the degrees of the vertices of rows on the context's GPU. They are in GPU memory that
 * the caller frees with tg_device_free. Only in the GPU part. */
tricorn_status tg_device_degrees_count(tricorn_context *context, const tg_device_rows *rows, uint32_t **degrees);

/* Counts the degrees of all vertices on the GPU that has the graph's rows. *done becomes false
 * if no GPU has them, or if the GPU has not enough memory. */
tricorn_status tg_on_gpu_degrees(tricorn_context *context, const tricorn_graph *graph, uint64_t *degrees, bool *done);

/* Cuts the edges first_edge to last_edge - 1 into parts of equal work. work[b] is the work of number b of `bins`
 * equal ranges of these edges. `edges` receives the first edge of each part, then last_edge: parts + 1 entries. */
void tg_split_work(
  const double *work, uint32_t bins, uint64_t first_edge, uint64_t last_edge, uint32_t parts, uint64_t *edges);

/* A count that runs on the GPU. */
typedef struct tg_running_count tg_running_count;

/* Enqueues a count on the stream of the context's GPU. `sink` is NULL for a total; otherwise
 * the counts are added to its arrays, which are in GPU memory. */
tricorn_status tg_device_count_start(
  tricorn_context *context, const tg_device_plan *plan, const tg_device_sink *sink, tg_running_count **count);
/* Waits for the count to end, and frees it, also after a failure. The time of zeroing and of
 * kernels, measured by events, is added to the count_seconds of the context's GPU. */
tricorn_status tg_device_count_finish(tricorn_context *context, tg_running_count *count, uint64_t *triangles);

/* Starts and finishes a count of the total. */
tricorn_status tg_device_plan_run(tricorn_context *context, const tg_device_plan *plan, uint64_t *triangles);
/* Counts vertices or edges with a plan whose rows are one whole graph, and writes the counts to the sink's arrays,
 * which are in host memory; the time of this copy is part of transfer_seconds. */
tricorn_status tg_device_plan_run_sink(
  tricorn_context *context, const tg_device_plan *plan, const tg_sink *sink, uint64_t *triangles);

/* Counts supports, and leaves them on the GPU together with the plan's rows. The caller frees
 * *edges, also after a failure. */
tricorn_status tg_device_plan_run_there(
  tricorn_context *context, const tg_device_plan *plan, tg_device_supported *edges, uint64_t *triangles);

/* Counts the supports of edges whose rows and sources are already on the GPU. */
tricorn_status tg_device_supported_count(
  tricorn_context *context, const tg_setup *setup, tg_device_supported *edges, uint64_t *triangles);

/* Allocates `count` counters of 32 bits for vertices or edges on the context's GPU, all zero;
 * the caller frees them with tg_device_free. */
tricorn_status tg_device_counts_create(tricorn_context *context, uint64_t count, uint32_t **counts);
/* Copies counts from the GPU to host memory, and widens them to 64 bits. Only in the GPU part. */
tricorn_status tg_device_counts_copy(tricorn_context *context, const uint32_t *counts, uint64_t count, uint64_t *wide);
/* Adds counts on the GPU to an array in host memory, then sets them to zero. counts[i] is added
 * to vertices[numbering.first + numbering.stride * i], or to edges[i]. */
tricorn_status tg_device_counts_add_vertices(
  tricorn_context *context, uint32_t *counts, uint64_t count, tg_numbering numbering, uint64_t *vertices);
tricorn_status tg_device_counts_add_edges(tricorn_context *context, uint32_t *counts, uint64_t count, uint32_t *edges);

/* Returns the seconds that the algorithm predicted for a count; 0: it predicts none. */
double tg_device_plan_predicted(const tg_device_plan *plan);
void tg_device_plan_free(tg_device_plan *plan);

#ifdef __cplusplus
}
#endif
