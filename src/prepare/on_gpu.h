/* on_gpu.h - graphs whose rows are on the GPU that prepared them; the rows are copied to host
 * memory when a caller asks for them. */
#pragma once

#include <stdbool.h>

#include "device/device.h"
#include "device/device_rows.h"
#include "graph/edges.h"
#include "graph/graph.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Prepares narrow edges on the context's GPU. On success the graph owns the ids of *edges, and nothing else of them.
 * `order` is a name of reorder.h, or NULL. The graph has input_ids, but no rows on the host. Errors:
 * TRICORN_OUT_OF_DEVICE_MEMORY or TRICORN_UNSUPPORTED, after which the caller should prepare on the CPU; others. */
tricorn_status tg_prepare_on_gpu(tricorn_context *context, tg_edges *edges, const char *order, tricorn_graph **graph);

/* Does the same by the eight steps of Polak's paper, for comparison. */
tricorn_status tg_prepare_on_gpu_by_steps(tricorn_context *context, tg_edges *edges, tricorn_graph **graph);

/* Options for a graph that is made from arrays in GPU memory. */
typedef struct tg_device_wish {
    const char *order; /* a name of reorder.h, or NULL */
    uint64_t bytes_limit; /* the limit of GPU memory; 0: none */
} tg_device_wish;

/* Prepares edges whose numbers are in the memory of a GPU, on that GPU, without copying them to the host. The input
 * must have at least one edge, or one offset; all numbers must be aligned, and the rows must have `entries` targets.
 * Errors: those of tg_device_open, TRICORN_INVALID_ARGUMENT (not in a GPU's memory, wrong offsets or targets),
 * TRICORN_UNSUPPORTED (ids that are far from dense, or negative), TRICORN_OUT_OF_DEVICE_MEMORY. */
tricorn_status tg_on_gpu_of_columns(
  tricorn_context *context, const tricorn_edge_columns *columns, const tg_device_wish *wish, tricorn_graph **graph);
tricorn_status tg_on_gpu_of_rows(tricorn_context *context, const tricorn_csr *rows, uint64_t entries,
  const tg_device_wish *wish, tricorn_graph **graph);

/* Makes rows as tg_make_rows does, but on the context's GPU, from edges in buckets. Errors:
 * TRICORN_OUT_OF_DEVICE_MEMORY or TRICORN_UNSUPPORTED, after which the caller should make them on the CPU; others. */
struct tg_preparation;
struct tg_scatter;
tricorn_status tg_make_rows_on_gpu(
  tricorn_context *context, struct tg_preparation *preparation, const struct tg_scatter *scatter);

/* Sets *gpu to the number of the GPU whose memory contains the rows; returns false if none does. */
bool tg_graph_is_on(const tricorn_graph *graph, uint32_t *gpu);

/* Borrows the rows on the GPU, and the row of each edge; returns false if they are not on the
 * GPU, or not any more. They stay on the GPU until tg_on_gpu_return is called. */
bool tg_on_gpu_borrow(const tricorn_graph *graph, tg_device_rows *rows, const uint32_t **sources);
void tg_on_gpu_return(const tricorn_graph *graph);

/* Copies the rows, if they are on a GPU, to host memory, and frees them on the GPU unless they are borrowed. */
tricorn_status tg_on_gpu_evict(tricorn_context *context, const tricorn_graph *graph);

/* Returns what tg_rows_measures would of the rows of a graph that was prepared on a GPU, without copying them. */
tg_row_measures tg_on_gpu_measures(const tricorn_graph *graph);

#ifdef __cplusplus
}
#endif
