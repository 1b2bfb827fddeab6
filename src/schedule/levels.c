/* levels.c - the schedule of graphs on disk: passes over ranges of rows that fit in memory.
 *
 * A pass keeps the rows v of its ranges, and reads the other rows u that have an id among them,
 * in batches of pieces.  A batch and the rows kept are a task: its edges lead to the rows kept,
 * its ids go up to their end.  Numbers are labels, so the task is the whole graph's, with fewer
 * edges.
 */
#include <string.h>

#include "base/clock.h"
#include "base/memory.h"
#include "base/zeros.h"
#include "io/checksum.h"
#include "schedule/partitioned.h"
#include "schedule/run_task.h"
#include "schedule/schedule.h"
#include "store/journal.h"
#include "store/limits.h"
#include "store/store.h"

enum {
    /* Parts of the memory, in tenths: rows kept, a batch; the algorithm has the rest. */
    KEPT_TENTHS = 4,
    BATCH_TENTHS = 2,
    TENTHS = 10
};

/* Rows of labels, in arrays that are zero outside of an interval. */
typedef struct label_rows {
    tg_zeros offsets;
    uint64_t first_byte, bytes; /* of the offsets that are written */
    uint32_t *ids;
} label_rows;

typedef struct pass {
    uint32_t first_range, last_range; /* last_range is among them */
    uint32_t first_piece, last_piece; /* last_piece is behind them */
} pass;

typedef struct job {
    tricorn_context *context;
    const tg_run *run;
    tg_store *store;
    uint64_t kept_bytes, batch_bytes;
    label_rows kept, edges, from;
    uint64_t triangles;
    uint32_t tasks;
    tg_journal *journal; /* NULL: nothing is kept */
} job;

/* ---- sizes -------------------------------------------------------------------------------- */

static uint64_t labels_of(const tg_levels *levels, uint32_t first_piece, uint32_t last_piece)
{
    return levels->piece[last_piece - 1].last - levels->piece[first_piece].first;
}

static tg_level_view kept_view(const pass *at)
{
    return (tg_level_view){at->first_piece, at->last_piece, at->first_range, at->last_range,
                           true};
}

/* Memory of what a view reads; the ids in the pass are copied unless they are all. */
static uint64_t bytes_of(const tg_levels *levels, const tg_level_view *view)
{
    const tg_level_sizes sizes = tg_levels_sizes(levels, view);
    const uint64_t labels = labels_of(levels, view->first_piece, view->last_piece) + 1;
    const bool copied = view->first_range > 0;
    return (copied ? 2 : 1) * labels * sizeof(uint64_t) +
           (sizes.ids + (copied ? sizes.in_pass : 0)) * sizeof(uint32_t);
}

/* The next pass, with as many ranges as fit; one at least. */
static pass next_pass(const job *all, uint32_t first_range, uint32_t first_piece)
{
    const tg_levels *levels = &all->store->levels;
    const uint32_t most = tg_store_limits_set.kept_ranges;
    pass best = {first_range, first_range, first_piece, first_piece};
    for (uint32_t r = first_range; r < levels->ranges; r++) {
        pass longer = {first_range, r, first_piece, best.last_piece};
        while (longer.last_piece < levels->pieces && levels->piece[longer.last_piece].range <= r)
            longer.last_piece++;
        const tg_level_view view = kept_view(&longer);
        const bool empty = longer.last_piece == first_piece;
        if (r > first_range && !empty && bytes_of(levels, &view) > all->kept_bytes) break;
        if (most > 0 && r - first_range >= most) break;
        best = longer;
    }
    return best;
}

/* The end of a batch that begins with first_piece: as many pieces as fit, one at least. */
static uint32_t end_of_batch(const job *all, const pass *at, uint32_t first_piece)
{
    const tg_levels *levels = &all->store->levels;
    const uint32_t most = tg_store_limits_set.batch_pieces;
    uint32_t end = first_piece + 1;
    uint64_t bytes = 0;
    for (uint32_t p = first_piece; p < levels->pieces; p++) {
        const tg_level_view view = {p, p + 1, at->first_range, at->last_range, false};
        bytes += bytes_of(levels, &view);
        if (p > first_piece && bytes > all->batch_bytes) break;
        if (most > 0 && p - first_piece >= most) break;
        end = p + 1;
    }
    return end;
}

