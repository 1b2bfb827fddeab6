/* graphlets.h - counts the connected subgraphs of four vertices, and the orbits of each vertex.
 */
#pragma once

#include "schedule/plan.h"

/* Fills the counts and, unless it is NULL, `orbits`, as tricorn_count_graphlets() does. The plan
 * counts supports, of a graph in memory. */
tricorn_status tg_graphlets_count(
  tricorn_context *context, const tg_plan *plan, uint64_t *orbits, tricorn_graphlets *found, tricorn_result *result);
