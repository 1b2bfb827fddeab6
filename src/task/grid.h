/* grid.h - a graph cut into P1 x P2 blocks by ranges of vertices, and P1 x P1 x P2 tasks on them.
 *
 * Block (i, k) holds the ids of column range k in the rows of row range i, both numbered from the
 * first vertex of their range.  Exactly one task (i, j, k) counts a triangle u > v > w: u is of
 * row range i, v of row range j, w of column range k.
 *
 * Source: Hu et al., "TriX", HPEC 2017, section IV-A (2-D managed partition).
 */
#ifndef TG_TASK_GRID_H
#define TG_TASK_GRID_H

#include "task/row_source.h"
#include "task/task.h"

enum { TG_GRID_MOST_ROWS = 1024, TG_GRID_MOST_COLUMNS = 64 };

typedef struct tg_grid {
    uint32_t rows, columns; /* numbers of ranges: P1, P2 */
    uint32_t
        *row_cuts; /* rows + 1: range i has the vertices row_cuts[i] to row_cuts[i + 1] - 1 */
    uint32_t *column_cuts;  /* columns + 1, for column ranges */
    uint64_t *entries;      /* edges of block i * columns + k */
    uint64_t *list_entries; /* edges from row range i to row range j, at i * rows + j */
    uint64_t **offsets;     /* of block i * columns + k; NULL: blocks are not filled */
    uint32_t **ids;
} tg_grid;

/* The bytes of a block in memory. */
static inline uint64_t tg_grid_bytes(uint64_t rows, uint64_t entries)
{
    return sizeof(uint64_t) * (rows + 1) + sizeof(uint32_t) * entries;
}

static inline uint32_t tg_grid_range(const tg_grid *grid, uint32_t i)
{
    return grid->row_cuts[i + 1] - grid->row_cuts[i];
}

/* The smallest number of columns for which a square of blocks of block_bytes has room for all
 * edges and the offsets of all rows in each column. */
uint64_t tg_grid_columns(uint64_t edges, uint64_t vertices, uint64_t block_bytes);

/* Cuts columns with about equally many edges, and rows: a range ends before the first row with
 * which a block would have more than block_bytes, but has one row at least.  It reads the rows
 * three times.
 * Memory: 4 bytes a row.
 * Errors: TRICORN_OUT_OF_MEMORY; TRICORN_INVALID_ARGUMENT for too many ranges; those of the
 * source. */
tricorn_status tg_grid_cut(tricorn_context *context, const tg_row_source *source,
                           uint32_t columns, uint64_t block_bytes, tg_grid *grid);

/* Fills the blocks of a graph in memory, with the context's threads.
 * Memory: 4 bytes an edge, and 8 a row for each column.
 */
tricorn_status tg_grid_fill(tricorn_context *context, const tricorn_graph *graph, tg_grid *grid);
void tg_grid_free(tg_grid *grid);

/* Returns block (i, k), whose memory the grid owns. */
tg_rows tg_grid_block(const tg_grid *grid, uint32_t i, uint32_t k);

/* Returns task (i, j, k) without its edges, whose rows are numbered as those of block (i, k), and
 * whose ids as the rows of block (j, k). */
tg_task tg_grid_task(const tg_grid *grid, uint32_t i, uint32_t j, uint32_t k);

#endif
