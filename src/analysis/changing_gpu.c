/* changing_gpu.c - a changing graph whose rows are on a GPU (task/changing_gpu.h).
 *
 * - For a small batch, only the rows of its vertices are read; for a large one, an algorithm
 *   counts all triangles again.
 * - The first graph is added in batches of its edges.
 */
#include "analysis/changing_gpu.h"

#include "base/clock.h"
#include "base/memory.h"
#include "registry/registry.h"
#include "schedule/device/on_device.h"
#include "task/changing_gpu.h"

/* Costs in seconds, fitted to s20. ROWS_SECONDS: a batch that is counted from its rows, on an H100; LOOK_SECONDS: a
 * look-up of such a batch, on an H100; SUPPORT_LOOK_SECONDS: a look-up that also updates supports, on an H200 (one in
 * five of these look-ups finds a triangle, which needs two more atomic additions to memory that no cache holds). */
static const double ROWS_SECONDS = 80e-6, LOOK_SECONDS = 17e-12, SUPPORT_LOOK_SECONDS = 20e-12;

/* How many edges of the first graph are added in one batch: 2 GB. */
enum { EDGES_AT_ONCE = 1 << 24 };

/* ---- counting all ---- */

static tricorn_status count_rows(
  tricorn_context *context, const tg_device_rows *below, const tg_device_sink *sink, uint64_t *triangles)
{
    const tg_setup setup =
      tg_standard_setup(tg_algorithm_find("gpu-adaptive"), sink->edges ? TG_SINK_EDGES : TG_SINK_VERTICES);
    tricorn_status status = TRICORN_OK;
    uint32_t *sources = NULL;
    tg_device_plan *plan = NULL;
    tg_running_count *running = NULL;

    if (tg_needs_of(&setup) & TG_NEEDS_SOURCES) TG_TRY(tg_device_rows_sources(context, below, &sources));
    const tg_device_task task = {.edges = *below,
      .from = *below,
      .into = *below,
      .sources = sources,
      .last_row = below->count,
      .last_edge = below->id_count,
      .reach = TG_REACH_BELOW,
      .whole = true};
    TG_TRY(tg_device_plan_of_task(context, &task, &setup, &plan));
    TG_TRY(tg_device_count_start(context, plan, sink, &running));
    TG_TRY(tg_device_count_finish(context, running, triangles));
cleanup:
    tg_device_plan_free(plan);
    if (sources) tg_device_free(context, sources);
    return status;
}

/* Counts all triangles of the rows after a batch: those of each vertex and, if `supports` is
 * true, those of each edge. */
static tricorn_status recount(tricorn_context *context, tricorn_changing *changing, bool supports, uint64_t *triangles)
{
    tg_device_rows below;
    tg_device_sink sink;
    const double start = tg_clock_now();

    *triangles = 0;
    TG_DO(tg_changing_gpu_below(context, changing->gpu, supports, &below, &sink));
    if (below.id_count > 0) TG_DO(count_rows(context, &below, &sink, triangles));
    TG_DO(tg_changing_gpu_set(context, changing->gpu));
    changing->recount_seconds = tg_clock_now() - start;
    return TRICORN_OK;
}

/* ---- creating ---- */

/* Writes the edges at the positions `first` to `last` - 1 as pairs. *row is a row up to that of
 * the first edge; it becomes the row of the last edge. */
static void fill_pairs(const tg_rows *rows, uint64_t first, uint64_t last, uint32_t *row, uint32_t *pairs)
{
    for (uint64_t e = first; e < last; e++) {
        while (rows->offsets[*row + 1] <= e) ++*row;
        pairs[2 * (e - first)] = *row;
        pairs[2 * (e - first) + 1] = rows->ids[e];
    }
}

/* Counts all triangles twice, so that the second, measured time has no allocations from the system. */
static tricorn_status count_first(tricorn_context *context, tricorn_changing *changing, bool supports)
{
    TG_DO(recount(context, changing, supports, &changing->triangles));
    return recount(context, changing, supports, &changing->triangles);
}

static tricorn_status add_edges(
  tricorn_context *context, const tg_rows *rows, uint32_t *pairs, tricorn_changing *changing)
{
    tricorn_status status = TRICORN_OK;
    const uint64_t edges = rows->count ? rows->offsets[rows->count] : 0;
    uint32_t row = 0;

    for (uint64_t first = 0; first < edges; first += EDGES_AT_ONCE) {
        const bool is_last = edges - first <= EDGES_AT_ONCE;
        const uint64_t last = is_last ? edges : first + EDGES_AT_ONCE;
        const tg_pairs_batch batch = {.added = pairs, .added_count = last - first};
        tg_batch_effect effect;
        TG_TRY(tg_check_cancelled(context));
        fill_pairs(rows, first, last, &row, pairs);
        status = tg_changing_gpu_find(context, changing->gpu, &batch, &effect);
        if (status == TRICORN_OK) status = tg_changing_gpu_merge(context, changing->gpu);
        if (status == TRICORN_OK && is_last) status = count_first(context, changing, false);
        tg_changing_gpu_finish(context, changing->gpu, status == TRICORN_OK);
        TG_TRY(status);
    }
cleanup:
    return status;
}

