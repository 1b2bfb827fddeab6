/* hub_pairs.h - supports by ANDs of rows of bits: what any two hubs share.
 *
 * With hubs first, most triangles have two hubs or three.  The neighbours that two hubs share, as
 * bits above and below them, are the triangles of their edge: a popcount, and nothing is to be
 * told to the two other edges.  Each triangle u > v > w of hubs v and w is found three times, by
 * w for the edge u-v, by v for u-w, by u for v-w; but 512 bits take less time than telling one
 * triangle to its edges, as long as u has neighbours enough.
 *
 * Only 4096 columns, a slab, are in memory at a time.
 */
#ifndef TG_CPU_HUB_PAIRS_H
#define TG_CPU_HUB_PAIRS_H

#include "task/task.h"

enum { TG_SLAB_IDS = 4096 };

/* Slabs that so many columns take. */
static inline uint64_t tg_slabs_of(uint64_t columns)
{
    return (columns + TG_SLAB_IDS - 1) / TG_SLAB_IDS;
}

/* Bytes that tg_hub_pairs_count takes. */
uint64_t tg_hub_pairs_bytes(uint32_t hubs, uint32_t last_row);

/* Adds the triangles u > v > w of a whole graph with u < last_row and v < hubs to the supports of
 * their edges, by position, and their number to *found.  Rows before last_row, of which there are
 * at least as many as hubs, must have fewer than 2^32 ids.  Reports the edges of hubs as work,
 * for each slab. */
tricorn_status tg_hub_pairs_count(tricorn_context *context, const tg_task *task, uint32_t hubs,
                                  uint32_t last_row, uint32_t *support, uint64_t *found);

#endif
