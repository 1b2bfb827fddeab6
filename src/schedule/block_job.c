/* block_job.c - counts the tasks of a grid, for one process and for workers.
 *
 * - The blocks of a task are in memory already, are read from a file, or are made from the rows
 *   of the graph.  A block that the next task needs, too, stays.
 * - The counts of a set of vertices, or of a block, are added up until the end, or until the
 *   block goes.  Those of a graph on disk are written (store/level_support.h).
 */
#include "base/memory.h"
#include "schedule/blocks.h"
#include "schedule/list_buffer.h"
#include "schedule/run_task.h"
#include "store/level_support.h"

/* ---- the order of tasks ---- */

bool tg_block_next(tg_block_job *job, tg_block_cursor *cursor, tg_grid_at *at)
{
    const tg_grid *grid = job->grid;
    for (;;) {
        if (cursor->next == cursor->end) {
            cursor->next = tg_part_queue_take(&job->queue, grid->rows);
            cursor->end = cursor->next + grid->rows;
        }
        if (cursor->next >= tg_grid_tasks(grid)) return false;
        *at = tg_grid_at_number(grid, cursor->next++);
        const tg_grid_numbers numbers = tg_grid_numbers_of(grid, *at);
        const uint64_t edges = tg_grid_edges(grid, at->i, at->j);
        if (edges && grid->entries[numbers.of[1]] && grid->entries[numbers.of[2]]) return true;
        atomic_fetch_add(&job->queue.done, edges);
    }
}

/* ---- sums ---- */

uint32_t tg_block_sets(const tg_grid *grid)
{
    return grid->rows + grid->columns + (grid->shares > 1 ? grid->rows * grid->shares : 0);
}

tg_vertices tg_block_set(const tg_grid *grid, uint32_t number)
{
    if (number < grid->rows) return grid->row_sets[number];
    number -= grid->rows;
    if (number < grid->columns) return grid->column_sets[number];
    number -= grid->columns;
    return tg_grid_sources(grid, (tg_grid_at){.i = number / grid->shares, .share = number % grid->shares});
}

void tg_block_find_sets(const tg_grid *grid, tg_grid_at at, uint32_t numbers[3])
{
    const tg_vertices *w = &grid->column_sets[at.k];
    const uint32_t sources = grid->rows + grid->columns + at.i * grid->shares + at.share;
    numbers[0] = grid->shares > 1 ? sources : at.i;
    numbers[1] = at.j;
    numbers[2] = !grid->ranges                                ? at.k
                 : tg_vertices_same(w, &grid->row_sets[at.i]) ? at.i
                 : tg_vertices_same(w, &grid->row_sets[at.j]) ? at.j
                                                              : grid->rows + at.k;
}

tricorn_status tg_block_job_begin(tricorn_context *context, tg_block_job *job)
{
    const tg_sink_kind kind = job->sink ? job->setup->sink : TG_SINK_TOTAL;
    tg_block_sums *sums = &job->sums;
    tricorn_status status = TRICORN_OK;

    *sums = (tg_block_sums){0};
    pthread_mutex_init(&sums->lock, NULL);
    if (kind == TG_SINK_VERTICES) TG_TRY(TG_ALLOC_ZERO(context, tg_block_sets(job->grid), &sums->vertices));
    if (kind == TG_SINK_EDGES) TG_TRY(TG_ALLOC_ZERO(context, tg_grid_blocks(job->grid), &sums->blocks));
cleanup:
    return status;
}

static tricorn_status make_vertices(tricorn_context *context, const tg_block_job *job, uint32_t set)
{
    const tg_vertices of = tg_block_set(job->grid, set);
    uint64_t **const counts = &job->sums.vertices[set];
    return *counts ? TRICORN_OK : TG_ALLOC_ZERO(context, tg_vertices_count(&of), counts);
}

static tricorn_status make_edges(tricorn_context *context, const tg_block_job *job, uint32_t block)
{
    const tg_rows rows = tg_grid_block(job->grid, block);
    uint32_t **const counts = &job->sums.blocks[block];
    if (*counts || rows.count == 0) return TRICORN_OK;
    return TG_ALLOC_ZERO(context, rows.offsets[rows.count], counts);
}

