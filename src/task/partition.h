/* partition.h - a graph cut into n x n blocks, and the n^3 tasks on them.
 *
 * Vertex x belongs to class x % n and is number x / n there; block (i, j) holds the ids of class
 * j in the rows of class i.  A triangle u > v > w is counted by exactly one task, the one of the
 * classes of u, w and v.
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

/* classes > 0; the rows of the graph come to host memory.  Needs 4 bytes an edge and
 * 8 * classes bytes a vertex.  Parallel; reports each edge as work, twice. */
tricorn_status tg_partition_create(tricorn_context *context, const tricorn_graph *graph,
                                   uint32_t classes, tg_partition *partition);
void tg_partition_free(tg_partition *partition);

/* Block (i, j). */
tg_rows tg_partition_block(const tg_partition *partition, uint32_t i, uint32_t j);

/* How the vertices of class i are numbered. */
static inline tg_numbering tg_partition_numbering(const tg_partition *partition, uint32_t i)
{
    const tg_numbering numbering = {i, partition->classes};
    return numbering;
}

/* u of class i, v of class k, w of class j: edges P_ik, from P_ij, into P_kj. */
tg_task tg_partition_task(const tg_partition *partition, uint32_t i, uint32_t j, uint32_t k);

/* Adds counts by the numbers of class i to those of the graph's vertices. */
void tg_partition_add_vertices(const tricorn_context *context, const tg_partition *partition,
                               uint32_t i, const uint64_t *counts, uint64_t *vertices);

/* Adds counts by the positions of all blocks, blocks[i * classes + j], to those of the graph's
 * edges.  Parallel. */
tricorn_status tg_partition_add_edges(tricorn_context *context, const tg_partition *partition,
                                      const tricorn_graph *graph, uint32_t *const *blocks,
                                      uint32_t *edges);

#endif
