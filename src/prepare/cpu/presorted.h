/* presorted.h - makes rows from sorted edges, in place of the three steps that count degrees,
 * order vertices and make rows; private to this folder. */
#pragma once

#include "prepare/cpu/sources.h"

/* Makes the graph, with order TG_ORDER_REVERSED, and frees the edges, if the parts together ascend by the smaller end
 * and then by the larger, and if no other order would pay off: because this one is as good, or the graph is small.
 * Otherwise *made is false and the edges are unchanged; degrees may have been counted, and are then as
 * tg_count_degrees leaves them. Memory: 4 bytes per vertex beside the graph, and 2 more for each of up to 16 threads,
 * of which a thread touches only those near its edges. */
tricorn_status tg_make_presorted_rows(tricorn_context *context, tg_preparation *preparation, bool *made);
