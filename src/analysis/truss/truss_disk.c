/* truss_disk.c - finds the trussness of each edge of a graph on disk.
 *
 * - A round counts the support of each edge that is left, in passes. Edges in fewer than k - 1
 *   triangles leave, and their trussness is k; the others are written to a new file of rows.  If
 *   no edge leaves, k grows.
 * - As soon as the edges that are left fit in memory, they are peeled in memory.
 * - An edge that leaves is a triple on disk: its row, its id and its trussness. The sorted
 *   triples are the values of the edges of the graph.
 * - In a work folder the rounds are saved (truss_saved.h).
 *
 * Source: Wang and Cheng, "Truss Decomposition in Massive Networks", PVLDB 2012 (edges leave by
 * ascending k, while those that are left are on disk).
 */
#include <string.h>

#include "analysis/table.h"
#include "analysis/truss/truss_left.h"
#include "analysis/truss/truss_saved.h"
#include "base/clock.h"
#include "base/memory.h"
#include "schedule/disk/level_sinks.h"

/* ---- edges that leave ---- */

static tricorn_status put(tricorn_context *context, void *user, tg_triple edge)
{
    tg_truss_rounds *all = user;
    const uint32_t trussness = edge.of[2];
    if (trussness >= all->histogram_room) {
        const uint64_t before = all->histogram_room, room = 2 * (uint64_t)trussness + 1;
        TG_DO(TG_REALLOC(context, room, &all->histogram));
        memset(all->histogram + before, 0, (room - before) * sizeof *all->histogram);
        all->histogram_room = room;
    }
    all->histogram[trussness]++;
    return tg_triples_put(context, all->gone, edge);
}

/* ---- edges that are left ---- */

/* Writes the edges that stay, and puts those that leave to `gone`. */
static tricorn_status divide_rows(
  tricorn_context *context, void *user, const tg_stored_rows *rows, const uint32_t *support)
{
    tg_truss_rounds *all = user;
    const tg_disk_rows *disk = &all->now.store.disk_rows;
    tricorn_status status = TRICORN_OK;
    uint64_t *keys = NULL, e = 0;

    TG_TRY(TG_ALLOC(context, tg_stored_edges_of(rows) + 1, &keys));
    for (uint32_t p = rows->first_segment; p < rows->last_segment; p++) {
        const tg_row_segment *segment = &disk->segment[p];
        tg_row_keys kept = {keys, 0, segment->first, segment->last};
        for (uint32_t u = segment->first; u < segment->last; u++)
            for (; e < rows->offsets[u + 1 - rows->first]; e++) {
                if (support[e] == 0) continue; /* it has left already */
                if (support[e] + 1 < all->k) {
                    TG_TRY(put(context, all, (tg_triple){{u, rows->ids[e], all->k}}));
                    continue;
                }
                if (support[e] < all->least) all->least = support[e];
                keys[kept.count++] = (uint64_t)(u - segment->first) << TG_KEY_ROW_SHIFT | (uint64_t)rows->ids[e]
                                                                                            << TG_KEY_ID_SHIFT;
            }
        TG_TRY(tg_row_writer_put(context, all->writer, &kept));
    }
    TG_TRY(tg_check_cancelled(context));
cleanup:
    tg_free(keys);
    return status;
}

/* Divides the edges by their supports: all->next has those that stay. */
static tricorn_status divide(tricorn_context *context, tg_truss_rounds *all, tg_level_support *support)
{
    enum { BLOCK = 1 << 14, SEGMENT = 1 << 18 };
    const tg_row_limits limits = {BLOCK, SEGMENT, SEGMENT};
    tricorn_status status = TRICORN_OK;
    tg_left_rows *next = &all->next;
    tg_disk_rows *rows = &next->store.disk_rows;

    tg_left_rows_free(next);
    *next = (tg_left_rows){all->now.graph, all->now.store, true};
    next->store.rows = (tg_disk_file){.descriptor = -1};
    *rows = (tg_disk_rows){.ranges = rows->ranges, .cuts = rows->cuts};
    all->least = UINT32_MAX;
    TG_TRY(tg_truss_create_rows(context, all, &next->store.rows));
    TG_TRY(tg_row_writer_create(context, rows, &next->store.rows, limits, &all->writer));
    TG_TRY(tg_level_support_each(context, support, divide_rows, all));
    TG_TRY(tg_row_writers_join(context, &all->writer, 1, rows));
    next->graph.edges = rows->entries;
    next->graph.wedges = rows->wedges;
    next->graph.longest_row = rows->longest;
cleanup:
    tg_row_writer_free(all->writer);
    all->writer = NULL;
    return status;
}

/* Removes the edges whose trussness is k according to their supports. If none of those `in` a
 * triangle has so small a support, k grows first. */
static tricorn_status remove_edges(
  tricorn_context *context, tg_truss_rounds *all, tg_level_support *support, uint64_t in)
{
    TG_DO(divide(context, all, support));
    if (in > 0 && all->next.graph.edges == in) {
        all->k = all->least + 2;
        TG_DO(divide(context, all, support));
    }
    tg_left_rows_free(&all->now);
    all->now = all->next;
    all->now.graph.store = &all->now.store;
    all->next = (tg_left_rows){.own = false};
    return TRICORN_OK;
}

/* Peels the edges that are left in memory, if they fit, and otherwise removes some. */
static tricorn_status peel_or_remove(tricorn_context *context, tg_truss_rounds *all, tg_level_support *support)
{
    tg_truss_left edges = {.job = all->job, .support = support, .k = all->k, .take = put, .user = all};
    tricorn_status status = TRICORN_OK;
    bool peeled;
    TG_TRY(tg_truss_left_measure(context, &edges));
    TG_TRY(tg_truss_left_peel(context, &edges, &peeled));
    tg_truss_left_free(&edges);
    all->made->rounds += edges.rounds;
    if (peeled)
        all->now.graph.edges = 0;
    else
        TG_TRY(remove_edges(context, all, support, edges.edges));
cleanup:
    tg_truss_left_free(&edges);
    return status;
}

