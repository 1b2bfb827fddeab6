/* level_passes.c - runs passes over a graph on disk.
 *
 * - If the CPU counts, one thread reads the bytes of the next batch while the other threads
 *   count.
 * - If the visitor holds the rows of a pass on a GPU, all threads read and decode the next batch
 *   while the GPU counts.
 */
#include "schedule/disk/level_passes.h"

#include "base/memory.h"
#include "store/disk_rows_ahead.h"

typedef struct walk {
    tricorn_context *context;
    tg_store *store;
    const tg_pass_limits *limits;
    const tg_pass_visitor *visitor;
    tg_pass at;
    /* The rows of the pass; their member `edges` is freed once the pass's own part is counted. */
    tg_part_rows kept;
    tg_part_rows from; /* the rows of a batch */
    /* A visitor that holds the rows of the pass has those of the segments before this one. */
    uint32_t kept_segment;
    tg_disk_rows_ahead ahead; /* reads the next batch */
} walk;

static tricorn_status visit(walk *all, const tg_part_key *part, const tg_part_rows *rows)
{
    const tg_task task = tg_part_task(&all->store->disk_rows, &all->at, part, rows, &all->kept.all);
    return all->visitor->take(all->context, all->visitor->user, part, &task);
}

static bool is_done(const walk *all, const tg_part_key *part)
{
    return all->visitor->is_done && all->visitor->is_done(all->visitor->user, part);
}

/* Lets the visitor free its index; returns whether it had one. */
static bool release(const walk *all)
{
    return all->visitor->release && all->visitor->release(all->visitor->user);
}

/* Finds the next batch that is not done, from segment first_segment on; returns false if none is left. */
static bool next_batch(const walk *all, uint32_t first_segment, tg_part_key *batch)
{
    const tg_disk_rows *disk = &all->store->disk_rows;
    for (uint32_t p = first_segment; p < disk->segments; p = batch->last_segment) {
        *batch = tg_part_of(&all->at, p, tg_batch_end(disk, all->limits, &all->at, p));
        if (!is_done(all, batch)) return true;
    }
    return false;
}

/* Begins to read the next batch that is not done, from segment first_segment on; returns false if none is left. */
static bool start_batch(walk *all, uint32_t first_segment, tg_part_key *batch)
{
    if (!next_batch(all, first_segment, batch)) return false;
    const tg_row_view view = tg_part_view(&all->store->disk_rows, batch);
    tg_disk_rows_ahead_start(all->context, &all->store->rows, &view, &all->ahead);
    return true;
}

/* Waits for the bytes of the batch, begins to read the next one, then decodes and counts the batch. */
static tricorn_status visit_batch(walk *all, tg_part_key *batch, bool *more)
{
    const tg_part_key own = *batch;
    tricorn_status status = TRICORN_OK;
    unsigned char *loaded = NULL;

    TG_TRY(tg_disk_rows_ahead_finish(&all->ahead, &loaded));
    const tg_part_reading which = {own, all->store->disk_rows.segment[own.first_segment].first, loaded};
    *more = start_batch(all, own.last_segment, batch);
    status = tg_part_read(all->context, all->store, &which, &all->from);
    if (status == TRICORN_OUT_OF_MEMORY && release(all))
        status = tg_part_read(all->context, all->store, &which, &all->from);
    TG_TRY(status);
    tg_free(loaded);
    loaded = NULL;
    TG_TRY(visit(all, &own, &all->from));
cleanup:
    tg_free(loaded);
    return status;
}

static tricorn_status visit_pass(walk *all)
{
    const tg_pass *at = &all->at;
    const tg_part_key own = tg_part_of(at, at->first_segment, at->last_segment);
    const bool own_done = is_done(all, &own);
    tricorn_status status = TRICORN_OK;
    tg_part_key batch;
    (void)release(all);
    bool more = start_batch(all, at->last_segment, &batch);

    if (own_done && !more) return TRICORN_OK;
    const tg_part_reading which = {own, tg_pass_first_label(&all->store->disk_rows, at), NULL};
    TG_TRY(tg_part_read(all->context, all->store, &which, &all->kept));
    if (!own_done) TG_TRY(visit(all, &own, &all->kept));
    tg_part_drop_edges(&all->kept);
    while (more) TG_TRY(visit_batch(all, &batch, &more));
cleanup:
    tg_disk_rows_ahead_stop(&all->ahead);
    tg_part_drop(&all->kept);
    tg_part_drop(&all->from);
    return status;
}

/* ---- if the visitor holds the rows of a pass ---- */

