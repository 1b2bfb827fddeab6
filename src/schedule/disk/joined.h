/* joined.h - cuts a graph into parts for callers that count or list parts by number. */
#pragma once

#include "schedule/disk/parts.h"

/* Cuts the graph as these options say. If several processes share its work folder, the limits
 * are those that the first process wrote. */
tricorn_status tg_joined_parts(
  tricorn_context *context, const tricorn_graph *graph, const tricorn_options *options, tg_parts **parts);

/* Cuts the graph of a plan, whose work folder several processes share, into parts whose triangles
 * are listed; all processes cut by the limits that the first of them wrote. */
tricorn_status tg_joined_listed_parts(tricorn_context *context, const tg_plan *plan, tg_parts **parts);
