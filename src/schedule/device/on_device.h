/* on_device.h - plans on the context's GPU, which tg_device_open has opened: a task is copied
 * once, indexed once, and counted as often as wanted. */
#ifndef TG_SCHEDULE_DEVICE_ON_DEVICE_H
#define TG_SCHEDULE_DEVICE_ON_DEVICE_H

#include "device/device.h"
#include "prepare/gpu/prepare.h"
#include "task/algorithm.h"
#include "task/device_supported.h"
#include "task/device_task.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A task on the GPU, with the index of a setup.  It counts as often as wanted, on that GPU, from
 * any context. */
typedef struct tg_device_plan tg_device_plan;

/* Makes the plan of a task in host memory, whose rows are copied.  Errors:
 * TRICORN_OUT_OF_DEVICE_MEMORY if it does not fit on the GPU; TRICORN_DEVICE_ERROR. */
tricorn_status tg_device_plan_create(tricorn_context *context, const tg_task *task,
                                     const tg_setup *setup, tg_device_plan **plan);

/* Makes the plan of a graph that was prepared on the context's GPU.  The plan owns the graph's
 * rows and sources from here on; on failure they are freed.  Only in builds with CUDA. */
tricorn_status tg_device_plan_of_graph(tricorn_context *context, tg_device_graph *graph,
                                       const tg_setup *setup, tg_device_plan **plan);

/* Makes the plan of a task whose rows (and sources, if needed) are on the context's GPU.  They
 * remain the caller's, and must live as long as the plan.  The function sets the task's values
 * and index. */
tricorn_status tg_device_plan_of_task(tricorn_context *context, const tg_device_task *task,
                                      const tg_setup *setup, tg_device_plan **plan);

/* A plan can be made in steps, some of which several GPUs share.  The first step makes a plan
 * with the graph's rows and no index, on the context's GPU: the rows are borrowed if they are on
 * it, else copied from host memory. */
tricorn_status tg_device_plan_load(tricorn_context *context, const tricorn_graph *graph,
                                   const tg_setup *setup, tg_device_plan **plan);

/* Makes such a plan with rows from the GPU of another plan. */
tricorn_status tg_device_plan_copy(tricorn_context *context, const tg_device_plan *from,
                                   tg_device_plan **plan);

/* Parts of about equal work.  Either every part has all rows, and `agreed` says what each part
 * counts, or the rows are cut. */
typedef struct tg_device_cut {
    uint32_t parts;
    void *agreed;   /* data of the algorithm; NULL: the rows are cut */
    uint32_t *rows; /* parts + 1 entries: the first row of each part, and the end of the last
                     * one */
} tg_device_cut;

/* Cuts a plan into parts.  *cut must live as long as the plans that are indexed by it. */
tricorn_status tg_device_plan_split(tricorn_context *context, const tg_device_plan *plan,
                                    uint32_t parts, tg_device_cut *cut);
/* Frees a cut, which may be all zero. */
void tg_device_cut_free(tg_device_cut *cut);

/* The last step makes the index for one of the parts, or for the whole (cut: NULL). */
tricorn_status tg_device_plan_index(tricorn_context *context, tg_device_plan *plan,
                                    const tg_device_cut *cut, uint32_t part);

/* Counts the degrees of a plan that has no index yet, and stores them in GPU memory.  After
 * TRICORN_OUT_OF_DEVICE_MEMORY the plan is unchanged, without degrees. */
tricorn_status tg_device_plan_count_degrees(tricorn_context *context, tg_device_plan *plan);
/* Copies the degrees of the vertices that have a row to host memory; the plan must have them. */
tricorn_status tg_device_plan_degrees(tricorn_context *context, const tg_device_plan *plan,
                                      uint64_t *degrees);
bool tg_device_plan_has_degrees(const tg_device_plan *plan);

/* Counts the degrees of rows on the context's GPU, into GPU memory that tg_device_free frees.
 * Only in builds with CUDA. */
tricorn_status tg_device_degrees_count(tricorn_context *context, const tg_device_rows *rows,
                                       uint32_t **degrees);

/* Counts the degrees of all vertices on the GPU that holds the graph's rows. *done becomes false
 * if no GPU holds them, or GPU memory does not suffice. */
tricorn_status tg_on_gpu_degrees(tricorn_context *context, const tricorn_graph *graph,
                                 uint64_t *degrees, bool *done);

/* Finds where parts of equal work begin: work[b] is the work of number b of `bins` equal ranges
 * of the edges from first_edge to before last_edge. edges has room for parts + 1; the last one
 * becomes last_edge. */
void tg_split_work(const double *work, uint32_t bins, uint64_t first_edge, uint64_t last_edge,
                   uint32_t parts, uint64_t *edges);

/* A count that runs on the GPU. */
typedef struct tg_running_count tg_running_count;

/* Enqueues a count on the stream of the context's GPU. sink: for plans of a setup with a sink,
 * arrays in GPU memory, to which the counts are added; else NULL. */
tricorn_status tg_device_count_start(tricorn_context *context, const tg_device_plan *plan,
                                     const tg_device_sink *sink, tg_running_count **count);
/* Waits for the count, and frees it, also on failure.  The seconds of zeroing and of kernels, by
 * events, are added to the count_seconds of the context's GPU. */
tricorn_status tg_device_count_finish(tricorn_context *context, tg_running_count *count,
                                      uint64_t *triangles);

/* Starts and finishes a count, for plans of a total. */
tricorn_status tg_device_plan_run(tricorn_context *context, const tg_device_plan *plan,
                                  uint64_t *triangles);
/* Runs a plan with a sink, of a task whose rows are one graph.  The counts are written to the
 * sink's arrays, which are in host memory; this copy counts as transfer_seconds. */
tricorn_status tg_device_plan_run_sink(tricorn_context *context, const tg_device_plan *plan,
                                       const tg_sink *sink, uint64_t *triangles);

/* Runs a plan of supports, which stay on the GPU together with the plan's rows.  The caller frees
 * *edges, also on failure. */
tricorn_status tg_device_plan_run_there(tricorn_context *context, const tg_device_plan *plan,
                                        tg_device_supported *edges, uint64_t *triangles);

/* Counts the supports of edges by the setup; rows and sources are on the GPU. */
tricorn_status tg_device_supported_count(tricorn_context *context, const tg_setup *setup,
                                         tg_device_supported *edges, uint64_t *triangles);

/* Allocates memory on the context's GPU for `count` counts of vertices or edges, all zero;
 * tg_device_free frees it. */
tricorn_status tg_device_counts_create(tricorn_context *context, uint64_t count,
                                       uint32_t **counts);
/* Copies counts from the GPU to host memory, where they have 64 bits.  Only in builds with
 * CUDA. */
tricorn_status tg_device_counts_copy(tricorn_context *context, const uint32_t *counts,
                                     uint64_t count, uint64_t *wide);
/* Adds counts on the GPU to an array in host memory, and zeroes them. counts[i] is added to
 * vertices[numbering.first + numbering.stride * i], or to edges[i]. */
tricorn_status tg_device_counts_add_vertices(tricorn_context *context, uint32_t *counts,
                                             uint64_t count, tg_numbering numbering,
                                             uint64_t *vertices);
tricorn_status tg_device_counts_add_edges(tricorn_context *context, uint32_t *counts,
                                          uint64_t count, uint32_t *edges);

/* Returns the seconds of a count that its algorithm predicted; 0: no prediction. */
double tg_device_plan_predicted(const tg_device_plan *plan);
void tg_device_plan_free(tg_device_plan *plan);

#ifdef __cplusplus
}
#endif

#endif