tricorn_status tg_changing_begin_on_gpu(
  tricorn_context *context, const tricorn_graph *graph, uint32_t ordinal, tricorn_changing *changing)
{
    tricorn_status status = TRICORN_OK;
    uint32_t *pairs = NULL;
    tg_rows rows;

    TG_TRY(tg_device_open(context, ordinal));
    tg_device_set_limit(context, 0);
    TG_TRY(tg_graph_rows(context, graph, &rows));
    TG_TRY(TG_ALLOC(context, 2 * (graph->edges < EDGES_AT_ONCE ? graph->edges + 1 : EDGES_AT_ONCE), &pairs));
    TG_TRY(tg_changing_gpu_create(context, graph->vertices, &changing->gpu));
    TG_TRY(add_edges(context, &rows, pairs, changing));
cleanup:
    tg_free(pairs);
    return status;
}

/* Counts supports in the same way as an empty batch after which all triangles are counted again. */
tricorn_status tg_changing_keep_supports_on_gpu(tricorn_context *context, tricorn_changing *changing)
{
    const tg_pairs_batch nothing = {0};
    tricorn_status status = TRICORN_OK;
    tg_batch_effect effect;
    bool counted = false;

    if (tg_changing_gpu_supported(changing->gpu)) return TRICORN_OK;
    TG_TRY(tg_device_open(context, tg_changing_gpu_ordinal(changing->gpu)));
    tg_device_set_limit(context, 0);
    TG_TRY(tg_changing_gpu_find(context, changing->gpu, &nothing, &effect));
    TG_TRY(count_first(context, changing, true));
    counted = true;
cleanup:
    tg_changing_gpu_finish(context, changing->gpu, counted);
    return status;
}

/* ---- a batch ---- */

static tricorn_status apply_changes(tricorn_context *context, tricorn_changing *changing, tg_batch_method method)
{
    uint64_t triangles = 0;
    int64_t change = 0;

    TG_DO(tg_check_cancelled(context));
    TG_DO(tg_changing_gpu_merge(context, changing->gpu));
    if (method == TG_BATCH_RECOUNT) {
        TG_DO(recount(context, changing, tg_changing_gpu_supported(changing->gpu), &triangles));
        changing->triangles = triangles;
    } else {
        TG_DO(tg_changing_gpu_count(context, changing->gpu, &change));
        changing->triangles += (uint64_t)change;
    }
    return TRICORN_OK;
}

tricorn_status tg_changing_apply_on_gpu(tricorn_context *context, tricorn_changing *changing, const tg_batch *batch,
  tg_batch_method method, tg_batch_done *done)
{
    const tg_pairs_batch pairs = {batch->removed, batch->added, batch->removed_count, batch->added_count};
    tricorn_status status = TRICORN_OK;
    tg_batch_effect effect = {0};
    bool changed = false;

    if (pairs.removed_count + pairs.added_count > TG_MOST_BATCH_PAIRS)
        return tg_fail(context, TRICORN_UNSUPPORTED, "a batch on a GPU has less than 2^30 pairs; apply it in parts");
    TG_TRY(tg_device_open(context, tg_changing_gpu_ordinal(changing->gpu)));
    tg_device_set_limit(context, 0);
    TG_TRY(tg_changing_gpu_find(context, changing->gpu, &pairs, &effect));
    const double by_rows =
      ROWS_SECONDS +
      (double)effect.looks * (tg_changing_gpu_supported(changing->gpu) ? SUPPORT_LOOK_SECONDS : LOOK_SECONDS);
    if (method == TG_BATCH_AUTO) method = by_rows <= changing->recount_seconds ? TG_BATCH_ROWS : TG_BATCH_RECOUNT;
    if (effect.removed + effect.added > 0) {
        TG_TRY(apply_changes(context, changing, method));
        changed = true;
    }
    *done = (tg_batch_done){effect.removed, effect.added, method};
cleanup:
    tg_changing_gpu_finish(context, changing->gpu, changed);
    return status;
}

tricorn_status tg_changing_supports_from_gpu(
  tricorn_context *context, const tricorn_changing *changing, const uint32_t *pairs, uint64_t count, uint32_t *supports)
{
    TG_DO(tg_device_open(context, tg_changing_gpu_ordinal(changing->gpu)));
    tg_device_set_limit(context, 0);
    return tg_changing_gpu_supports(context, changing->gpu, pairs, count, supports);
}

tricorn_status tg_changing_rows_from_gpu(tricorn_context *context, const tricorn_changing *changing, tg_rows *rows)
{
    TG_DO(tg_device_open(context, tg_changing_gpu_ordinal(changing->gpu)));
    return tg_changing_gpu_rows(context, changing->gpu, rows);
}
