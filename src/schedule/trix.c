/* trix.c - the partition `trix` and its schedule: P1 x P1 x P2 tasks, each of which streams
 * edges past two blocks.  A block has the ids of a column range in the rows of a row range.
 *
 * - Task (i, j, k) has the rows of blocks (i, k) and (j, k), and the edges from row range i to
 *   row range j.
 * - The edges pass through a small buffer; each time the buffer is full, its edges are counted
 *   as a task of their own.
 * - Block (i, k) stays in memory while j runs over all row ranges.
 *
 * Source: Hu et al., "TriX", HPEC 2017, sections IV-A and IV-B.
 */
#include <pthread.h>
#include <string.h>

#include "base/clock.h"
#include "base/memory.h"
#include "base/search.h"
#include "device/device.h"
#include "gpu/rates.h"
#include "prepare/on_gpu.h"
#include "schedule/partitioned.h"
#include "schedule/run_task.h"
#include "schedule/schedule.h"
#include "store/files/block_file.h"
#include "store/store.h"
#include "task/grid.h"

enum {
    /* The memory of a task is for two blocks and a buffer, which is a quarter of a block: 4, 4
     * and 1 ninths. */
    MEMORY_NINTHS = 9,
    BLOCK_NINTHS = 4,
    BUFFER_SHARE = 4,
    EDGE_BYTES = 8 /* the bytes of an edge in a list */
};

typedef struct trix_state {
    pthread_mutex_t lock; /* is held during a count, and protects all members below */
    tg_grid grid;
    /* For a graph on disk: the blocks, then the lists of edges, in which each edge is two ids. */
    tg_block_file file;
    uint64_t block_bytes, buffer_edges;
} trix_state;

/* ---- cutting ------------------------------------------------------------------------------ */

typedef struct trix_rule {
    uint64_t memory_bytes, block_bytes;
    uint64_t columns;
} trix_rule;

static uint64_t edges_of_buffer(uint64_t block_bytes)
{
    const uint64_t edges = block_bytes / BUFFER_SHARE / EDGE_BYTES;
    return edges ? edges : 1;
}

/* Finds the size of the blocks from the memory.  If the request wants blocks, they are at most
 * as large as that number of equal blocks would be. */
static tricorn_status find_rule(tricorn_context *context, const tg_plan *plan, trix_rule *rule)
{
    const uint64_t vertices = tg_row_source_of(plan->graph).count, edges = plan->graph->edges;
    const uint64_t wanted = plan->request.classes;
    const tricorn_status status = tg_partition_memory(context, plan, &rule->memory_bytes);

    if (status != TRICORN_OK) return status;
    rule->block_bytes = rule->memory_bytes / MEMORY_NINTHS * BLOCK_NINTHS;
    rule->columns = tg_grid_columns(edges, vertices, rule->block_bytes);
    if (wanted > rule->columns) rule->columns = wanted;
    if (wanted > 1) {
        const uint64_t all = sizeof(uint32_t) * edges + sizeof(uint64_t) * vertices * wanted;
        const uint64_t part = all / (wanted * wanted);
        if (part < rule->block_bytes) rule->block_bytes = part;
    }
    return TRICORN_OK;
}

static tricorn_status cut_by_rule(tricorn_context *context, const tg_plan *plan, trix_rule *rule,
                                  tg_grid *grid)
{
    const tg_row_source source = tg_row_source_of(plan->graph);
    tricorn_status status = TRICORN_OK;
    TG_TRY(find_rule(context, plan, rule));
    TG_TRY(tg_grid_ranges(context, &source, (uint32_t)rule->columns, rule->block_bytes, grid));
cleanup:
    return status;
}

tricorn_status tg_trix_cut(tricorn_context *context, const tg_plan *plan, tg_grid *grid)
{
    trix_rule rule;
    return cut_by_rule(context, plan, &rule, grid);
}

/* ---- sizes -------------------------------------------------------------------------------- */

/* Whether a task cannot have triangles, because it has no edges, or no ids in the rows of either
 * end. */