/* ---- rows --------------------------------------------------------------------------------- */

/* Offsets of the view's labels, and the one behind. */
static uint64_t offset_bytes(const tg_levels *levels, const tg_level_view *view)
{
    return (labels_of(levels, view->first_piece, view->last_piece) + 1) * sizeof(uint64_t);
}

static void drop_rows(const job *all, label_rows *rows)
{
    tg_free(rows->ids);
    tg_zeros_clear(&rows->offsets, rows->first_byte, rows->first_byte + rows->bytes);
    tg_memory_discharge(all->context, rows->bytes);
    rows->ids = NULL;
    rows->bytes = 0;
}

static tg_rows rows_of(const label_rows *rows, uint32_t count)
{
    return (tg_rows){count, rows->offsets.begin, rows->ids};
}

static tricorn_status make_rows(const job *all, const tg_level_view *view, uint64_t ids,
                                label_rows *rows)
{
    const tg_levels *levels = &all->store->levels;
    const uint64_t bytes = offset_bytes(levels, view);
    tricorn_status status = TRICORN_OK;
    TG_TRY(tg_memory_charge(all->context, bytes));
    rows->first_byte = levels->piece[view->first_piece].first * sizeof(uint64_t);
    rows->bytes = bytes;
    TG_TRY(TG_ALLOC(all->context, ids, &rows->ids));
cleanup:
    return status;
}

/* Reads what the view shows; in_pass may be NULL.  After a failure, too, the rows are to be
 * dropped. */
static tricorn_status read_rows(const job *all, const tg_level_view *view, label_rows *rows,
                                label_rows *in_pass)
{
    const tg_level_sizes sizes = tg_levels_sizes(&all->store->levels, view);
    tricorn_status status = TRICORN_OK;
    tg_level_rows to, copied = {0};

    TG_TRY(make_rows(all, view, sizes.ids, rows));
    to = (tg_level_rows){rows->offsets.begin, rows->ids};
    if (in_pass) {
        TG_TRY(make_rows(all, view, sizes.in_pass, in_pass));
        copied = (tg_level_rows){in_pass->offsets.begin, in_pass->ids};
    }
    TG_TRY(
        tg_levels_read(all->context, &all->store->levels, &all->store->rows, view, to, copied));
cleanup:
    return status;
}

/* ---- tasks -------------------------------------------------------------------------------- */

/* Counts the edges of labels first to last - 1 that lead to the rows kept. */
static tricorn_status count_task(job *all, tg_rows edges, tg_rows from, tg_rows into,
                                 uint32_t first, uint32_t last)
{
    const tg_numbering labels = {0, 1};
    const tg_task task = {.edges = edges,
                          .from = from,
                          .into = into,
                          .first_row = first,
                          .last_row = last,
                          .reach = TG_REACH_BELOW,
                          .u = labels,
                          .v = labels,
                          .w = labels};
    uint64_t found = 0;
    const tricorn_status status =
        tg_count_task(all->context, &task, &all->run->request.setup, NULL, &found);
    all->triangles += found;
    all->tasks++;
    if (status != TRICORN_OK) return status;
    return tg_work_finish(all->context, tg_task_edges(&task)) ? tg_check_cancelled(all->context)
                                                              : TRICORN_OK;
}

/* The rows kept are also those of edges: what they have among themselves. */
static tricorn_status count_kept(job *all, const pass *at)
{
    const tg_levels *levels = &all->store->levels;
    const uint32_t first = levels->cuts[at->first_range], last = levels->cuts[at->last_range + 1];
    const tg_rows kept = rows_of(&all->kept, last);
    const bool copied = at->first_range > 0;
    return count_task(all, copied ? rows_of(&all->edges, last) : kept, kept, kept, first, last);
}