static tricorn_status next_round(tricorn_context *context, tg_truss_rounds *all)
{
    tg_plan plan = *all->job->plan;
    tricorn_status status = TRICORN_OK;
    tg_sink sink = {.stored = NULL};
    tricorn_result unused = {.triangles = 0};

    plan.graph = &all->now.graph;
    TG_TRY(tg_level_support_create(context, &all->now.store, &sink.stored));
    TG_TRY(tg_levels_execute_sink(context, &plan, &sink, &unused));
    TG_TRY(tg_truss_save(context, all, sink.stored));
    TG_TRY(peel_or_remove(context, all, sink.stored));
    all->made->rounds++;
cleanup:
    tg_level_support_free(sink.stored);
    return status;
}

/* ---- the values of the graph ---- */

/* Edges of the graph in the order of the rows, which get values. */
typedef struct valuing {
    tg_row_stream stream;
    tg_stored_rows rows;
    uint32_t *values;
    uint64_t count, filled; /* the edges of `rows`, and how many of them have a value */
    tg_level_support *to;
} valuing;

static tricorn_status end_rows(tricorn_context *context, valuing *all)
{
    const tg_disk_rows *disk = &all->stream.store->disk_rows;
    const tg_part_key rows = {0, disk->ranges - 1, all->rows.first_segment, all->rows.last_segment};
    if (all->values) TG_DO(tg_level_support_add(context, all->to, &(tg_part_sums){rows, true, all->values}));
    tg_free(all->values);
    all->values = NULL;
    return TRICORN_OK;
}

static tricorn_status take_values(tricorn_context *context, void *user, const tg_triple *edges, uint64_t count)
{
    valuing *all = user;
    for (uint64_t i = 0; i < count; i++) {
        while (all->filled == all->count) {
            TG_DO(end_rows(context, all));
            TG_DO(tg_row_stream_next(context, &all->stream, &all->rows));
            all->count = tg_stored_edges_of(&all->rows);
            all->filled = 0;
            TG_DO(TG_ALLOC(context, all->count, &all->values));
        }
        all->values[all->filled++] = edges[i].of[2];
    }
    return TRICORN_OK;
}

static tricorn_status store_values(tricorn_context *context, tg_truss_rounds *all, tg_supported *edges)
{
    tricorn_status status = TRICORN_OK;
    valuing values = {.to = edges->stored};
    TG_TRY(tg_level_support_clear(context, edges->stored));
    tg_memory_trim(context->memory);
    tg_row_stream_open(all->store, tg_row_stream_room(context), &values.stream);
    TG_TRY(tg_triples_each(context, all->gone, take_values, &values));
    TG_TRY(end_rows(context, &values));
cleanup:
    tg_row_stream_close(&values.stream);
    tg_free(values.values);
    return status;
}

/* ---- the whole ---- */

/* Counts the supports of all edges, and saves them. */
static tricorn_status count_all(
  tricorn_context *context, tg_truss_rounds *all, tg_supported *edges, tricorn_result *result)
{
    const tg_truss_job *job = all->job;
    TG_DO(tg_count_support(context, job->plan, edges, result));
    if (job->verify) TG_DO(tg_plan_verify(context, job->plan, result));
    all->triangles = result->triangles;
    return tg_truss_save(context, all, edges->stored);
}

static tricorn_status find(tricorn_context *context, tg_truss_rounds *all, tricorn_result *result)
{
    const tg_plan *plan = all->job->plan;
    tg_supported *edges = &all->made->trussness;
    tg_level_support *saved = NULL;
    tricorn_status status = TRICORN_OK;

    TG_TRY(tg_truss_restore(context, all, &saved));
    if (saved) {
        tg_plan_describe(context, plan, result);
        edges->graph = plan->graph;
        TG_TRY(tg_level_support_create(context, all->store, &edges->stored));
        result->cut.earlier_blocks = (uint32_t)all->saves;
    } else {
        TG_TRY(count_all(context, all, edges, result));
    }
    result->triangles = all->triangles;
    const double start = tg_clock_now();
    all->made->support_seconds = result->seconds.count;
    if (all->now.graph.edges > 0) TG_TRY(peel_or_remove(context, all, saved ? saved : edges->stored));
    tg_level_support_free(saved);
    saved = NULL;
    while (all->now.graph.edges > 0) TG_TRY(next_round(context, all));
    TG_TRY(store_values(context, all, edges));
    tg_truss_forget(all);
    all->made->peel_seconds = tg_clock_now() - start;
    result->seconds.count += all->made->peel_seconds;
cleanup:
    tg_level_support_free(saved);
    return status;
}

static const tg_truss_method on_disk = {.name = "disk"};

tricorn_status tg_find_trusses_on_disk(
  tricorn_context *context, const tg_truss_job *job, tricorn_result *result, tricorn_trusses *made)
{
    tg_truss_rounds all = {.job = job, .store = job->plan->graph->store, .k = 2, .made = made};
    const tg_plan_limits before = tg_plan_begin(context, job->plan);
    const tricorn_status status = find(context, &all, result);
    tg_plan_end(context, &before);
    made->method = &on_disk;
    made->histogram = all.histogram;
    result->how.peeled_by = on_disk.name;
    for (uint64_t k = 0; k < all.histogram_room; k++)
        if (all.histogram[k] > 0) made->k_max = (uint32_t)k;
    tg_left_rows_free(&all.now);
    tg_left_rows_free(&all.next);
    tg_triples_free(all.gone);
    return status;
}