static bool is_empty(const tg_grid *grid, uint64_t i, uint64_t j, uint64_t k)
{
    return grid->list_entries[i * grid->rows + j] == 0 ||
           grid->entries[i * grid->columns + k] == 0 || grid->entries[j * grid->columns + k] == 0;
}

static uint64_t block_bytes(const tg_grid *grid, uint32_t i, uint32_t k)
{
    return tg_grid_bytes(tg_grid_range(grid, i), grid->entries[(uint64_t)i * grid->columns + k]);
}

/* Adds the tasks that use block (i, k), and the bytes that they read; the block itself is read
 * once. */
static void measure_tasks(const tg_grid *grid, uint32_t i, uint32_t k,
                          tricorn_partition_sizes *sizes)
{
    bool read = false;
    for (uint32_t j = 0; j < grid->rows; j++) {
        sizes->tasks++;
        if (is_empty(grid, i, j, k)) {
            sizes->empty_tasks++;
            continue;
        }
        if (!read) sizes->read_bytes += block_bytes(grid, i, k);
        read = true;
        if (j != i) sizes->read_bytes += block_bytes(grid, j, k);
        sizes->read_bytes += EDGE_BYTES * grid->list_entries[(uint64_t)i * grid->rows + j];
    }
}

static tricorn_status measure(tricorn_context *context, const tg_plan *plan,
                              tricorn_partition_sizes *sizes)
{
    tricorn_status status = TRICORN_OK;
    tg_grid grid = {0};
    trix_rule rule;

    TG_TRY(cut_by_rule(context, plan, &rule, &grid));
    sizes->memory_bytes = rule.memory_bytes;
    sizes->rows = grid.rows;
    sizes->columns = grid.columns;
    sizes->list_bytes = EDGE_BYTES * plan->graph->edges;
    sizes->buffer_bytes = EDGE_BYTES * edges_of_buffer(rule.block_bytes);
    for (uint32_t i = 0; i < grid.rows; i++)
        for (uint32_t k = 0; k < grid.columns; k++) {
            tg_partition_add_block(sizes, block_bytes(&grid, i, k));
            measure_tasks(&grid, i, k, sizes);
        }
cleanup:
    tg_grid_free(&grid);
    return status;
}

/* ---- counts of vertices and edges --------------------------------------------------------- */

/* The counts of one execution.  Counts of vertices are separate for row ranges and column
 * ranges, and a range's counts begin at the number of its first vertex.  Counts of edges are by
 * the positions in each block. */
typedef struct trix_sums {
    uint64_t *rows, *columns;
    uint32_t **blocks;
    uint32_t *buffer; /* counts of the edges that are in the buffer */
} trix_sums;

static void free_sums(const tg_grid *grid, trix_sums *sums)
{
    const uint64_t blocks = (uint64_t)grid->rows * grid->columns;
    for (uint64_t b = 0; sums->blocks && b < blocks; b++) tg_free(sums->blocks[b]);
    tg_free(sums->blocks);
    tg_free(sums->buffer);
    tg_free(sums->rows);
    tg_free(sums->columns);
}

static tricorn_status make_sums(tricorn_context *context, const trix_state *state,
                                const tg_plan *plan, trix_sums *sums)
{
    tricorn_status status = TRICORN_OK;
    const uint64_t blocks = (uint64_t)state->grid.rows * state->grid.columns;

    if (plan->request.setup.sink == TG_SINK_VERTICES) {
        TG_TRY(TG_ALLOC_ZERO(context, plan->graph->active, &sums->rows));
        TG_TRY(TG_ALLOC_ZERO(context, plan->graph->active, &sums->columns));
    }
    if (plan->request.setup.sink != TG_SINK_EDGES) return TRICORN_OK;
    TG_TRY(TG_ALLOC(context, state->buffer_edges, &sums->buffer));
    TG_TRY(TG_ALLOC_ZERO(context, blocks, &sums->blocks));
    for (uint64_t b = 0; b < blocks; b++)
        TG_TRY(TG_ALLOC_ZERO(context, state->grid.entries[b], &sums->blocks[b]));
cleanup:
    return status;
}

