/* grid_file.c - writes the blocks of a graph on disk in one pass over its rows. */
#include "schedule/grid_file.h"

#include "base/memory.h"
#include "schedule/partitioned.h"
#include "store/store.h"

/* What is written of some rows, the first of which is that of vertex `first`. */
typedef struct writing {
    const tg_grid *grid;
    tg_block_file *file;
    const tg_rows *rows;
    uint32_t first;
    uint64_t *offsets;
    uint32_t *ids; /* room for two ids for each edge */
} writing;

/* Returns the first vertex of row set i that is among the rows. */
static uint64_t first_of(const writing *to, uint32_t i)
{
    return tg_vertices_from(&to->grid->row_sets[i], to->first);
}

static bool is_here(const writing *to, uint32_t i, uint64_t u)
{
    return u < to->grid->row_sets[i].end && u < to->first + (uint64_t)to->rows->count;
}

static tricorn_status write_block(tricorn_context *context, const writing *to, uint32_t i,
                                  uint32_t k)
{
    const tg_grid *grid = to->grid;
    const tg_vertices *of = &grid->row_sets[i];
    tg_block_rows rows = {.block = i * grid->columns + k,
                          .first_row = tg_vertices_number(of, (uint32_t)first_of(to, i)),
                          .offsets = to->offsets,
                          .ids = to->ids};
    for (uint64_t u = first_of(to, i); is_here(to, i, u); u += of->stride) {
        to->offsets[rows.rows++] = rows.count;
        rows.count += tg_vertices_select(&grid->column_sets[k], to->rows, u - to->first,
                                         to->ids + rows.count);
    }
    return tg_block_file_put(context, to->file, &rows);
}

static tricorn_status write_list(tricorn_context *context, const writing *to, uint32_t i,
                                 uint32_t j)
{
    const tg_vertices *of = &to->grid->row_sets[i];
    tg_block_rows list = {.block = tg_grid_list(to->grid, i, j), .ids = to->ids};
    for (uint64_t u = first_of(to, i); is_here(to, i, u); u += of->stride) {
        uint32_t *const pairs = to->ids + list.count;
        const uint64_t edges =
            tg_vertices_select(&to->grid->row_sets[j], to->rows, u - to->first, pairs);
        /* from the last to the first: a pair takes the place of numbers that are already moved */
        for (uint64_t e = edges; e-- > 0;) {
            pairs[2 * e + 1] = pairs[e];
            pairs[2 * e] = tg_vertices_number(of, (uint32_t)u);
        }
        list.count += 2 * edges;
    }
    return tg_block_file_put(context, to->file, &list);
}

static tricorn_status write_rows(tricorn_context *context, void *user, const tg_rows *rows,
                                 uint32_t first)
{
    writing to = *(const writing *)user;
    const tg_grid *grid = to.grid;
    tricorn_status status = TRICORN_OK;

    to.rows = rows;
    to.first = first;
    TG_TRY(TG_ALLOC(context, rows->count, &to.offsets));
    TG_TRY(TG_ALLOC(context, 2 * rows->offsets[rows->count], &to.ids));
    for (uint32_t i = 0; i < grid->rows; i++) {
        if (!is_here(&to, i, first_of(&to, i))) continue;
        for (uint32_t k = 0; k < grid->columns; k++) TG_TRY(write_block(context, &to, i, k));
        for (uint32_t j = 0; grid->ranges && j < grid->rows; j++)
            TG_TRY(write_list(context, &to, i, j));
    }
cleanup:
    tg_free(to.offsets);
    tg_free(to.ids);
    return status;
}

tricorn_status tg_grid_write(tricorn_context *context, const tg_plan *plan, tg_grid *grid,
                             tg_block_file *file)
{
    const tg_row_source source = tg_row_source_of(plan);
    const uint32_t blocks = grid->rows * grid->columns;
    const uint32_t lists = grid->ranges ? grid->rows * grid->rows : 0;
    writing to = {.grid = grid, .file = file};
    tricorn_status status = TRICORN_OK;
    uint64_t *rows = NULL, *entries = NULL;

    TG_TRY(tg_grid_open(context, grid));
    TG_TRY(TG_ALLOC_ZERO(context, blocks + lists, &rows));
    TG_TRY(TG_ALLOC(context, blocks + lists, &entries));
    for (uint32_t b = 0; b < blocks; b++) {
        rows[b] = tg_grid_range(grid, b / grid->columns);
        entries[b] = grid->entries[b];
    }
    for (uint32_t l = 0; l < lists; l++) entries[blocks + l] = 2 * grid->list_entries[l];
    const tg_block_sizes sizes = {rows, entries, blocks + lists};
    TG_TRY(tg_block_file_create(context, &plan->graph->store->folder, &sizes, file));
    TG_TRY(source.each(context, &source, write_rows, &to));
cleanup:
    tg_free(rows);
    tg_free(entries);
    return status;
}
