/* level_sinks.c - counts the support of the edges of a graph on disk by passes.
 *
 * The sums of the rows of a pass stay in memory until the pass ends; the sums of a batch are
 * written as soon as the batch is counted.
 */
#include "schedule/disk/level_sinks.h"

#include "base/clock.h"
#include "base/memory.h"
#include "schedule/disk/level_passes.h"
#include "schedule/run_task.h"

typedef struct job {
    const tg_plan *plan;
    tg_pass_limits limits;
    uint64_t triangles;
    uint32_t tasks;
    tg_level_support *support;
    uint32_t *kept; /* the sums for the rows of the pass; NULL: no pass has begun */
    tg_part_key kept_part;
} job;

static tricorn_status finish_task(tricorn_context *context, job *all, const tg_task *task, uint64_t found)
{
    all->triangles += found;
    all->tasks++;
    return tg_work_finish(context, tg_task_edges(task)) ? tg_check_cancelled(context) : TRICORN_OK;
}

/* ---- edges ---- */

tricorn_status tg_level_edge_sums(tricorn_context *context, const tg_rows *rows, uint32_t **sums)
{
    return TG_ALLOC_ZERO(context, rows->offsets[rows->count] + 1, sums);
}

/* Adds the sums that were counted for a task's edges to the sums for the rows `from`; the edges
 * of a row are the last ids of the same row of `from`. */
static void add_edges(const tricorn_context *context, const tg_task *task, const uint32_t *edges, uint32_t *from)
{
#pragma omp parallel for num_threads((int)context->threads) schedule(dynamic, 1024)
    for (uint32_t u = task->first_row; u < task->last_row; u++) {
        const uint64_t begin = task->edges.offsets[u], end = task->edges.offsets[u + 1];
        uint32_t *to = from + task->from.offsets[u + 1] - (end - begin);
        for (uint64_t e = begin; e < end; e++) to[e - begin] += edges[e];
    }
}

tricorn_status tg_level_count_edges(
  tricorn_context *context, const tg_setup *setup, const tg_task *task, const tg_edge_sums *sums, uint64_t *triangles)
{
    const bool apart = !tg_same_rows(&task->edges, &task->from);
    tricorn_status status = TRICORN_OK;
    uint32_t *edges = NULL;

    if (apart) TG_TRY(tg_level_edge_sums(context, &task->edges, &edges));
    const tg_sink sink = {.edges = apart ? edges : sums->from, .from = sums->from, .into = sums->into};
    TG_TRY(tg_count_task(context, task, setup, &sink, triangles));
    if (apart) add_edges(context, task, edges, sums->from);
cleanup:
    tg_free(edges);
    return status;
}

/* Writes the sums for the rows of the pass. */
static tricorn_status finish_pass(tricorn_context *context, job *all)
{
    tricorn_status status = TRICORN_OK;
    if (all->kept == NULL) return TRICORN_OK;
    TG_TRY(tg_level_support_add(context, all->support, &(tg_part_sums){all->kept_part, true, all->kept}));
cleanup:
    tg_free(all->kept);
    all->kept = NULL;
    return status;
}

static tricorn_status add_to_edges(tricorn_context *context, void *user, const tg_part_key *part, const tg_task *task)
{
    job *all = user;
    const bool own = tg_same_rows(&task->from, &task->into);
    tricorn_status status = TRICORN_OK;
    uint32_t *from = NULL;
    uint64_t found = 0;

    if (own) {
        TG_TRY(finish_pass(context, all));
        all->kept_part = *part;
        TG_TRY(tg_level_edge_sums(context, &task->into, &all->kept));
    } else {
        TG_TRY(tg_level_edge_sums(context, &task->from, &from));
    }
    const tg_edge_sums sums = {own ? all->kept : from, all->kept};
    TG_TRY(tg_level_count_edges(context, &all->plan->request.setup, task, &sums, &found));
    TG_TRY(finish_task(context, all, task, found));
    if (!own) TG_TRY(tg_level_support_add(context, all->support, &(tg_part_sums){*part, false, from}));
cleanup:
    tg_free(from);
    return status;
}

/* ---- the whole ---- */

/* Counts the whole graph with parts of the job's size. */
static tricorn_status count_once(tricorn_context *context, void *user)
{
    job *all = user;
    tg_store *store = all->plan->graph->store;
    const tg_pass_visitor visitor = {.take = add_to_edges, .user = all};
    tricorn_status status = TRICORN_OK;
    all->triangles = all->tasks = 0;
    TG_TRY(tg_level_support_clear(context, all->support));
    TG_TRY(tg_levels_each_task(context, store, &all->limits, &visitor));
    TG_TRY(finish_pass(context, all));
cleanup:
    tg_free(all->kept);
    all->kept = NULL;
    return status;
}

tricorn_status tg_levels_execute_sink(
  tricorn_context *context, const tg_plan *plan, const tg_sink *sink, tricorn_result *result)
{
    tg_store *store = plan->graph->store;
    const double start = tg_clock_now();
    tricorn_status status = TRICORN_OK;
    job all = {.plan = plan, .support = sink->stored};

    TG_TRY(tg_request_open_gpu(context, &plan->request));
    tg_work_begin(context, "counting", store->disk_rows.entries);
    tg_work_hold(context, true);
    tg_memory_trim(context->memory);
    all.limits = tg_levels_sink_limits(tg_memory_room(context->memory));
    TG_TRY(tg_levels_within_memory(context, &all.limits, count_once, &all));
    result->triangles = all.triangles;
    result->cut.blocks = all.tasks;
    result->seconds.count = tg_clock_now() - start;
cleanup:
    tg_work_hold(context, false);
    return status;
}
