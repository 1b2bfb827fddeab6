/* joined.h - the parts of a graph on disk that several processes count. */
#ifndef TG_SCHEDULE_DISK_JOINED_H
#define TG_SCHEDULE_DISK_JOINED_H

#include "schedule/disk/parts.h"

/* The parts for these options; of a graph whose work folder processes share, those that all
 * have. */
tricorn_status tg_joined_parts(tricorn_context *context, const tricorn_graph *graph,
                               const tricorn_options *options, tg_parts **parts);

#endif
