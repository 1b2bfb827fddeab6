/* joined_sinks.c - see joined_sinks.h.
 *
 * Of edges, a quantum leaves sums of the rows of its pass and of those of its batch, as passes
 * do. Of vertices, it leaves the counts of blocks of labels as two halves of 32 bits: a segment's
 * piece is the block, its range the half.
 */
#include "schedule/joined_sinks.h"

#include "base/memory.h"
#include "schedule/level_sinks.h"
#include "store/sums.h"

enum {
    LABELS_OF_BLOCK = 1 << 16,
    BLOCKS_AT_ONCE = 1 << 6, /* 16 MiB of halves */
    LOW = 0,
    HIGH = 1,
    HALF_BITS = 32
};

struct tg_joined_sink {
    const tg_run *run;
    const tg_sink *sink;
    tg_store *store;
    tg_sums *sums;
    uint64_t *by_label; /* of vertices */
    uint64_t found;     /* of the quantum that is counted */
    tg_disk_file *file; /* it goes there */
    tg_segments *segments;
};

tricorn_status tg_joined_sink_open(tricorn_context *context, const tg_run *run,
                                   const tg_sink *sink, tg_join *join, tg_joined_sink **made)
{
    tricorn_status status = TRICORN_OK;
    tg_store *store = run->graph->store;
    tg_joined_sink *all = NULL;

    TG_TRY(TG_ALLOC_ZERO(context, 1, &all));
    all->run = run;
    all->sink = sink;
    all->store = store;
    if (run->request.setup.sink == TG_SINK_VERTICES)
        TG_TRY(TG_ALLOC_ZERO(context, store->label_count + 1, &all->by_label));
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
    tg_free(sink->by_label);
    tg_free(sink);
}

/* ---- vertices ------------------------------------------------------------------------------ */

/* Halves of the counts of labels first to first + count - 1. */
static void take_halves(const tricorn_context *context, const uint64_t *counts, uint64_t count,
                        unsigned half, uint32_t *halves)
{
#pragma omp parallel for num_threads((int)context->threads) schedule(static)
    for (uint64_t i = 0; i < count; i++) halves[i] = (uint32_t)(counts[i] >> half * HALF_BITS);
}

/* Writes the halves of counts of labels from `first` on, the begin of a block. */
static tricorn_status write_half(tricorn_context *context, tg_joined_sink *all, uint64_t first,
                                 uint64_t count, unsigned half)
{
    tricorn_status status = TRICORN_OK;
    tg_segment blocks[BLOCKS_AT_ONCE];
    uint32_t *halves = NULL;
    uint64_t used = 0;

    TG_TRY(TG_ALLOC(context, count, &halves));
    take_halves(context, all->by_label + first, count, half, halves);
    for (uint64_t at = 0; at < count; at += LABELS_OF_BLOCK) {
        const uint64_t left = count - at;
        blocks[used++] = (tg_segment){.piece = (uint32_t)((first + at) / LABELS_OF_BLOCK),
                                      .first_range = half,
                                      .count = left < LABELS_OF_BLOCK ? left : LABELS_OF_BLOCK};
    }
    TG_TRY(tg_segments_add(context, all->segments, all->file, blocks, used, halves));
cleanup:
    tg_free(halves);
    return status;
}

static tricorn_status count_vertices(tricorn_context *context, void *user,
                                     const tg_quantum_rows *rows)
{
    enum { MOST = LABELS_OF_BLOCK * BLOCKS_AT_ONCE };
    tg_joined_sink *all = user;
    const uint64_t labels = rows->task.u.first + (uint64_t)rows->task.from.count;
    tricorn_status status = TRICORN_OK;

    for (uint64_t i = 0; i < labels; i++) all->by_label[i] = 0;
    TG_TRY(tg_level_count_vertices(context, &all->run->request.setup, &rows->task, all->by_label,
                                   &all->found));
    for (uint64_t first = 0; first < labels; first += MOST) {
        const uint64_t count = labels - first < MOST ? labels - first : MOST;
        TG_TRY(write_half(context, all, first, count, LOW));
        TG_TRY(write_half(context, all, first, count, HIGH));
    }
cleanup:
    return status;
}

