/* grid.c - cuts a graph into blocks by classes or ranges of vertices.
 *
 * - Ranges are cut in two passes over the rows: the first counts each vertex's edges as the lower
 *   end, and cuts columns of about equally many edges; the second cuts the rows.
 * - Blocks are filled in two passes: the first counts the ids of each column set in each row, the
 *   second writes them.  Only the blocks of a row's set contain the row, at offsets of its own:
 *   threads need no atomic operations.
 */
#include "task/grid.h"

#include <omp.h>
#include <string.h>

#include "base/memory.h"
#include "base/search.h"

enum {
    LINE_WORDS = 8, /* 64-bit words of a cache line */
    ROWS_AT_ONCE = 1024, /* rows that a thread processes at a time */
    OWN_COUNTERS = 1 << 14, /* vertices that each thread counts by itself: 64 KiB */
    MEASURED = 1 << 14, /* rows that are measured, before ranges are cut between them */
    MOST_CLASSES = 4096 /* few enough that a thread's counters of one row stay in the cache */
};

/* ---- sets of vertices ---- */

tricorn_status tg_grid_classes(tricorn_context *context, uint64_t vertices, uint32_t classes, tg_grid *grid)
{
    tricorn_status status = TRICORN_OK;
    tg_grid made = {.rows = classes, .columns = classes, .shares = 1};

    if (classes > MOST_CLASSES)
        return tg_fail(context, TRICORN_INVALID_ARGUMENT, "a graph can be cut into at most %d x %d blocks",
          MOST_CLASSES, MOST_CLASSES);
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

/* Returns the number of the blocks (i, k), which come before those of sources by row sets. */
static uint32_t plain_blocks(const tg_grid *grid)
{
    return grid->rows * grid->columns;
}

/* Returns the number of the set that has vertex x; no set before number `from` has it. */
static inline uint32_t set_with(const tg_vertices *sets, uint32_t x, uint32_t from)
{
    if (sets->stride > 1) return x % sets->stride;
    while (x >= sets[from].end) from++;
    return from;
}

/* Returns the end of those ids of a row that are below `bound`; they begin at `from`. */
static inline uint64_t end_below(const uint32_t *ids, uint64_t from, uint64_t count, uint32_t bound)
{
    if (ids[count - 1] < bound) return count;
    return from + tg_lower_bound(ids + from, count - from, bound);
}

/* Adds the number of ids in each set to counts[number of the set]. */
static void count_ids(const uint32_t *ids, uint64_t count, const tg_vertices *sets, uint64_t *counts)
{
    const uint32_t n = sets->stride;
    for (uint64_t e = 0; n > 1 && e < count; e++) counts[ids[e] % n]++;
    for (uint64_t end, e = 0; n == 1 && e < count; e = end, sets++)
        *counts++ += (end = end_below(ids, e, count, sets->end)) - e;
}

static void count_row(const tg_rows *rows, uint64_t r, const tg_vertices *sets, uint64_t *counts)
{
    count_ids(rows->ids + rows->offsets[r], rows->offsets[r + 1] - rows->offsets[r], sets, counts);
}

/* ---- ranges of columns ---- */

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
    /* edges by column: `counts` of the row range that is not complete, `of_rows` of MEASURED rows */
    uint64_t *counts, *of_rows;
    uint32_t first; /* the first row of the range that is not complete */
} cutting;

/* Hubs mostly have the first numbers, and threads that add to the same counter wait for each other:
 * each has counters of its own for these vertices. */
static tricorn_status count_lower_ends(tricorn_context *context, void *user, const tg_rows *rows, uint32_t first)
{
    const cutting *to = user;
    const uint64_t threads = context->threads;
    tricorn_status status = TRICORN_OK;
    uint32_t *own = NULL;

    (void)first;
    TG_TRY(TG_ALLOC_ZERO(context, threads * OWN_COUNTERS, &own));
#pragma omp parallel num_threads((int)threads)
    {
        uint32_t *const mine = own + (uint64_t)omp_get_thread_num() * OWN_COUNTERS;
#pragma omp for schedule(static) nowait
        for (uint64_t e = rows->offsets[0]; e < rows->offsets[rows->count]; e++)
            if (rows->ids[e] < OWN_COUNTERS)
                mine[rows->ids[e]]++;
            else
                __atomic_fetch_add(&to->degrees[rows->ids[e]], 1, __ATOMIC_RELAXED);
    }
    for (uint64_t c = 0; c < threads * OWN_COUNTERS; c++)
        if (own[c] > 0) to->degrees[c % OWN_COUNTERS] += own[c];
cleanup:
    tg_free(own);
    return status;
}

