/* hub_pairs.h - supports by ANDs of rows of bits: common neighbours of pairs of hubs.
 *
 * With hubs first, most triangles have two or three hubs.  The common neighbours of two hubs, as
 * bits above and below them, are the triangles of their edge: one popcount gives the support, and
 * the two other edges are not updated.  Each triangle u > v > w of hubs v and w is found three
 * times, by w for the edge u-v, by v for u-w, by u for v-w; but an AND of 512 bits takes less
 * time than updating the edges of one triangle, if u has enough neighbours.
 *
 * Only 4096 columns, a slab, are in memory at a time.
 */
#ifndef TG_CPU_HUB_PAIRS_H
#define TG_CPU_HUB_PAIRS_H

#include "task/task.h"

enum { TG_SLAB_IDS = 4096 };

/* The number of slabs for that many columns. */
static inline uint64_t tg_slabs_of(uint64_t columns)
{
    return (columns + TG_SLAB_IDS - 1) / TG_SLAB_IDS;
}

/* The memory of tg_hub_pairs_count in bytes. */
uint64_t tg_hub_pairs_bytes(uint32_t hubs, uint32_t last_row);

/* Adds the triangles u > v > w of a whole graph with u < last_row and v < hubs to the supports of
 * their edges, by position, and their number to *found. last_row is at least hubs; rows before it
 * must have fewer than 2^32 ids.  The task's rows u may begin behind all hubs, not between two.
 * Reports the edges of hubs as work, for each slab. */
tricorn_status tg_hub_pairs_count(tricorn_context *context, const tg_task *task, uint32_t hubs,
                                  uint32_t last_row, uint32_t *support, uint64_t *found);

#endif