/* Adds the counts of all tasks to the graph's counts. */
static tricorn_status give_sums(tricorn_context *context, const tg_plan *plan,
                                const tg_grid *grid, const trix_sums *sums, const tg_sink *sink)
{
    const tg_vertices all = {0, 1, (uint32_t)plan->graph->active};
    if (sums->rows) tg_vertices_add(context, &all, sums->rows, sink->u);
    if (sums->columns) tg_vertices_add(context, &all, sums->columns, sink->u);
    if (sums->blocks == NULL) return TRICORN_OK;
    return tg_grid_add_edges(context, grid, plan->graph, sums->blocks, sink->edges);
}

/* ---- counting ----------------------------------------------------------------------------- */

typedef struct job {
    tricorn_context *context;
    const tg_plan *plan;
    trix_state *state;
    const tg_sink *sink;
    tg_rows rows;    /* the rows of a graph in memory */
    uint32_t *pairs; /* the edges of a list on disk, two ids for each */
    trix_sums sums;
    /* The edges in the buffer, as rows of a row range. */
    uint64_t *offsets;
    uint32_t *ids;
    uint64_t held;
    /* The rows first_row to last_row - 1 have edges in the buffer. */
    uint32_t first_row, last_row;
    uint64_t first_place; /* the position of the buffer's first edge among the graph's ids */
    uint64_t triangles;
} job;

/* Returns the position of the first edge from vertex u to row range j or to a later one. */
static uint64_t first_edge(const job *all, uint32_t u, uint32_t j)
{
    const uint64_t begin = all->rows.offsets[u], end = all->rows.offsets[u + 1];
    return begin +
           tg_lower_bound(all->rows.ids + begin, end - begin, all->state->grid.row_sets[j].first);
}

static tg_sink sink_of(const job *all, uint32_t i, uint32_t j, uint32_t k)
{
    const tg_grid *grid = &all->state->grid;
    tg_sink sink = {0};
    if (all->sums.rows) {
        sink.u = all->sums.rows + grid->row_sets[i].first;
        sink.v = all->sums.rows + grid->row_sets[j].first;
        sink.w = all->sums.columns + grid->column_sets[k].first;
    }
    if (all->sums.blocks) {
        sink.edges = all->sums.buffer;
        sink.from = all->sums.blocks[(uint64_t)i * grid->columns + k];
        sink.into = all->sums.blocks[(uint64_t)j * grid->columns + k];
    }
    return sink;
}

/* Adds the counts of the edges in the buffer to the graph's counts. */
static void give_buffer(const job *all, uint32_t i, uint32_t j)
{
    for (uint32_t r = all->first_row; r < all->last_row; r++) {
        const uint64_t place = r == all->first_row
                                   ? all->first_place
                                   : first_edge(all, all->state->grid.row_sets[i].first + r, j);
        for (uint64_t e = all->offsets[r]; e < all->offsets[r + 1]; e++)
            all->sink->edges[place + e - all->offsets[r]] += all->sums.buffer[e];
    }
}

/* Counts the edges in the buffer, and empties it. */
static tricorn_status count_buffer(job *all, uint32_t i, uint32_t j, uint32_t k)
{
    tg_task task = tg_grid_task(&all->state->grid, i, j, k);
    const tg_sink sink = sink_of(all, i, j, k);
    const uint64_t edges = all->held;
    tricorn_status status = TRICORN_OK;
    uint64_t found = 0;

    if (edges == 0) return TRICORN_OK;
    for (uint32_t r = 0; r <= all->first_row; r++) all->offsets[r] = 0;
    for (uint32_t r = all->last_row; r <= task.from.count; r++) all->offsets[r] = edges;
    task.edges = (tg_rows){task.from.count, all->offsets, all->ids};
    task.first_row = all->first_row;
    task.last_row = all->last_row;
    if (all->sums.buffer) memset(all->sums.buffer, 0, edges * sizeof *all->sums.buffer);
    TG_TRY(tg_count_task(all->context, &task, &all->plan->request.setup, all->sink ? &sink : NULL,
                         &found));
    all->triangles += found;
    if (all->sums.buffer) give_buffer(all, i, j);
    all->held = 0;
    if (tg_work_finish(all->context, edges)) TG_TRY(tg_check_cancelled(all->context));
cleanup:
    return status;
}

