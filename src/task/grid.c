/* grid.c - cuts a graph into blocks by ranges of vertices, in three passes over its rows.
 *
 * - The first pass counts each vertex's edges as the lower end, and cuts columns of about equally
 *   many edges.
 * - The second pass cuts the rows, the third counts the edges of each pair of row ranges.
 */
#include "task/grid.h"

#include "base/memory.h"
#include "base/search.h"

/* ---- columns ------------------------------------------------------------------------------ */

uint64_t tg_grid_columns(uint64_t edges, uint64_t vertices, uint64_t block_bytes)
{
    uint64_t columns = 1;
    for (; columns <= TG_GRID_MOST_COLUMNS; columns++) {
        const uint64_t bytes = sizeof(uint32_t) * edges + sizeof(uint64_t) * vertices * columns;
        if (bytes / (columns * columns) < block_bytes) break;
    }
    return columns;
}

/* The data and the results of the passes over the rows. */
typedef struct cutting {
    tg_grid *grid;
    uint64_t block_bytes;
    uint32_t *degrees; /* how many edges have each vertex as their lower end */
    /* edges by column: `counts` of the row range that is not complete, `row` of one row */
    uint64_t *counts, *row;
    uint32_t first; /* the first row of the range that is not complete */
    uint32_t range; /* the row range that contains the next row */
} cutting;

static tricorn_status count_lower_ends(tricorn_context *context, void *user, const tg_rows *rows,
                                       uint32_t first)
{
    const cutting *to = user;
    (void)first;
#pragma omp parallel for num_threads((int)context->threads)
    for (uint64_t e = rows->offsets[0]; e < rows->offsets[rows->count]; e++)
        __atomic_fetch_add(&to->degrees[rows->ids[e]], 1, __ATOMIC_RELAXED);
    return TRICORN_OK;
}

/* Cuts columns: column k begins with the first vertex before which at least k / columns of all
 * edges have their lower ends. */
static tricorn_status cut_columns(tricorn_context *context, const tg_row_source *source,
                                  cutting *to)
{
    tricorn_status status = TRICORN_OK;
    tg_grid *grid = to->grid;
    const uint64_t edges = source->graph->edges;
    uint64_t before = 0;
    uint32_t column = 1;

    TG_TRY(TG_ALLOC_ZERO(context, grid->columns + 1, &grid->column_cuts));
    TG_TRY(TG_ALLOC_ZERO(context, source->count, &to->degrees));
    TG_TRY(source->each(context, source, count_lower_ends, to));
    for (uint32_t v = 0; v < source->count; v++) {
        for (; column < grid->columns && before * grid->columns >= edges * column; column++)
            grid->column_cuts[column] = v;
        before += to->degrees[v];
    }
    for (; column <= grid->columns; column++) grid->column_cuts[column] = source->count;
cleanup:
    tg_free(to->degrees);
    to->degrees = NULL;
    return status;
}

/* ---- rows --------------------------------------------------------------------------------- */

/* Adds the number of ids of row r in each range k to counts[k]. */
static void count_row(const tg_rows *rows, uint32_t r, const uint32_t *cuts, uint32_t ranges,
                      uint64_t *counts)
{
    const uint32_t *ids = rows->ids + rows->offsets[r];
    const uint64_t length = rows->offsets[r + 1] - rows->offsets[r];
    uint64_t before = 0;
    for (uint32_t k = 0; k < ranges && before < length; k++) {
        const uint64_t end = before + tg_lower_bound(ids + before, length - before, cuts[k + 1]);
        counts[k] += end - before;
        before = end;
    }
}

