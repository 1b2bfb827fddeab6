/* trust.c - the partition `trust`: its rule for n, its blocks on disk and the sizes of its
 * pieces; the schedule `blocks` counts it (blocks.c).
 *
 * Source: Pandey et al., "TRUST", TPDS 2021: section 5.2 for the n^3 tasks, 5.3 for the classes
 * x % n and the numbers x / n, 6.5 for the rule for n.
 */
#include "base/memory.h"
#include "schedule/blocks.h"
#include "schedule/partitioned.h"
#include "schedule/schedule.h"
#include "store/store.h"

extern const tg_schedule tg_schedule_blocks;

tricorn_status tg_trust_classes(tricorn_context *context, const tg_plan *plan, uint32_t *classes)
{
    enum { BLOCKS = 3 }; /* the blocks of a task */
    const uint64_t bytes = BLOCKS * sizeof(uint32_t) * plan->graph->edges;
    uint64_t memory = 0, n = 1;
    tricorn_status status = TRICORN_OK;

    TG_TRY(tg_partition_memory(context, plan, &memory));
    while (n <= TG_MOST_BLOCK_CLASSES && bytes / n / n >= memory) n++;
    if (n > TG_MOST_BLOCK_CLASSES)
        TG_TRY(tg_fail(
            context, TRICORN_INVALID_ARGUMENT,
            "the partition 'trust' would need more than %d x %d blocks: allow more memory",
            TG_MOST_BLOCK_CLASSES, TG_MOST_BLOCK_CLASSES));
    *classes = n < plan->request.classes ? plan->request.classes : (uint32_t)n;
cleanup:
    return status;
}

/* ---- blocks on disk ----------------------------------------------------------------------- */

typedef struct writing {
    uint32_t n;
    tg_block_file *file;
} writing;

/* Writes the ids of class j that are in the rows of class i; the first of these rows is row
 * number r of `rows`. */
static tricorn_status write_part(tricorn_context *context, const writing *to, const tg_rows *rows,
                                 uint32_t first, uint32_t r, uint32_t j, uint64_t *offsets,
                                 uint32_t *ids)
{
    const uint32_t n = to->n, i = (first + r) % n, first_row = (first + r) / n;
    uint64_t count = 0, held = 0;
    for (uint64_t row = r; row < rows->count; row += n) {
        offsets[held++] = count;
        for (uint64_t e = rows->offsets[row]; e < rows->offsets[row + 1]; e++)
            if (rows->ids[e] % n == j) ids[count++] = rows->ids[e] / n;
    }
    const tg_block_rows part = {i * n + j, first_row, held, offsets, ids, count};
    return tg_block_file_put(context, to->file, &part);
}

static tricorn_status write_rows(tricorn_context *context, void *user, const tg_rows *rows,
                                 uint32_t first)
{
    const writing *to = user;
    tricorn_status status = TRICORN_OK;
    uint64_t *offsets = NULL;
    uint32_t *ids = NULL;

    TG_TRY(TG_ALLOC(context, rows->count / to->n + 1, &offsets));
    TG_TRY(TG_ALLOC(context, rows->offsets[rows->count], &ids));
    for (uint32_t r = 0; r < to->n && r < rows->count; r++)
        for (uint32_t j = 0; j < to->n; j++)
            TG_TRY(write_part(context, to, rows, first, r, j, offsets, ids));
cleanup:
    tg_free(offsets);
    tg_free(ids);
    return status;
}

tricorn_status tg_trust_write(tricorn_context *context, const tricorn_graph *graph, uint32_t n,
                              tg_grid *grid, tg_block_file *file)
{
    const tg_row_source source = tg_row_source_of(graph);
    const uint32_t blocks = n * n;
    tricorn_status status = TRICORN_OK;
    uint64_t *rows = NULL;

    TG_TRY(tg_grid_classes(context, source.count, n, grid));
    TG_TRY(TG_ALLOC_ZERO(context, blocks, &grid->offsets));
    TG_TRY(TG_ALLOC_ZERO(context, blocks, &grid->ids));
    TG_TRY(TG_ALLOC(context, blocks, &rows));
    for (uint32_t b = 0; b < blocks; b++) rows[b] = tg_grid_range(grid, b / n);
    TG_TRY(tg_grid_count(context, &source, grid));
    const tg_block_sizes sizes = {rows, grid->entries, blocks};
    TG_TRY(tg_block_file_create(context, &graph->store->folder, &sizes, file));
    writing to = {n, file};
    TG_TRY(source.each(context, &source, write_rows, &to));
cleanup:
    tg_free(rows);
    return status;
}

/* ---- sizes -------------------------------------------------------------------------------- */

/* Adds the bytes of those blocks of a task that the task before did not have in memory; then the
 * task becomes *before. */
static void read_blocks(const uint64_t *bytes, tg_block_numbers task, tg_block_numbers *before,
                        tricorn_partition_sizes *sizes)
{
    for (int b = 0; b < 3; b++) {
        bool there = false;
        for (int c = 0; c < 3; c++) there |= before->of[c] == task.of[b];
        for (int c = 0; c < b; c++) there |= task.of[c] == task.of[b];
        if (!there) sizes->read_bytes += bytes[task.of[b]];
    }
    *before = task;
}

/* Adds the sizes of all tasks, in the order in which one worker counts them. */
static void walk_tasks(const tg_grid *grid, const uint64_t *bytes, tricorn_partition_sizes *sizes)
{
    const uint64_t *edges = grid->entries;
    tg_block_job job = {.grid = grid};
    tg_block_cursor cursor = {0};
    tg_block_numbers before = {{UINT32_MAX, UINT32_MAX, UINT32_MAX}};
    tg_block_task task;

    while (tg_block_next(&job, &cursor, &task)) {
        const tg_block_numbers numbers = tg_block_numbers_of(grid, task);
        sizes->tasks++;
        if (edges[numbers.of[0]] == 0 || edges[numbers.of[1]] == 0 || edges[numbers.of[2]] == 0)
            sizes->empty_tasks++;
        else
            read_blocks(bytes, numbers, &before, sizes);
    }
}

static tricorn_status measure(tricorn_context *context, const tg_plan *plan,
                              tricorn_partition_sizes *sizes)
{
    tricorn_status status = TRICORN_OK;
    const tg_row_source source = tg_row_source_of(plan->graph);
    uint64_t *bytes = NULL;
    tg_grid grid = {0};
    uint32_t n = 0;

    TG_TRY(tg_trust_classes(context, plan, &n));
    TG_TRY(tg_partition_memory(context, plan, &sizes->memory_bytes));
    TG_TRY(tg_grid_classes(context, source.count, n, &grid));
    TG_TRY(tg_grid_count(context, &source, &grid));
    TG_TRY(TG_ALLOC(context, (uint64_t)n * n, &bytes));
    for (uint32_t b = 0; b < n * n; b++) {
        bytes[b] = tg_grid_bytes(tg_grid_range(&grid, b / n), grid.entries[b]);
        tg_partition_add_block(sizes, bytes[b]);
    }
    sizes->rows = sizes->columns = n;
    walk_tasks(&grid, bytes, sizes);
cleanup:
    tg_grid_free(&grid);
    tg_free(bytes);
    return status;
}

const tg_partition_methods tg_partition_trust = {
    .schedule = &tg_schedule_blocks, .measure = measure, .workers = &tg_worker_rule_trust};
