/* row_passes.h - runs passes over ranges of rows of a graph in host memory, as level_passes.h
 * does for a graph on disk.
 *
 * The rows of the pass itself are not copied. For the batches of later rows, all threads copy
 * the ids up to the end of the pass.
 */
#pragma once

#include "schedule/disk/level_passes.h"

/* Hands the task of each part to the visitor, which holds the rows of a pass itself. The key of
 * a part has the first and last rows of the pass and of the part. Rows u of a task are numbered
 * from the first row of the part, rows v from the first row of the pass. A pass and a batch
 * have at least one row. Errors: those of the visitor; TRICORN_OUT_OF_MEMORY. */
tricorn_status tg_rows_each_task(
  tricorn_context *context, const tg_rows *rows, const tg_pass_limits *limits, const tg_pass_visitor *visitor);
