/* grid.c - cuts a graph into blocks by classes or ranges of vertices.
 *
 * - Ranges are cut in two passes over the rows: the first counts each vertex's edges as the lower
 *   end, and cuts columns of about equally many edges; the second cuts the rows.
 * - Blocks are filled in two passes: the first counts the ids of each column set in each row, the
 *   second writes them.  Only the blocks of a row's set contain the row, at offsets of its own:
 *   threads need no atomic operations.
 */
#include "task/grid.h"

#include "base/memory.h"
#include "base/search.h"

enum {
    ROWS_AT_ONCE = 1024, /* rows that a thread processes at a time */
    MOST_CLASSES = 4096  /* few enough that a thread's counters of one row stay in the cache */
};

/* ---- sets of vertices --------------------------------------------------------------------- */

tricorn_status tg_grid_classes(tricorn_context *context, uint64_t vertices, uint32_t classes,
                               tg_grid *grid)
{
    tricorn_status status = TRICORN_OK;
    tg_grid made = {.rows = classes, .columns = classes};

    if (classes > MOST_CLASSES)
        return tg_fail(context, TRICORN_INVALID_ARGUMENT,
                       "a graph can be cut into at most %d x %d blocks", MOST_CLASSES,
                       MOST_CLASSES);
    TG_TRY(TG_ALLOC(context, classes, &made.row_sets));
    TG_TRY(TG_ALLOC(context, classes, &made.column_sets));
    for (uint32_t i = 0; i < classes; i++)
        made.row_sets[i] = made.column_sets[i] = (tg_vertices){i, classes, (uint32_t)vertices};
    *grid = made;
    made = (tg_grid){0};
cleanup:
    tg_grid_free(&made);
    return status;
}

/* Returns the number of the set that has vertex x; no set before number `from` has it. */
static inline uint32_t set_with(const tg_vertices *sets, uint32_t x, uint32_t from)
{
    if (sets->stride > 1) return x % sets->stride;
    while (x >= sets[from].end) from++;
    return from;
}

/* Returns the end of those ids of a row that are below `bound`; they begin at `from`. */
static inline uint64_t end_below(const uint32_t *ids, uint64_t from, uint64_t count,
                                 uint32_t bound)
{
    if (ids[count - 1] < bound) return count;
    return from + tg_lower_bound(ids + from, count - from, bound);
}

/* Adds the number of ids in each set to counts[number of the set]. */
static void count_ids(const uint32_t *ids, uint64_t count, const tg_vertices *sets,
                      uint64_t *counts)
{
    const uint32_t n = sets->stride;
    for (uint64_t e = 0; n > 1 && e < count; e++) counts[ids[e] % n]++;
    for (uint64_t end, e = 0; n == 1 && e < count; e = end, sets++)
        *counts++ += (end = end_below(ids, e, count, sets->end)) - e;
}

static void count_row(const tg_rows *rows, uint64_t r, const tg_vertices *sets, uint64_t *counts)
{
    count_ids(rows->ids + rows->offsets[r], rows->offsets[r + 1] - rows->offsets[r], sets,
              counts);
}

/* ---- ranges of columns -------------------------------------------------------------------- */

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

    TG_TRY(TG_ALLOC(context, grid->columns, &grid->column_sets));
    TG_TRY(TG_ALLOC_ZERO(context, source->count, &to->degrees));
    TG_TRY(source->each(context, source, count_lower_ends, to));
    for (uint32_t k = 0; k < grid->columns; k++)
        grid->column_sets[k] = (tg_vertices){k ? source->count : 0, 1, source->count};
    for (uint32_t v = 0; v < source->count; v++) {
        for (; column < grid->columns && before * grid->columns >= edges * column; column++)
            grid->column_sets[column].first = grid->column_sets[column - 1].end = v;
        before += to->degrees[v];
    }
cleanup:
    tg_free(to->degrees);
    to->degrees = NULL;
    return status;
}