static tricorn_status count_batch(job *all, const pass *at, uint32_t first_piece,
                                  uint32_t last_piece)
{
    const tg_levels *levels = &all->store->levels;
    const uint32_t first = levels->piece[first_piece].first;
    const uint32_t last = levels->piece[last_piece - 1].last;
    const bool copied = at->first_range > 0;
    const tg_level_view view = {first_piece, last_piece, at->first_range, at->last_range, false};
    tricorn_status status = TRICORN_OK;

    TG_TRY(read_rows(all, &view, &all->from, copied ? &all->edges : NULL));
    const tg_rows from = rows_of(&all->from, last);
    TG_TRY(count_task(all, copied ? rows_of(&all->edges, last) : from, from,
                      rows_of(&all->kept, levels->cuts[at->last_range + 1]), first, last));
cleanup:
    drop_rows(all, &all->from);
    drop_rows(all, &all->edges);
    return status;
}

/* Counts the part of the pass that begins at first_piece, the pass's own rows or a batch of
 * others, unless the journal has it.  *kept: whether the rows of the pass are in memory. */
static tricorn_status count_part(job *all, const pass *at, uint32_t first_piece,
                                 uint32_t last_piece, bool *kept)
{
    const tg_part_key key = {at->first_range, at->last_range, first_piece, last_piece};
    const bool own = first_piece == at->first_piece, copied = own && at->first_range > 0;
    const uint64_t before = all->triangles;
    tricorn_status status = TRICORN_OK;
    uint64_t known;

    if (all->journal && tg_journal_has(all->journal, &key, &known)) {
        all->triangles += known;
        return TRICORN_OK;
    }
    if (!*kept) {
        const tg_level_view view = kept_view(at);
        *kept = true;
        TG_TRY(read_rows(all, &view, &all->kept, copied ? &all->edges : NULL));
    }
    TG_TRY(own ? count_kept(all, at) : count_batch(all, at, first_piece, last_piece));
    if (all->journal)
        TG_TRY(tg_journal_add(all->context, all->journal, &key, all->triangles - before));
cleanup:
    drop_rows(all, &all->edges);
    return status;
}

static tricorn_status count_pass(job *all, const pass *at)
{
    const tg_levels *levels = &all->store->levels;
    tricorn_status status = TRICORN_OK;
    bool kept = false;

    TG_TRY(count_part(all, at, at->first_piece, at->last_piece, &kept));
    for (uint32_t p = at->last_piece, end; p < levels->pieces; p = end) {
        end = end_of_batch(all, at, p);
        TG_TRY(count_part(all, at, p, end, &kept));
    }
cleanup:
    drop_rows(all, &all->kept);
    return status;
}

/* ---- the whole ---------------------------------------------------------------------------- */

static bool fits(const tricorn_context *context, const tg_run *run, tg_run_bytes *bytes)
{
    (void)context;
    *bytes = (tg_run_bytes){0};
    return run->graph->store != NULL && run->request.setup.sink == TG_SINK_TOTAL;
}

static tricorn_status create(tricorn_context *context, tg_run *run)
{
    (void)context;
    (void)run;
    return TRICORN_OK;
}

static tricorn_status count_passes(job *all)
{
    const tg_levels *levels = &all->store->levels;
    tricorn_status status = TRICORN_OK;
    uint32_t piece = 0;
    for (uint32_t r = 0; r < levels->ranges && levels->entries > 0;) {
        const pass at = next_pass(all, r, piece);
        if (at.last_piece > at.first_piece) TG_TRY(count_pass(all, &at));
        r = at.last_range + 1;
        piece = at.last_piece;
    }
cleanup:
    return status;
}

/* Each algorithm has a journal of its own, so that one can verify another. */
static tricorn_status open_journal(job *all)
{
    const char *algorithm = all->run->request.setup.algorithm->description.name;
    const uint64_t identity =
        all->store->identity ^ tg_checksum(algorithm, strlen(algorithm));
    return tg_journal_open(all->context, &all->store->folder, identity, &all->kept_bytes,
                           &all->batch_bytes, &all->journal);
}

