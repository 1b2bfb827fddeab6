/* joined.h - parts of a count for callers that count them by number, of any graph. */
#ifndef TG_SCHEDULE_DISK_JOINED_H
#define TG_SCHEDULE_DISK_JOINED_H

#include "schedule/disk/parts.h"

/* Cuts the graph by these options; if processes share its work folder, by the limits of the first
 * of them. */
tricorn_status tg_joined_parts(tricorn_context *context, const tricorn_graph *graph,
                               const tricorn_options *options, tg_parts **parts);

#endif
