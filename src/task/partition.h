/* partition.h - a graph cut into n x n blocks, and the n^3 tasks on them.
 *
 * Vertex x is in class x % n, where its number is x / n.  Block (i, j) contains the ids of class
 * j in the rows of class i.  Exactly one task counts a triangle u > v > w: that for the classes
 * of u, w and v.
 * Source: Pandey et al., "TRUST", TPDS 2021, section 5 (hash partitioning of both ends).
 */
#ifndef TG_TASK_PARTITION_H
#define TG_TASK_PARTITION_H

#include "task/task.h"

typedef struct tg_partition {
    uint32_t classes;
    uint64_t **offsets; /* the offsets of block (i, j), at i * classes + j */
    uint32_t **ids;
    uint32_t *rows; /* the number of rows of each class */
} tg_partition;

/* Cuts a graph into `classes` > 0 classes, with all threads; copies its rows to host memory first
 * if necessary.  Reports each edge as work twice.
 * Memory: 4 bytes per edge and 8 * classes bytes per vertex. */
tricorn_status tg_partition_create(tricorn_context *context, const tricorn_graph *graph,
                                   uint32_t classes, tg_partition *partition);
void tg_partition_free(tg_partition *partition);

/* Returns block (i, j), whose memory the partition owns. */
tg_rows tg_partition_block(const tg_partition *partition, uint32_t i, uint32_t j);

/* Returns how the vertices of class i are numbered. */
static inline tg_numbering tg_partition_numbering(const tg_partition *partition, uint32_t i)
{
    const tg_numbering numbering = {i, partition->classes};
    return numbering;
}

/* Returns the task that counts the triangles u > v > w with u of class i, w of class j and v of
 * class k: its `edges` are block (i, k), its `from` is block (i, j), its `into` is block (k,
 * j). */
tg_task tg_partition_task(const tg_partition *partition, uint32_t i, uint32_t j, uint32_t k);

/* Adds counts[x], the count of the vertex with number x in class i, to the count of that vertex
 * of the graph, for all x. */
void tg_partition_add_vertices(const tricorn_context *context, const tg_partition *partition,
                               uint32_t i, const uint64_t *counts, uint64_t *vertices);

/* Adds the counts of all blocks to those of the graph's edges, with all threads: blocks[i *
 * classes + j] contains a count for each position in the ids of block (i, j). */
tricorn_status tg_partition_add_edges(tricorn_context *context, const tg_partition *partition,
                                      const tricorn_graph *graph, uint32_t *const *blocks,
                                      uint32_t *edges);

#endif
