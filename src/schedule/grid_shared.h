/* grid_shared.h - cuts a graph on disk into blocks once, for all processes that join its folder.
 *
 * One of the processes reads the rows, and writes the blocks and an index of them to files in the folder; the others
 * wait. After that each process reads the blocks of the parts that it counts, and nothing else of the graph.
 */
#pragma once

#include "schedule/cut.h"
#include "store/files/block_file.h"

typedef struct tg_grid_shared tg_grid_shared;

/* Cuts the graph of a plan into about `wanted` parts, or opens what a process has cut before; sets the grid and the
 * number of parts of *cut, whose rule is set. *shared must stay open as long as its file is read. Errors: those of
 * the rule; TRICORN_IO_ERROR; TRICORN_BAD_FORMAT, with the file's name. */
tricorn_status tg_grid_share(
  tricorn_context *context, const tg_plan *plan, uint64_t wanted, tg_cut *cut, tg_grid_shared **shared);
tg_block_file *tg_grid_shared_file(tg_grid_shared *shared);
void tg_grid_shared_close(tg_grid_shared *shared);
