/* hub_pairs.h - counts supports by ANDs of bit rows: finds the common neighbours of pairs of hubs.
 *
 * - With hubs first, most triangles contain two or three hubs. If the neighbours of hubs, below
 *   and above them, are stored as bits, the common bits of two hubs are the triangles of their
 *   edge.
 * - One popcount is the support of that edge; the two other edges of a triangle are not updated.
 *   So each triangle u > v > w of hubs v and w is found three times: by w for the edge u-v, by v
 *   for u-w, and by u for v-w.  An AND of 512 bits takes less time than updating the edges of one
 *   triangle, if u has enough neighbours.
 * - Memory holds the bits of 4096 columns at a time, which are called a slab.
 */
#pragma once

#include "task/task.h"

enum { TG_SLAB_IDS = 4096 };

/* Returns how many slabs this number of columns needs. */
static inline uint64_t tg_slabs_of(uint64_t columns)
{
    return (columns + TG_SLAB_IDS - 1) / TG_SLAB_IDS;
}

/* The triangles u > v > w of a whole graph that are counted: those with u < last_row and v < hubs. */
typedef struct tg_hub_pairs {
    const tg_task *task; /* its rows u may begin after all hubs, but not between two hubs */
    uint32_t hubs;
    uint32_t last_row; /* at least `hubs`; the rows before it must have fewer than 2^32 ids */
    uint32_t *support; /* the support of each edge, by position */
} tg_hub_pairs;

/* Returns how many bytes tg_hub_pairs_count allocates. */
uint64_t tg_hub_pairs_bytes(uint32_t hubs, uint32_t last_row);

/* Adds these triangles to the supports of their edges, and their number to *found. Reports the
 * edges of hubs as progress, once per slab. */
tricorn_status tg_hub_pairs_count(tricorn_context *context, const tg_hub_pairs *pairs, uint64_t *found);
