/* grid_file.h - writes the blocks of a graph on disk, and its lists of edges, to a file. */
#pragma once

#include "schedule/plan.h"
#include "store/files/block_file.h"
#include "task/grid.h"

/* The number of the list of edges from row set i to row set j. Blocks have the numbers before those of lists. */
static inline uint32_t tg_grid_list(const tg_grid *grid, uint32_t i, uint32_t j)
{
    return grid->rows * grid->columns + i * grid->rows + j;
}

/* Where blocks are written: to a file of this name or, if that is NULL, to one without a name. */
typedef struct tg_grid_place {
    tg_disk_folder *folder;
    const char *name;
    bool lists; /* the blocks of row sets by row sets are lists, in which each edge is two numbers
                 */
} tg_grid_place;

/* Counts the edges of a plan's grid, and writes its blocks; none of them is in memory afterwards.
 * The caller frees *file, also after a failure. */
tricorn_status tg_grid_write(
  tricorn_context *context, const tg_plan *plan, tg_grid *grid, const tg_grid_place *place, tg_block_file *file);