/* Puts an edge into the buffer: it leads from row r of range i to row v of range j, and is at
 * position `place` of the graph's ids. */
static tricorn_status push(job *all, const uint32_t task[3], uint32_t r, uint32_t v,
                           uint64_t place)
{
    tricorn_status status = TRICORN_OK;
    if (all->held == all->state->buffer_edges)
        TG_TRY(count_buffer(all, task[0], task[1], task[2]));
    if (all->held == 0) {
        all->first_row = all->last_row = r;
        all->first_place = place;
    }
    for (; all->last_row <= r; all->last_row++) all->offsets[all->last_row] = all->held;
    all->ids[all->held++] = v;
cleanup:
    return status;
}

/* Streams the edges from row range i to row range j, which are read from the rows of the
 * graph. */
static tricorn_status stream_rows(job *all, const uint32_t task[3])
{
    const tg_grid *grid = &all->state->grid;
    const uint32_t first = grid->row_sets[task[1]].first, bound = grid->row_sets[task[1]].end;
    tricorn_status status = TRICORN_OK;

    for (uint32_t r = 0; r < tg_grid_range(grid, task[0]); r++) {
        const uint32_t u = grid->row_sets[task[0]].first + r;
        for (uint64_t e = first_edge(all, u, task[1]);
             e < all->rows.offsets[u + 1] && all->rows.ids[e] < bound; e++)
            TG_TRY(push(all, task, r, all->rows.ids[e] - first, e));
    }
cleanup:
    return status;
}

static uint32_t list_number(const tg_grid *grid, uint32_t i, uint32_t j)
{
    return grid->rows * grid->columns + i * grid->rows + j;
}

/* Streams the edges from row range i to row range j, which are read from the list on disk. */
static tricorn_status stream_pairs(job *all, const uint32_t task[3])
{
    const tg_grid *grid = &all->state->grid;
    const uint64_t edges = grid->list_entries[(uint64_t)task[0] * grid->rows + task[1]];
    const uint64_t most = all->state->buffer_edges;
    tricorn_status status = TRICORN_OK;

    for (uint64_t done = 0, now; done < edges; done += now) {
        now = edges - done < most ? edges - done : most;
        const tg_block_ids next = {list_number(grid, task[0], task[1]), 2 * done, 2 * now};
        TG_TRY(tg_block_file_read_ids(all->context, &all->state->file, &next, all->pairs));
        for (uint64_t e = 0; e < now; e++)
            TG_TRY(push(all, task, all->pairs[2 * e], all->pairs[2 * e + 1], 0));
    }
cleanup:
    return status;
}

static tricorn_status count_list(job *all, uint32_t i, uint32_t j, uint32_t k)
{
    tg_grid *grid = &all->state->grid;
    const uint32_t task[3] = {i, j, k}, columns = grid->columns;
    const uint32_t blocks[TG_BLOCKS_HELD] = {i * columns + k, j * columns + k, j * columns + k};
    tricorn_status status = TRICORN_OK;

    if (all->plan->graph->store) {
        TG_TRY(tg_block_file_bring(all->context, &all->state->file, blocks, grid->offsets,
                                   grid->ids));
        TG_TRY(stream_pairs(all, task));
    } else {
        TG_TRY(stream_rows(all, task));
    }
    TG_TRY(count_buffer(all, i, j, k));
cleanup:
    return status;
}