/* Makes the sums of a task whose blocks are in memory; *sink receives them. */
static tricorn_status make_sums(tricorn_context *context, tg_block_job *job, tg_grid_at at, tg_sink *sink)
{
    const tg_grid_numbers numbers = tg_grid_numbers_of(job->grid, at);
    const tg_block_sums *sums = &job->sums;
    tricorn_status status = TRICORN_OK;
    uint32_t sets[3];

    tg_block_find_sets(job->grid, at, sets);
    for (int s = 0; sums->vertices && s < 3; s++) TG_TRY(make_vertices(context, job, sets[s]));
    for (int b = job->list ? 1 : 0; sums->blocks && b < 3; b++) TG_TRY(make_edges(context, job, numbers.of[b]));
    if (sums->vertices)
        *sink = (tg_sink){.u = sums->vertices[sets[0]], .v = sums->vertices[sets[1]], .w = sums->vertices[sets[2]]};
    if (sums->blocks)
        *sink = (tg_sink){.edges = job->list ? job->sink->edges : sums->blocks[numbers.of[0]],
          .from = sums->blocks[numbers.of[1]],
          .into = sums->blocks[numbers.of[2]]};
cleanup:
    return status;
}

tricorn_status tg_block_job_make_sums(tricorn_context *context, tg_block_job *job)
{
    tricorn_status status = TRICORN_OK;
    tg_sink sink;
    for (uint64_t t = 0; job->sink && t < tg_grid_tasks(job->grid); t++)
        TG_TRY(make_sums(context, job, tg_grid_at_number(job->grid, t), &sink));
cleanup:
    return status;
}

static void give_vertices(const tricorn_context *context, const tg_block_job *job, uint32_t set)
{
    const tg_vertices of = tg_block_set(job->grid, set);
    if (job->sums.vertices[set] == NULL) return;
    tg_sink_lock(job->sink);
    tg_vertices_add(context, &of, job->sums.vertices[set], job->sink->u);
    tg_sink_unlock(job->sink);
}

/* Adds the counts of a block to those of the edges of a graph in memory. */
static void add_edges(const tricorn_context *context, const tg_block_job *job, uint32_t block)
{
    enum { ROWS_AT_ONCE = 1024 }; /* rows that a thread takes at a time */
    const tg_grid_sets sets = tg_grid_sets_of(job->grid, block);
    const tg_numbering u = tg_vertices_numbering(&sets.of);
    const tg_rows rows = tg_grid_block(job->grid, block);
    const uint32_t *counts = job->sums.blocks[block];

#pragma omp parallel for num_threads((int)context->threads) schedule(dynamic, ROWS_AT_ONCE)
    for (uint32_t r = 0; r < rows.count; r++) {
        const uint64_t row = tg_vertex_of(u, r);
        uint64_t at = rows.offsets[r];
        for (uint64_t e = job->rows.offsets[row]; e < job->rows.offsets[row + 1]; e++)
            if (tg_vertices_have(&sets.ids_of, job->rows.ids[e])) job->sink->edges[e] += counts[at++];
    }
}

/* Gives the counts of a block, if it has some, to the sink. */
static tricorn_status give_edges(tricorn_context *context, tg_block_job *job, uint32_t block)
{
    const tg_grid_sets sets = tg_grid_sets_of(job->grid, block);
    uint32_t **const counts = job->sums.blocks ? &job->sums.blocks[block] : NULL;
    tricorn_status status = TRICORN_OK;

    if (counts == NULL || *counts == NULL) return TRICORN_OK;
    const tg_block_supports all = {sets.of, sets.ids_of, tg_grid_block(job->grid, block).offsets, *counts};
    tg_sink_lock(job->sink);
    if (job->sink->writer)
        status = tg_level_support_write_block(context, job->sink->writer, &all);
    else
        add_edges(context, job, block);
    tg_sink_unlock(job->sink);
    tg_free(*counts);
    *counts = NULL;
    return status;
}

static void free_arrays(void **arrays, uint64_t count)
{
    for (uint64_t a = 0; arrays && a < count; a++) tg_free(arrays[a]);
    tg_free(arrays);
}

