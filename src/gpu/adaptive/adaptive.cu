/* adaptive.cu - the entry of gpu-adaptive: it chooses a way to count, builds the index for it, and counts.
 *
 * - Each wedge is counted in the way that is predicted to be the cheapest; predictions come from
 *   a sample of the edges.
 * - A plan that counts at least TRIED_COUNTS times tries the ways whose predictions are close to
 *   each other, and uses the fastest.
 * - Several GPUs count one task in parts: the first one chooses the ways for all, and blocks are
 *   distributed by their work.
 *
 * docs/algorithms/gpu_adaptive.md says which wedges are counted in which file of this folder.
 */
#include "gpu/adaptive/costs.cuh"
#include "gpu/adaptive/sinks.cuh"

#include <math.h>
#include <string.h>

#include "base/clock.h"
#include "base/memory.h"
#include "task/deal.h"

enum { TRIALS = 2 }; /* how often each way that is tried is counted */
/* A way that takes `hopeless` times as long as the best one is counted only once. A launch that
 * takes the host more than load_seconds has loaded its kernel first. */
static const double hopeless = 1.3, load_seconds = 100e-6;

/* ---- index ---- */

void tg_grouped_free(tg_device *device, tg_grouped *grouped)
{
    tg_device_free_held(device, grouped->entries);
    tg_device_free_held(device, grouped->chunks);
    tg_device_free_held(device, grouped->chunk_starts);
    memset(grouped, 0, sizeof *grouped);
}

static void free_arrays(tg_device *device, tg_adaptive *made)
{
    tg_device_free_held(device, made->keys);
    tg_device_free_held(device, made->edges);
    tg_device_free_held(device, made->edge_count);
    if (made->into_keys != made->row_keys) tg_device_free_held(device, made->into_keys);
    tg_device_free_held(device, made->row_keys);
    tg_device_free_held(device, made->slots);
    tg_device_free_held(device, made->dealt);
    tg_grouped_free(device, &made->blocks);
    tg_hub_matrix_free(device, &made->hubs);
    tg_wedge_line_free(device, &made->line);
    made->keys = NULL;
    made->row_keys = made->into_keys = NULL;
    made->edges = made->edge_count = made->slots = made->dealt = NULL;
    made->edge_way = TG_BY_SEARCH;
    made->listed = false;
    made->block_limits = 0;
    made->windows = 1;
}

static void free_adaptive(tg_device *device, void *data)
{
    tg_adaptive *const made = (tg_adaptive *)data;
    if (made == NULL) return;
    free_arrays(device, made);
    tg_free(made);
}

/* Makes the sequence of all wedges. If memory does not suffice for it, the index says that rows
 * are to be merged, which needs no memory. */
static tricorn_status index_wedges(tricorn_context *context, const tg_device_task *task, tg_adaptive *made)
{
    static const tg_way merges = {TG_BY_MERGE};
    const tg_wedge_shape shape = {TG_MOST_WEDGE_HUBS, 0, 0};
    const tricorn_status status = tg_wedge_line_make(context, task, shape, &made->line);
    if (status != TRICORN_OUT_OF_DEVICE_MEMORY) return status;
    tg_wedge_line_free(tg_context_device(context), &made->line);
    tg_adaptive_set_way(task, &merges, made);
    return TRICORN_OK;
}

static tricorn_status index_classes(tricorn_context *context, const tg_device_task *task, tg_adaptive *made)
{
    tricorn_status status = TRICORN_OK;
    if (made->hubs.bounds.rows[0] > 0) {
        TG_TRY(tg_hub_matrix_make(context, &task->edges, task->last_row, &made->hubs));
        if (made->part.count > 1) made->hubs.part = made->part;
    }
    if (made->block_limits > 0) TG_TRY(tg_adaptive_index_blocks(context, task, made));
    if (made->block_limits > 0 || made->listed) TG_TRY(tg_adaptive_index_edges(context, task, made));
    if (made->edge_way == TG_BY_SLOT) TG_TRY(tg_adaptive_index_slots(context, task, made));
    if (made->edge_way == TG_BY_WEDGE) TG_TRY(index_wedges(context, task, made));
cleanup:
    return status;
}

static void set_way(const tg_device_properties *gpu, const tg_device_task *task, const tg_way *way, tg_adaptive *made)
{
    tg_adaptive_set_way(task, way, made);
    made->hubs.bounds = tg_adaptive_hub_bounds(gpu, task, made);
}

