/* joined_sinks.c - writes the support that each part adds to the shared folder, and adds up the supports of all
 * parts. Each part writes sums for the rows of the pass and for the rows of its batch; a count by one process does
 * the same (level_sinks.c). A task of a partition writes those of its blocks (schedule/block_job.c). */
#include "schedule/disk/joined_sinks.h"

#include "base/memory.h"
#include "schedule/disk/level_sinks.h"
#include "schedule/partitioned.h"
#include "store/files/sums.h"

struct tg_joined_sink {
    const tg_plan *plan;
    const tg_sink *sink;
    tg_store *store;
    tg_sums *sums;
    uint64_t found; /* the triangles of the part that is being counted */
    tg_sum_writer writer; /* receives the sum runs of a part */
};

tricorn_status tg_joined_sink_open(
  tricorn_context *context, const tg_plan *plan, const tg_sink *sink, tg_join *join, tg_joined_sink **made)
{
    tricorn_status status = TRICORN_OK;
    tg_store *store = plan->graph->store;
    tg_joined_sink *all = NULL;

    TG_TRY(TG_ALLOC_ZERO(context, 1, &all));
    all->plan = plan;
    all->sink = sink;
    all->store = store;
    all->writer.disk = &store->disk_rows;
    TG_TRY(tg_sums_open(context, join, &all->sums));
    *made = all;
    all = NULL;
cleanup:
    tg_joined_sink_close(all);
    return status;
}

void tg_joined_sink_close(tg_joined_sink *sink)
{
    if (sink == NULL) return;
    tg_sums_close(sink->sums);
    tg_free(sink);
}

static tricorn_status write_edges(
  tricorn_context *context, const tg_joined_sink *all, const tg_disk_part *of, const tg_edge_sums *sums)
{
    const tg_part_sums into = {of->kept, true, sums->into}, from = {of->rows, false, sums->from};
    TG_DO(tg_level_support_write(context, &all->writer, &into));
    if (sums->from != sums->into) TG_DO(tg_level_support_write(context, &all->writer, &from));
    return TRICORN_OK;
}

/* Counts a part, and writes the supports that it adds; a part without edges adds none. */
static tricorn_status count_edges(tricorn_context *context, void *user, const tg_disk_part *of)
{
    tg_joined_sink *all = user;
    const tg_task *task = &of->task;
    tricorn_status status = TRICORN_OK;
    uint32_t *into = NULL, *from = NULL;

    if (tg_task_edges(task) == 0) return TRICORN_OK;
    TG_TRY(tg_level_edge_sums(context, &task->into, &into));
    if (!tg_same_rows(&task->from, &task->into)) TG_TRY(tg_level_edge_sums(context, &task->from, &from));
    const tg_edge_sums sums = {from ? from : into, into};
    TG_TRY(tg_level_count_edges(context, &all->plan->request.setup, task, &sums, &all->found));
    TG_TRY(write_edges(context, all, of, &sums));
cleanup:
    tg_free(into);
    tg_free(from);
    return status;
}

static tricorn_status add_to_support(tricorn_context *context, void *user, tg_disk_file *file, const tg_sum_run *run)
{
    tg_joined_sink *all = user;
    tricorn_status status = TRICORN_OK;
    unsigned char *bytes = NULL;

    if (run->segment < all->store->disk_rows.segments && !tg_level_support_wants(all->sink->stored, run))
        return TRICORN_OK;
    TG_TRY(tg_sum_run_load(context, file, run, &bytes));
    TG_TRY(tg_level_support_take(context, all->sink->stored, run, bytes));
cleanup:
    tg_free(bytes);
    return status;
}

tricorn_status tg_joined_sink_count(tricorn_context *context, tg_joined_sink *sink, tg_parts *parts, uint64_t number)
{
    const tg_sink blocks = {.writer = &sink->writer};
    const tg_part_range which = {number, number + 1};
    sink->found = 0;
    TG_DO(tg_sums_begin(context, sink->sums, &sink->writer.file, &sink->writer.runs));
    TG_DO(tg_partition_has_tasks(sink->plan->request.partition)
            ? tg_parts_execute(context, parts, which, &blocks, &sink->found)
            : tg_parts_visit(context, parts, number, count_edges, sink));
    return tg_sums_end(context, sink->sums, number, sink->found);
}

tricorn_status tg_joined_sink_finish(tricorn_context *context, tg_joined_sink *sink)
{
    TG_DO(tg_level_support_clear(context, sink->sink->stored));
    return tg_sums_each(context, sink->sums, add_to_support, sink);
}
