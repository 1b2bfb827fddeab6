/* hub_wedges.h - counts supports by looking up, for each two hubs in a row, whether they have an edge.
 *
 * - This method is for rows with few hubs: for each two of these, one bit is looked up.
 * - Beside the bits of a hub's row, the positions of its ids are stored, so that the third edge
 *   of a triangle is found without a search.
 */
#pragma once

#include "cpu/common/edge_counters.h"
#include "cpu/common/hub_rows.h"
#include "task/task.h"

/* Returns the most bytes that tg_hub_wedges_count allocates, beside the counters. */
uint64_t tg_hub_wedges_bytes(const tricorn_context *context, uint32_t hubs);

/* Adds the triangles u > v > w of a whole graph with u >= task->first_row and v < hubs to the counters of their
 * edges, and their number to *found. The rows of hubs must have fewer than 2^32 edges, for which each thread must
 * have its own counters. For the edges of other rows all threads use the first thread's counters. */
tricorn_status tg_hub_wedges_count(
  tricorn_context *context, const tg_task *task, uint32_t hubs, const tg_edge_counters *counters, uint64_t *found);
