/* hub_pairs.h - counts supports by ANDs of bit rows: the common neighbours of pairs of hubs.
 *
 * - With hubs first, most triangles have two or three hubs.  The common neighbours of two hubs,
 *   as bits above and below them, are the triangles of their edge.
 * - One popcount is the support of the edge; the two other edges are not updated.  Each triangle
 *   u > v > w of hubs v and w is found three times: by w for the edge u-v, by v for u-w, by u for
 *   v-w.  An AND of 512 bits takes less time than updating the edges of one triangle, if u has
 *   enough neighbours.
 * - Memory holds 4096 columns at a time, a slab.
 */
#ifndef TG_CPU_HUB_PAIRS_H
#define TG_CPU_HUB_PAIRS_H

#include "task/task.h"

enum { TG_SLAB_IDS = 4096 };

/* Returns the number of slabs for this number of columns. */
static inline uint64_t tg_slabs_of(uint64_t columns)
{
    return (columns + TG_SLAB_IDS - 1) / TG_SLAB_IDS;
}

/* The triangles u > v > w of a whole graph to count: those with u < last_row and v < hubs. */
typedef struct tg_hub_pairs {
    const tg_task *task; /* its rows u may begin behind all hubs, not between two */
    uint32_t hubs;
    uint32_t last_row; /* at least hubs; the rows before it must have fewer than 2^32 ids */
    uint32_t *support; /* of each edge, by position */
} tg_hub_pairs;

/* Returns the memory of tg_hub_pairs_count in bytes. */
uint64_t tg_hub_pairs_bytes(uint32_t hubs, uint32_t last_row);

/* Adds these triangles to the supports of their edges, and their number to *found.  Reports the
 * edges of hubs as progress, once for each slab. */
tricorn_status tg_hub_pairs_count(tricorn_context *context, const tg_hub_pairs *pairs,
                                  uint64_t *found);

#endif
