/* changing_gpu.h - a graph on a GPU that changes by batches of edges.
 *
 * - Its rows have all neighbours of each vertex.  A batch makes new rows beside the old ones,
 *   which are replaced when the batch is complete: a batch that fails changes nothing.
 * - Only triangles of changed edges are counted, unless counting the whole graph is faster.
 */
#ifndef TG_TASK_CHANGING_GPU_H
#define TG_TASK_CHANGING_GPU_H

#include "device/device_rows.h"
#include "graph/graph.h"
#include "task/device_task.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct tg_changing_gpu tg_changing_gpu;

/* Pairs of vertices in host memory, all below the number of vertices; loops and repetitions are
 * allowed.  At most TG_MOST_BATCH_PAIRS together. */
typedef struct tg_pairs_batch {
    const uint32_t *removed, *added;
    uint64_t removed_count, added_count;
} tg_pairs_batch;
#define TG_MOST_BATCH_PAIRS ((UINT64_C(1) << 30) - 1)

/* The effect of a batch. */
typedef struct tg_batch_effect {
    uint64_t removed, added; /* numbers of edges */
    uint64_t looks; /* about how many ids are looked up for their triangles */
} tg_batch_effect;

/* Creates a graph without edges on the context's GPU, which is open; the caller frees it.
 * Memory: 24 bytes for each vertex; 8 for each edge, and as much again during a batch, with 130
 * for each pair; for each edge twice that if supports are maintained.
 * Errors: TRICORN_UNSUPPORTED for 2^31 vertices or more. */
tricorn_status tg_changing_gpu_create(tricorn_context *context, uint64_t vertices,
                                      tg_changing_gpu **changing);
/* Any thread of any context may call it. */
void tg_changing_gpu_free(tg_changing_gpu *changing);

/* The following calls need a context with the same GPU open.  A batch is applied in steps: */

/* Copies the batch to the GPU, and finds what it changes.  Errors:
 * TRICORN_OUT_OF_DEVICE_MEMORY. */
tricorn_status tg_changing_gpu_find(tricorn_context *context, tg_changing_gpu *changing,
                                    const tg_pairs_batch *batch, tg_batch_effect *effect);
/* Makes the new rows.  Errors: the same; TRICORN_UNSUPPORTED for 2^31 edges or more. */
tricorn_status tg_changing_gpu_merge(tricorn_context *context, tg_changing_gpu *changing);
/* Either this: counts the triangles of removed edges in the old rows, and of added edges in the
 * new ones, and changes the counts of vertices, and the supports if they are maintained.  *change
 * becomes the change of the number of triangles. */
tricorn_status tg_changing_gpu_count(tricorn_context *context, tg_changing_gpu *changing,
                                     int64_t *change);
/* Or this: makes rows of the ids below each vertex in the new rows, for counting the whole graph,
 * and a sink for that count, which is zero: of edges if supports are to be maintained from now on
 * (always, once they are), else of vertices. tg_changing_gpu_set makes its counts those of the
 * graph, after the count.  Both also work for a batch without edges and without new rows: on the
 * present rows. */
tricorn_status tg_changing_gpu_below(tricorn_context *context, tg_changing_gpu *changing,
                                     bool supports, tg_device_rows *below, tg_device_sink *sink);
tricorn_status tg_changing_gpu_set(tricorn_context *context, tg_changing_gpu *changing);
/* Replaces the old rows by the new ones (keep), or drops the new ones. */
void tg_changing_gpu_finish(tricorn_context *context, tg_changing_gpu *changing, bool keep);

/* Return the number of edges in the present state, and the number of the GPU. */
uint64_t tg_changing_gpu_edges(const tg_changing_gpu *changing);
uint32_t tg_changing_gpu_ordinal(const tg_changing_gpu *changing);

/* The first function returns the triangles of one vertex, UINT64_MAX if the GPU has failed; the
 * second one copies those of all vertices to host memory. */
uint64_t tg_changing_gpu_vertex(const tg_changing_gpu *changing, uint32_t vertex);
tricorn_status tg_changing_gpu_vertices(tricorn_context *context,
                                        const tg_changing_gpu *changing, uint64_t *triangles);

/* Whether supports are maintained.  If so, the next two functions find the supports of pairs of
 * vertices, 0 for pairs that are not edges; and of one pair, from any thread, UINT64_MAX if the
 * GPU has failed. */
bool tg_changing_gpu_supported(const tg_changing_gpu *changing);
tricorn_status tg_changing_gpu_supports(tricorn_context *context, const tg_changing_gpu *changing,
                                        const uint32_t *pairs, uint64_t count,
                                        uint32_t *supports);
uint64_t tg_changing_gpu_support(const tg_changing_gpu *changing, uint32_t u, uint32_t v);

/* Copies the rows to host memory: all neighbours of each vertex.  tg_rows_free() them. */
tricorn_status tg_changing_gpu_rows(tricorn_context *context, const tg_changing_gpu *changing,
                                    tg_rows *rows);

#ifdef __cplusplus
}
#endif

#endif