static tricorn_status count_tasks(job *all)
{
    const tg_grid *grid = &all->state->grid;
    tricorn_status status = TRICORN_OK;
    for (uint32_t i = 0; i < grid->rows; i++)
        for (uint32_t k = 0; k < grid->columns; k++)
            for (uint32_t j = 0; j < grid->rows; j++)
                if (!is_empty(grid, i, j, k))
                    TG_TRY(count_list(all, i, j, k));
                else
                    tg_work_finish(all->context,
                                   grid->list_entries[(uint64_t)i * grid->rows + j]);
cleanup:
    return status;
}

/* ---- blocks on disk ----------------------------------------------------------------------- */

/* What is written for one row range: of the rows that were passed on, those with the numbers r
 * to last - 1. */
typedef struct writing {
    trix_state *state;
    const tg_rows *rows;
    uint32_t i, r, last;
    uint32_t first_row; /* the number that row r has in its range */
    uint64_t *offsets;
    uint32_t *ids; /* room for two ids for each edge */
} writing;

/* Returns the ids of row r that are at least `from` and below `bound`; *count receives their
 * number. */
static const uint32_t *part_of_row(const tg_rows *rows, uint32_t r, uint32_t from, uint32_t bound,
                                   uint64_t *count)
{
    const uint32_t *ids = rows->ids + rows->offsets[r];
    const uint64_t length = rows->offsets[r + 1] - rows->offsets[r];
    const uint64_t begin = tg_lower_bound(ids, length, from);
    *count = tg_lower_bound(ids, length, bound) - begin;
    return ids + begin;
}

static tricorn_status write_block(tricorn_context *context, const writing *to, uint32_t k)
{
    const tg_grid *grid = &to->state->grid;
    const uint32_t from = grid->column_sets[k].first, bound = grid->column_sets[k].end;
    uint64_t written = 0, count;
    for (uint32_t r = to->r; r < to->last; r++) {
        const uint32_t *ids = part_of_row(to->rows, r, from, bound, &count);
        to->offsets[r - to->r] = written;
        for (uint64_t e = 0; e < count; e++) to->ids[written++] = ids[e] - from;
    }
    const tg_block_rows rows = {.block = to->i * grid->columns + k,
                                .first_row = to->first_row,
                                .rows = to->last - to->r,
                                .offsets = to->offsets,
                                .ids = to->ids,
                                .count = written};
    return tg_block_file_put(context, &to->state->file, &rows);
}

static tricorn_status write_list(tricorn_context *context, const writing *to, uint32_t j)
{
    const tg_grid *grid = &to->state->grid;
    const uint32_t from = grid->row_sets[j].first, bound = grid->row_sets[j].end;
    uint64_t written = 0, count;
    for (uint32_t r = to->r; r < to->last; r++) {
        const uint32_t *ids = part_of_row(to->rows, r, from, bound, &count);
        for (uint64_t e = 0; e < count; e++) {
            to->ids[written++] = to->first_row + (r - to->r);
            to->ids[written++] = ids[e] - from;
        }
    }
    const tg_block_rows list = {
        .block = list_number(grid, to->i, j), .ids = to->ids, .count = written};
    return tg_block_file_put(context, &to->state->file, &list);
}

static tricorn_status write_rows(tricorn_context *context, void *user, const tg_rows *rows,
                                 uint32_t first)
{
    writing to = {.state = user, .rows = rows};
    const tg_grid *grid = &to.state->grid;
    tricorn_status status = TRICORN_OK;

    TG_TRY(TG_ALLOC(context, rows->count, &to.offsets));
    TG_TRY(TG_ALLOC(context, 2 * rows->offsets[rows->count], &to.ids));
    for (; to.r < rows->count; to.r = to.last) {
        while (grid->row_sets[to.i].end <= first + to.r) to.i++;
        const uint32_t left = rows->count - to.r, end = grid->row_sets[to.i].end - first - to.r;
        to.last = to.r + (left < end ? left : end);
        to.first_row = first + to.r - grid->row_sets[to.i].first;
        for (uint32_t k = 0; k < grid->columns; k++) TG_TRY(write_block(context, &to, k));
        for (uint32_t j = 0; j < grid->rows; j++) TG_TRY(write_list(context, &to, j));
    }
cleanup:
    tg_free(to.offsets);
    tg_free(to.ids);
    return status;
}

