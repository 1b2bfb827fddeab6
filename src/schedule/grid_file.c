/* grid_file.c - writes the blocks of a graph on disk in one pass over its rows. */
#include "schedule/grid_file.h"

#include "base/memory.h"
#include "schedule/partitioned.h"
#include "store/relabel.h"

/* What is written of some rows, the first of which is that of vertex `first`. */
typedef struct writing {
    const tg_grid *grid;
    tg_block_file *file;
    const tg_rows *rows;
    uint32_t first;
    uint64_t *offsets;
    uint32_t *ids; /* room for two ids for each edge */
    uint32_t lists; /* blocks from this number on are lists */
} writing;

/* Returns the first vertex of a set that is among the rows or behind them. */
static uint64_t first_of(const writing *to, const tg_vertices *of)
{
    return tg_vertices_from(of, to->first);
}

static bool is_here(const writing *to, const tg_vertices *of, uint64_t u)
{
    return u < of->end && u < to->first + (uint64_t)to->rows->count;
}

static tricorn_status write_block(tricorn_context *context, const writing *to, uint32_t block)
{
    const tg_grid_sets sets = tg_grid_sets_of(to->grid, block);
    const uint64_t first = first_of(to, &sets.of);
    tg_block_rows rows = {.block = block, .offsets = to->offsets, .ids = to->ids};
    if (!is_here(to, &sets.of, first)) return TRICORN_OK;
    rows.first_row = tg_vertices_number(&sets.of, (uint32_t)first);
    for (uint64_t u = first; is_here(to, &sets.of, u); u += sets.of.stride) {
        to->offsets[rows.rows++] = rows.count;
        rows.count += tg_vertices_select(&sets.ids_of, to->rows, u - to->first, to->ids + rows.count);
    }
    return tg_block_file_put(context, to->file, &rows);
}

static tricorn_status write_list(tricorn_context *context, const writing *to, uint32_t block)
{
    const tg_grid_sets sets = tg_grid_sets_of(to->grid, block);
    const tg_vertices *of = &sets.of;
    tg_block_rows list = {.block = block, .ids = to->ids};
    for (uint64_t u = first_of(to, of); is_here(to, of, u); u += of->stride) {
        uint32_t *const pairs = to->ids + list.count;
        const uint64_t edges = tg_vertices_select(&sets.ids_of, to->rows, u - to->first, pairs);
        /* from the last to the first: a pair takes the place of numbers that are already moved */
        for (uint64_t e = edges; e-- > 0;) {
            pairs[2 * e + 1] = pairs[e];
            pairs[2 * e] = tg_vertices_number(of, (uint32_t)u);
        }
        list.count += 2 * edges;
    }
    return tg_block_file_put(context, to->file, &list);
}

static tricorn_status write_rows(tricorn_context *context, void *user, const tg_rows *rows, uint32_t first)
{
    writing to = *(const writing *)user;
    const tg_grid *grid = to.grid;
    tricorn_status status = TRICORN_OK;

    to.rows = rows;
    to.first = first;
    TG_TRY(TG_ALLOC(context, rows->count, &to.offsets));
    TG_TRY(TG_ALLOC(context, 2 * rows->offsets[rows->count], &to.ids));
    for (uint32_t b = 0; b < tg_grid_blocks(grid); b++)
        TG_TRY(b >= to.lists ? write_list(context, &to, b) : write_block(context, &to, b));
cleanup:
    tg_free(to.offsets);
    tg_free(to.ids);
    return status;
}

/* Creates the file of the grid's blocks. */
static tricorn_status create_file(
  tricorn_context *context, const tg_grid *grid, const tg_grid_place *place, tg_block_file *file)
{
    const uint32_t blocks = tg_grid_blocks(grid), plain = grid->rows * grid->columns;
    tricorn_status status = TRICORN_OK;
    uint64_t *rows = NULL, *entries = NULL;

    TG_TRY(TG_ALLOC_ZERO(context, blocks, &rows));
    TG_TRY(TG_ALLOC(context, blocks, &entries));
    for (uint32_t b = 0; b < blocks; b++) {
        const tg_grid_sets sets = tg_grid_sets_of(grid, b);
        const bool list = place->lists && b >= plain;
        entries[b] = b < plain ? grid->entries[b] : grid->list_entries[b - plain];
        if (list) entries[b] *= 2;
        if (!list) rows[b] = tg_vertices_count(&sets.of);
    }
    const tg_block_sizes sizes = {rows, entries, blocks};
    TG_TRY(tg_block_file_create(context, place->folder, place->name, &sizes, file));
    for (uint32_t b = 0; b < blocks; b++) {
        const tg_grid_sets sets = tg_grid_sets_of(grid, b);
        file->blocks[b].ids_below = tg_vertices_count(&sets.ids_of);
    }
cleanup:
    tg_free(rows);
    tg_free(entries);
    return status;
}

tricorn_status tg_grid_write(
  tricorn_context *context, const tg_plan *plan, tg_grid *grid, const tg_grid_place *place, tg_block_file *file)
{
    const tg_row_source source = tg_row_source_of(plan);
    writing to = {.grid = grid, .file = file, .lists = UINT32_MAX};
    tricorn_status status = TRICORN_OK;

    if (place->lists) to.lists = grid->rows * grid->columns;
    TG_TRY(tg_grid_count(context, &source, grid));
    TG_TRY(tg_grid_open(context, grid));
    TG_TRY(create_file(context, grid, place, file));
    TG_TRY(source.each(context, &source, write_rows, &to));
cleanup:
    tg_relabelling_drop(plan->relabelling); /* nothing reads the rows any more */
    return status;
}
