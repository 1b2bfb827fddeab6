/* changing_gpu.h - a graph on a GPU that batches of edges change.
 *
 * - Each row contains all neighbours of a vertex. A batch makes new rows beside the old ones,
 *   and replaces those when it is complete: a batch that fails changes nothing.
 * - A batch counts only the triangles of changed edges, unless counting the whole graph is
 *   faster.
 */
#pragma once

#include "device/device_rows.h"
#include "graph/graph.h"
#include "task/device_task.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct tg_changing_gpu tg_changing_gpu;

/* Pairs of vertices in host memory, all below the number of vertices; loops and repetitions are
 * allowed. Both arrays together have at most TG_MOST_BATCH_PAIRS pairs. */
typedef struct tg_pairs_batch {
    const uint32_t *removed, *added;
    uint64_t removed_count, added_count;
} tg_pairs_batch;
#define TG_MOST_BATCH_PAIRS ((UINT64_C(1) << 30) - 1)

/* The changes by a batch. */
typedef struct tg_batch_effect {
    uint64_t removed, added; /* how many edges the batch really removes and adds */
    /* about how many ids must be looked up to count the triangles of these edges */
    uint64_t looks;
} tg_batch_effect;

/* Creates a graph without edges on the context's GPU, which must be open; the caller frees it. Memory: 24 bytes for
 * each vertex; 8 for each edge, and the same again during a batch, with 130 for each pair; twice as much for each
 * edge if supports are maintained. Errors: TRICORN_UNSUPPORTED for 2^31 vertices or more. */
tricorn_status tg_changing_gpu_create(tricorn_context *context, uint64_t vertices, tg_changing_gpu **changing);
/* Any thread of any context may call it. */
void tg_changing_gpu_free(tg_changing_gpu *changing);

/* The following calls need a context with the same GPU open. A batch is applied in four steps:
 * find, merge, either count or below and set, finish. */

/* Copies the batch to the GPU, and finds what it changes. Errors:
 * TRICORN_OUT_OF_DEVICE_MEMORY. */
tricorn_status tg_changing_gpu_find(
  tricorn_context *context, tg_changing_gpu *changing, const tg_pairs_batch *batch, tg_batch_effect *effect);
/* Makes the new rows. Errors: TRICORN_OUT_OF_DEVICE_MEMORY; TRICORN_UNSUPPORTED for 2^31 edges or more. */
tricorn_status tg_changing_gpu_merge(tricorn_context *context, tg_changing_gpu *changing);
/* The third step, for few changes: counts the triangles of removed edges in the old rows and
 * those of added edges in the new rows, and changes the counts of vertices and, if they are
 * maintained, the supports. Sets *change to the change of the number of triangles. */
tricorn_status tg_changing_gpu_count(tricorn_context *context, tg_changing_gpu *changing, int64_t *change);
/* The third step, for many changes, which counts the whole graph. This call makes rows of the ids below each vertex
 * from the new rows, and a sink of zeros for that count: of edges if supports are to be maintained from now on
 * (always, once they are), otherwise of vertices. After the count, tg_changing_gpu_set makes the counts in the sink
 * those of the graph. Both calls also work without new rows, for a batch without edges: then the present rows are
 * counted. */
tricorn_status tg_changing_gpu_below(
  tricorn_context *context, tg_changing_gpu *changing, bool supports, tg_device_rows *below, tg_device_sink *sink);
tricorn_status tg_changing_gpu_set(tricorn_context *context, tg_changing_gpu *changing);
/* If `keep`, replaces the old rows by the new ones; otherwise frees the new ones. */
void tg_changing_gpu_finish(tricorn_context *context, tg_changing_gpu *changing, bool keep);

/* The first function returns the present number of edges, the second one the number of the GPU. */
uint64_t tg_changing_gpu_edges(const tg_changing_gpu *changing);
uint32_t tg_changing_gpu_ordinal(const tg_changing_gpu *changing);

/* The first function returns the triangles of one vertex, UINT64_MAX if the GPU has failed; the
 * second one copies those of all vertices to host memory. */
uint64_t tg_changing_gpu_vertex(const tg_changing_gpu *changing, uint32_t vertex);
tricorn_status tg_changing_gpu_vertices(tricorn_context *context, const tg_changing_gpu *changing, uint64_t *triangles);

/* The first function returns whether supports are maintained. If so, the second one finds the
 * supports of pairs of vertices, 0 for pairs that are not edges; the third one, which any thread
 * may call, returns the support of one pair, UINT64_MAX if the GPU has failed. */
bool tg_changing_gpu_supported(const tg_changing_gpu *changing);
tricorn_status tg_changing_gpu_supports(
  tricorn_context *context, const tg_changing_gpu *changing, const uint32_t *pairs, uint64_t count, uint32_t *supports);
uint64_t tg_changing_gpu_support(const tg_changing_gpu *changing, uint32_t u, uint32_t v);

/* Copies the rows, with all neighbours of each vertex, to host memory; free them by tg_rows_free(). */
tricorn_status tg_changing_gpu_rows(tricorn_context *context, const tg_changing_gpu *changing, tg_rows *rows);

#ifdef __cplusplus
}
#endif
