/* changing_gpu.h - a graph on a GPU that changes by batches of edges.
 *
 * Its rows have all neighbours of each vertex.  A batch makes new rows beside the old ones, which are
 * replaced when all is counted: until then nothing has changed.
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

/* Pairs of vertices in host memory, below the number of vertices, loops and repetitions among them.
 * At most TG_MOST_BATCH_PAIRS together. */
typedef struct tg_pairs_batch {
    const uint32_t *removed, *added;
    uint64_t removed_count, added_count;
} tg_pairs_batch;
#define TG_MOST_BATCH_PAIRS ((UINT64_C(1) << 30) - 1)

/* What of a batch has an effect. */
typedef struct tg_batch_effect {
    uint64_t removed, added; /* edges */
    uint64_t looks; /* about: ids to look up for their triangles */
} tg_batch_effect;

/* On the context's GPU, which is open: so many vertices, and no edge.  Free it.  Memory: 24 bytes for
 * each vertex; with edges 8 for each of them, and as much during a batch, with 130 for each pair; twice
 * that for each edge where supports are kept.
 * Errors: TRICORN_UNSUPPORTED for 2^31 vertices or more. */
tricorn_status tg_changing_gpu_create(tricorn_context *context, uint64_t vertices,
                                      tg_changing_gpu **changing);
/* From any context. */
void tg_changing_gpu_free(tg_changing_gpu *changing);

/* The next calls are for a context with the same GPU open.  A batch goes in steps: */

/* Copies it there, and finds what it changes.  Errors: TRICORN_OUT_OF_DEVICE_MEMORY. */
tricorn_status tg_changing_gpu_find(tricorn_context *context, tg_changing_gpu *changing,
                                    const tg_pairs_batch *batch, tg_batch_effect *effect);
/* Makes the new rows.  Errors likewise; TRICORN_UNSUPPORTED for 2^31 edges or more. */
tricorn_status tg_changing_gpu_merge(tricorn_context *context, tg_changing_gpu *changing);
/* Either: the triangles of edges that the batch removes, in the old rows, and of those that it adds, in
 * the new ones, change the counts of vertices, and supports if they are kept.  *change: how many more triangles there are. */
tricorn_status tg_changing_gpu_count(tricorn_context *context, tg_changing_gpu *changing,
                                     int64_t *change);
/* Or: the ids below each vertex in the new rows, for a count of all, and a sink of it that is zero: counts of
 * edges if supports are to be kept from now on (always, once they are), else of vertices.
 * tg_changing_gpu_set makes them the graph's, once the rest is done.  Also of a batch without an edge, and
 * without new rows: of the rows as they are. */
tricorn_status tg_changing_gpu_below(tricorn_context *context, tg_changing_gpu *changing,
                                     bool supports, tg_device_rows *below, tg_device_sink *sink);
tricorn_status tg_changing_gpu_set(tricorn_context *context, tg_changing_gpu *changing);
/* The new rows replace the old ones, or are dropped. */
void tg_changing_gpu_finish(tricorn_context *context, tg_changing_gpu *changing, bool keep);

/* Of the present state. */
uint64_t tg_changing_gpu_edges(const tg_changing_gpu *changing);
uint32_t tg_changing_gpu_ordinal(const tg_changing_gpu *changing);

/* Copies the triangles of one vertex to host memory, UINT64_MAX if the GPU has failed; of all. */
uint64_t tg_changing_gpu_vertex(const tg_changing_gpu *changing, uint32_t vertex);
tricorn_status tg_changing_gpu_vertices(tricorn_context *context,
                                        const tg_changing_gpu *changing, uint64_t *triangles);

/* Whether supports are kept.  If so: those of pairs of vertices, 0 for what is no edge; of one pair from any
 * thread, UINT64_MAX if the GPU has failed. */
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
