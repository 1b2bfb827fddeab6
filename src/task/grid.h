/* grid.h - a graph cut into P1 x P2 blocks by sets of vertices, and P1 x P1 x P2 tasks on them.
 *
 * - Block (i, k) contains those ids of the rows in row set i that are in column set k; rows and
 *   ids have their numbers in their sets.
 * - Exactly one task (i, j, k) counts a triangle u > v > w: that whose row set i contains u, row
 *   set j contains v and column set k contains w.
 * - The sets are classes, or ranges.  Class i of n has the vertices x with x % n = i; then P1 =
 *   P2 = n, and row set i and column set i are the same.
 *
 * Sources: Pandey et al., "TRUST", TPDS 2021, section 5 (classes of both ends); Hu et al.,
 * "TriX", HPEC 2017, section IV-A (2-D managed partition: ranges).
 */
#ifndef TG_TASK_GRID_H
#define TG_TASK_GRID_H

#include "task/row_source.h"
#include "task/task.h"
#include "task/vertices.h"

enum { TG_GRID_MOST_ROWS = 1024, TG_GRID_MOST_COLUMNS = 64 }; /* the most ranges */

typedef struct tg_grid {
    bool ranges;            /* the sets are ranges, not classes */
    uint32_t rows, columns; /* the numbers of row sets (P1) and of column sets (P2) */
    tg_vertices *row_sets, *column_sets;
    uint64_t *entries; /* the number of edges in block (i, k), at i * columns + k */
    /* If the sets are ranges, the number of edges from row set i to row set j, at i * rows +
     * j. */
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

/* Returns the number of rows in row set i. */
static inline uint32_t tg_grid_range(const tg_grid *grid, uint32_t i)
{
    return tg_vertices_count(&grid->row_sets[i]);
}

/* Returns the number of edges from row set i to row set j. */
static inline uint64_t tg_grid_edges(const tg_grid *grid, uint32_t i, uint32_t j)
{
    return grid->ranges ? grid->list_entries[(uint64_t)i * grid->rows + j]
                        : grid->entries[(uint64_t)i * grid->columns + j];
}

/* The numbers of a task (i, j, k). */
typedef struct tg_grid_at {
    uint32_t i, j, k;
} tg_grid_at;

/* Returns the task with a number below rows * rows * columns.  Consecutive tasks mostly have two
 * sets in common: of classes i and j, so that their edges are the same; of ranges i and k. */
tg_grid_at tg_grid_at_number(const tg_grid *grid, uint64_t number);

/* Cuts `vertices` vertices into `classes` > 0 classes.  Errors: TRICORN_OUT_OF_MEMORY;
 * TRICORN_INVALID_ARGUMENT for too many classes. */
tricorn_status tg_grid_classes(tricorn_context *context, uint64_t vertices, uint32_t classes,
                               tg_grid *grid);

/* Returns the smallest number P of columns for which P x P blocks of block_bytes have room for
 * all edges, and for the offsets of all rows in each column. */
uint64_t tg_grid_columns(uint64_t edges, uint64_t vertices, uint64_t block_bytes);

/* Cuts columns, which are ranges, with about equally many edges.  Cuts rows so that a range ends
 * before the first row with which one of its blocks would have more than block_bytes; a range has
 * at least one row.  It reads the rows twice.
 * Memory: 4 bytes per row.
 * Errors: TRICORN_OUT_OF_MEMORY; TRICORN_INVALID_ARGUMENT for too many ranges; those of the
 * source. */
tricorn_status tg_grid_ranges(tricorn_context *context, const tg_row_source *source,
                              uint32_t columns, uint64_t block_bytes, tg_grid *grid);

/* Counts the edges of all blocks and lists, in one pass over the rows.  Errors:
 * TRICORN_OUT_OF_MEMORY; those of the source. */
tricorn_status tg_grid_count(tricorn_context *context, const tg_row_source *source,
                             tg_grid *grid);

/* Fills the blocks of a graph in memory, with the context's threads; copies its rows to host
 * memory first if necessary.  Reports each edge as work twice.
 * Memory: 4 bytes per edge, and 8 per row and column set. */
tricorn_status tg_grid_fill(tricorn_context *context, const tricorn_graph *graph, tg_grid *grid);
void tg_grid_free(tg_grid *grid);

/* Returns block (i, k), whose memory the grid owns. */
tg_rows tg_grid_block(const tg_grid *grid, uint32_t i, uint32_t k);

/* Returns a task (i, j, k): its `from` is block (i, k), its `into` is block (j, k).  If the sets
 * are classes, its `edges` are block (i, j).  Otherwise the caller adds them, as rows numbered
 * like those of block (i, k), with ids numbered like the rows of block (j, k). */
tg_task tg_grid_task(const tg_grid *grid, tg_grid_at at);

/* Adds the counts of all blocks to those of the graph's edges, with all threads: blocks[i *
 * columns + k] contains a count for each position in the ids of block (i, k). */
tricorn_status tg_grid_add_edges(tricorn_context *context, const tg_grid *grid,
                                 const tricorn_graph *graph, uint32_t *const *blocks,
                                 uint32_t *edges);

#endif
