/* worker_tasks.c - the tasks that workers count: cuts a graph into tasks, predicts the tasks'
 * times, and counts them. */
#include "schedule/worker_tasks.h"

#include <string.h>

#include "base/memory.h"
#include "io/bytes/checksum.h"
#include "schedule/blocks.h"
#include "schedule/grid_file.h"
#include "schedule/grid_shared.h"
#include "schedule/partitioned.h"
#include "schedule/run_task.h"
#include "store/level_support.h"
#include "store/relabel.h"

struct tg_worker_tasks {
    tg_cut cut;
    tg_reach reach; /* of the rows */
    uint64_t *offsets; /* the rows of a graph on disk, if each worker has all of them */
    uint32_t *ids;
    tg_block_job job; /* makes the blocks of a part, unless parts are ranges of edges */
    tg_grid_shared *shared; /* has the blocks of a graph on disk that processes share */
    tg_block_file file; /* has those of a graph on disk that this process has alone */
    bool is_view; /* the cut and the file are those of other tasks */
};

static bool is_all(const tg_worker_tasks *tasks, const tg_vertices *some)
{
    return some->first == 0 && some->stride == 1 && some->end == tasks->cut.rows.count;
}

/* ---- sizes ---- */

/* Returns the number of pairs of ids v and w in row u that belong to the task: those with v > w,
 * or, in relabelled rows, all of different ids. */
static uint64_t row_wedges(const tg_worker_tasks *tasks, const tg_cut_part *task, uint32_t u)
{
    const tg_rows *rows = &tasks->cut.rows;
    const bool all = tasks->reach == TG_REACH_ANY;
    uint64_t wedges = 0, before = all ? tg_vertices_select(&task->w, rows, u, NULL) : 0;
    for (uint64_t e = rows->offsets[u]; e < rows->offsets[u + 1]; e++) {
        const bool counts = e >= task->first_edge && e < task->last_edge;
        const bool is_w = tg_vertices_have(&task->w, rows->ids[e]);
        if (counts && tg_vertices_have(&task->v, rows->ids[e])) wedges += before - (all && is_w);
        if (!all) before += is_w;
    }
    return wedges;
}

static uint64_t block_ids(const tg_rows *rows, const tg_vertices *of, const tg_vertices *ids_of)
{
    uint64_t ids = 0;
    for (uint64_t u = of->first; u < of->end; u += of->stride) ids += tg_vertices_select(ids_of, rows, u, NULL);
    return ids;
}

static uint64_t block_bytes(const tg_worker_tasks *tasks, const tg_vertices *of, const tg_vertices *ids_of)
{
    const tg_rows *rows = &tasks->cut.rows;
    const bool whole = is_all(tasks, of) && is_all(tasks, ids_of);
    const uint64_t ids = whole ? rows->offsets[rows->count] : block_ids(rows, of, ids_of);
    return tg_grid_bytes(tg_vertices_count(of), ids);
}

tg_worker_size tg_worker_tasks_size(const tg_worker_tasks *tasks, uint64_t number)
{
    const tg_rows *rows = &tasks->cut.rows;
    const tg_cut_part task = tasks->cut.rule->part(&tasks->cut, number);
    tg_worker_size size = {0};
    uint64_t u = task.u.first, end = task.u.end;

    if (tasks->cut.edges && task.first_edge < task.last_edge) {
        u = tg_row_with(rows, task.first_edge);
        end = tg_row_with(rows, task.last_edge - 1) + UINT64_C(1);
    } else if (tasks->cut.edges) {
        end = u;
    }
    for (; u < end; u += task.u.stride) size.wedges += row_wedges(tasks, &task, (uint32_t)u);
    size.bytes = block_bytes(tasks, &task.u, &task.w);
    if (!tg_vertices_same(&task.v, &task.w)) size.bytes += block_bytes(tasks, &task.u, &task.v);
    if (!tg_vertices_same(&task.u, &task.v)) size.bytes += block_bytes(tasks, &task.v, &task.w);
    return size;
}

/* ---- ranges of edges ---- */

