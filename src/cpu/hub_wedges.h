/* hub_wedges.h - counts supports by looking up, for each two hubs of a row, whether they have an
 * edge.
 *
 * - It is for rows of few hubs: each two of them take the look-up of one bit.
 * - Beside the bits of a hub's row are the positions of its ids, so that the third edge of a
 *   triangle is found without a search.
 */
#ifndef TG_CPU_HUB_WEDGES_H
#define TG_CPU_HUB_WEDGES_H

#include "cpu/common/edge_counters.h"
#include "cpu/common/hub_rows.h"
#include "task/task.h"

/* Returns the most bytes of tg_hub_wedges_count beside the counters. */
uint64_t tg_hub_wedges_bytes(const tricorn_context *context, uint32_t hubs);

/* Adds the triangles u > v > w of a whole graph with u >= task->first_row and v < hubs to the
 * counters of their edges, and their number to *found.  Each thread must have counters of its own
 * for the edges of hubs, fewer than 2^32; all threads use the first one's counters for other
 * rows. */
tricorn_status tg_hub_wedges_count(tricorn_context *context, const tg_task *task, uint32_t hubs,
                                   const tg_edge_counters *counters, uint64_t *found);

#endif