/* Builds the index for the way. If memory does not suffice, it builds one for a way that needs less. */
static tricorn_status index_way(
  tricorn_context *context, const tg_device_task *task, const tg_way *way, tg_adaptive *made)
{
    tg_device *const device = tg_context_device(context);
    set_way(tg_device_properties_of(context), task, way, made);
    tricorn_status status = index_classes(context, task, made);
    if (status == TRICORN_OUT_OF_DEVICE_MEMORY && made->hubs.bounds.rows[0] > 0) {
        free_arrays(device, made); /* blocks without the matrix of hubs need less memory */
        tg_adaptive_set_way(task, way, made);
        status = index_classes(context, task, made);
    }
    /* Searching edge by edge needs no memory. For larger tasks it takes longer than a failure
     * here does: the schedule then cuts the graph into blocks, whose tables fit into memory. */
    if (status == TRICORN_OUT_OF_DEVICE_MEMORY && made->features.edges <= searched_edges) {
        free_arrays(device, made);
        status = TRICORN_OK;
    }
    return status;
}

/* ---- counting ---- */

static tricorn_status enqueue(tricorn_context *context, const tg_device_task *task, tg_tally *tally)
{
    tricorn_status status = TRICORN_OK;
    const tg_adaptive *made = tg_adaptive_of(task);
    TG_TRY(tg_hub_matrix_count(context, &made->hubs, tally));
    if (made->block_limits > 0 && task->whole && made->features.edges < one_launch_edges)
        return tg_adaptive_count_all(context, task, tally);
    if (made->block_limits > 0) TG_TRY(tg_adaptive_count_blocks(context, task, tally));
    switch (made->edge_way) {
    case TG_BY_SLOT: TG_TRY(tg_adaptive_count_slots(context, task, tally)); break;
    case TG_BY_ROW: TG_TRY(tg_adaptive_count_rows(context, task, tally)); break;
    case TG_BY_MERGE: TG_TRY(tg_adaptive_count_merges(context, task, tally)); break;
    case TG_BY_WEDGE: TG_TRY(tg_wedge_line_count(context, task, &made->line, tally)); break;
    case TG_BY_EDGE: TG_TRY(tg_thread_merge_count(context, task, TG_MERGING_THREADS, TG_MERGING_BLOCKS, tally)); break;
    default: TG_TRY(tg_adaptive_count_edges(context, task, tally));
    }
cleanup:
    return status;
}

/* ---- trials ---- */

/* The measurements of a trial, and the data with which it counts. */
typedef struct trial {
    tg_tally *tally; /* the tally of its counts, in device memory */
    tg_timer timer;
    double best; /* seconds of the fastest way so far */
    double seconds; /* seconds of the last count */
    /* whether the last launch took long on the host, as it does when a kernel is loaded */
    bool loaded;
} trial;

/* Counts once with the index `made`, and sets by->seconds and by->loaded. If a kernel was
 * loaded, the seconds say nothing about the way. */
static tricorn_status time_count(tricorn_context *context, const tg_device_task *task, tg_adaptive *made, trial *by)
{
    tricorn_status status = TRICORN_OK;
    const double start = tg_clock_now();
    tg_device_task tried = *task;
    tried.index.data = made;
    by->seconds = 0;
    TG_TRY(tg_timer_start(context, &by->timer));
    TG_TRY_CUDA(context, cudaMemsetAsync(by->tally, 0, sizeof *by->tally, tg_device_stream(context)));
    TG_TRY(enqueue(context, &tried, by->tally));
    TG_TRY(tg_timer_stop(context, &by->timer));
    by->loaded = tg_clock_now() - start > load_seconds;
    TG_TRY(tg_timer_add(context, &by->timer, &by->seconds));
cleanup:
    return status;
}

/* Builds the index *tried for the way, counts with it, and sets by->seconds to the least time of a count, or to
 * infinity if memory does not suffice. A way that takes far longer than by->best is counted only once. */
static tricorn_status try_way(
  tricorn_context *context, const tg_device_task *task, const tg_way *way, tg_adaptive *tried, trial *by)
{
    tricorn_status status = TRICORN_OK;
    double least = INFINITY;
    by->seconds = INFINITY;
    set_way(tg_device_properties_of(context), task, way, tried);
    status = index_classes(context, task, tried);
    if (status == TRICORN_OUT_OF_DEVICE_MEMORY) return TRICORN_OK;
    TG_TRY(status);
    for (int n = 0; n < TRIALS; n++) {
        TG_TRY(time_count(context, task, tried, by));
        least = fmin(least, by->seconds);
        if (!by->loaded && by->seconds > hopeless * by->best) break;
    }
    by->seconds = least;
cleanup:
    return status;
}