/* Cuts columns: column k begins with the first vertex before which at least k / columns of all
 * edges have their lower ends. */
static tricorn_status cut_columns(tricorn_context *context, const tg_row_source *source, cutting *to)
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

/* ---- ranges of rows ---- */

/* Ends the current row range before row u. */
static tricorn_status end_range(tricorn_context *context, uint32_t u, cutting *to)
{
    tg_grid *grid = to->grid;
    if (grid->rows == TG_GRID_MOST_ROWS)
        return tg_fail(context, TRICORN_INVALID_ARGUMENT,
          "the graph would be cut into more than %d ranges of rows: allow more memory, "
          "or fewer blocks",
          TG_GRID_MOST_ROWS);
    TG_DO(TG_REALLOC(context, grid->rows + 1, &grid->row_sets));
    for (uint32_t k = 0; k < grid->columns; k++) to->counts[k] = 0;
    grid->row_sets[grid->rows++] = (tg_vertices){to->first, 1, u};
    to->first = u;
    return TRICORN_OK;
}

/* Adds row u, which has `row` edges in each column, to the range that is not complete. The range
 * ends before it, if one of its blocks would have more than block_bytes. */
static tricorn_status add_row(tricorn_context *context, uint32_t u, const uint64_t *row, cutting *to)
{
    const uint32_t columns = to->grid->columns;
    uint64_t most = 0;
    for (uint32_t k = 0; k < columns; k++)
        if (to->counts[k] + row[k] > most) most = to->counts[k] + row[k];
    if (u > to->first && tg_grid_bytes(u + 1 - to->first, most) > to->block_bytes) TG_DO(end_range(context, u, to));
    for (uint32_t k = 0; k < columns; k++) to->counts[k] += row[k];
    return TRICORN_OK;
}

/* Cuts the rows; the cut is the same in all columns. */
static tricorn_status cut_at_rows(tricorn_context *context, void *user, const tg_rows *rows, uint32_t first)
{
    cutting *to = user;
    const tg_grid *grid = to->grid;
    const uint64_t columns = grid->columns;

    for (uint64_t done = 0, now; done < rows->count; done += now) {
        now = rows->count - done < MEASURED ? rows->count - done : MEASURED;
        memset(to->of_rows, 0, now * columns * sizeof *to->of_rows);
#pragma omp parallel for num_threads((int)context->threads)
        for (uint64_t r = 0; r < now; r++) count_row(rows, done + r, grid->column_sets, to->of_rows + r * columns);
        for (uint64_t r = 0; r < now; r++)
            TG_DO(add_row(context, (uint32_t)(first + done + r), to->of_rows + r * columns, to));
    }
    return TRICORN_OK;
}

static tricorn_status cut_rows(tricorn_context *context, const tg_row_source *source, cutting *to)
{
    tricorn_status status = TRICORN_OK;
    TG_TRY(TG_ALLOC_ZERO(context, to->grid->columns, &to->counts));
    TG_TRY(TG_ALLOC(context, (uint64_t)MEASURED * to->grid->columns, &to->of_rows));
    TG_TRY(source->each(context, source, cut_at_rows, to));
    TG_TRY(end_range(context, source->count, to));
cleanup:
    tg_free(to->counts);
    tg_free(to->of_rows);
    return status;
}

