/* joined_sinks.h - the support of the edges of a graph on disk that several processes count.
 *
 * The sums of each part are written to the shared folder (store/files/sums.h), and in the end
 * each process adds up the sums of all parts.
 */
#pragma once

#include "schedule/disk/parts.h"
#include "store/files/join.h"

typedef struct tg_joined_sink tg_joined_sink;

/* Opens the sink: *made will write the supports of all edges to `sink`, as
 * tg_levels_execute_sink does. The plan, the sink and the join must live as long as *made. */
tricorn_status tg_joined_sink_open(
  tricorn_context *context, const tg_plan *plan, const tg_sink *sink, tg_join *join, tg_joined_sink **made);
void tg_joined_sink_close(tg_joined_sink *sink);

/* Counts a part whose lease this process holds, and writes it to the journal. */
tricorn_status tg_joined_sink_count(tricorn_context *context, tg_joined_sink *sink, tg_parts *parts, uint64_t number);

/* Adds up the sums of all parts, once all parts are done. */
tricorn_status tg_joined_sink_finish(tricorn_context *context, tg_joined_sink *sink);
