/* partition.h - a graph cut into n x n blocks, and the n^3 tasks on them.
 *
 * Vertex x is in class x % n, with number x / n; block (i, j) holds the ids of class j in the
 * rows of class i.  Exactly one task counts a triangle u > v > w: that of the classes of u, w and
 * v.
 * Source: Pandey et al., "TRUST", TPDS 2021, section 5 (hash partitioning of both ends).
 */
#ifndef TG_TASK_PARTITION_H
#define TG_TASK_PARTITION_H

#include "task/task.h"

typedef struct tg_partition {
    uint32_t classes;
    uint64_t **offsets; /* of block i * classes + j */
    uint32_t **ids;
    uint32_t *rows;     /* of each class */
} tg_partition;

/* Cuts a graph into classes > 0, with all threads, and copies its rows to host memory if
 * necessary. Reports each edge as work, twice.
 * Memory: 4 bytes an edge and 8 * classes bytes a vertex. */
tricorn_status tg_partition_create(tricorn_context *context, const tricorn_graph *graph,
                                   uint32_t classes, tg_partition *partition);
void tg_partition_free(tg_partition *partition);

/* Returns block (i, j), whose memory the partition owns. */
tg_rows tg_partition_block(const tg_partition *partition, uint32_t i, uint32_t j);

/* Returns the numbering of the vertices of class i. */
static inline tg_numbering tg_partition_numbering(const tg_partition *partition, uint32_t i)
{
    const tg_numbering numbering = {i, partition->classes};
    return numbering;
}

/* Returns the task that counts triangles u > v > w with u of class i, v of class k and w of class
 * j: its edges are block (i, k), its from (i, j), its into (k, j). */
tg_task tg_partition_task(const tg_partition *partition, uint32_t i, uint32_t j, uint32_t k);

/* Adds counts[x] of each vertex number x of class i to the count of that vertex of the graph. */
void tg_partition_add_vertices(const tricorn_context *context, const tg_partition *partition,
                               uint32_t i, const uint64_t *counts, uint64_t *vertices);

/* Adds the counts of all blocks to those of the graph's edges, with all threads: blocks[i *
 * classes + j] has a count for each position in the ids of block (i, j). */
tricorn_status tg_partition_add_edges(tricorn_context *context, const tg_partition *partition,
                                      const tricorn_graph *graph, uint32_t *const *blocks,
                                      uint32_t *edges);

#endif