/* Ends the current row range before row u. */
static tricorn_status end_range(tricorn_context *context, uint32_t u, cutting *to)
{
    tricorn_status status = TRICORN_OK;
    tg_grid *grid = to->grid;
    if (grid->rows == TG_GRID_MOST_ROWS)
        TG_TRY(
            tg_fail(context, TRICORN_INVALID_ARGUMENT,
                    "the graph would be cut into more than %d ranges of rows: allow more memory, "
                    "or fewer blocks",
                    TG_GRID_MOST_ROWS));
    TG_TRY(TG_REALLOC(context, grid->rows + 2, &grid->row_cuts));
    TG_TRY(TG_REALLOC(context, (uint64_t)(grid->rows + 1) * grid->columns, &grid->entries));
    for (uint32_t k = 0; k < grid->columns; k++) {
        grid->entries[(uint64_t)grid->rows * grid->columns + k] = to->counts[k];
        to->counts[k] = 0;
    }
    grid->row_cuts[++grid->rows] = u;
    to->first = u;
cleanup:
    return status;
}

/* Cuts the rows: a range ends before a row with which one of its blocks would have more than
 * block_bytes; the cut is the same in all columns. */
static tricorn_status cut_at_rows(tricorn_context *context, void *user, const tg_rows *rows,
                                  uint32_t first)
{
    cutting *to = user;
    const tg_grid *grid = to->grid;
    tricorn_status status = TRICORN_OK;

    for (uint32_t r = 0; r < rows->count; r++) {
        const uint32_t u = first + r;
        uint64_t most = 0;
        for (uint32_t k = 0; k < grid->columns; k++) to->row[k] = 0;
        count_row(rows, r, grid->column_cuts, grid->columns, to->row);
        for (uint32_t k = 0; k < grid->columns; k++)
            if (to->counts[k] + to->row[k] > most) most = to->counts[k] + to->row[k];
        if (u > to->first && tg_grid_bytes(u + 1 - to->first, most) > to->block_bytes)
            TG_TRY(end_range(context, u, to));
        for (uint32_t k = 0; k < grid->columns; k++) to->counts[k] += to->row[k];
    }
cleanup:
    return status;
}

static tricorn_status cut_rows(tricorn_context *context, const tg_row_source *source, cutting *to)
{
    tricorn_status status = TRICORN_OK;
    TG_TRY(TG_ALLOC_ZERO(context, 1, &to->grid->row_cuts));
    TG_TRY(TG_ALLOC_ZERO(context, to->grid->columns, &to->counts));
    TG_TRY(TG_ALLOC(context, to->grid->columns, &to->row));
    TG_TRY(source->each(context, source, cut_at_rows, to));
    TG_TRY(end_range(context, source->count, to));
cleanup:
    tg_free(to->counts);
    tg_free(to->row);
    return status;
}

static tricorn_status count_lists(tricorn_context *context, void *user, const tg_rows *rows,
                                  uint32_t first)
{
    cutting *to = user;
    const tg_grid *grid = to->grid;
    (void)context;
    for (uint32_t r = 0; r < rows->count; r++) {
        while (grid->row_cuts[to->range + 1] <= first + r) to->range++;
        count_row(rows, r, grid->row_cuts, grid->rows,
                  grid->list_entries + (uint64_t)to->range * grid->rows);
    }
    return TRICORN_OK;
}

tricorn_status tg_grid_cut(tricorn_context *context, const tg_row_source *source,
                           uint32_t columns, uint64_t block_bytes, tg_grid *grid)
{
    tricorn_status status = TRICORN_OK;
    tg_grid made = {.columns = columns};
    cutting to = {.grid = &made, .block_bytes = block_bytes};

    if (columns > TG_GRID_MOST_COLUMNS)
        return tg_fail(context, TRICORN_INVALID_ARGUMENT,
                       "the graph would be cut into more than %d ranges of columns: allow more "
                       "memory, or fewer blocks",
                       TG_GRID_MOST_COLUMNS);
    TG_TRY(cut_columns(context, source, &to));
    TG_TRY(cut_rows(context, source, &to));
    TG_TRY(TG_ALLOC_ZERO(context, (uint64_t)made.rows * made.rows, &made.list_entries));
    TG_TRY(source->each(context, source, count_lists, &to));
    *grid = made;
    made = (tg_grid){0};
cleanup:
    tg_grid_free(&made);
    return status;
}

/* ---- blocks ------------------------------------------------------------------------------- */

