/* share_rows.h - finds where the rows of a task are cut, so that shares have about the same number of wedges. */
#pragma once

#include "task/task.h"

/* Returns the first row of the task before which its rows have at least so many wedges, or last_row if all have fewer.
 * The edges of each row are the last ids of the same row of `from`, as in a part of level_part.h. */
uint32_t tg_share_row(const tg_task *task, uint64_t wedges);
