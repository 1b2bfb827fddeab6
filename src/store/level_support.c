/* level_support.c - stores supports as sum runs: parts write them, they are sorted by segment,
 * and added up when the rows are read again. */
#include "store/level_support.h"

#include <inttypes.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/parallel.h"
#include "base/search.h"

static const char file_name[] = "tricorn-support";

struct tg_level_support {
    tg_store *store;
    uint32_t first_segment, last_segment; /* those whose edges are wanted */
    tg_disk_file file;
    tg_sum_runs runs; /* the runs, by segment if `sorted` is set */
    bool sorted;
};

tricorn_status tg_level_support_create(tricorn_context *context, tg_store *store, tg_level_support **support)
{
    tricorn_status status = TRICORN_OK;
    tg_level_support *made = NULL;
    TG_TRY(TG_ALLOC_ZERO(context, 1, &made));
    made->store = store;
    made->last_segment = store->disk_rows.segments;
    TG_TRY(tg_level_support_clear(context, made));
    *support = made;
    made = NULL;
cleanup:
    tg_level_support_free(made);
    return status;
}

/* Returns the first segment whose edges come after this fraction of all edges. */
static uint32_t segment_at(const tg_disk_rows *disk, uint32_t share, uint32_t shares)
{
    const unsigned __int128 all = disk->entries;
    uint64_t before = 0;
    uint32_t at = 0;
    while (at < disk->segments && (share == shares || before < (uint64_t)(all * share / shares)))
        before += disk->segment[at++].entries;
    return at;
}

void tg_level_support_limit(tg_level_support *support, uint32_t share, uint32_t shares)
{
    const tg_disk_rows *disk = &support->store->disk_rows;
    support->first_segment = segment_at(disk, share, shares);
    support->last_segment = segment_at(disk, share + 1, shares);
}

bool tg_level_support_wants(const tg_level_support *support, const tg_sum_run *run)
{
    return run->segment >= support->first_segment && run->segment < support->last_segment;
}

void tg_level_support_free(tg_level_support *support)
{
    if (support == NULL) return;
    tg_disk_close(&support->file);
    tg_sum_runs_free(&support->runs);
    tg_free(support);
}

tricorn_status tg_level_support_clear(tricorn_context *context, tg_level_support *support)
{
    tg_disk_folder *folder = &support->store->folder;
    tg_disk_close(&support->file);
    support->runs.count = 0;
    support->sorted = false;
    return tg_disk_create_nameless(context, folder, file_name, &support->file);
}

/* ---- adding ---- */

/* Returns how many ids of a segment are read by the pass that wrote the run. */
static uint64_t ids_of(const tg_disk_rows *disk, const tg_sum_run *of)
{
    const tg_row_view view = {.disk = disk,
      .first_segment = of->segment,
      .last_segment = of->segment + 1,
      .first_range = of->first_range,
      .last_range = of->last_range,
      .all_levels = of->whole};
    return tg_disk_rows_sizes(&view).ids;
}

static tricorn_status add_runs(tricorn_context *context, const tg_sum_writer *to, const tg_new_sum_runs *added)
{
    return tg_sum_runs_add(context, to->runs, to->file, added);
}

tricorn_status tg_level_support_write(tricorn_context *context, const tg_sum_writer *to, const tg_part_sums *sums)
{
    const tg_part_key *part = &sums->part;
    const uint32_t segments = part->last_segment - part->first_segment;
    tricorn_status status = TRICORN_OK;
    tg_sum_run *added = NULL;

    TG_TRY(TG_ALLOC(context, segments, &added));
    for (uint32_t p = 0; p < segments; p++) {
        added[p] = (tg_sum_run){.segment = part->first_segment + p,
          .first_range = part->first_range,
          .last_range = part->last_range,
          .whole = sums->whole};
        added[p].count = ids_of(to->disk, &added[p]);
    }
    TG_TRY(add_runs(context, to, &(tg_new_sum_runs){added, segments, sums->sums}));
cleanup:
    tg_free(added);
    return status;
}

/* Returns where the sums of the first row of a block begin that is not below a label. */
static uint64_t sums_before(const tg_block_supports *block, uint32_t label)
{
    const uint64_t first = tg_vertices_from(&block->of, label);
    const uint32_t rows = tg_vertices_count(&block->of);
    return block->offsets[first < block->of.end ? tg_vertices_number(&block->of, (uint32_t)first) : rows];
}

tricorn_status tg_level_support_write_block(
  tricorn_context *context, const tg_sum_writer *to, const tg_block_supports *block)
{
    const uint32_t segments = to->disk->segments;
    tricorn_status status = TRICORN_OK;
    tg_sum_run *added = NULL;

    TG_TRY(TG_ALLOC(context, segments, &added));
    for (uint32_t p = 0; p < segments; p++) {
        const tg_row_segment *at = &to->disk->segment[p];
        added[p] = (tg_sum_run){.segment = p, .of = block->of, .ids_of = block->ids_of};
        added[p].count = sums_before(block, at->last) - sums_before(block, at->first);
    }
    TG_TRY(add_runs(context, to, &(tg_new_sum_runs){added, segments, block->sums}));
cleanup:
    tg_free(added);
    return status;
}

