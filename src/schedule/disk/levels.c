/* levels.c - the schedule of a graph on disk that one process counts.
 *
 * - Parts are counted one after another, on the CPU or on one GPU (levels_gpu.h).
 * - In a work folder each part is written to a journal, so a count that was killed can be
 *   continued.
 * - If the memory is not enough, the count begins again with parts of half the size.
 */
#include <string.h>

#include "base/clock.h"
#include "base/memory.h"
#include "device/device.h"
#include "io/bytes/checksum.h"
#include "schedule/disk/level_passes.h"
#include "schedule/disk/level_sinks.h"
#include "schedule/disk/levels_gpu.h"
#include "schedule/partitioned.h"
#include "schedule/run_task.h"
#include "schedule/schedule.h"

typedef struct job {
    tricorn_context *context;
    const tg_plan *plan;
    tg_store *store;
    tg_pass_limits limits;
    uint64_t triangles;
    uint32_t tasks, earlier, passes;
    uint32_t last_range; /* the last range of the last pass; UINT32_MAX: no pass has begun */
    bool opened; /* the journal was opened before, perhaps with larger parts */
    uint64_t dropped; /* how many parts of earlier counts cannot be used */
    tg_journal *journal; /* NULL: no work folder */
    tg_levels_gpu *gpu; /* NULL: the CPU counts */
    tg_index kept; /* the index of the rows of the pass, for the next part */
} job;

/* ---- parts ---- */

/* Whether the journal has the part; if so, adds its count. A caller's request to stop takes
 * effect when the next part is counted. */
static bool is_done(void *user, const tg_part_key *part)
{
    job *all = user;
    uint64_t known;
    if (part->last_range != all->last_range) all->passes++;
    all->last_range = part->last_range;
    if (all->journal == NULL || !tg_journal_has(all->journal, part, &known)) return false;
    all->triangles += known;
    all->earlier++;
    (void)tg_work_finish(all->context, tg_part_edges(&all->store->disk_rows, part));
    return true;
}

static tricorn_status add_part(void *user, const tg_part_key *part, uint64_t edges, uint64_t found)
{
    job *all = user;
    all->triangles += found;
    all->tasks++;
    if (all->journal) TG_DO(tg_journal_add(all->context, all->journal, part, found));
    if (tg_work_finish(all->context, edges)) TG_DO(tg_check_cancelled(all->context));
    return TRICORN_OK;
}

static bool release(void *user)
{
    job *all = user;
    const bool kept = all->kept.data != NULL;
    tg_index_free(NULL, &all->kept);
    return kept;
}

static tricorn_status count_part(tricorn_context *context, void *user, const tg_part_key *part, const tg_task *task)
{
    job *all = user;
    uint64_t found = 0;
    TG_DO(tg_count_next_task(context, task, &all->plan->request.setup, &all->kept, &found));
    /* The index must leave room for the next batch, which is read ahead. */
    if (tg_memory_room(context->memory) < all->limits.batch_bytes / 3) tg_index_free(NULL, &all->kept);
    return add_part(all, part, tg_task_edges(task), found);
}

/* ---- the whole ---- */

static bool fits(const tricorn_context *context, const tg_plan *plan, tg_plan_bytes *bytes)
{
    (void)context;
    *bytes = (tg_plan_bytes){0};
    return plan->graph->store != NULL && !tg_store_is_joined(plan->graph->store);
}

/* Opens the journal of the algorithm. Each algorithm has its own, so that one can verify another. */
static tricorn_status open_journal(job *all)
{
    const char *algorithm = all->plan->request.setup.algorithm->description.name;
    const uint64_t identity = all->store->identity ^ tg_checksum(algorithm, strlen(algorithm));
    tg_journal_cut cut = {all->limits.kept_bytes, all->limits.batch_bytes};
    TG_DO(tg_journal_open(all->context, &all->store->folder, identity, &cut, &all->journal));
    all->limits.kept_bytes = cut.kept_bytes;
    all->limits.batch_bytes = cut.batch_bytes;
    if (!all->opened) all->dropped = tg_journal_dropped(all->journal);
    all->opened = true;
    return TRICORN_OK;
}

static tricorn_status count_parts(tricorn_context *context, void *user)
{
    job *all = user;
    const tg_pass_visitor on_cpu = {.is_done = is_done, .take = count_part, .release = release, .user = all};
    const tg_pass_visitor visitor = all->gpu ? tg_levels_gpu_visitor(all->gpu) : on_cpu;
    tricorn_status status = TRICORN_OK;

    tg_journal_close(all->journal);
    all->journal = NULL;
    all->triangles = all->tasks = all->earlier = all->passes = 0;
    all->last_range = UINT32_MAX;
    tg_work_begin(all->context, "counting", all->store->disk_rows.entries);
    tg_work_hold(all->context, true);
    if (all->store->identity) TG_TRY(open_journal(all));
    TG_TRY(tg_levels_each_task(all->context, all->store, &all->limits, &visitor));
    if (all->gpu) TG_TRY(tg_levels_gpu_finish(all->context, all->gpu));
cleanup:
    tg_index_free(NULL, &all->kept);
    tg_work_hold(all->context, false);
    if (all->gpu) tg_levels_gpu_empty(context, all->gpu);
    if (all->gpu && status != TRICORN_OK) tg_levels_gpu_trim(context, all->gpu);
    return status;
}

