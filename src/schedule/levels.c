/* levels.c - the schedule of graphs on disk: their parts are counted one by one, and noted in a
 * journal, so that a count that was ended goes on. */
#include <string.h>

#include "base/clock.h"
#include "base/memory.h"
#include "io/checksum.h"
#include "schedule/level_passes.h"
#include "schedule/partitioned.h"
#include "schedule/run_task.h"
#include "schedule/schedule.h"

enum {
    /* Parts of the memory, in tenths: rows kept, a batch; the algorithm has the rest. */
    KEPT_TENTHS = 4,
    BATCH_TENTHS = 2,
    TENTHS = 10
};

typedef struct job {
    tricorn_context *context;
    const tg_run *run;
    tg_store *store;
    tg_pass_limits limits;
    uint64_t triangles;
    uint32_t tasks;
    tg_journal *journal; /* NULL: nothing is kept */
} job;

/* ---- parts -------------------------------------------------------------------------------- */

/* Takes the count of the journal, if it has one. */
static bool is_done(void *user, const tg_part_key *part)
{
    job *all = user;
    uint64_t known;
    if (all->journal == NULL || !tg_journal_has(all->journal, part, &known)) return false;
    all->triangles += known;
    return true;
}

static tricorn_status count_part(tricorn_context *context, void *user, const tg_part_key *part,
                                 const tg_task *task)
{
    job *all = user;
    tricorn_status status = TRICORN_OK;
    uint64_t found = 0;

    TG_TRY(tg_count_task(context, task, &all->run->request.setup, NULL, &found));
    all->triangles += found;
    all->tasks++;
    if (all->journal) TG_TRY(tg_journal_add(context, all->journal, part, found));
    if (tg_work_finish(context, tg_task_edges(task))) TG_TRY(tg_check_cancelled(context));
cleanup:
    return status;
}

static tg_pass_limits limits_of(uint64_t room)
{
    return (tg_pass_limits){.kept_bytes = room / TENTHS * KEPT_TENTHS,
                            .batch_bytes = room / TENTHS * BATCH_TENTHS};
}

/* ---- the whole ---------------------------------------------------------------------------- */

static bool fits(const tricorn_context *context, const tg_run *run, tg_run_bytes *bytes)
{
    (void)context;
    *bytes = (tg_run_bytes){0};
    return run->graph->store != NULL && run->request.setup.sink == TG_SINK_TOTAL;
}

/* Each algorithm has a journal of its own, so that one can verify another. */
static tricorn_status open_journal(job *all)
{
    const char *algorithm = all->run->request.setup.algorithm->description.name;
    const uint64_t identity = all->store->identity ^ tg_checksum(algorithm, strlen(algorithm));
    return tg_journal_open(all->context, &all->store->folder, identity, &all->limits.kept_bytes,
                           &all->limits.batch_bytes, &all->journal);
}

/* Counts; where the memory runs out, again with parts of half the size. */
static tricorn_status count_within_memory(job *all)
{
    enum { ATTEMPTS = 4 };
    const tg_pass_visitor visitor = {.is_done = is_done, .take = count_part, .user = all};
    tricorn_status status = TRICORN_OUT_OF_MEMORY;
    for (unsigned i = 0; status == TRICORN_OUT_OF_MEMORY && i < ATTEMPTS; i++) {
        tg_journal_close(all->journal);
        all->journal = NULL;
        all->triangles = all->tasks = 0;
        status = all->store->identity ? open_journal(all) : TRICORN_OK;
        if (status == TRICORN_OK)
            status = tg_levels_each_task(all->context, all->store, &all->limits, &visitor);
        all->limits.kept_bytes /= 2;
        all->limits.batch_bytes /= 2;
        tg_memory_trim(all->context->memory);
    }
    return status;
}

static tricorn_status execute(tricorn_context *context, const tg_run *run, const tg_sink *sink,
                              tricorn_result *result)
{
    tg_store *store = run->graph->store;
    tg_memory_trim(context->memory);
    const uint64_t room = tg_memory_room(context->memory);
    const double start = tg_clock_now();
    tricorn_status status = TRICORN_OK;
    job all = {.context = context,
               .run = run,
               .store = store,
               .limits = limits_of(room)};

    (void)sink;
    tg_work_begin(context, "counting", store->levels.entries);
    tg_work_hold(context, true);
    TG_TRY(count_within_memory(&all));
    if (store->identity) tg_journal_remove(&store->folder);
    result->triangles = all.triangles;
    result->blocks = all.tasks;
    result->count_seconds = tg_clock_now() - start;
cleanup:
    tg_work_hold(context, false);
    tg_journal_close(all.journal);
    return status;
}

const tg_schedule tg_schedule_levels = {
    .name = "levels", .stored = true, .fits = fits, .execute = execute};

/* ---- before anything is counted ------------------------------------------------------------ */

typedef struct measuring {
    const tg_levels *levels;
    tricorn_partition_sizes *sizes;
} measuring;

/* Adds what a part reads, which then counts as done. */
static bool measure_part(void *user, const tg_part_key *part)
{
    const measuring *to = user;
    const tg_levels *levels = to->levels;
    /* The rows of the pass come before the others. */
    const bool own = levels->piece[part->first_piece].range <= part->last_range;
    const tg_level_view view = {
        part->first_piece, part->last_piece, part->first_range, part->last_range, own, NULL};
    const tg_level_sizes read = tg_levels_sizes(levels, &view);
    to->sizes->columns += own;
    to->sizes->tasks++;
    to->sizes->empty_tasks += read.in_pass == 0;
    to->sizes->read_bytes += tg_levels_bytes(levels, &view);
    return true;
}

static tricorn_status measure(tricorn_context *context, const tg_run *run,
                              tricorn_partition_sizes *sizes)
{
    tg_memory_trim(context->memory);
    const uint64_t room = tg_memory_room(context->memory);
    tg_store *store = run->graph->store;
    const tg_levels *levels = &store->levels;
    const tg_pass_limits limits = limits_of(room);
    measuring to = {levels, sizes};
    const tg_pass_visitor visitor = {.is_done = measure_part, .user = &to};

    sizes->memory_bytes = room;
    sizes->rows = levels->ranges;
    for (uint32_t p = 0; p < levels->pieces; p++) {
        const tg_level_view whole = {p, p + 1, 0, levels->ranges - 1, true, NULL};
        tg_partition_add_block(sizes, tg_levels_bytes(levels, &whole));
    }
    return tg_levels_each_task(context, store, &limits, &visitor);
}

const tg_partition_methods tg_partition_levels = {.schedule = &tg_schedule_levels,
                                                  .measure = measure};