static tg_sum_writer writer_of(tg_level_support *support)
{
    support->sorted = false;
    return (tg_sum_writer){&support->store->disk_rows, &support->file, &support->runs};
}

tricorn_status tg_level_support_begin(tricorn_context *context, tg_level_support *support, tg_sum_writer *writer)
{
    const tricorn_status status = tg_level_support_clear(context, support);
    if (status == TRICORN_OK) *writer = writer_of(support);
    return status;
}

tricorn_status tg_level_support_add(tricorn_context *context, tg_level_support *support, const tg_part_sums *sums)
{
    const tg_sum_writer to = writer_of(support);
    return tg_level_support_write(context, &to, sums);
}

/* Whether the run can be one of the graph. */
static bool is_sound(const tg_sum_run *run, const tg_disk_rows *disk)
{
    if (run->segment >= disk->segments) return false;
    if (run->of.stride > 0) return run->ids_of.stride > 0;
    return run->first_range <= run->last_range && run->last_range < disk->ranges;
}

tricorn_status tg_level_support_take(
  tricorn_context *context, tg_level_support *support, const tg_sum_run *run, const unsigned char *bytes)
{
    tg_sum_run taken = *run;
    support->sorted = false;
    if (!is_sound(run, &support->store->disk_rows)) return TRICORN_BAD_FORMAT;
    TG_DO(tg_disk_append(context, &support->file, bytes, taken.bytes, &taken.offset));
    return tg_sum_runs_append(context, &support->runs, &taken);
}

/* ---- in a file of its own ---- */

static tricorn_status changed(tricorn_context *context, const tg_level_support *support, const tg_sum_run *of)
{
    return tg_fail(context, TRICORN_IO_ERROR,
      "%s/%s: byte %" PRIu64 " and those behind it are not as they were written: is the disk "
      "damaged? Name another folder by " TG_OPTION("work") " or " TG_OPTION("scratch"),
      support->store->folder.path, file_name, of->offset);
}

tricorn_status tg_level_support_save(
  tricorn_context *context, tg_level_support *support, tg_disk_file *file, tg_sum_runs *saved)
{
    tricorn_status status = TRICORN_OK;
    unsigned char *bytes = NULL;
    for (uint64_t s = 0; s < support->runs.count; s++) {
        tg_sum_run run = support->runs.list[s];
        status = tg_sum_run_load(context, &support->file, &run, &bytes);
        TG_TRY(status == TRICORN_BAD_FORMAT ? changed(context, support, &run) : status);
        TG_TRY(tg_disk_append(context, file, bytes, run.bytes, &run.offset));
        TG_TRY(tg_sum_runs_append(context, saved, &run));
        tg_free(bytes);
        bytes = NULL;
    }
cleanup:
    tg_free(bytes);
    return status;
}

tricorn_status tg_level_support_load(
  tricorn_context *context, tg_level_support *support, tg_disk_file *file, const tg_sum_runs *saved)
{
    tricorn_status status = TRICORN_OK;
    unsigned char *bytes = NULL;
    for (uint64_t s = 0; s < saved->count; s++) {
        TG_TRY(tg_sum_run_load(context, file, &saved->list[s], &bytes));
        TG_TRY(tg_level_support_take(context, support, &saved->list[s], bytes));
        tg_free(bytes);
        bytes = NULL;
    }
cleanup:
    tg_free(bytes);
    return status;
}

/* ---- reading ---- */

static int by_segment(const void *a, const void *b)
{
    const tg_sum_run *x = a, *y = b;
    if (x->segment != y->segment) return x->segment < y->segment ? -1 : 1;
    return (x->offset > y->offset) - (x->offset < y->offset);
}

/* Returns the position of the first run of a segment or, if the segment has none, of a later segment. */
static uint64_t find_run(const tg_level_support *support, uint32_t segment)
{
    tg_search in = {0, support->runs.count};
    while (in.left > 0) tg_search_step(&in, support->runs.list[tg_search_at(&in)].segment < segment);
    return in.first;
}

/* Returns how many ids of a row a pass over the labels `begin` to `end` - 1 reads: all ids below
 * `end` if one of these is `begin` or more, otherwise none. */
static uint64_t ids_in_pass(const uint32_t *ids, uint64_t count, uint32_t begin, uint32_t end)
{
    return count == 0 || ids[count - 1] < begin ? 0 : tg_lower_bound(ids, count, end);
}

/* Adds the sums of a block's run to the support of the segment's edges. Returns false if the
 * block has another number of ids in the segment than the run has sums. */
