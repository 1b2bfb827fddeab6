/* graphlets.h - counts the connected subgraphs of four vertices. */
#pragma once

#include "schedule/plan.h"

/* Fills the counts.  The plan counts supports, of a graph in memory. */
tricorn_status tg_graphlets_count(tricorn_context *context, const tg_plan *plan,
                                  tricorn_graphlets *found, tricorn_result *result);
