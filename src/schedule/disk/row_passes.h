/* row_passes.h - a graph in host memory as tasks: passes over ranges of rows, as those of
 * level_passes.h, straight from its rows. */
#ifndef TG_SCHEDULE_DISK_ROW_PASSES_H
#define TG_SCHEDULE_DISK_ROW_PASSES_H

#include "schedule/disk/level_passes.h"

/* Gives each part to the visitor, which keeps the rows of a pass itself; a part's key is the
 * first and the last row of the pass, and of the part.  Rows u of a task are numbered from the
 * part's first, rows v from that of the pass; there are no empty rows before.  A range and a
 * batch are a row at least.  Errors: those of the visitor; TRICORN_OUT_OF_MEMORY. */
tricorn_status tg_rows_each_task(tricorn_context *context, const tg_rows *rows,
                                 const tg_pass_limits *limits, const tg_pass_visitor *visitor);

#endif