/* Tries the ways of the list in their order, in which the predicted cost ascends. Sets *made to the index of the
 * fastest way, and *seconds to its time; if memory suffices for no way, *seconds stays 0. */
static tricorn_status try_ways(
  tricorn_context *context, const tg_device_task *task, const tg_ways *ways, tg_adaptive *made, double *seconds)
{
    tricorn_status status = TRICORN_OK;
    tg_device *const device = tg_context_device(context);
    const tg_adaptive sampled = *made;
    tg_adaptive tried = sampled;
    trial by = {NULL, {NULL, NULL}, INFINITY, INFINITY, false};
    TG_TRY(TG_DEVICE_ALLOC(context, 1, &by.tally));
    for (uint32_t i = 0; i < ways->count; i++) {
        tried = sampled;
        TG_TRY(try_way(context, task, &ways->ways[i], &tried, &by));
        if (by.seconds < by.best) {
            const tg_adaptive slower = *made;
            *made = tried;
            tried = slower;
            *seconds = by.best = by.seconds;
        }
        free_arrays(device, &tried);
    }
cleanup:
    free_arrays(device, &tried); /* `tried` has arrays only after an error */
    tg_device_free(context, by.tally);
    tg_timer_free(&by.timer);
    return status;
}

/* ---- choosing ---- */

/* Whether the graph is counted only once and is so small that a sample would take longer than the
 * best choice saves. */
static bool needs_no_choice(const tg_device_task *task)
{
    const double edges = task->last_edge - task->first_edge;
    const double rows = task->last_row - task->first_row;
    return task->counts == 1 && task->whole && task->values[TG_WAY_VALUE] == 0 && task->values[TG_WEDGES_VALUE] > 0 &&
           edges <= unsampled_edges && edges * edges <= unsampled_ids * rows;
}

/* Chooses how to count the task, by its features made->features, and builds the index. Sets
 * *seconds to the time of one count, measured or predicted. */
static tricorn_status choose_way(
  tricorn_context *context, const tg_device_task *task, tg_adaptive *made, double *seconds)
{
    tricorn_status status = TRICORN_OK;
    const tg_device_properties *gpu = tg_device_properties_of(context);
    tg_ways ways;
    tg_adaptive_list_ways(gpu, task, made, &ways);
    if (task->whole && task->counts >= TRIED_COUNTS) {
        tg_ways near = ways;
        tg_adaptive_keep_near(task, &near);
        if (near.count > 1) TG_TRY(try_ways(context, task, &near, made, seconds));
        if (*seconds > 0) return TRICORN_OK;
    }
    TG_TRY(index_way(context, task, &ways.ways[0], made));
    *seconds = tg_adaptive_predict(gpu, task, made);
cleanup:
    return status;
}

static tricorn_status index_whole(tricorn_context *context, tg_device_task *task)
{
    tricorn_status status = TRICORN_OK;
    tg_adaptive *made = NULL;
    double seconds = 0;

    TG_TRY(TG_ALLOC_ZERO(context, 1, &made));
    made->windows = 1;
    if (needs_no_choice(task)) {
        made->edge_way = TG_BY_EDGE; /* trimming the task would take longer than it saves, too */
    } else {
        TG_TRY(tg_gpu_features_trim(context, task, &made->features));
        TG_TRY(choose_way(context, task, made, &seconds));
    }
    task->index.predicted_seconds = seconds;
    task->index.data = made;
    task->index.free = free_adaptive;
    made = NULL;
cleanup:
    free_adaptive(tg_context_device(context), made);
    return status;
}

/* ---- several GPUs ---- */

/* The agreement of all GPUs that count parts of a task: the choice for the whole task, without an
 * index; where the trimmed task ends; and which part counts each slice of a block. */
typedef struct agreement {
    tg_adaptive chosen;
    uint32_t last_row, last_edge;
    double seconds; /* predicted seconds of counting the whole task */
    uint32_t blocks; /* how many blocks are distributed */
    /* the blocks' slices, and the part of each slice (task/deal.h); stored after this struct */
    uint32_t *starts, *owners;
} agreement;

