/* grid_shared.c - writes the blocks of a graph on disk for all processes of a folder, as the only
 * part of a step that they share (store/files/join.h). A process that dies is replaced, and two
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

enum { NAME_BYTES = 96, ARRAYS = 3 };

struct tg_grid_shared {
    tg_join *join;
    char blocks[NAME_BYTES], index[NAME_BYTES]; /* the names of the files */
    tg_block_file file;
};

/* The head of the index. Its arrays follow: row sets, column sets, and blocks. */
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

/* ---- the index ---- */

static void list_arrays(tg_grid *grid, tg_block_file *file, tg_array *arrays)
{
    const tg_array all[ARRAYS] = {{(void **)&grid->row_sets, grid->rows, sizeof *grid->row_sets},
      {(void **)&grid->column_sets, grid->columns, sizeof *grid->column_sets},
      {(void **)&file->blocks, tg_grid_blocks(grid), sizeof *file->blocks}};
    memcpy(arrays, all, sizeof all);
}

/* Whether the sets are those of all classes or, if `ranges`, one behind the other. */
static bool are_sets(const tg_vertices *sets, uint32_t count, bool ranges, uint32_t vertices)
{
    bool sound = sets[count - 1].end == vertices;
    for (uint32_t s = 0; s < count; s++) {
        const uint32_t first = !ranges ? s : s > 0 ? sets[s - 1].end : 0;
        const uint32_t end = ranges ? sets[s].end : vertices, stride = ranges ? 1 : count;
        sound &= (!ranges || end >= first) && tg_vertices_same(&sets[s], &(tg_vertices){first, stride, end});
    }
    return sound;
}

/* Whether the index is that of a graph with this number of vertices. Whoever changes it on
 * purpose changes its checksum, too, so no number in it may lead outside of an array. */
static bool is_sound(const tg_grid *grid, const tg_block_file *file, uint32_t vertices)
{
    bool sound = are_sets(grid->row_sets, grid->rows, grid->ranges, vertices) &&
                 are_sets(grid->column_sets, grid->columns, grid->ranges, vertices);
    for (uint32_t b = 0; sound && b < file->count; b++) {
        const tg_block_place *block = &file->blocks[b];
        const tg_grid_sets sets = tg_grid_sets_of(grid, b);
        sound = block->rows == tg_vertices_count(&sets.of) && block->rows_put == block->rows + 1 &&
                block->ids_below == tg_vertices_count(&sets.ids_of);
    }
    return sound;
}

/* Whether the numbers of the head are possible. */
static bool is_possible(const head *known)
{
    const uint64_t rows = known->rows, columns = known->columns;
    if (rows == 0 || columns == 0 || known->shares == 0) return false;
    if (known->ranges) return rows <= TG_GRID_MOST_ROWS && columns <= TG_GRID_MOST_COLUMNS && known->shares == 1;
    return rows == columns && rows * rows <= UINT32_MAX / 2 / known->shares;
}

/* Opens the files that a process has written. */
static tricorn_status open_files(tricorn_context *context, const tg_plan *plan, tg_grid_shared *shared, tg_grid *grid)
{
    const tg_array_file_kind kind = kind_of(shared);
    const tg_disk_folder *folder = tg_join_folder(shared->join);
    tricorn_status status = TRICORN_OK;
    tg_array arrays[ARRAYS];
    char *bytes = NULL;
    uint64_t checksum;
    head known = {.rows = 0};

    TG_TRY(tg_array_file_read(context, folder, &kind, &bytes, &checksum));
    if (bytes) memcpy(&known, bytes, sizeof known);
    if (!is_possible(&known)) TG_TRY(tg_join_refuse(context, shared->join, shared->index));
    *grid = (tg_grid){.ranges = known.ranges,
      .relabelled = plan->request.relabel != NULL,
      .rows = known.rows,
      .columns = known.columns,
      .shares = known.shares};
    list_arrays(grid, &shared->file, arrays);
    TG_TRY(tg_array_file_copy(context, folder, &kind, bytes, arrays));
    shared->file.count = tg_grid_blocks(grid);
    shared->file.sealed = true;
    if (!is_sound(grid, &shared->file, tg_row_source_of(plan).count))
        TG_TRY(tg_join_refuse(context, shared->join, shared->index));
    TG_TRY(tg_grid_open(context, grid));
    TG_TRY(tg_disk_open(context, folder, shared->blocks, &shared->file.file));
cleanup:
    tg_free(bytes);
    return status;
}

/* ---- writing ---- */

static tricorn_status write_files(
  tricorn_context *context, const tg_plan *plan, tg_grid_shared *shared, const tg_cut *cut, tg_join_found *found)
{
    const tg_grid_place place = {tg_join_folder(shared->join), shared->blocks, false};
    const tg_array_file_kind kind = kind_of(shared);
    tricorn_status status = TRICORN_OK;
    tg_array arrays[ARRAYS];
    tg_cut made = *cut;
    tg_grid *grid = &made.grid;

    TG_TRY(made.rule->cut(context, plan, made.count, &made));
    TG_TRY(tg_grid_write(context, plan, grid, &place, &shared->file));
    TG_TRY(tg_block_file_seal(context, &shared->file));
    *found = (tg_join_found){.triangles = plan->graph->edges};
    head of = {.ranges = grid->ranges, .rows = grid->rows, .columns = grid->columns, .shares = grid->shares};
    list_arrays(grid, &shared->file, arrays);
    const tg_array_file_content content = {&of, arrays};
    TG_TRY(tg_array_file_write(context, place.folder, &kind, &content, &found->digest));
cleanup:
    tg_block_file_free(&shared->file);
    tg_grid_free(grid);
    return status;
}

/* Opens the step, and makes all processes cut for the same memory: that of the first. */
static tricorn_status open_step(
  tricorn_context *context, tg_plan *plan, uint64_t wanted, tg_grid_shared *shared, tg_cut *cut)
{
    const tg_store *store = plan->graph->store;
    const uint64_t words[] = {store->identity, tg_checksum(cut->rule->name, strlen(cut->rule->name)),
      plan->request.classes, plan->request.setup.sink == TG_SINK_TOTAL, TG_STEP_CUTTING,
      tg_request_order(&plan->request)};
    const uint64_t identity = tg_checksum(words, sizeof words);
    tg_join_cut agreed = {.batch_wedges = wanted > 0 ? wanted : 1};

    TG_DO(tg_join_open(context, &store->folder, identity, store->lease_seconds, &shared->join));
    TG_DO(tg_partition_memory(context, plan, &agreed.kept_bytes));
    if (agreed.kept_bytes == 0) agreed.kept_bytes = 1;
    TG_DO(tg_join_agree(context, shared->join, &agreed));
    plan->request.cut_bytes = agreed.kept_bytes;
    cut->count = agreed.batch_wedges;
    tg_join_set_step(shared->join, TG_STEP_CUTTING);
    return tg_join_begin(context, shared->join, identity, 1);
}

tricorn_status tg_grid_share(
  tricorn_context *context, const tg_plan *plan, uint64_t wanted, tg_cut *cut, tg_grid_shared **shared)
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
