/* grid.h - a graph cut into P1 x P2 blocks by sets of vertices, and P1 x P1 x P2 tasks on them.
 *
 * - Block (i, k) contains those ids of the rows in row set i that are in column set k; rows and
 *   ids have their numbers in their sets.
 * - Exactly one task (i, j, k) counts a triangle u > v > w: that whose row set i contains u, row
 *   set j contains v and column set k contains w.
 * - The sets are classes, or ranges. Class i of n has the vertices x with x % n = i; then P1 =
 *   P2 = n, and row set i and column set i are the same.
 * - A task of classes can be cut into shares of its vertices u: share s of m has every m-th
 *   vertex of row set i, from number s on.
 *
 * Sources: Pandey et al., "TRUST", TPDS 2021, section 5 (classes of both ends); Hu et al.,
 * "TriX", HPEC 2017, section IV-A (2-D managed partition: ranges).
 */
#pragma once

#include "task/row_source.h"
#include "task/task.h"
#include "task/vertices.h"

enum { TG_GRID_MOST_ROWS = 1024, TG_GRID_MOST_COLUMNS = 64 }; /* the most ranges */

typedef struct tg_grid {
    bool ranges; /* the sets are ranges, not classes */
    bool relabelled; /* rows may have ids above their own number */
    uint32_t rows, columns; /* the numbers of row sets (P1) and of column sets (P2) */
    uint32_t shares; /* of a task; 1 for ranges */
    tg_vertices *row_sets, *column_sets;
    uint64_t *entries; /* the number of edges in block (i, k), at i * columns + k */
    /* If the sets are ranges, or tasks are cut into shares: the number of edges from share s of
     * row set i to row set j, at (i * shares + s) * rows + j. */
    uint64_t *list_entries;
    /* The offsets of each block (tg_grid_blocks); NULL while a block is not in memory. */
    uint64_t **offsets;
    uint32_t **ids;
    tg_rows whole; /* the rows of the graph, of which a block of all rows is no copy; or 0 */
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

/* The numbers of a task (i, j, k), and of its share. */
typedef struct tg_grid_at {
    uint32_t i, j, k, share;
} tg_grid_at;

/* Returns the number of all tasks, or of all shares. */
static inline uint64_t tg_grid_tasks(const tg_grid *grid)
{
    return (uint64_t)grid->rows * grid->rows * grid->columns * grid->shares;
}

/* Returns task, or share, `number` of tg_grid_tasks(). Consecutive tasks mostly have two sets in
 * common: of classes i and j, so that their edges are the same; of ranges i and k. */
tg_grid_at tg_grid_at_number(const tg_grid *grid, uint64_t number);

/* Returns the vertices u of a task or share. */
tg_vertices tg_grid_sources(const tg_grid *grid, tg_grid_at at);

/* The numbers of a task's three blocks: those of its `edges`, `from` and `into`. */
typedef struct tg_grid_numbers {
    uint32_t of[3];
} tg_grid_numbers;

static inline bool tg_grid_numbers_have(const tg_grid_numbers *numbers, uint32_t block)
{
    return block == numbers->of[0] || block == numbers->of[1] || block == numbers->of[2];
}

/* Returns the numbers of the blocks of a task, which are the same for the same sets. Block (i, k)
 * has number i * columns + k. Behind them are the blocks of the vertices u of each share, if the
 * grid has shares, by row sets; if the sets are ranges, those of row sets by row sets. */
tg_grid_numbers tg_grid_numbers_of(const tg_grid *grid, tg_grid_at at);

/* Returns the number of all blocks of all tasks. */
uint32_t tg_grid_blocks(const tg_grid *grid);

/* The vertices of the rows of a block, and those of its ids. */
typedef struct tg_grid_sets {
    tg_vertices of, ids_of;
} tg_grid_sets;
tg_grid_sets tg_grid_sets_of(const tg_grid *grid, uint32_t block);

/* Cuts `vertices` vertices into `classes` > 0 classes. Errors: TRICORN_OUT_OF_MEMORY;
 * TRICORN_INVALID_ARGUMENT for too many classes. */
tricorn_status tg_grid_classes(tricorn_context *context, uint64_t vertices, uint32_t classes, tg_grid *grid);

/* Returns the smallest number P of columns for which P x P blocks of block_bytes have room for
 * all edges, and for the offsets of all rows in each column. */
uint64_t tg_grid_columns(uint64_t edges, uint64_t vertices, uint64_t block_bytes);

/* Cuts columns, which are ranges, with about equally many edges. Cuts rows so that a range ends before the first row
 * with which one of its blocks would have more than block_bytes; a range has at least one row. It reads the rows
 * twice. Memory: 4 bytes per row. Errors: TRICORN_OUT_OF_MEMORY; TRICORN_INVALID_ARGUMENT for too many ranges; those
 * of the source. */
tricorn_status tg_grid_ranges(
  tricorn_context *context, const tg_row_source *source, uint32_t columns, uint64_t block_bytes, tg_grid *grid);

/* Counts the edges of all blocks and lists, in one pass over the rows. Errors:
 * TRICORN_OUT_OF_MEMORY; those of the source. */
tricorn_status tg_grid_count(tricorn_context *context, const tg_row_source *source, tg_grid *grid);

/* Makes room for all blocks, none of which is in memory then. */
tricorn_status tg_grid_open(tricorn_context *context, tg_grid *grid);
/* Opens a grid without shares, and fills the blocks (i, k) from the rows of all vertices, with the context's threads.
 * Reports each edge as work twice. Memory: 4 bytes per edge, and 8 per row and column set. */
tricorn_status tg_grid_fill(tricorn_context *context, const tg_rows *rows, tg_grid *grid);
/* Also fills the blocks of row sets by row sets, of ranges, in the same way. */
tricorn_status tg_grid_fill_lists(tricorn_context *context, const tg_rows *rows, tg_grid *grid);
void tg_grid_free(tg_grid *grid);
/* Makes a view of an open grid: its sets and sizes, and blocks of its own, none of which is in memory. Uses the grid,
 * which must live as long; only tg_grid_drop_blocks() frees a view. */
tricorn_status tg_grid_view(tricorn_context *context, const tg_grid *grid, tg_grid *view);
/* Frees the blocks and the arrays that have them. */
void tg_grid_drop_blocks(tg_grid *grid);

/* Returns a block, whose memory the grid owns; it has no ids if it is not in memory. */
tg_rows tg_grid_block(const tg_grid *grid, uint32_t block);

/* Returns the task of three blocks that are in memory. The caller adds edges that are not in
 * memory, as rows numbered like those of `from`, with ids numbered like the rows of `into`. */
tg_task tg_grid_task(const tg_grid *grid, tg_grid_at at);
