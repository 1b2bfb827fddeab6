/* grid.h - a graph cut into P1 x P2 blocks by ranges of vertices, and P1 x P1 x P2 tasks on them.
 *
 * Block (i, k) contains those ids of row range i that are in column range k; rows and ids are
 * numbered from the first vertex of their range.  Exactly one task (i, j, k) counts a triangle u
 * > v > w: that whose row range i contains u, row range j contains v and column range k contains
 * w.
 *
 * Source: Hu et al., "TriX", HPEC 2017, section IV-A (2-D managed partition).
 */
#ifndef TG_TASK_GRID_H
#define TG_TASK_GRID_H

#include "task/row_source.h"
#include "task/task.h"

enum { TG_GRID_MOST_ROWS = 1024, TG_GRID_MOST_COLUMNS = 64 };

typedef struct tg_grid {
    uint32_t rows, columns; /* the numbers of row ranges (P1) and of column ranges (P2) */
    /* rows + 1 entries: row range i has the vertices row_cuts[i] to row_cuts[i + 1] - 1 */
    uint32_t *row_cuts;
    uint32_t *column_cuts; /* columns + 1 entries: the same for column ranges */
    uint64_t *entries;     /* the number of edges in block (i, k), at i * columns + k */
    /* the number of edges from row range i to row range j, at i * rows + j */
    uint64_t *list_entries;
    /* the offsets of block (i, k), at i * columns + k; NULL while blocks are not filled */
    uint64_t **offsets;
    uint32_t **ids;
} tg_grid;

/* Returns the bytes of memory that a block needs. */
static inline uint64_t tg_grid_bytes(uint64_t rows, uint64_t entries)
{
    return sizeof(uint64_t) * (rows + 1) + sizeof(uint32_t) * entries;
}

static inline uint32_t tg_grid_range(const tg_grid *grid, uint32_t i)
{
    return grid->row_cuts[i + 1] - grid->row_cuts[i];
}

/* Returns the smallest number P of columns for which P x P blocks of block_bytes have room for
 * all edges, and for the offsets of all rows in each column. */
uint64_t tg_grid_columns(uint64_t edges, uint64_t vertices, uint64_t block_bytes);

/* Cuts columns with about equally many edges.  Cuts rows so that a range ends before the first
 * row with which one of its blocks would have more than block_bytes; a range has at least one
 * row.  It reads the rows three times.
 * Memory: 4 bytes per row.
 * Errors: TRICORN_OUT_OF_MEMORY; TRICORN_INVALID_ARGUMENT for too many ranges; those of the
 * source. */
tricorn_status tg_grid_cut(tricorn_context *context, const tg_row_source *source,
                           uint32_t columns, uint64_t block_bytes, tg_grid *grid);

/* Fills the blocks of a graph in memory, with the context's threads.
 * Memory: 4 bytes per edge, and 8 per row and column range. */
tricorn_status tg_grid_fill(tricorn_context *context, const tricorn_graph *graph, tg_grid *grid);
void tg_grid_free(tg_grid *grid);

/* Returns block (i, k), whose memory the grid owns. */
tg_rows tg_grid_block(const tg_grid *grid, uint32_t i, uint32_t k);

/* Returns task (i, j, k) without its edges: the caller adds them, as rows numbered like those of
 * block (i, k), with ids numbered like the rows of block (j, k). */
tg_task tg_grid_task(const tg_grid *grid, uint32_t i, uint32_t j, uint32_t k);

#endif