static tricorn_status add_to_labels(tricorn_context *context, void *user, tg_disk_file *file,
                                    const tg_segment *segment)
{
    tg_joined_sink *all = user;
    const uint64_t first = (uint64_t)segment->piece * LABELS_OF_BLOCK;
    const uint64_t labels = all->store->label_count;
    tricorn_status status = TRICORN_OK;
    uint32_t *halves = NULL;

    if (segment->first_range > HIGH || first > labels || segment->count > labels - first)
        return TRICORN_BAD_FORMAT;
    TG_TRY(tg_segment_read(context, file, segment, &halves));
    for (uint64_t i = 0; i < segment->count; i++)
        all->by_label[first + i] += (uint64_t)halves[i] << segment->first_range * HALF_BITS;
cleanup:
    tg_free(halves);
    return status;
}

/* ---- edges --------------------------------------------------------------------------------- */

static tricorn_status write_edges(tricorn_context *context, tg_joined_sink *all,
                                  const tg_quantum_rows *rows, const tg_edge_sums *sums)
{
    const tg_levels *levels = &all->store->levels;
    const tg_part_sums into = {rows->kept, true, sums->into},
                       from = {rows->part, false, sums->from};
    tricorn_status status = TRICORN_OK;
    TG_TRY(tg_level_support_write(context, levels, &into, all->file, all->segments));
    if (sums->from != sums->into)
        TG_TRY(tg_level_support_write(context, levels, &from, all->file, all->segments));
cleanup:
    return status;
}

static tricorn_status count_edges(tricorn_context *context, void *user,
                                  const tg_quantum_rows *rows)
{
    tg_joined_sink *all = user;
    const tg_task *task = &rows->task;
    tricorn_status status = TRICORN_OK;
    uint32_t *into = NULL, *from = NULL;

    TG_TRY(tg_level_edge_sums(context, &task->into, &into));
    if (!tg_same_rows(&task->from, &task->into))
        TG_TRY(tg_level_edge_sums(context, &task->from, &from));
    const tg_edge_sums sums = {from ? from : into, into};
    TG_TRY(tg_level_count_edges(context, &all->run->request.setup, task, &sums, &all->found));
    TG_TRY(write_edges(context, all, rows, &sums));
cleanup:
    tg_free(into);
    tg_free(from);
    return status;
}

static tricorn_status add_to_support(tricorn_context *context, void *user, tg_disk_file *file,
                                     const tg_segment *segment)
{
    tg_joined_sink *all = user;
    tricorn_status status = TRICORN_OK;
    unsigned char *bytes = NULL;

    TG_TRY(tg_segment_load(context, file, segment, &bytes));
    TG_TRY(tg_level_support_take(context, all->sink->stored, segment, bytes));
cleanup:
    tg_free(bytes);
    return status;
}

/* ---- both ---------------------------------------------------------------------------------- */

/* A quantum without edges adds nothing. */
static tricorn_status count(tricorn_context *context, void *user, const tg_quantum_rows *rows)
{
    const tg_joined_sink *all = user;
    if (tg_task_edges(&rows->task) == 0) return TRICORN_OK;
    return all->by_label ? count_vertices(context, user, rows) : count_edges(context, user, rows);
}

tricorn_status tg_joined_sink_count(tricorn_context *context, tg_joined_sink *sink,
                                    tg_quanta *quanta, uint64_t number)
{
    tricorn_status status = TRICORN_OK;
    sink->found = 0;
    TG_TRY(tg_sums_begin(context, sink->sums, &sink->file, &sink->segments));
    TG_TRY(tg_quanta_visit(context, quanta, number, count, sink));
    TG_TRY(tg_sums_end(context, sink->sums, number, sink->found));
cleanup:
    return status;
}

tricorn_status tg_joined_sink_finish(tricorn_context *context, tg_joined_sink *sink)
{
    tricorn_status status = TRICORN_OK;
    if (sink->by_label) {
        for (uint64_t i = 0; i <= sink->store->label_count; i++) sink->by_label[i] = 0;
        TG_TRY(tg_sums_each(context, sink->sums, add_to_labels, sink));
        tg_level_give_vertices(context, sink->store, sink->by_label, sink->sink->u);
    } else {
        TG_TRY(tg_level_support_clear(context, sink->sink->stored));
        TG_TRY(tg_sums_each(context, sink->sums, add_to_support, sink));
    }
cleanup:
    return status;
}