static bool add_block(const tg_row_segment *segment, const tg_sum_run *of, const tg_stored_rows *rows,
  const uint32_t *numbers, uint32_t *support)
{
    const uint32_t end = segment->last < of->of.end ? segment->last : of->of.end;
    uint64_t taken = 0;
    for (uint64_t u = tg_vertices_from(&of->of, segment->first); u < end; u += of->of.stride) {
        const uint64_t *row = rows->offsets + (u - rows->first);
        for (uint64_t e = row[0]; e < row[1]; e++) {
            if (!tg_vertices_have(&of->ids_of, rows->ids[e])) continue;
            if (taken == of->count) return false;
            support[e] += numbers[taken++];
        }
    }
    return taken == of->count;
}

/* Does the same with the run of a pass. */
static bool add_pass(const tg_disk_rows *disk, const tg_sum_run *of, const tg_stored_rows *rows,
  const uint32_t *numbers, uint32_t *support)
{
    const tg_row_segment *segment = &disk->segment[of->segment];
    const uint32_t begin = disk->cuts[of->first_range], end = disk->cuts[of->last_range + 1];
    uint64_t taken = 0;
    for (uint32_t label = segment->first; label < segment->last; label++) {
        const uint64_t *row = rows->offsets + (label - rows->first);
        const uint64_t length = row[1] - row[0];
        const uint64_t read = of->whole ? length : ids_in_pass(rows->ids + row[0], length, begin, end);
        if (read > of->count - taken) return false;
        for (uint64_t i = 0; i < read; i++) support[row[0] + i] += numbers[taken++];
    }
    return taken == of->count;
}

static tricorn_status add_run(
  tricorn_context *context, tg_level_support *support, const tg_sum_run *of, const tg_stored_rows *rows, uint32_t *sums)
{
    const tg_disk_rows *disk = &support->store->disk_rows;
    tricorn_status status = TRICORN_OK;
    uint32_t *numbers = NULL;

    status = tg_sum_run_read(context, &support->file, of, &numbers);
    if (status == TRICORN_OK && !(of->of.stride > 0 ? add_block(&disk->segment[of->segment], of, rows, numbers, sums)
                                                    : add_pass(disk, of, rows, numbers, sums)))
        status = TRICORN_BAD_FORMAT;
    tg_free(numbers);
    return status == TRICORN_BAD_FORMAT ? changed(context, support, of) : status;
}

typedef struct giving {
    tg_level_support *support;
    tg_take_supported_rows *take;
    void *user;
} giving;

/* Adds up the runs of all passes for these rows, and passes the rows with their supports to the caller. */
static tricorn_status give_rows(tricorn_context *context, void *user, const tg_stored_rows *rows)
{
    const giving *job = user;
    tricorn_status status = TRICORN_OK;
    _Atomic int failure = TRICORN_OK;
    uint32_t *sums = NULL;

    TG_TRY(TG_ALLOC_ZERO(context, tg_stored_edges_of(rows) + 1, &sums));
#pragma omp parallel for num_threads((int)context->threads) schedule(dynamic, 1)
    for (uint32_t p = rows->first_segment; p < rows->last_segment; p++) {
        const uint64_t end = find_run(job->support, p + 1);
        for (uint64_t s = find_run(job->support, p); s < end; s++)
            if (atomic_load(&failure) == TRICORN_OK)
                tg_keep_failure(&failure, add_run(context, job->support, &job->support->runs.list[s], rows, sums));
    }
    TG_TRY((tricorn_status)atomic_load(&failure));
    TG_TRY(job->take(context, job->user, rows, sums));
cleanup:
    tg_free(sums);
    return status;
}

static tricorn_status give_segments(tricorn_context *context, giving *job)
{
    tricorn_status status = TRICORN_OK;
    tg_row_stream stream = {0};
    tg_stored_rows rows;

    tg_memory_trim(context->memory);
    tg_row_stream_open(job->support->store, tg_row_stream_room(context), &stream);
    stream.next_segment = job->support->first_segment;
    stream.last_segment = job->support->last_segment;
    for (;;) {
        TG_TRY(tg_row_stream_next(context, &stream, &rows));
        if (rows.first_segment == rows.last_segment) break;
        TG_TRY(give_rows(context, job, &rows));
        if (tg_work_add(context, 0)) TG_TRY(tg_check_cancelled(context));
    }
cleanup:
    tg_row_stream_close(&stream);
    return status;
}

tricorn_status tg_level_support_each(
  tricorn_context *context, tg_level_support *support, tg_take_supported_rows *take, void *user)
{
    giving job = {support, take, user};
    tg_sum_runs *all = &support->runs;
    if (!support->sorted && all->count > 0) qsort(all->list, all->count, sizeof *all->list, by_segment);
    support->sorted = true;
    return give_segments(context, &job);
}