/* ---- ranges of rows ----------------------------------------------------------------------- */

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
    TG_TRY(TG_REALLOC(context, grid->rows + 1, &grid->row_sets));
    for (uint32_t k = 0; k < grid->columns; k++) to->counts[k] = 0;
    grid->row_sets[grid->rows++] = (tg_vertices){to->first, 1, u};
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
        count_row(rows, r, grid->column_sets, to->row);
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
    TG_TRY(TG_ALLOC_ZERO(context, to->grid->columns, &to->counts));
    TG_TRY(TG_ALLOC(context, to->grid->columns, &to->row));
    TG_TRY(source->each(context, source, cut_at_rows, to));
    TG_TRY(end_range(context, source->count, to));
cleanup:
    tg_free(to->counts);
    tg_free(to->row);
    return status;
}

tricorn_status tg_grid_ranges(tricorn_context *context, const tg_row_source *source,
                              uint32_t columns, uint64_t block_bytes, tg_grid *grid)
{
    tricorn_status status = TRICORN_OK;
    tg_grid made = {.ranges = true, .columns = columns};
    cutting to = {.grid = &made, .block_bytes = block_bytes};

    if (columns > TG_GRID_MOST_COLUMNS)
        return tg_fail(context, TRICORN_INVALID_ARGUMENT,
                       "the graph would be cut into more than %d ranges of columns: allow more "
                       "memory, or fewer blocks",
                       TG_GRID_MOST_COLUMNS);
    TG_TRY(cut_columns(context, source, &to));
    TG_TRY(cut_rows(context, source, &to));
    *grid = made;
    made = (tg_grid){0};
cleanup:
    tg_grid_free(&made);
    return status;
}

/* ---- numbers of edges --------------------------------------------------------------------- */

static tricorn_status count_edges(tricorn_context *context, void *user, const tg_rows *rows,
                                  uint32_t first)
{
    const tg_grid *grid = user;
#pragma omp parallel for num_threads((int)context->threads) schedule(dynamic, 1)
    for (uint32_t i = 0; i < grid->rows; i++) {
        const tg_vertices *set = &grid->row_sets[i];
        uint64_t *const entries = grid->entries + (uint64_t)i * grid->columns;
        for (uint64_t u = tg_vertices_from(set, first);
             u < set->end && u < first + (uint64_t)rows->count; u += set->stride) {
            count_row(rows, u - first, grid->column_sets, entries);
            if (grid->ranges)
                count_row(rows, u - first, grid->row_sets,
                          grid->list_entries + (uint64_t)i * grid->rows);
        }
    }
    return TRICORN_OK;
}

tricorn_status tg_grid_count(tricorn_context *context, const tg_row_source *source, tg_grid *grid)
{
    const uint64_t rows = grid->rows;
    tricorn_status status = TRICORN_OK;
    TG_TRY(TG_ALLOC_ZERO(context, rows * grid->columns, &grid->entries));
    if (grid->ranges) TG_TRY(TG_ALLOC_ZERO(context, rows * rows, &grid->list_entries));
    TG_TRY(source->each(context, source, count_edges, grid));
cleanup:
    return status;
}

/* ---- walks over rows ---------------------------------------------------------------------- */

/* What a walk over the rows of a graph needs: the counts of edges are added from `blocks` to
 * `edges`. */
typedef struct walk {
    const tg_rows *graph;
    const tg_grid *grid;
    uint32_t *const *blocks;
    uint32_t *edges;
} walk;

/* Handles vertex u of the graph, which is row r in the blocks of row set i.  `ends` has room for
 * a position in each of these blocks. */
typedef void row_step(const walk *with, uint64_t u, uint32_t i, uint32_t r, uint64_t *ends);

/* Counts the ids in each column set, at the offset that follows the row's. */
static void measure_row(const walk *with, uint64_t u, uint32_t i, uint32_t r, uint64_t *ends)
{
    const tg_grid *grid = with->grid;
    uint64_t *const *offsets = grid->offsets + (uint64_t)i * grid->columns;
    for (uint32_t k = 0; k < grid->columns; k++) ends[k] = 0;
    count_row(with->graph, u, grid->column_sets, ends);
    for (uint32_t k = 0; k < grid->columns; k++) offsets[k][r + 1] = ends[k];
}

