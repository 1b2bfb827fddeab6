/* grid_shared.c - writes the blocks of a graph on disk for all processes of a folder, as the only
 * part of a step that they share (store/files/join.h).  A process that dies is replaced, and two
 * that write the same blocks must agree on them. */
#include "schedule/grid_shared.h"

#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "io/bytes/checksum.h"
#include "schedule/grid_file.h"
#include "schedule/partitioned.h"
#include "store/files/array_file.h"
#include "store/files/join.h"
#include "store/store.h"

enum { NAME_BYTES = 96, ARRAYS = 4 };

struct tg_grid_shared {
    tg_join *join;
    char blocks[NAME_BYTES], index[NAME_BYTES]; /* the names of the files */
    tg_block_file file;
};

/* The head of the index.  Its arrays follow: the ends of row sets and of column sets, the edges
 * of each block, and the checksums of the blocks. */
typedef struct head {
    tg_array_file_head common;
    uint32_t ranges, rows, columns, shares;
} head;

static tg_array_file_kind kind_of(const tg_grid_shared *shared)
{
    return (tg_array_file_kind){.name = shared->index,
                                .magic = {'T', 'R', 'I', 'G', 'R', 'I', 'D', '\n'},
                                .version = 1,
                                .head_bytes = sizeof(head),
                                .count = ARRAYS};
}

static void name_files(tg_grid_shared *shared, const char *process)
{
    snprintf(shared->blocks, NAME_BYTES, "blocks-%s", process);
    snprintf(shared->index, NAME_BYTES, "index-%s", process);
}

static tg_grid_place place_of(const tg_grid_shared *shared)
{
    return (tg_grid_place){tg_join_folder(shared->join), shared->blocks};
}

/* ---- the index ---- */

typedef struct index_arrays {
    uint32_t *row_ends, *column_ends;
    uint64_t *entries, *checksums;
} index_arrays;

static void list_arrays(index_arrays *of, const head *known, tg_array *arrays)
{
    const uint64_t rows = known->rows, plain = rows * known->columns;
    const bool more = known->ranges || known->shares > 1;
    const uint64_t blocks = plain + (more ? rows * rows * known->shares : 0);
    const tg_array all[ARRAYS] = {{(void **)&of->row_ends, rows, sizeof *of->row_ends},
                                  {(void **)&of->column_ends, known->columns, sizeof *of->column_ends},
                                  {(void **)&of->entries, blocks, sizeof *of->entries},
                                  {(void **)&of->checksums, blocks, sizeof *of->checksums}};
    memcpy(arrays, all, sizeof all);
}

static void free_arrays(index_arrays *of)
{
    tg_free(of->row_ends);
    tg_free(of->column_ends);
    tg_free(of->entries);
    tg_free(of->checksums);
}

static tricorn_status write_index(tricorn_context *context, tg_grid_shared *shared,
                                  const tg_grid *grid, uint64_t *checksum)
{
    head made = {.ranges = grid->ranges,
                 .rows = grid->rows,
                 .columns = grid->columns,
                 .shares = grid->shares};
    const uint32_t plain = grid->rows * grid->columns;
    const tg_array_file_kind kind = kind_of(shared);
    tricorn_status status = TRICORN_OK;
    index_arrays of = {0};
    tg_array arrays[ARRAYS];

    list_arrays(&of, &made, arrays);
    for (int a = 0; a < ARRAYS; a++)
        TG_TRY(tg_alloc(context, arrays[a].count, arrays[a].size, arrays[a].array));
    for (uint32_t i = 0; i < grid->rows; i++) of.row_ends[i] = grid->row_sets[i].end;
    for (uint32_t k = 0; k < grid->columns; k++) of.column_ends[k] = grid->column_sets[k].end;
    for (uint32_t b = 0; b < tg_grid_blocks(grid); b++) {
        of.entries[b] = b < plain ? grid->entries[b] : grid->list_entries[b - plain];
        of.checksums[b] = shared->file.blocks[b].checksum;
    }
    const tg_array_file_content content = {&made, arrays};
    TG_TRY(tg_array_file_write(context, tg_join_folder(shared->join), &kind, &content, checksum));
cleanup:
    free_arrays(&of);
    return status;
}

