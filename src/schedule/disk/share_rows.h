/* share_rows.h - the rows of a task cut into shares of about as many wedges. */
#ifndef TG_SCHEDULE_DISK_SHARE_ROWS_H
#define TG_SCHEDULE_DISK_SHARE_ROWS_H

#include "task/task.h"

/* Cuts the task's rows: share s has the rows cuts[s] to cuts[s + 1] - 1, of shares + 1 entries.
 * The edges of each row are its last ids in `from` (a whole graph, or a part of level_part.h). A
 * row is in one share, so a share may be empty, or have a row's wedges more than the others.
 * Parallel. Errors: TRICORN_OUT_OF_MEMORY. */
tricorn_status tg_share_rows(tricorn_context *context, const tg_task *task, uint32_t shares,
                             uint32_t *cuts);

/* The wedges of rows first to last - 1. */
uint64_t tg_row_wedges(const tg_task *task, uint32_t first, uint32_t last);

#endif