/* Writes the blocks and the lists of edges of a graph on disk, whose ranges are already cut. */
static tricorn_status write_grid(tricorn_context *context, const tg_row_source *source,
                                 trix_state *state)
{
    tg_grid *grid = &state->grid;
    const uint32_t blocks = grid->rows * grid->columns, lists = grid->rows * grid->rows;
    tricorn_status status = TRICORN_OK;
    uint64_t *rows = NULL, *entries = NULL;

    TG_TRY(TG_ALLOC_ZERO(context, blocks, &grid->offsets));
    TG_TRY(TG_ALLOC_ZERO(context, blocks, &grid->ids));
    TG_TRY(TG_ALLOC_ZERO(context, blocks + lists, &rows));
    TG_TRY(TG_ALLOC(context, blocks + lists, &entries));
    for (uint32_t b = 0; b < blocks; b++) {
        rows[b] = tg_grid_range(grid, b / grid->columns);
        entries[b] = grid->entries[b];
    }
    for (uint32_t l = 0; l < lists; l++) entries[blocks + l] = 2 * grid->list_entries[l];
    const tg_block_sizes sizes = {rows, entries, blocks + lists};
    TG_TRY(tg_block_file_create(context, &source->graph->store->folder, &sizes, &state->file));
    TG_TRY(source->each(context, source, write_rows, state));
cleanup:
    tg_free(rows);
    tg_free(entries);
    return status;
}

/* ---- the whole ---------------------------------------------------------------------------- */

static bool on_gpu(const tg_plan *plan)
{
    return plan->request.setup.algorithm->gpu != NULL;
}

static bool fits(const tricorn_context *context, const tg_plan *plan, tg_plan_bytes *bytes)
{
    (void)context;
    *bytes = (tg_plan_bytes){.host = sizeof(uint32_t) * plan->graph->edges};
    if (plan->graph->store) return tg_partition_counts_stored(plan);
    return plan->request.partition != NULL;
}

/* Cuts the graph into blocks of at most block_bytes, which replace the blocks made before. */
static tricorn_status make_grid(tricorn_context *context, const tg_plan *plan, uint32_t columns,
                                uint64_t block_bytes, trix_state *state)
{
    const tg_row_source source = tg_row_source_of(plan->graph);
    tricorn_status status = TRICORN_OK;
    tg_grid_free(&state->grid);
    tg_block_file_free(&state->file);
    state->block_bytes = block_bytes;
    state->buffer_edges = edges_of_buffer(block_bytes);
    if (state->buffer_edges > plan->graph->edges) state->buffer_edges = plan->graph->edges;
    TG_TRY(tg_grid_ranges(context, &source, columns, block_bytes, &state->grid));
    TG_TRY(plan->graph->store ? write_grid(context, &source, state)
                              : tg_grid_fill(context, plan->graph, &state->grid));
cleanup:
    return status;
}

static void free_trix(trix_state *state)
{
    if (state == NULL) return;
    tg_grid_free(&state->grid);
    tg_block_file_free(&state->file);
    pthread_mutex_destroy(&state->lock);
    tg_free(state);
}

static tricorn_status create(tricorn_context *context, tg_plan *plan)
{
    tricorn_status status = TRICORN_OK;
    trix_state *made = NULL;
    trix_rule rule;

    if (on_gpu(plan) && plan->request.gpus.count > 1)
        return tg_fail(
            context, TRICORN_UNSUPPORTED,
            "the partition 'trix' counts on one GPU: name one, or choose the partition "
            "'trust'");
    TG_TRY(TG_ALLOC_ZERO(context, 1, &made));
    pthread_mutex_init(&made->lock, NULL);
    TG_TRY(tg_on_gpu_evict(context, plan->graph));
    TG_TRY(find_rule(context, plan, &rule));
    TG_TRY(make_grid(context, plan, (uint32_t)rule.columns, rule.block_bytes, made));
    plan->state = made;
    made = NULL;
cleanup:
    free_trix(made);
    return status;
}