/* Makes the sets that end at `ends`; all are below `vertices`.  Returns false if the sets of a
 * range are not one behind the other up to its end. */
static bool make_sets(const uint32_t *ends, uint32_t count, uint32_t vertices, tg_vertices *sets)
{
    for (uint32_t s = 0; s < count; s++) {
        sets[s] = (tg_vertices){s ? ends[s - 1] : 0, 1, ends[s]};
        if (ends[s] < sets[s].first) return false;
    }
    return count > 0 && ends[count - 1] == vertices;
}

/* Makes the grid that the index describes.  Whoever changes the index on purpose changes its
 * checksum, too: if a set is not within the graph, returns TRICORN_BAD_FORMAT without a message. */
static tricorn_status make_grid(tricorn_context *context, const head *known,
                                const index_arrays *of, uint32_t vertices, tg_grid *grid)
{
    tricorn_status status = TRICORN_OK;
    const uint64_t plain = (uint64_t)known->rows * known->columns;

    if (known->ranges) {
        *grid = (tg_grid){
            .ranges = true, .rows = known->rows, .columns = known->columns, .shares = 1};
        TG_TRY(TG_ALLOC(context, known->rows, &grid->row_sets));
        TG_TRY(TG_ALLOC(context, known->columns, &grid->column_sets));
        if (!make_sets(of->row_ends, known->rows, vertices, grid->row_sets) ||
            !make_sets(of->column_ends, known->columns, vertices, grid->column_sets))
            return TRICORN_BAD_FORMAT;
    } else {
        TG_TRY(tg_grid_classes(context, vertices, known->columns, grid));
        grid->shares = known->shares;
    }
    const uint64_t more = tg_grid_blocks(grid) - plain;
    TG_TRY(TG_ALLOC(context, plain, &grid->entries));
    memcpy(grid->entries, of->entries, plain * sizeof *of->entries);
    if (more > 0) TG_TRY(TG_ALLOC(context, more, &grid->list_entries));
    if (more > 0) memcpy(grid->list_entries, of->entries + plain, more * sizeof *of->entries);
cleanup:
    return status;
}

/* Whether the numbers of the head are possible. */
static bool is_possible(const head *known)
{
    const uint64_t rows = known->rows, columns = known->columns;
    if (rows == 0 || columns == 0 || known->shares == 0) return false;
    if (known->ranges)
        return rows <= TG_GRID_MOST_ROWS && columns <= TG_GRID_MOST_COLUMNS && known->shares == 1;
    return rows == columns && rows * rows <= UINT32_MAX / 2 / known->shares;
}

/* Opens the files that a process has written. */
static tricorn_status open_files(tricorn_context *context, const tg_plan *plan,
                                 tg_grid_shared *shared, tg_grid *grid)
{
    const tg_array_file_kind kind = kind_of(shared);
    const tg_disk_folder *folder = tg_join_folder(shared->join);
    const tg_grid_place place = place_of(shared);
    tricorn_status status = TRICORN_OK;
    tg_array arrays[ARRAYS];
    index_arrays of = {0};
    char *bytes = NULL;
    uint64_t checksum;
    head known;

    TG_TRY(tg_array_file_read(context, folder, &kind, &bytes, &checksum));
    if (bytes == NULL) TG_TRY(tg_join_refuse(context, shared->join, shared->index));
    memcpy(&known, bytes, sizeof known);
    if (!is_possible(&known)) TG_TRY(tg_join_refuse(context, shared->join, shared->index));
    list_arrays(&of, &known, arrays);
    TG_TRY(tg_array_file_copy(context, folder, &kind, bytes, arrays));
    status = make_grid(context, &known, &of, tg_row_source_of(plan).count, grid);
    if (status == TRICORN_BAD_FORMAT)
        status = tg_join_refuse(context, shared->join, shared->index);
    TG_TRY(status);
    TG_TRY(tg_grid_open(context, grid));
    TG_TRY(tg_grid_open_file(context, grid, &place, &shared->file));
    for (uint32_t b = 0; b < shared->file.count; b++)
        shared->file.blocks[b].checksum = of.checksums[b];
cleanup:
    tg_free(bytes);
    free_arrays(&of);
    return status;
}