typedef struct counting {
    tricorn_context *context;
    const tg_setup *setup;
    const tg_sink *sink;
    tg_visit_task *take; /* NULL: tasks are counted */
    void *user;
    uint64_t triangles;
} counting;

static tricorn_status count_task(counting *all, const tg_task *task, const tg_sink *sink)
{
    uint64_t found = 0;
    if (all->take) return all->take(all->context, all->user, task);
    const tricorn_status status = tg_count_task(all->context, task, all->setup, all->sink ? sink : NULL, &found);
    all->triangles += found;
    return status;
}

static tg_task whole_task(const tg_worker_tasks *tasks)
{
    tg_task whole = tg_task_of_rows(&tasks->cut.rows);
    whole.reach = tasks->reach;
    return whole;
}

/* Counts the edges of row u at the positions `first` to `last` - 1, as a task of one row. */
static tricorn_status count_in_row(counting *all, const tg_task *whole, uint32_t u, uint64_t first, uint64_t last)
{
    const uint64_t begin = whole->from.offsets[u];
    const uint64_t ends[] = {0, whole->from.offsets[u + 1] - begin};
    const uint64_t edges[] = {first - begin, last - begin};
    const uint32_t *ids = whole->from.ids + begin;
    tg_task task = *whole;
    tg_sink sink = {0};

    task.edges = (tg_rows){1, edges, ids};
    task.from = (tg_rows){1, ends, ids};
    task.first_row = 0;
    task.last_row = 1;
    task.u = (tg_numbering){u, 1};
    if (all->sink) sink = *all->sink;
    if (sink.u) sink.u += u;
    if (sink.edges) sink.edges += begin;
    if (sink.from) sink.from += begin;
    return count_task(all, &task, &sink);
}

static tricorn_status count_range(counting *all, const tg_worker_tasks *tasks, uint64_t first, uint64_t last)
{
    const tg_task whole = whole_task(tasks);
    const uint64_t *offsets = whole.edges.offsets;
    tricorn_status status = TRICORN_OK;
    tg_task task = whole;

    if (first == last) return TRICORN_OK;
    task.first_row = tg_row_with(&whole.edges, first);
    task.last_row = tg_row_with(&whole.edges, last - 1);
    if (first > offsets[task.first_row]) {
        const uint64_t end = offsets[task.first_row + 1];
        TG_TRY(count_in_row(all, &whole, task.first_row, first, end < last ? end : last));
        if (end >= last) return TRICORN_OK;
        task.first_row++;
    }
    if (last < offsets[task.last_row + 1])
        TG_TRY(count_in_row(all, &whole, task.last_row, offsets[task.last_row], last));
    else
        task.last_row++;
    TG_TRY(count_task(all, &task, all->sink));
cleanup:
    return status;
}

/* Counts a range for a sink that is a writer: the support of each edge of the graph is an array meanwhile. */
static tricorn_status count_written(counting *all, const tg_worker_tasks *tasks, uint64_t first, uint64_t last)
{
    const tg_rows *rows = &tasks->cut.rows;
    const tg_vertices every = {0, 1, rows->count};
    const tg_sink *to = all->sink;
    tricorn_status status = TRICORN_OK;
    uint32_t *support = NULL;

    TG_TRY(TG_ALLOC_ZERO(all->context, rows->offsets[rows->count] + 1, &support));
    const tg_sink sink = tg_sink_of_edges(support);
    const tg_block_supports block = {every, every, rows->offsets, support};
    all->sink = &sink;
    TG_TRY(count_range(all, tasks, first, last));
    tg_sink_lock(to);
    status = tg_level_support_write_block(all->context, to->writer, &block);
    tg_sink_unlock(to);
cleanup:
    tg_free(support);
    return status;
}

/* ---- costs ---- */

/* Returns the end of a row that is nearest to position `place`. */
static uint64_t nearest_end(const tg_rows *rows, uint64_t place)
{
    if (place >= rows->offsets[rows->count]) return rows->offsets[rows->count];
    const uint32_t u = tg_row_with(rows, place);
    const uint64_t begin = rows->offsets[u], end = rows->offsets[u + 1];
    return place - begin < end - place ? begin : end;
}

