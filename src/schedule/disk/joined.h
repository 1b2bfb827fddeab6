/* joined.h - the quanta of a graph on disk that several processes count. */
#ifndef TG_SCHEDULE_DISK_JOINED_H
#define TG_SCHEDULE_DISK_JOINED_H

#include "schedule/disk/quanta.h"

/* The quanta for these options; of a graph whose work folder processes share, those that all
 * have. */
tricorn_status tg_joined_quanta(tricorn_context *context, const tricorn_graph *graph,
                                const tricorn_options *options, tg_quanta **quanta);

#endif