static void find_row(const tg_grid *grid, uint32_t i, uint32_t r, uint64_t *ends)
{
    uint64_t *const *offsets = grid->offsets + (uint64_t)i * grid->columns;
    for (uint32_t k = 0; k < grid->columns; k++) ends[k] = offsets[k][r];
}

/* Writes the ids to the blocks, at the positions that their offsets say. */
static void place_row(const walk *with, uint64_t u, uint32_t i, uint32_t r, uint64_t *ends)
{
    const tg_vertices *sets = with->grid->column_sets;
    const uint32_t *ids = with->graph->ids + with->graph->offsets[u], n = sets->stride;
    const uint64_t count = with->graph->offsets[u + 1] - with->graph->offsets[u];
    uint32_t *const *to = with->grid->ids + (uint64_t)i * with->grid->columns;

    find_row(with->grid, i, r, ends);
    for (uint64_t e = 0; n > 1 && e < count; e++) to[ids[e] % n][ends[ids[e] % n]++] = ids[e] / n;
    for (uint64_t end, e = 0; n == 1 && e < count; sets++, to++, ends++) {
        const uint32_t first = sets->first;
        uint32_t *const part = *to + *ends;
        end = end_below(ids, e, count, sets->end);
        for (uint64_t x = e; x < end; x++) part[x - e] = ids[x] - first;
        e = end;
    }
}

/* Adds the counts of the row's edges in the blocks to those in the graph. */
static void add_row(const walk *with, uint64_t u, uint32_t i, uint32_t r, uint64_t *ends)
{
    const tg_rows *rows = with->graph;
    uint32_t *const *blocks = with->blocks + (uint64_t)i * with->grid->columns;
    uint32_t k = 0;

    find_row(with->grid, i, r, ends);
    for (uint64_t e = rows->offsets[u]; e < rows->offsets[u + 1]; e++) {
        k = set_with(with->grid->column_sets, rows->ids[e], k);
        with->edges[e] += blocks[k][ends[k]++];
    }
}

static void walk_rows(const walk *with, row_step *step, uint64_t first, uint64_t last,
                      uint64_t *ends)
{
    const tg_vertices *sets = with->grid->row_sets;
    uint32_t i = 0;
    for (uint64_t u = first; u < last; u++) {
        i = set_with(sets, (uint32_t)u, i);
        step(with, u, i, tg_vertices_number(&sets[i], (uint32_t)u), ends);
    }
}

/* Handles all rows, with all threads. */
static tricorn_status each_row(tricorn_context *context, const walk *with, row_step *step)
{
    tricorn_status status = TRICORN_OK;
    const uint64_t rows = with->graph->count, threads = context->threads;
    uint64_t *ends = NULL;

    TG_TRY(TG_ALLOC(context, threads * with->grid->columns, &ends));
#pragma omp parallel for num_threads((int)threads) schedule(static, 1)
    for (uint64_t t = 0; t < threads; t++) {
        uint64_t *const own = ends + t * with->grid->columns;
        for (uint64_t first = t * ROWS_AT_ONCE; first < rows; first += threads * ROWS_AT_ONCE) {
            const uint64_t last = rows - first < ROWS_AT_ONCE ? rows : first + ROWS_AT_ONCE;
            walk_rows(with, step, first, last, own);
            if (tg_work_add(context, with->graph->offsets[last] - with->graph->offsets[first]))
                break;
        }
    }
    TG_TRY(tg_check_cancelled(context));
cleanup:
    tg_free(ends);
    return status;
}

tricorn_status tg_grid_add_edges(tricorn_context *context, const tg_grid *grid,
                                 const tricorn_graph *graph, uint32_t *const *blocks,
                                 uint32_t *edges)
{
    tg_rows rows;
    const walk with = {&rows, grid, blocks, edges};
    const tricorn_status status = tg_graph_rows(context, graph, &rows);
    return status == TRICORN_OK ? each_row(context, &with, add_row) : status;
}

