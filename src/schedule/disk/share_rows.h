/* share_rows.h - cuts the rows of a task into shares with about the same number of wedges.
 *
 * All threads add up the wedges of blocks of consecutive rows; to find a cut, only the rows of
 * one block are then looked at.
 */
#pragma once

#include "task/task.h"

/* Fills `cuts`, which has shares + 1 entries: share s has the rows cuts[s] to cuts[s + 1] - 1. The edges of each row
 * are the last ids of the same row of `from` (a whole graph, or a part of level_part.h). A row is in one share only,
 * so a share may be empty, or have more wedges than the others by those of one row. Errors: TRICORN_OUT_OF_MEMORY. */
tricorn_status tg_share_rows(tricorn_context *context, const tg_task *task, uint32_t shares, uint32_t *cuts);

/* Returns the number of wedges of the rows `first` to `last` - 1. */
uint64_t tg_row_wedges(const tg_task *task, uint32_t first, uint32_t last);