tricorn_status tg_block_job_end(tricorn_context *context, tg_block_job *job, tricorn_status status)
{
    const uint32_t sets = tg_block_sets(job->grid), blocks = tg_grid_blocks(job->grid);
    tg_block_sums *sums = &job->sums;
    TG_TRY(status);
    for (uint32_t s = 0; sums->vertices && s < sets; s++) give_vertices(context, job, s);
    for (uint32_t b = 0; sums->blocks && b < blocks; b++) TG_TRY(give_edges(context, job, b));
cleanup:
    free_arrays((void **)sums->vertices, sets);
    free_arrays((void **)sums->blocks, blocks);
    pthread_mutex_destroy(&sums->lock);
    *sums = (tg_block_sums){0};
    return status;
}

/* ---- blocks ---- */

static void drop_block(tg_grid *grid, uint32_t block)
{
    tg_free(grid->offsets[block]);
    tg_free(grid->ids[block]);
    grid->offsets[block] = NULL;
    grid->ids[block] = NULL;
}

/* Makes a block from the rows of the graph. */
static tricorn_status make_block(tricorn_context *context, tg_block_job *job, uint32_t block)
{
    const tg_grid_sets sets = tg_grid_sets_of(job->grid, block);
    const tg_numbering u = tg_vertices_numbering(&sets.of);
    const uint32_t count = tg_vertices_count(&sets.of);
    const tg_rows *rows = &job->rows;
    tricorn_status status = TRICORN_OK;
    uint64_t *offsets = NULL;

    if (tg_grid_block(job->grid, block).offsets) return TRICORN_OK;
    TG_TRY(TG_ALLOC(context, (uint64_t)count + 1, &job->grid->offsets[block]));
    offsets = job->grid->offsets[block];
    offsets[0] = 0;
#pragma omp parallel for num_threads((int)context->threads) schedule(static)
    for (uint32_t r = 0; r < count; r++)
        offsets[r + 1] = tg_vertices_select(&sets.ids_of, rows, tg_vertex_of(u, r), NULL);
    for (uint32_t r = 0; r < count; r++) offsets[r + 1] += offsets[r];
    TG_TRY(TG_ALLOC(context, offsets[count], &job->grid->ids[block]));
#pragma omp parallel for num_threads((int)context->threads) schedule(static)
    for (uint32_t r = 0; r < count; r++)
        tg_vertices_select(&sets.ids_of, rows, tg_vertex_of(u, r), job->grid->ids[block] + offsets[r]);
cleanup:
    if (status != TRICORN_OK) drop_block(job->grid, block);
    return status;
}

tricorn_status tg_block_job_bring(tricorn_context *context, tg_block_job *job, tg_grid_at at)
{
    const tg_grid_numbers numbers = tg_grid_numbers_of(job->grid, at), held = job->held;
    const uint32_t in_file[] = {numbers.of[job->list ? 1 : 0], numbers.of[1], numbers.of[2]};
    tricorn_status status = TRICORN_OK;

    if (job->file == NULL && !job->makes) return TRICORN_OK;
    for (int b = 0; b < 3; b++) {
        if (tg_grid_numbers_have(&numbers, held.of[b])) continue;
        TG_TRY(give_edges(context, job, held.of[b]));
        if (job->makes) drop_block(job->grid, held.of[b]);
    }
    job->held = numbers;
    if (job->file) return tg_block_file_bring(context, job->file, in_file, job->grid->offsets, job->grid->ids);
    for (int b = 0; b < 3; b++) TG_TRY(make_block(context, job, numbers.of[b]));
cleanup:
    return status;
}

tricorn_status tg_block_job_count(tricorn_context *context, tg_block_job *job, tg_grid_at at, uint64_t *triangles)
{
    tricorn_status status = TRICORN_OK;
    tg_sink sink = {0};
    uint64_t found = 0;

    TG_TRY(tg_block_job_bring(context, job, at));
    TG_TRY(make_sums(context, job, at, &sink));
    if (job->list) return tg_list_buffer_count(context, job->list, at, &sink, triangles);
    const tg_task task = tg_grid_task(job->grid, at);
    TG_TRY(tg_count_task(context, &task, job->setup, job->sink ? &sink : NULL, &found));
    *triangles += found;
    atomic_fetch_add(&job->queue.done, tg_task_edges(&task));
cleanup:
    return status;
}