/* ---- blocks ------------------------------------------------------------------------------- */

/* Allocates the offsets of all blocks, all zero. */
static tricorn_status make_offsets(tricorn_context *context, tg_grid *grid)
{
    tricorn_status status = TRICORN_OK;
    const uint64_t blocks = (uint64_t)grid->rows * grid->columns;
    TG_TRY(TG_ALLOC_ZERO(context, blocks, &grid->offsets));
    TG_TRY(TG_ALLOC_ZERO(context, blocks, &grid->ids));
    for (uint64_t b = 0; b < blocks; b++) {
        const uint64_t rows = tg_grid_range(grid, (uint32_t)(b / grid->columns));
        TG_TRY(TG_ALLOC_ZERO(context, rows + 1, &grid->offsets[b]));
    }
cleanup:
    return status;
}

/* Turns the lengths of rows into offsets, and allocates memory for the ids. */
static tricorn_status make_ids(tricorn_context *context, tg_grid *grid)
{
    tricorn_status status = TRICORN_OK;
    const uint64_t blocks = (uint64_t)grid->rows * grid->columns;
    if (grid->entries == NULL) TG_TRY(TG_ALLOC(context, blocks, &grid->entries));
#pragma omp parallel for num_threads((int)context->threads) schedule(dynamic, 1)
    for (uint64_t b = 0; b < blocks; b++) {
        const uint32_t rows = tg_grid_range(grid, (uint32_t)(b / grid->columns));
        uint64_t *const offsets = grid->offsets[b];
        for (uint32_t r = 0; r < rows; r++) offsets[r + 1] += offsets[r];
        grid->entries[b] = offsets[rows];
    }
    for (uint64_t b = 0; b < blocks; b++)
        TG_TRY(TG_ALLOC(context, grid->entries[b], &grid->ids[b]));
cleanup:
    return status;
}

tricorn_status tg_grid_fill(tricorn_context *context, const tricorn_graph *graph, tg_grid *grid)
{
    tricorn_status status = TRICORN_OK;
    tg_rows rows;
    const walk with = {.graph = &rows, .grid = grid};

    TG_TRY(tg_graph_rows(context, graph, &rows));
    tg_work_begin(context, "cutting the graph into blocks", 2 * graph->edges);
    TG_TRY(make_offsets(context, grid));
    TG_TRY(each_row(context, &with, measure_row));
    TG_TRY(make_ids(context, grid));
    TG_TRY(each_row(context, &with, place_row));
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
    tg_free(grid->row_sets);
    tg_free(grid->column_sets);
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

tg_grid_at tg_grid_at_number(const tg_grid *grid, uint64_t number)
{
    const uint32_t n = grid->columns, step = (uint32_t)(number % grid->rows);
    const uint64_t unit = number / grid->rows;
    const uint32_t outer = (uint32_t)(unit / n), inner = (uint32_t)(unit % n);
    if (grid->ranges) return (tg_grid_at){outer, step, inner};
    /* i and k run up and down in turn, so that only one of the three changes at a time. */
    return (tg_grid_at){outer % 2 ? n - 1 - inner : inner, outer, unit % 2 ? n - 1 - step : step};
}

tg_task tg_grid_task(const tg_grid *grid, tg_grid_at at)
{
    const tg_vertices *v = &grid->row_sets[at.j], *w = &grid->column_sets[at.k];
    return (tg_task){.edges = grid->ranges ? (tg_rows){0} : tg_grid_block(grid, at.i, at.j),
                     .from = tg_grid_block(grid, at.i, at.k),
                     .into = tg_grid_block(grid, at.j, at.k),
                     .last_row = tg_grid_range(grid, at.i),
                     .reach = tg_vertices_reach(v, w),
                     .u = tg_vertices_numbering(&grid->row_sets[at.i]),
                     .v = tg_vertices_numbering(v),
                     .w = tg_vertices_numbering(w)};
}