static tricorn_status make_blocks(tricorn_context *context, tg_grid *grid)
{
    tricorn_status status = TRICORN_OK;
    const uint64_t blocks = (uint64_t)grid->rows * grid->columns;
    TG_TRY(TG_ALLOC_ZERO(context, blocks, &grid->offsets));
    TG_TRY(TG_ALLOC_ZERO(context, blocks, &grid->ids));
    for (uint64_t b = 0; b < blocks; b++) {
        const uint64_t rows = tg_grid_range(grid, (uint32_t)(b / grid->columns));
        TG_TRY(TG_ALLOC(context, rows + 1, &grid->offsets[b]));
        TG_TRY(TG_ALLOC(context, grid->entries[b], &grid->ids[b]));
    }
cleanup:
    return status;
}

/* Fills the rows of block number b. */
static void fill_block(const tg_rows *rows, const tg_grid *grid, uint64_t b)
{
    const uint32_t i = (uint32_t)(b / grid->columns), k = (uint32_t)(b % grid->columns);
    const uint32_t first = grid->column_cuts[k], last = grid->column_cuts[k + 1];
    uint64_t written = 0;
    for (uint32_t u = grid->row_cuts[i]; u < grid->row_cuts[i + 1]; u++) {
        const uint32_t *ids = rows->ids + rows->offsets[u];
        const uint64_t length = rows->offsets[u + 1] - rows->offsets[u];
        grid->offsets[b][u - grid->row_cuts[i]] = written;
        for (uint64_t e = tg_lower_bound(ids, length, first); e < length && ids[e] < last; e++)
            grid->ids[b][written++] = ids[e] - first;
    }
    grid->offsets[b][tg_grid_range(grid, i)] = written;
}

tricorn_status tg_grid_fill(tricorn_context *context, const tricorn_graph *graph, tg_grid *grid)
{
    tricorn_status status = TRICORN_OK;
    const uint64_t blocks = (uint64_t)grid->rows * grid->columns;
    tg_rows rows;

    TG_TRY(tg_graph_rows(context, graph, &rows));
    TG_TRY(make_blocks(context, grid));
    tg_work_begin(context, "cutting the graph into blocks", graph->edges);
#pragma omp parallel for num_threads((int)context->threads) schedule(dynamic, 1)
    for (uint64_t b = 0; b < blocks; b++) {
        if (tg_cancelled(context)) continue;
        fill_block(&rows, grid, b);
        tg_work_add(context, grid->entries[b]);
    }
    TG_TRY(tg_check_cancelled(context));
cleanup:
    return status;
}

void tg_grid_free(tg_grid *grid)
{
    const uint64_t blocks = (uint64_t)grid->rows * grid->columns;
    for (uint64_t b = 0; b < blocks; b++) {
        if (grid->offsets) tg_free(grid->offsets[b]);
        if (grid->ids) tg_free(grid->ids[b]);
    }
    tg_free(grid->offsets);
    tg_free(grid->ids);
    tg_free(grid->row_cuts);
    tg_free(grid->column_cuts);
    tg_free(grid->entries);
    tg_free(grid->list_entries);
    *grid = (tg_grid){0};
}

tg_rows tg_grid_block(const tg_grid *grid, uint32_t i, uint32_t k)
{
    const uint64_t block = (uint64_t)i * grid->columns + k;
    return (tg_rows){tg_grid_range(grid, i), grid->offsets[block], grid->ids[block]};
}

/* ---- tasks -------------------------------------------------------------------------------- */

tg_task tg_grid_task(const tg_grid *grid, uint32_t i, uint32_t j, uint32_t k)
{
    const uint32_t v = grid->row_cuts[j], w = grid->column_cuts[k];
    /* Vertex w + y is below vertex v + x if y < x + (v - w). */
    const tg_reach reach = v <= w ? TG_REACH_BELOW : v == w + 1 ? TG_REACH_EQUAL : TG_REACH_ANY;
    return (tg_task){.from = tg_grid_block(grid, i, k),
                     .into = tg_grid_block(grid, j, k),
                     .last_row = tg_grid_range(grid, i),
                     .reach = reach,
                     .u = {grid->row_cuts[i], 1},
                     .v = {v, 1},
                     .w = {w, 1}};
}
