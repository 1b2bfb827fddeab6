/* grid_collisions.h - how full the buckets of TRUST's hash tables are if a graph is cut into
 * classes: a task (i, j, k) has a table for each row of block (i, j), in which the ids of the rows of
 * block (k, j) are looked up to which the row of block (i, k) leads. */
#pragma once

#include "task/grid.h"

/* Sets the members block_collisions and phi. The tables of a row have the buckets of the class of
 * the row in block (i, k): Pandey et al., "TRUST", TPDS 2021, sections 4.1 (Eq. 2) and 5.3 (Fig. 10).
 * The rows are read twice or, if memory is too small for the degrees in all classes, more often.
 * Errors: TRICORN_OUT_OF_MEMORY, those of the source. */
tricorn_status tg_grid_collide(
  tricorn_context *context, const tg_row_source *source, const tg_grid *grid, tricorn_partition_sizes *sizes);
