/* on_device.h - tasks counted on the context's GPU (tg_device_open comes before). */
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

/* A task on the GPU, with the index of a setup; counts as often as wanted, on that GPU, from any
 * context. */
typedef struct tg_device_plan tg_device_plan;

/* Of a task in host memory, whose rows are copied.  Errors: TRICORN_OUT_OF_DEVICE_MEMORY when it
 * does not fit on the device; TRICORN_DEVICE_ERROR. */
tricorn_status tg_device_plan_create(tricorn_context *context, const tg_task *task,
                                     const tg_setup *setup, tg_device_plan **plan);

/* The same for a graph prepared on the context's GPU, whose rows and sources it takes; on failure
 * too.  Only in builds with CUDA. */
tricorn_status tg_device_plan_of_graph(tricorn_context *context, tg_device_graph *graph,
                                       const tg_setup *setup, tg_device_plan **plan);

/* The same for a task whose rows (and sources, if needed) are on the context's GPU and stay the
 * caller's; they must live as long as the plan.  Values and the index are set here. */
tricorn_status tg_device_plan_of_task(tricorn_context *context, const tg_device_task *task,
                                      const tg_setup *setup, tg_device_plan **plan);

/* The plan of a graph is made in steps, and what several GPUs share.  First one that has the
 * graph's rows and no index, on the context's GPU: borrowed where they are there, else from host
 * memory, where they are then. */
tricorn_status tg_device_plan_load(tricorn_context *context, const tricorn_graph *graph,
                                   const tg_setup *setup, tg_device_plan **plan);

/* Such a plan, with rows from the GPU of another. */
tricorn_status tg_device_plan_copy(tricorn_context *context, const tg_device_plan *from,
                                   tg_device_plan **plan);

/* Parts of about the same work.  Either all have all rows, and what they agreed on says what each
 * counts of them, or the rows are cut. */
typedef struct tg_device_cut {
    uint32_t parts;
    void *agreed;   /* for the algorithm; NULL: the rows are cut */
    uint32_t *rows; /* parts + 1: where the parts begin, and where the last one ends */
} tg_device_cut;

/* Cuts a plan into parts.  *cut must live as long as the plans that are indexed by it. */
tricorn_status tg_device_plan_split(tricorn_context *context, const tg_device_plan *plan,
                                    uint32_t parts, tg_device_cut *cut);
/* Takes a cut of zeros, too. */
void tg_device_cut_free(tg_device_cut *cut);

/* Last, makes the index for one of the parts, or as a whole (cut: NULL): it is a plan as any
 * other. */
tricorn_status tg_device_plan_index(tricorn_context *context, tg_device_plan *plan,
                                    const tg_device_cut *cut, uint32_t part);

/* Counts the degrees of a plan that has no index yet, and keeps them there.
 * TRICORN_OUT_OF_DEVICE_MEMORY: it has none, and is as before. */
tricorn_status tg_device_plan_count_degrees(tricorn_context *context, tg_device_plan *plan);
/* Copies them to host memory, those of vertices with a row.  The plan has them. */
tricorn_status tg_device_plan_degrees(tricorn_context *context, const tg_device_plan *plan,
                                      uint64_t *degrees);
bool tg_device_plan_has_degrees(const tg_device_plan *plan);

/* The degrees of rows on the context's GPU, there; freed by tg_device_free.  Only in builds with CUDA. */
tricorn_status tg_device_degrees_count(tricorn_context *context, const tg_device_rows *rows,
                                       uint32_t **degrees);

/* Degrees of all vertices, counted by the GPU that has the rows; *done: whether it has them, and
 * memory for it. */
tricorn_status tg_on_gpu_degrees(tricorn_context *context, const tricorn_graph *graph,
                                 uint64_t *degrees, bool *done);

/* Where parts of equal work begin: work[b] is that of number b of `bins` equal ranges of the edges
 * from first_edge to before last_edge.  Room for parts + 1, the last is last_edge. */
void tg_split_work(const double *work, uint32_t bins, uint64_t first_edge, uint64_t last_edge,
                   uint32_t parts, uint64_t *edges);

/* A count that runs on the GPU. */
typedef struct tg_running_count tg_running_count;

/* Puts the count on the stream of the context's device and returns.  sink: on the device, for plans
 * of a setup with a sink, what is found is added to it; else NULL. */
tricorn_status tg_device_count_start(tricorn_context *context, const tg_device_plan *plan,
                                     const tg_device_sink *sink, tg_running_count **count);
/* Waits for it, and frees it, also on failure.  The seconds of zeroing and kernels, by events, are
 * added to the count_seconds of the context's device. */
tricorn_status tg_device_count_finish(tricorn_context *context, tg_running_count *count,
                                      uint64_t *triangles);

/* Both, for plans of a total. */
tricorn_status tg_device_plan_run(tricorn_context *context, const tg_device_plan *plan,
                                  uint64_t *triangles);
/* Both, for plans of a sink and a task whose rows are one graph.  The counts are written to the
 * sink's arrays, which are in host memory; that adds to transfer_seconds. */
tricorn_status tg_device_plan_run_sink(tricorn_context *context, const tg_device_plan *plan,
                                       const tg_sink *sink, uint64_t *triangles);

/* Both, for plans of supports: they stay there, with the plan's rows.  On failure *edges is to be
 * freed, too. */
tricorn_status tg_device_plan_run_there(tricorn_context *context, const tg_device_plan *plan,
                                        tg_device_supported *edges, uint64_t *triangles);

/* Counts the supports of edges, as the setup says; their rows and sources are there. */
tricorn_status tg_device_supported_count(tricorn_context *context, const tg_setup *setup,
                                         tg_device_supported *edges, uint64_t *triangles);

/* Memory on the context's GPU for `count` counts of vertices or edges, zero; freed by
 * tg_device_free. */
tricorn_status tg_device_counts_create(tricorn_context *context, uint64_t count,
                                       uint32_t **counts);
/* Copies such counts to host memory, where they have 64 bits.  Only in builds with CUDA. */
tricorn_status tg_device_counts_copy(tricorn_context *context, const uint32_t *counts,
                                     uint64_t count, uint64_t *wide);
/* Adds such counts to an array in host memory, and zeroes them.  counts[i] goes to
 * vertices[numbering.first + numbering.stride * i], or to edges[i]. */
tricorn_status tg_device_counts_add_vertices(tricorn_context *context, uint32_t *counts,
                                             uint64_t count, tg_numbering numbering,
                                             uint64_t *vertices);
tricorn_status tg_device_counts_add_edges(tricorn_context *context, uint32_t *counts,
                                          uint64_t count, uint32_t *edges);

/* The seconds that its algorithm said a run would take; 0: it did not. */
double tg_device_plan_predicted(const tg_device_plan *plan);
void tg_device_plan_free(tg_device_plan *plan);

#ifdef __cplusplus
}
#endif

#endif