/* ---- writing ---- */

static tricorn_status write_files(tricorn_context *context, const tg_plan *plan,
                                  tg_grid_shared *shared, const tg_cut *cut, tg_join_found *found)
{
    const tg_row_source source = tg_row_source_of(plan);
    const tg_grid_place place = place_of(shared);
    tricorn_status status = TRICORN_OK;
    tg_cut made = *cut;

    TG_TRY(made.rule->cut(context, plan, made.count, &made));
    TG_TRY(tg_grid_count(context, &source, &made.grid));
    TG_TRY(tg_grid_write(context, plan, &made.grid, &place, &shared->file));
    TG_TRY(tg_block_file_seal(context, &shared->file));
    *found = (tg_join_found){.triangles = plan->graph->edges};
    TG_TRY(write_index(context, shared, &made.grid, &found->digest));
cleanup:
    tg_block_file_free(&shared->file);
    tg_grid_free(&made.grid);
    return status;
}

/* Opens the step, and makes all processes cut for the same memory: that of the first. */
static tricorn_status open_step(tricorn_context *context, tg_plan *plan, uint64_t wanted,
                                tg_grid_shared *shared, tg_cut *cut)
{
    const tg_store *store = plan->graph->store;
    const uint64_t words[] = {store->identity, tg_checksum(cut->rule->name, strlen(cut->rule->name)),
                              plan->request.classes, TG_STEP_CUTTING};
    const uint64_t identity = tg_checksum(words, sizeof words);
    tricorn_status status = TRICORN_OK;
    tg_join_cut agreed = {.batch_wedges = wanted > 0 ? wanted : 1};

    TG_TRY(tg_join_open(context, &store->folder, identity, store->lease_seconds, &shared->join));
    TG_TRY(tg_partition_memory(context, plan, &agreed.kept_bytes));
    if (agreed.kept_bytes == 0) agreed.kept_bytes = 1;
    TG_TRY(tg_join_agree(context, shared->join, &agreed));
    plan->request.cut_bytes = agreed.kept_bytes;
    cut->count = agreed.batch_wedges;
    tg_join_set_step(shared->join, TG_STEP_CUTTING);
    TG_TRY(tg_join_begin(context, shared->join, identity, 1));
cleanup:
    return status;
}

tricorn_status tg_grid_share(tricorn_context *context, const tg_plan *plan, uint64_t wanted,
                             tg_cut *cut, tg_grid_shared **shared)
{
    tricorn_status status = TRICORN_OK;
    tg_grid_shared *made = NULL;
    tg_plan agreed = *plan;
    const char *process;
    uint64_t number;
    bool taken;

    TG_TRY(TG_ALLOC_ZERO(context, 1, &made));
    TG_TRY(open_step(context, &agreed, wanted, made, cut));
    TG_TRY(tg_join_take(context, made->join, &number, &taken));
    while (taken) {
        tg_join_found found;
        name_files(made, tg_join_process(made->join));
        TG_TRY(write_files(context, &agreed, made, cut, &found));
        TG_TRY(tg_join_add(context, made->join, number, &found));
        TG_TRY(tg_join_take(context, made->join, &number, &taken));
    }
    tg_join_found_of(made->join, 0, &process);
    name_files(made, process);
    TG_TRY(open_files(context, plan, made, &cut->grid));
    cut->count = tg_grid_tasks(&cut->grid);
    *shared = made;
    made = NULL;
cleanup:
    tg_grid_shared_close(made);
    return status;
}

tg_block_file *tg_grid_shared_file(tg_grid_shared *shared)
{
    return &shared->file;
}

void tg_grid_shared_close(tg_grid_shared *shared)
{
    if (shared == NULL) return;
    tg_block_file_free(&shared->file);
    tg_join_close(shared->join);
    tg_free(shared);
}