/* Counts; where the memory runs out, again with parts of half the size. */
static tricorn_status count_within_memory(job *all)
{
    enum { ATTEMPTS = 4 };
    tricorn_status status = TRICORN_OUT_OF_MEMORY;
    for (unsigned i = 0; status == TRICORN_OUT_OF_MEMORY && i < ATTEMPTS; i++) {
        tg_journal_close(all->journal);
        all->journal = NULL;
        all->triangles = all->tasks = 0;
        status = all->store->identity ? open_journal(all) : TRICORN_OK;
        if (status == TRICORN_OK) status = count_passes(all);
        all->kept_bytes /= 2;
        all->batch_bytes /= 2;
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
    const uint64_t bytes = (store->label_count + 1) * sizeof(uint64_t);
    const double start = tg_clock_now();
    tricorn_status status = TRICORN_OK;
    job all = {.context = context,
               .run = run,
               .store = store,
               .kept_bytes = room / TENTHS * KEPT_TENTHS,
               .batch_bytes = room / TENTHS * BATCH_TENTHS};

    (void)sink;
    TG_TRY(tg_zeros_create(context, bytes, &all.kept.offsets));
    TG_TRY(tg_zeros_create(context, bytes, &all.edges.offsets));
    TG_TRY(tg_zeros_create(context, bytes, &all.from.offsets));
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
    tg_zeros_free(&all.kept.offsets);
    tg_zeros_free(&all.edges.offsets);
    tg_zeros_free(&all.from.offsets);
    return status;
}

static void free_state(tg_run *run)
{
    (void)run;
}

const tg_schedule tg_schedule_levels = {.name = "levels",
                                        .stored = true,
                                        .fits = fits,
                                        .create = create,
                                        .execute = execute,
                                        .free = free_state};

/* ---- before anything is counted ------------------------------------------------------------ */

/* Adds what a part of a pass reads. */
static void measure_part(const tg_levels *levels, const tg_level_view *view,
                         tricorn_partition_sizes *sizes)
{
    const tg_level_sizes read = tg_levels_sizes(levels, view);
    sizes->tasks++;
    sizes->empty_tasks += read.in_pass == 0;
    sizes->read_bytes += tg_levels_bytes(levels, view);
}

static void measure_pass(const job *all, const pass *at, tricorn_partition_sizes *sizes)
{
    const tg_levels *levels = &all->store->levels;
    const tg_level_view kept = kept_view(at);
    sizes->columns++;
    measure_part(levels, &kept, sizes);
    for (uint32_t p = at->last_piece, end; p < levels->pieces; p = end) {
        end = end_of_batch(all, at, p);
        const tg_level_view batch = {p, end, at->first_range, at->last_range, false};
        measure_part(levels, &batch, sizes);
    }
}

static tricorn_status measure(tricorn_context *context, const tg_run *run,
                              tricorn_partition_sizes *sizes)
{
    tg_memory_trim(context->memory);
    const uint64_t room = tg_memory_room(context->memory);
    const tg_levels *levels = &run->graph->store->levels;
    const job all = {.store = run->graph->store,
                     .kept_bytes = room / TENTHS * KEPT_TENTHS,
                     .batch_bytes = room / TENTHS * BATCH_TENTHS};
    uint32_t piece = 0;

    sizes->memory_bytes = room;
    sizes->rows = levels->ranges;
    for (uint32_t p = 0; p < levels->pieces; p++) {
        const tg_level_view whole = {p, p + 1, 0, levels->ranges - 1, true};
        tg_partition_add_block(sizes, tg_levels_bytes(levels, &whole));
    }
    for (uint32_t r = 0; r < levels->ranges && levels->entries > 0;) {
        const pass at = next_pass(&all, r, piece);
        if (at.last_piece > at.first_piece) measure_pass(&all, &at, sizes);
        r = at.last_range + 1;
        piece = at.last_piece;
    }
    return TRICORN_OK;
}

const tg_partition_methods tg_partition_levels = {.schedule = &tg_schedule_levels,
                                                  .measure = measure};