/* Opens one GPU, even if the request names several. */
static tricorn_status create(tricorn_context *context, tg_plan *plan)
{
    (void)context;
    if (plan->request.setup.algorithm->gpu) plan->request.gpus.count = 1;
    return TRICORN_OK;
}

static bool counts_on_gpu(const tg_plan *plan)
{
    return plan->request.setup.algorithm->gpu && plan->request.setup.sink == TG_SINK_TOTAL;
}

static tricorn_status open_gpu(job *all)
{
    const tg_part_listener listener = {.is_done = is_done, .counted = add_part, .user = all};
    TG_DO(tg_levels_gpu_create(all->context, all->plan, &all->gpu));
    TG_DO(tg_levels_gpu_open(all->context, all->gpu, &listener));
    /* Memory in pools of earlier counts is free, too. */
    tg_levels_gpu_trim(all->context, all->gpu);
    all->limits = tg_levels_gpu_limits(all->limits, tg_device_room(all->context), all->plan->graph);
    return TRICORN_OK;
}

/* Counts the total if `sink` is NULL, otherwise the support of the edges. */
static tricorn_status execute(
  tricorn_context *context, const tg_plan *plan, const tg_sink *sink, tricorn_result *result)
{
    tg_store *store = plan->graph->store;
    tg_memory_trim(context->memory);
    const uint64_t room = tg_memory_room(context->memory);
    const double start = tg_clock_now();
    tricorn_status status = TRICORN_OK;
    job all = {.context = context, .plan = plan, .store = store, .limits = tg_levels_limits(room)};

    if (sink) return tg_levels_execute_sink(context, plan, sink, result);
    if (store->counted) tg_journal_remove(&store->folder);
    store->counted = false;
    if (counts_on_gpu(plan)) TG_TRY(open_gpu(&all));
    TG_TRY(tg_levels_within_memory(context, &all.limits, count_parts, &all));
    /* The journal stays until the caller has received the count. */
    store->counted = store->identity != 0;
    result->triangles = all.triangles;
    result->cut.blocks = all.tasks;
    result->cut.earlier_blocks = all.earlier;
    result->cut.dropped_blocks = all.dropped;
    result->cut.passes = all.passes;
    result->seconds.count = tg_clock_now() - start;
    if (all.gpu) tg_levels_gpu_describe(context, all.gpu, result->seconds.count, result);
cleanup:
    tg_levels_gpu_close(context, all.gpu);
    tg_levels_gpu_free(all.gpu);
    tg_journal_close(all.journal);
    return status;
}

const tg_schedule tg_schedule_levels = {
  .name = "levels", .stored = true, .fits = fits, .create = create, .execute = execute};

/* ---- sizes without a count ---- */

typedef struct measuring {
    const tg_disk_rows *disk;
    tricorn_partition_sizes *sizes;
} measuring;

/* Adds the sizes of a part, and returns true, so that the rows of the part are not read. */
static bool measure_part(void *user, const tg_part_key *part)
{
    const measuring *to = user;
    const tg_disk_rows *disk = to->disk;
    const tg_row_view view = tg_part_view(disk, part);
    const tg_view_sizes read = tg_disk_rows_sizes(&view);
    to->sizes->columns += view.all_levels;
    to->sizes->tasks++;
    to->sizes->empty_tasks += read.in_pass == 0;
    to->sizes->read_bytes += tg_disk_rows_bytes(&view);
    return true;
}

static tricorn_status measure(tricorn_context *context, const tg_plan *plan, tricorn_partition_sizes *sizes)
{
    tg_memory_trim(context->memory);
    const uint64_t room = tg_memory_room(context->memory);
    tg_store *store = plan->graph->store;
    const tg_disk_rows *disk = &store->disk_rows;
    const tg_pass_limits limits = tg_levels_limits(room);
    measuring to = {disk, sizes};
    const tg_pass_visitor visitor = {.is_done = measure_part, .user = &to};

    sizes->memory_bytes = room;
    sizes->rows = disk->ranges;
    for (uint32_t p = 0; p < disk->segments; p++) {
        const tg_row_view whole = {disk, p, p + 1, 0, disk->ranges - 1, true, NULL};
        tg_partition_add_block(sizes, tg_disk_rows_bytes(&whole));
    }
    return tg_levels_each_task(context, store, &limits, &visitor);
}

extern const tg_schedule tg_schedule_joined;

const tg_partition_methods tg_partition_levels = {
  .schedule = &tg_schedule_levels, .joined = &tg_schedule_joined, .measure = measure};
