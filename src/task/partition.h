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

/* classes > 0.  Needs 4 bytes an edge and 8 * classes bytes a vertex. */
tricorn_status tg_partition_create(tricorn_context *context, const tricorn_graph *graph,
                                  uint32_t classes, tg_partition *partition);
void tg_partition_free(tg_partition *partition);

/* u of class i, v of class k, w of class j: edges P_ik, from P_ij, into P_kj. */
tg_task tg_partition_task(const tg_partition *partition, uint32_t i, uint32_t j, uint32_t k);

#endif