/* Counts the graph with the blocks that exist now. */
static tricorn_status count_grid(tricorn_context *context, const tg_plan *plan, trix_state *state,
                                 const tg_sink *sink, uint64_t *triangles)
{
    const uint64_t rows = tg_row_source_of(plan->graph).count;
    tricorn_status status = TRICORN_OK;
    job all = {.context = context, .plan = plan, .state = state, .sink = sink};

    if (plan->graph->store)
        TG_TRY(TG_ALLOC(context, 2 * state->buffer_edges, &all.pairs));
    else
        TG_TRY(tg_graph_rows(context, plan->graph, &all.rows));
    TG_TRY(make_sums(context, state, plan, &all.sums));
    TG_TRY(TG_ALLOC(context, rows + 1, &all.offsets));
    TG_TRY(TG_ALLOC(context, state->buffer_edges, &all.ids));
    tg_work_begin(context, "counting", state->grid.columns * plan->graph->edges);
    tg_work_hold(context, true);
    status = count_tasks(&all);
    if (status == TRICORN_OK && sink)
        status = give_sums(context, plan, &state->grid, &all.sums, sink);
    tg_work_hold(context, false);
    TG_TRY(status);
    *triangles = all.triangles;
cleanup:
    free_sums(&state->grid, &all.sums);
    tg_free(all.offsets);
    tg_free(all.ids);
    tg_free(all.pairs);
    return status;
}

/* Counts the graph.  The rule for the size of blocks does not know how large an algorithm's
 * index is, so blocks that are too large for the memory are halved. */
static tricorn_status count_until_it_fits(tricorn_context *context, const tg_plan *plan,
                                          trix_state *state, const tg_sink *sink,
                                          uint64_t *triangles)
{
    tricorn_status status = TRICORN_OK;
    while ((status = count_grid(context, plan, state, sink, triangles)) ==
               TRICORN_OUT_OF_DEVICE_MEMORY ||
           (status == TRICORN_OUT_OF_MEMORY && plan->graph->store != NULL)) {
        const uint32_t columns = state->grid.columns + (state->grid.columns + 1) / 2;
        if (columns > TG_GRID_MOST_COLUMNS) break;
        TG_TRY(make_grid(context, plan, columns, state->block_bytes / 2, state));
    }
cleanup:
    return status;
}

static tricorn_status execute(tricorn_context *context, const tg_plan *plan, const tg_sink *sink,
                              tricorn_result *result)
{
    trix_state *state = plan->state;
    tricorn_status status = TRICORN_OK;
    const double start = tg_clock_now();
    tg_device_times before = {0};

    pthread_mutex_lock(&state->lock);
    TG_TRY(tg_request_open_gpu(context, &plan->request));
    if (on_gpu(plan)) before = *tg_device_times_of(context);
    TG_TRY(count_until_it_fits(context, plan, state, sink, &result->triangles));
    result->cut.blocks = state->grid.rows * state->grid.columns;
    result->seconds.count = tg_clock_now() - start;
    if (on_gpu(plan)) {
        const tg_device_times *after = tg_device_times_of(context);
        result->seconds.count = after->count_seconds - before.count_seconds;
        result->seconds.prepare += after->index_seconds - before.index_seconds;
        result->seconds.transfer += after->transfer_seconds - before.transfer_seconds;
        result->memory.device_peak_bytes = tg_device_peak_bytes(context);
        const tg_gpu_costs costs = tg_gpu_costs_of(tg_device_properties_of(context));
        tg_gpu_costs_tell(&costs, result);
    }
cleanup:
    pthread_mutex_unlock(&state->lock);
    return status;
}

static void free_state(tg_plan *plan)
{
    free_trix(plan->state);
}

const tg_schedule tg_schedule_trix = {
    .name = "trix", .fits = fits, .create = create, .execute = execute, .free = free_state};

const tg_partition_methods tg_partition_trix = {
    .schedule = &tg_schedule_trix, .measure = measure, .workers = &tg_worker_rule_trix};