/* Distributes the slices of all blocks over the parts. *chosen is the choice for the whole task. */
static tricorn_status deal_blocks(
  tricorn_context *context, const tg_device_task *task, const tg_adaptive *chosen, agreement **made)
{
    tricorn_status status = TRICORN_OK;
    const uint32_t blocks = block_of(all_widths(), chosen->block_limits - 1) + 1;
    /* words for `starts` and `owners` */
    const uint64_t most = (uint64_t)blocks * (TG_DEAL_SLICES + 1) + 1;
    double *work = NULL;
    void *room = NULL;

    TG_TRY(TG_ALLOC(context, blocks, &work));
    TG_TRY(tg_adaptive_block_work(context, task, chosen, task->parts, work));
    TG_TRY(tg_alloc(context, sizeof **made + most * sizeof(uint32_t), 1, &room));
    *made = (agreement *)room;
    (*made)->chosen = *chosen;
    (*made)->blocks = blocks;
    (*made)->starts = (uint32_t *)(*made + 1);
    (*made)->owners = (*made)->starts + blocks + 1;
    tg_deal_cut(work, blocks, task->parts, (*made)->starts);
    TG_TRY(tg_deal(context, work, blocks, (*made)->starts, task->parts, (*made)->owners));
cleanup:
    tg_free(work);
    return status;
}

/* Sets *agreed if blocks are used: only these are distributed by their work. Other ways take
 * about the same time for each wedge, so for them the task is cut by rows. */
static tricorn_status agree(tricorn_context *context, const tg_device_task *task, void **agreed)
{
    tricorn_status status = TRICORN_OK;
    const tg_device_properties *gpu = tg_device_properties_of(context);
    tg_device_task trimmed = *task;
    tg_adaptive chosen = {};
    agreement *made = NULL;
    tg_ways ways;

    if (!task->whole) return TRICORN_OK;
    TG_TRY(tg_gpu_features_trim(context, &trimmed, &chosen.features));
    tg_adaptive_list_ways(gpu, &trimmed, &chosen, &ways);
    set_way(gpu, &trimmed, &ways.ways[0], &chosen);
    if (chosen.block_limits == 0) goto cleanup;
    TG_TRY(deal_blocks(context, &trimmed, &chosen, &made));
    made->last_row = trimmed.last_row;
    made->last_edge = trimmed.last_edge;
    made->seconds = tg_adaptive_predict(gpu, &trimmed, &made->chosen);
    *agreed = made;
    made = NULL;
cleanup:
    tg_free(made);
    return status;
}

/* Copies to the GPU which slices of each block belong to its part. */
static tricorn_status take_blocks(tricorn_context *context, const agreement *all, tg_adaptive *made)
{
    tricorn_status status = TRICORN_OK;
    uint32_t *masks = NULL;

    TG_TRY(TG_ALLOC(context, all->blocks, &masks));
    for (uint32_t b = 0; b < all->blocks; b++) masks[b] = tg_deal_mask(all->starts, all->owners, b, made->part.number);
    TG_TRY(TG_DEVICE_ALLOC(context, all->blocks, &made->dealt));
    TG_TRY(tg_device_copy_in(context, made->dealt, masks, all->blocks * sizeof *masks));
cleanup:
    tg_free(masks);
    return status;
}

/* Builds the index of a part. If memory does not suffice, this fails: the other parts count what
 * was agreed on, so this part cannot choose another way. */
static tricorn_status index_part(tricorn_context *context, tg_device_task *task)
{
    tricorn_status status = TRICORN_OK;
    const agreement *all = (const agreement *)task->agreed;
    tg_adaptive *made = NULL;

    TG_TRY(TG_ALLOC_ZERO(context, 1, &made));
    *made = all->chosen;
    made->part = {task->part, task->parts};
    made->features.edges /= task->parts;
    made->features.wedges /= task->parts;
    task->last_row = all->last_row;
    task->last_edge = all->last_edge;
    task->trimmed = true;
    TG_TRY(take_blocks(context, all, made));
    TG_TRY(index_classes(context, task, made));
    task->index.predicted_seconds = all->seconds / task->parts;
    task->index.data = made;
    task->index.free = free_adaptive;
    made = NULL;
cleanup:
    free_adaptive(tg_context_device(context), made);
    return status;
}

static tricorn_status make_index(tricorn_context *context, tg_device_task *task)
{
    return task->agreed ? index_part(context, task) : index_whole(context, task);
}

/* ---- the algorithm ---- */

/* About the default of `wedges`: making tables for hubs takes 0.14 ms, and would save only some
 * microseconds in a graph with fewer wedges. If the user sets `way`, hubs have no tables. */
TG_DEFINE_GPU_METHODS(gpu_adaptive) = {
  .make_index = make_index,
  .trims = true,
  .work = tg_adaptive_work,
  .agree = agree,
  .enqueue = enqueue,
  .make_sink_index = tg_adaptive_index_sink,
  .enqueue_sink = tg_adaptive_count_sink,
};