static uint64_t place_of_bin(const tg_rows *rows, uint32_t bin, uint32_t bins)
{
    const uint64_t edges = rows->count > 0 ? rows->offsets[rows->count] : 0;
    return (uint64_t)((unsigned __int128)edges * bin / bins);
}

double tg_worker_tasks_predict(
  tricorn_context *context, const tg_worker_tasks *tasks, const tg_setup *setup, uint32_t bin, uint32_t bins)
{
    const tg_rows *rows = &tasks->cut.rows;
    const tg_cpu_methods *methods = setup->algorithm->cpu;
    const uint64_t first = place_of_bin(rows, bin, bins), last = place_of_bin(rows, bin + 1, bins);
    tg_task task = whole_task(tasks);
    if (tasks->cut.edges == NULL || methods == NULL || methods->predict == NULL || first == last) return 0;
    task.first_row = tg_row_with(rows, first);
    task.last_row = tg_row_with(rows, last - 1) + 1;
    const double edges = (double)tg_task_edges(&task);
    return methods->predict(context, &task) * (double)(last - first) / edges;
}

static void recut(tg_cut *cut, const uint64_t *costs, uint32_t bins)
{
    uint64_t all = 0, before = 0;
    uint32_t bin = 0;

    for (uint32_t b = 0; b < bins; b++) all += costs[b];
    for (uint64_t t = 1; t < cut->count && all > 0; t++) {
        const uint64_t wanted = (uint64_t)((unsigned __int128)all * t / cut->count);
        while (before + costs[bin] < wanted) before += costs[bin++];
        const uint64_t begin = place_of_bin(&cut->rows, bin, bins);
        const uint64_t length = place_of_bin(&cut->rows, bin + 1, bins) - begin;
        const uint64_t into = costs[bin] ? (uint64_t)((unsigned __int128)length * (wanted - before) / costs[bin]) : 0;
        cut->edges[t] = cut->style.at_rows ? nearest_end(&cut->rows, begin + into) : begin + into;
    }
}

void tg_worker_tasks_recut(tg_worker_tasks *tasks, const uint64_t *costs, uint32_t bins)
{
    recut(&tasks->cut, costs, bins);
}

/* Returns what an edge costs: the ids of row v, the ids of row u before v if the algorithm
 * compares both rows, and a constant for waiting for the row. */
static uint64_t cost_of_edge(const tg_rows *rows, uint64_t place, bool merges)
{
    enum { WAITING = 16 }; /* as much as a cache line of ids */
    const uint32_t v = rows->ids[place];
    const uint64_t before = merges ? place - rows->offsets[tg_row_with(rows, place)] : 0;
    return WAITING + before + rows->offsets[v + 1] - rows->offsets[v];
}

void tg_cut_by_cost(const tricorn_context *context, tg_cut *cut)
{
    enum { BINS = 1024, SAMPLES = 64 };
    const tg_rows *rows = &cut->rows;
    const bool merges = cut->style.merges;
    uint64_t costs[BINS] = {0};

#pragma omp parallel for num_threads((int)context->threads)
    for (uint32_t b = 0; b < BINS; b++) {
        const uint64_t first = place_of_bin(rows, b, BINS);
        const uint64_t edges = place_of_bin(rows, b + 1, BINS) - first;
        const uint64_t samples = edges < SAMPLES ? edges : SAMPLES;
        for (uint64_t s = 0; s < samples; s++) costs[b] += cost_of_edge(rows, first + edges * s / samples, merges);
        if (samples > 0) costs[b] = (uint64_t)((unsigned __int128)costs[b] * edges / samples);
    }
    recut(cut, costs, BINS);
}

/* ---- the whole ---- */

static tricorn_status take_rows(tricorn_context *context, void *user, const tg_rows *rows, uint32_t first)
{
    const tg_worker_tasks *to = user;
    const uint64_t begin = to->offsets[first], from = rows->offsets[0];
    (void)context;
    for (uint32_t r = 1; r <= rows->count; r++) to->offsets[first + r] = begin + rows->offsets[r] - from;
    const uint64_t ids = rows->offsets[rows->count] - from;
    if (ids > 0) memcpy(to->ids + begin, rows->ids + from, ids * sizeof *rows->ids);
    return TRICORN_OK;
}