/* Reads the rows of a part; row number 0 is the first row of its task. */
static tricorn_status read_part(walk *all, const tg_part_key *part)
{
    const tg_disk_rows *disk = &all->store->disk_rows;
    const uint32_t first_label = part->first_segment == all->at.first_segment
                                   ? tg_pass_first_label(disk, &all->at)
                                   : disk->segment[part->first_segment].first;
    const tg_part_reading which = {*part, first_label, NULL};
    return tg_part_read(all->context, all->store, &which, &all->from);
}

/* Hands rows of the pass, which were read before, to the visitor. */
static tricorn_status keep_rows(walk *all, const tg_part_key *part)
{
    const tg_task task = tg_part_task(&all->store->disk_rows, &all->at, part, &all->from, &all->kept.all);
    const tricorn_status status = all->visitor->keep(all->context, all->visitor->user, &task.from);
    if (status == TRICORN_OK) all->kept_segment = part->last_segment;
    return status;
}

/* Hands the rows of the pass before `segment` to the visitor, except those that it already has.
 * *begun says whether the visitor's pass was begun. */
static tricorn_status keep_before(walk *all, uint32_t segment, bool *begun)
{
    const tg_disk_rows *disk = &all->store->disk_rows;
    const tg_pass *at = &all->at;
    if (!*begun) {
        const tg_part_key own = tg_part_of(at, at->first_segment, at->last_segment);
        const tg_row_view view = tg_part_view(disk, &own);
        TG_DO(all->visitor->begin(all->context, all->visitor->user,
          disk->segment[at->last_segment - 1].last - tg_pass_first_label(disk, at), tg_disk_rows_sizes(&view).ids));
        all->kept_segment = at->first_segment;
        *begun = true;
    }
    while (all->kept_segment < segment) {
        const uint32_t end = tg_batch_end(disk, all->limits, at, all->kept_segment);
        const tg_part_key part = tg_part_of(at, all->kept_segment, end < segment ? end : segment);
        TG_DO(read_part(all, &part));
        TG_DO(keep_rows(all, &part));
    }
    return TRICORN_OK;
}

/* Hands the task of a part that was read to the visitor, which holds the rows v of the pass. */
static tricorn_status visit_with_keeper(walk *all, const tg_part_key *part)
{
    const tg_disk_rows *disk = &all->store->disk_rows;
    const tg_pass_visitor *visitor = all->visitor;
    const bool own = part->first_segment < all->at.last_segment;
    tg_task task = tg_part_task(disk, &all->at, part, &all->from, &all->kept.all);
    task.into.count = disk->segment[all->kept_segment - 1].last - task.lead;
    if (own && task.into.count == task.from.count) task.into = task.from;
    return (own ? visitor->take_kept : visitor->take)(all->context, visitor->user, part, &task);
}

/* Runs one pass: all threads read and decode a batch while the visitor's GPU counts the batch before it. */
static tricorn_status visit_pass_with_keeper(walk *all)
{
    const tg_pass *at = &all->at;
    tg_part_key part;
    bool begun = false;
    for (uint32_t p = at->first_segment; next_batch(all, p, &part); p = part.last_segment) {
        const bool own = part.first_segment < at->last_segment;
        TG_DO(keep_before(all, own ? part.first_segment : at->last_segment, &begun));
        TG_DO(read_part(all, &part));
        if (own) TG_DO(keep_rows(all, &part));
        TG_DO(visit_with_keeper(all, &part));
    }
    return TRICORN_OK;
}

tricorn_status tg_levels_each_task(
  tricorn_context *context, tg_store *store, const tg_pass_limits *limits, const tg_pass_visitor *visitor)
{
    const tg_disk_rows *disk = &store->disk_rows;
    tricorn_status status = TRICORN_OK;
    walk all = {.context = context, .store = store, .limits = limits, .visitor = visitor};
    uint32_t segment = 0;

    tg_disk_read_apart(&store->rows);
    for (uint32_t r = 0; r < disk->ranges && disk->entries > 0;) {
        all.at = tg_pass_next(disk, limits, r, segment);
        if (all.at.last_segment > all.at.first_segment)
            TG_TRY(visitor->keep ? visit_pass_with_keeper(&all) : visit_pass(&all));
        r = all.at.last_range + 1;
        segment = all.at.last_segment;
    }
cleanup:
    tg_part_drop(&all.from);
    return status;
}

tricorn_status tg_levels_within_memory(
  tricorn_context *context, tg_pass_limits *limits, tricorn_status (*count)(tricorn_context *, void *), void *user)
{
    enum { ATTEMPTS = 4 };
    tricorn_status status = TRICORN_OUT_OF_MEMORY;
    for (unsigned i = 0; i < ATTEMPTS && (status == TRICORN_OUT_OF_MEMORY || status == TRICORN_OUT_OF_DEVICE_MEMORY);
         i++) {
        status = count(context, user);
        limits->kept_bytes /= 2;
        limits->batch_bytes /= 2;
        tg_memory_trim(context->memory);
    }
    return status;
}