tricorn_status tg_grid_ranges(
  tricorn_context *context, const tg_row_source *source, uint32_t columns, uint64_t block_bytes, tg_grid *grid)
{
    tricorn_status status = TRICORN_OK;
    tg_grid made = {.ranges = true, .columns = columns, .shares = 1};
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

/* ---- numbers of edges ---- */

static tricorn_status count_edges(tricorn_context *context, void *user, const tg_rows *rows, uint32_t first)
{
    const tg_grid *grid = user;
#pragma omp parallel for num_threads((int)context->threads) schedule(dynamic, 1)
    for (uint32_t i = 0; i < grid->rows; i++) {
        const tg_vertices *set = &grid->row_sets[i];
        uint64_t *const entries = grid->entries + (uint64_t)i * grid->columns;
        for (uint64_t u = tg_vertices_from(set, first); u < set->end && u < first + (uint64_t)rows->count;
             u += set->stride) {
            const uint32_t share = tg_vertices_number(set, (uint32_t)u) % grid->shares;
            count_row(rows, u - first, grid->column_sets, entries);
            if (grid->list_entries)
                count_row(rows, u - first, grid->row_sets,
                  grid->list_entries + ((uint64_t)i * grid->shares + share) * grid->rows);
        }
    }
    return TRICORN_OK;
}

tricorn_status tg_grid_count(tricorn_context *context, const tg_row_source *source, tg_grid *grid)
{
    const uint64_t plain = (uint64_t)grid->rows * grid->columns;
    const uint64_t more = tg_grid_blocks(grid) - plain;
    TG_DO(TG_ALLOC_ZERO(context, plain, &grid->entries));
    if (more > 0) TG_DO(TG_ALLOC_ZERO(context, more, &grid->list_entries));
    return source->each(context, source, count_edges, grid);
}

/* ---- blocks of a graph in memory ---- */

/* Blocks that are filled: those of each row set with the ids of `count` sets, which are the column
 * sets or the row sets. */
typedef struct filling {
    tg_grid *grid;
    const tg_rows *rows;
    const tg_vertices *sets;
    uint32_t count, first; /* the number of the first of these blocks */
    uint64_t *entries; /* the number of edges of each of these blocks */
} filling;

/* Counts the ids of row u of the graph, which is in row set i, in each set, at the offset that
 * follows the row's. `ends` has room for a position in each of the set's blocks. */
static void measure_row(const filling *to, uint64_t u, uint32_t i, uint64_t *ends)
{
    const uint32_t r = tg_vertices_number(&to->grid->row_sets[i], (uint32_t)u);
    uint64_t *const *offsets = to->grid->offsets + to->first + (uint64_t)i * to->count;
    for (uint32_t k = 0; k < to->count; k++) ends[k] = 0;
    count_row(to->rows, u, to->sets, ends);
    for (uint32_t k = 0; k < to->count; k++) offsets[k][r + 1] = ends[k];
}

/* Writes the ids of the row to the blocks, at the positions that their offsets say. */
static void place_row(const filling *to, uint64_t u, uint32_t i, uint64_t *ends)
{
    const tg_vertices *sets = to->sets;
    const uint64_t begin = to->rows->offsets[u], count = to->rows->offsets[u + 1] - begin;
    const uint64_t block = to->first + (uint64_t)i * to->count;
    const uint32_t r = tg_vertices_number(&to->grid->row_sets[i], (uint32_t)u), n = sets->stride;
    const uint32_t *ids = to->rows->ids + begin;
    uint32_t *const *into = to->grid->ids + block;

    for (uint32_t k = 0; k < to->count; k++) ends[k] = to->grid->offsets[block + k][r];
    for (uint64_t e = 0; n > 1 && e < count; e++) {
        const uint32_t id = ids[e], k = id % n;
        into[k][ends[k]++] = id / n;
    }
    for (uint64_t end, e = 0; n == 1 && e < count; sets++, into++, ends++) {
        const uint32_t first = sets->first;
        uint32_t *const part = *into + *ends;
        end = end_below(ids, e, count, sets->end);
        for (uint64_t x = e; x < end; x++) part[x - e] = ids[x] - first;
        e = end;
    }
}

/* Counts the ids of all rows or, if `place`, writes them to the blocks, with all threads. */
static tricorn_status each_row(tricorn_context *context, const filling *to, bool place)
{
    tricorn_status status = TRICORN_OK;
    const tg_rows *rows = to->rows;
    const uint64_t count = rows->count, threads = context->threads;
    /* whole cache lines, as each thread writes to its own all the time */
    const uint64_t each = (to->count + LINE_WORDS - 1) / LINE_WORDS * LINE_WORDS;
    uint64_t *ends = NULL;

    TG_TRY(TG_ALLOC(context, threads * each, &ends));
#pragma omp parallel for num_threads((int)threads) schedule(static, 1)
    for (uint64_t t = 0; t < threads; t++) {
        uint64_t *const own = ends + t * each;
        for (uint64_t first = t * ROWS_AT_ONCE; first < count; first += threads * ROWS_AT_ONCE) {
            const uint64_t last = count - first < ROWS_AT_ONCE ? count : first + ROWS_AT_ONCE;
            for (uint64_t u = first, i = 0; u < last; u++) {
                i = set_with(to->grid->row_sets, (uint32_t)u, (uint32_t)i);
                if (place)
                    place_row(to, u, (uint32_t)i, own);
                else
                    measure_row(to, u, (uint32_t)i, own);
            }
            if (tg_work_add(context, rows->offsets[last] - rows->offsets[first])) break;
        }
    }
    TG_TRY(tg_check_cancelled(context));
cleanup:
    tg_free(ends);
    return status;
}

static tricorn_status make_offsets(tricorn_context *context, const filling *to)
{
    const uint64_t blocks = (uint64_t)to->grid->rows * to->count;
    for (uint64_t b = 0; b < blocks; b++) {
        const uint64_t rows = tg_grid_range(to->grid, (uint32_t)(b / to->count));
        TG_DO(TG_ALLOC_ZERO(context, rows + 1, &to->grid->offsets[to->first + b]));
    }
    return TRICORN_OK;
}

/* Turns the lengths of rows into offsets, and allocates memory for the ids. */
static tricorn_status make_ids(tricorn_context *context, const filling *to)
{
    const uint64_t blocks = (uint64_t)to->grid->rows * to->count;
#pragma omp parallel for num_threads((int)context->threads) schedule(dynamic, 1)
    for (uint64_t b = 0; b < blocks; b++) {
        const uint32_t rows = tg_grid_range(to->grid, (uint32_t)(b / to->count));
        uint64_t *const offsets = to->grid->offsets[to->first + b];
        for (uint32_t r = 0; r < rows; r++) offsets[r + 1] += offsets[r];
        to->entries[b] = offsets[rows];
    }
    for (uint64_t b = 0; b < blocks; b++) TG_DO(TG_ALLOC(context, to->entries[b], &to->grid->ids[to->first + b]));
    return TRICORN_OK;
}

static tricorn_status fill(tricorn_context *context, const filling *to)
{
    const uint64_t edges = to->rows->count > 0 ? to->rows->offsets[to->rows->count] : 0;
    tg_work_begin(context, "cutting the graph into blocks", 2 * edges);
    TG_DO(make_offsets(context, to));
    TG_DO(each_row(context, to, false));
    TG_DO(make_ids(context, to));
    return each_row(context, to, true);
}

tricorn_status tg_grid_fill(tricorn_context *context, const tg_rows *rows, tg_grid *grid)
{
    const uint64_t blocks = (uint64_t)grid->rows * grid->columns;
    TG_DO(tg_grid_open(context, grid));
    if (grid->entries == NULL) TG_DO(TG_ALLOC(context, blocks, &grid->entries));
    return fill(context, &(filling){grid, rows, grid->column_sets, grid->columns, 0, grid->entries});
}

tricorn_status tg_grid_fill_lists(tricorn_context *context, const tg_rows *rows, tg_grid *grid)
{
    const uint64_t lists = (uint64_t)grid->rows * grid->rows;
    if (grid->list_entries == NULL) TG_DO(TG_ALLOC(context, lists, &grid->list_entries));
    return fill(context, &(filling){grid, rows, grid->row_sets, grid->rows, plain_blocks(grid), grid->list_entries});
}

tricorn_status tg_grid_open(tricorn_context *context, tg_grid *grid)
{
    TG_DO(TG_ALLOC_ZERO(context, tg_grid_blocks(grid), &grid->offsets));
    return TG_ALLOC_ZERO(context, tg_grid_blocks(grid), &grid->ids);
}

tricorn_status tg_grid_view(tricorn_context *context, const tg_grid *grid, tg_grid *view)
{
    *view = *grid;
    view->offsets = NULL;
    view->ids = NULL;
    return tg_grid_open(context, view);
}

void tg_grid_drop_blocks(tg_grid *grid)
{
    for (uint32_t b = 0; b < tg_grid_blocks(grid); b++) {
        if (grid->offsets) tg_free(grid->offsets[b]);
        if (grid->ids) tg_free(grid->ids[b]);
    }
    tg_free(grid->offsets);
    tg_free(grid->ids);
    grid->offsets = NULL;
    grid->ids = NULL;
}

void tg_grid_free(tg_grid *grid)
{
    tg_grid_drop_blocks(grid);
    tg_free(grid->row_sets);
    tg_free(grid->column_sets);
    tg_free(grid->entries);
    tg_free(grid->list_entries);
    *grid = (tg_grid){0};
}

/* ---- tasks ---- */

tg_grid_at tg_grid_at_number(const tg_grid *grid, uint64_t number)
{
    const uint64_t task = number / grid->shares, unit = task / grid->rows;
    const uint32_t share = (uint32_t)(number % grid->shares), n = grid->columns;
    const uint32_t step = (uint32_t)(task % grid->rows);
    const uint32_t outer = (uint32_t)(unit / n), inner = (uint32_t)(unit % n);
    if (grid->ranges) return (tg_grid_at){outer, step, inner, share};
    /* i and k run up and down in turn, so that only one of the three changes at a time. */
    return (tg_grid_at){outer % 2 ? n - 1 - inner : inner, outer, unit % 2 ? n - 1 - step : step, share};
}

tg_vertices tg_grid_sources(const tg_grid *grid, tg_grid_at at)
{
    tg_vertices u = grid->row_sets[at.i];
    u.first += u.stride * at.share;
    u.stride *= grid->shares;
    return u;
}

uint32_t tg_grid_blocks(const tg_grid *grid)
{
    const bool more = grid->ranges || grid->shares > 1;
    return plain_blocks(grid) + (more ? grid->rows * grid->shares * grid->rows : 0);
}

tg_grid_numbers tg_grid_numbers_of(const tg_grid *grid, tg_grid_at at)
{
    const uint32_t n = grid->columns;
    const uint32_t more = plain_blocks(grid) + (at.i * grid->shares + at.share) * grid->rows;
    const uint32_t from = grid->shares > 1 ? more + at.k : at.i * n + at.k;
    const uint32_t edges = grid->ranges || grid->shares > 1 ? more + at.j : at.i * n + at.j;
    const bool same = tg_vertices_same(&grid->row_sets[at.j], &grid->column_sets[at.k]);
    return (tg_grid_numbers){{same ? from : edges, from, at.j * n + at.k}};
}

tg_grid_sets tg_grid_sets_of(const tg_grid *grid, uint32_t block)
{
    const uint32_t n = grid->columns, plain = plain_blocks(grid);
    if (block < plain) return (tg_grid_sets){grid->row_sets[block / n], grid->column_sets[block % n]};
    const uint32_t source = (block - plain) / grid->rows;
    const tg_grid_at at = {.i = source / grid->shares, .share = source % grid->shares};
    return (tg_grid_sets){tg_grid_sources(grid, at), grid->row_sets[(block - plain) % grid->rows]};
}

static bool is_whole(const tg_grid *grid, const tg_vertices *set)
{
    return set->first == 0 && set->stride == 1 && set->end == grid->whole.count;
}

tg_rows tg_grid_block(const tg_grid *grid, uint32_t block)
{
    const tg_grid_sets sets = tg_grid_sets_of(grid, block);
    if (grid->whole.offsets && is_whole(grid, &sets.of) && is_whole(grid, &sets.ids_of)) return grid->whole;
    return (tg_rows){tg_vertices_count(&sets.of), grid->offsets[block], grid->ids[block]};
}

tg_task tg_grid_task(const tg_grid *grid, tg_grid_at at)
{
    const tg_grid_numbers numbers = tg_grid_numbers_of(grid, at);
    const tg_vertices u = tg_grid_sources(grid, at);
    const tg_vertices *v = &grid->row_sets[at.j], *w = &grid->column_sets[at.k];
    return (tg_task){.edges = tg_grid_block(grid, numbers.of[0]),
      .from = tg_grid_block(grid, numbers.of[1]),
      .into = tg_grid_block(grid, numbers.of[2]),
      .last_row = tg_vertices_count(&u),
      .reach = grid->relabelled ? TG_REACH_ANY : tg_vertices_reach(v, w),
      .u = tg_vertices_numbering(&u),
      .v = tg_vertices_numbering(v),
      .w = tg_vertices_numbering(w)};
}
