/* joined.h - a graph on disk that several processes count, each some of its quanta. */
#ifndef TG_SCHEDULE_JOINED_H
#define TG_SCHEDULE_JOINED_H

#include "schedule/quanta.h"

/* Counts with the others; fills the count of all, and what of it is this process's.  sink: as for
 * tg_levels_execute_sink; NULL: a total. */
tricorn_status tg_joined_execute(tricorn_context *context, const tg_run *run, const tg_sink *sink,
                                 tricorn_result *result);

/* The quanta for these options; of a graph whose work folder processes share, those that all
 * have. */
tricorn_status tg_joined_quanta(tricorn_context *context, const tricorn_graph *graph,
                                const tricorn_options *options, tg_quanta **quanta);

#endif