/* Reads all rows of a graph on disk. */
static tricorn_status load_rows(tricorn_context *context, const tg_plan *plan, tg_worker_tasks *made)
{
    const tg_row_source source = tg_row_source_of(plan);
    tricorn_status status = TRICORN_OK;
    TG_TRY(TG_ALLOC_ZERO(context, (uint64_t)source.count + 1, &made->offsets));
    TG_TRY(TG_ALLOC(context, plan->graph->edges + 1, &made->ids));
    TG_TRY(source.each(context, &source, take_rows, made));
    tg_relabelling_drop(plan->relabelling);
    made->cut.rows = (tg_rows){source.count, made->offsets, made->ids};
cleanup:
    return status;
}

static tricorn_status cut_rows(tricorn_context *context, const tg_plan *plan, uint64_t wanted, tg_worker_tasks *made)
{
    tricorn_status status = TRICORN_OK;
    TG_TRY(plan->graph->store ? load_rows(context, plan, made) : tg_plan_rows(context, plan, &made->cut.rows));
    TG_TRY(made->cut.rule->cut(context, plan, wanted, &made->cut));
    if (made->cut.edges == NULL) TG_TRY(tg_grid_open(context, &made->cut.grid));
    made->cut.grid.whole = made->cut.rows;
    made->job.rows = made->cut.rows;
    made->job.makes = true;
cleanup:
    return status;
}

static tricorn_status share_blocks(
  tricorn_context *context, const tg_plan *plan, uint64_t wanted, tg_worker_tasks *made)
{
    const tricorn_status status = tg_grid_share(context, plan, wanted, &made->cut, &made->shared);
    if (status == TRICORN_OK) made->job.file = tg_grid_shared_file(made->shared);
    return status;
}

/* Writes the blocks to a file without a name. */
static tricorn_status write_blocks(
  tricorn_context *context, const tg_plan *plan, uint64_t wanted, tg_worker_tasks *made)
{
    const tg_grid_place place = {&plan->graph->store->folder, NULL, false};
    tricorn_status status = TRICORN_OK;
    TG_TRY(made->cut.rule->cut(context, plan, wanted, &made->cut));
    TG_TRY(tg_grid_write(context, plan, &made->cut.grid, &place, &made->file));
    made->job.file = &made->file;
cleanup:
    return status;
}

tricorn_status tg_worker_tasks_cut(
  tricorn_context *context, const tg_plan *plan, uint64_t wanted, tg_worker_tasks **tasks)
{
    tricorn_status status = TRICORN_OK;
    tg_worker_tasks *made = NULL;

    TG_TRY(TG_ALLOC_ZERO(context, 1, &made));
    made->cut.rule = tg_cut_rule_of(plan);
    made->cut.style = plan->request.style;
    made->reach = plan->request.relabel ? TG_REACH_ANY : TG_REACH_BELOW;
    if (plan->graph->store == NULL || made->cut.rule->whole)
        TG_TRY(cut_rows(context, plan, wanted, made));
    else
        TG_TRY((tg_store_is_joined(plan->graph->store) ? share_blocks : write_blocks)(context, plan, wanted, made));
    made->job.grid = &made->cut.grid;
    *tasks = made;
    made = NULL;
cleanup:
    tg_worker_tasks_free(made);
    return status;
}

tricorn_status tg_worker_tasks_view(tricorn_context *context, const tg_worker_tasks *tasks, tg_worker_tasks **view)
{
    tricorn_status status = TRICORN_OK;
    tg_worker_tasks *made = NULL;
    TG_TRY(TG_ALLOC(context, 1, &made));
    *made = *tasks;
    made->is_view = true;
    made->job = (tg_block_job){.rows = tasks->job.rows, .grid = &made->cut.grid, .makes = tasks->job.makes};
    if (tasks->job.file) made->job.file = &made->file;
    made->file.held_count = 0;
    if (made->cut.edges == NULL) TG_TRY(tg_grid_view(context, &tasks->cut.grid, &made->cut.grid));
    *view = made;
    made = NULL;
cleanup:
    tg_worker_tasks_free(made);
    return status;
}

static void free_cut(tg_worker_tasks *tasks)
{
    tg_free(tasks->cut.edges);
    tg_grid_free(&tasks->cut.grid);
    tg_grid_shared_close(tasks->shared);
    tg_block_file_free(&tasks->file);
    tg_free(tasks->offsets);
    tg_free(tasks->ids);
}

void tg_worker_tasks_free(tg_worker_tasks *tasks)
{
    if (tasks == NULL) return;
    if (tasks->is_view)
        tg_grid_drop_blocks(&tasks->cut.grid);
    else
        free_cut(tasks);
    tg_free(tasks);
}

const tg_cut *tg_worker_tasks_of(const tg_worker_tasks *tasks)
{
    return &tasks->cut;
}

static uint64_t sets_checksum(const tg_vertices *sets, uint32_t count)
{
    return tg_checksum(sets, count * sizeof *sets);
}

uint64_t tg_worker_tasks_identity(const tg_worker_tasks *tasks)
{
    const tg_cut *cut = &tasks->cut;
    const uint64_t ids = cut->rows.count > 0 ? cut->rows.offsets[cut->rows.count] : 0;
    const uint64_t parts[] = {tg_checksum(cut->rule->name, strlen(cut->rule->name)), cut->count, cut->grid.shares,
      sets_checksum(cut->grid.row_sets, cut->grid.rows), sets_checksum(cut->grid.column_sets, cut->grid.columns),
      cut->edges ? tg_checksum(cut->edges, (cut->count + 1) * sizeof *cut->edges) : 0,
      tg_checksum(cut->rows.offsets, cut->rows.count * sizeof *cut->rows.offsets),
      tg_checksum(cut->rows.ids, ids * sizeof *cut->rows.ids)};
    return tg_checksum(parts, sizeof parts);
}

static tricorn_status count_parts(
  tricorn_context *context, tg_worker_tasks *tasks, uint64_t first, uint64_t last, uint64_t *triangles)
{
    tg_block_job *job = &tasks->job;
    tricorn_status status = TRICORN_OK;
    TG_TRY(tg_block_job_begin(context, job));
    for (uint64_t t = first; t < last; t++)
        TG_TRY(tg_block_job_count(context, job, tg_grid_at_number(job->grid, t), triangles));
cleanup:
    return tg_block_job_end(context, job, status);
}

tricorn_status tg_worker_tasks_count(tricorn_context *context, tg_worker_tasks *tasks, const tg_setup *setup,
  uint64_t first, uint64_t last, const tg_sink *sink, uint64_t *triangles)
{
    counting all = {.context = context, .setup = setup, .sink = sink};
    const tg_cut *cut = &tasks->cut;
    const uint64_t *edges = cut->edges;
    tricorn_status status = TRICORN_OK;

    if (edges && sink && sink->writer) {
        TG_TRY(count_written(&all, tasks, edges[first], edges[last]));
    } else if (edges) {
        TG_TRY(count_range(&all, tasks, edges[first], edges[last]));
    } else {
        tasks->job.setup = setup;
        tasks->job.sink = sink;
        TG_TRY(count_parts(context, tasks, first, last, &all.triangles));
    }
    *triangles = all.triangles;
cleanup:
    return status;
}

tricorn_status tg_worker_tasks_visit(
  tricorn_context *context, tg_worker_tasks *tasks, uint64_t number, tg_visit_task *take, void *user)
{
    counting all = {.context = context, .take = take, .user = user};
    const uint64_t *edges = tasks->cut.edges;
    if (edges) return count_range(&all, tasks, edges[number], edges[number + 1]);
    const tg_grid_at at = tg_grid_at_number(tasks->job.grid, number);
    const tricorn_status status = tg_block_job_bring(context, &tasks->job, at);
    if (status != TRICORN_OK) return status;
    const tg_task task = tg_grid_task(tasks->job.grid, at);
    return take(context, user, &task);
}
