/* adaptive.cu - the entry of gpu-adaptive: it arranges and counts a task in the way that was chosen.
 *
 * gpu-adaptive is tricorn's own algorithm.  It counts each wedge in the cheapest of several ways,
 * and chooses these from a sample of the edges.  docs/algorithms/gpu_adaptive.md tells which
 * wedges are counted how, and in which file of this folder.
 */
#include "gpu/adaptive/prices.cuh"
#include "gpu/adaptive/sinks.cuh"

#include <math.h>
#include <string.h>

#include "base/memory.h"

enum { MOST_TRIED = 5, TRIALS = 2 }; /* ways that are tried, and counts by each */

/* ---- arranging ---------------------------------------------------------------------------- */

void tg_grouped_free(tg_device *device, tg_grouped *grouped)
{
    tg_device_free_held(device, grouped->entries);
    tg_device_free_held(device, grouped->shares);
    tg_device_free_held(device, grouped->share_starts);
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
    tg_grouped_free(device, &made->blocks);
    tg_hub_matrix_free(device, &made->hubs);
    tg_wedge_line_free(device, &made->line);
    made->keys = NULL;
    made->row_keys = made->into_keys = NULL;
    made->edges = made->edge_count = made->slots = NULL;
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

/* Merging needs no memory. */
static tricorn_status arrange_line(tricorn_context *context, const tg_device_task *task,
                                   tg_adaptive *made)
{
    static const tg_way merges = {TG_BY_MERGE};
    const tricorn_status status =
        tg_wedge_line_make(context, task, TG_MOST_WEDGE_HUBS, 0, &made->line);
    if (status != TRICORN_OUT_OF_DEVICE_MEMORY) return status;
    tg_wedge_line_free(tg_context_device(context), &made->line);
    tg_adaptive_set_way(task, &merges, made);
    return TRICORN_OK;
}

static tricorn_status arrange_classes(tricorn_context *context, const tg_device_task *task,
                                      tg_adaptive *made)
{
    tricorn_status status = TRICORN_OK;
    if (made->hubs.bounds.rows[0] > 0) {
        const tg_hub_bounds bounds = made->hubs.bounds;
        TG_TRY(tg_hub_matrix_make(context, &task->edges, task->last_row, &bounds, false,
                                  &made->hubs));
        if (made->part.count > 1) made->hubs.part = made->part;
    }
    if (made->block_limits > 0) TG_TRY(tg_adaptive_arrange_blocks(context, task, made));
    if (made->block_limits > 0 || made->listed)
        TG_TRY(tg_adaptive_arrange_edges(context, task, made));
    if (made->edge_way == TG_BY_SLOT) TG_TRY(tg_adaptive_arrange_slots(context, task, made));
    if (made->edge_way == TG_BY_WEDGE) TG_TRY(arrange_line(context, task, made));
cleanup:
    return status;
}

static void set_way(const tg_device_properties *gpu, const tg_device_task *task,
                    const tg_way *way, tg_adaptive *made)
{
    tg_adaptive_set_way(task, way, made);
    made->hubs.bounds = tg_adaptive_hub_bounds(gpu, task, made);
}

/* Arranges the task for the way, or for less where there is no memory for it. */
static tricorn_status arrange_way(tricorn_context *context, const tg_device_task *task,
                                  const tg_way *way, tg_adaptive *made)
{
    tg_device *const device = tg_context_device(context);
    set_way(tg_device_properties_of(context), task, way, made);
    tricorn_status status = arrange_classes(context, task, made);
    if (status == TRICORN_OUT_OF_DEVICE_MEMORY && made->hubs.bounds.rows[0] > 0) {
        free_arrays(device, made); /* blocks alone take less memory */
        tg_adaptive_set_way(task, way, made);
        status = arrange_classes(context, task, made);
    }
    /* Searching edge by edge needs no memory.  For larger tasks it takes longer than cutting the
     * graph into blocks that leave room for tables. */
    if (status == TRICORN_OUT_OF_DEVICE_MEMORY && made->features.edges <= searched_edges) {
        free_arrays(device, made);
        status = TRICORN_OK;
    }
    return status;
}

/* ---- counting ----------------------------------------------------------------------------- */

static tricorn_status enqueue(tricorn_context *context, const tg_device_task *task,
                              tg_tally *tally)
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
    case TG_BY_EDGE:
        TG_TRY(tg_thread_merge_count(context, task, TG_MERGING_THREADS, TG_MERGING_BLOCKS, tally));
        break;
    default: TG_TRY(tg_adaptive_count_edges(context, task, tally));
    }
cleanup:
    return status;
}

/* ---- trials ------------------------------------------------------------------------------- */

/* A way that is tried: arranged for, and timed. */
typedef struct trial {
    tg_adaptive made;
    tg_timer timers[TRIALS];
    double seconds; /* the least of its counts */
    bool arranged;
} trial;

static tricorn_status arrange_trial(tricorn_context *context, const tg_device_task *task,
                                    const tg_way *way, trial *one)
{
    set_way(tg_device_properties_of(context), task, way, &one->made);
    const tricorn_status status = arrange_classes(context, task, &one->made);
    one->arranged = status == TRICORN_OK;
    if (status != TRICORN_OUT_OF_DEVICE_MEMORY) return status;
    free_arrays(tg_context_device(context), &one->made);
    return TRICORN_OK;
}

static tricorn_status enqueue_trial(tricorn_context *context, const tg_device_task *task,
                                    trial *one, uint32_t number, tg_tally *tally)
{
    tricorn_status status = TRICORN_OK;
    tg_device_task tried = *task;
    tried.arranged.data = &one->made;
    TG_TRY(tg_timer_start(context, &one->timers[number]));
    TG_TRY_CUDA(context, cudaMemsetAsync(tally, 0, sizeof *tally, tg_device_stream(context)));
    TG_TRY(enqueue(context, &tried, tally));
    TG_TRY(tg_timer_stop(context, &one->timers[number]));
cleanup:
    return status;
}

/* Counts by each in turns, and waits once for all.  The first count of each loads its kernels. */
static tricorn_status time_trials(tricorn_context *context, const tg_device_task *task,
                                  trial *trials, uint32_t count)
{
    tricorn_status status = TRICORN_OK;
    tg_tally *tally = NULL;
    TG_TRY(TG_DEVICE_ALLOC(context, 1, &tally));
    for (uint32_t n = 0; n < TRIALS; n++)
        for (uint32_t i = 0; i < count; i++)
            if (trials[i].arranged)
                TG_TRY(enqueue_trial(context, task, &trials[i], n, tally));
    for (uint32_t i = 0; i < count; i++) {
        trials[i].seconds = INFINITY;
        for (uint32_t n = 0; trials[i].arranged && n < TRIALS; n++) {
            double seconds = 0;
            TG_TRY(tg_timer_add(context, &trials[i].timers[n], &seconds));
            trials[i].seconds = fmin(trials[i].seconds, seconds);
        }
    }
cleanup:
    tg_device_free(context, tally);
    return status;
}

static void free_trials(tg_device *device, trial *trials, uint32_t count)
{
    for (uint32_t i = 0; trials && i < count; i++) {
        for (uint32_t n = 0; n < TRIALS; n++) tg_timer_free(&trials[i].timers[n]);
        free_arrays(device, &trials[i].made);
    }
    tg_free(trials);
}

/* Tries the first ways of the list.  *made becomes the fastest, and *seconds is what it took, or
 * stays 0 if there is memory for none. */
static tricorn_status try_ways(tricorn_context *context, const tg_device_task *task,
                               const tg_ways *ways, tg_adaptive *made, double *seconds)
{
    tricorn_status status = TRICORN_OK;
    const uint32_t count = ways->count < MOST_TRIED ? ways->count : (uint32_t)MOST_TRIED;
    trial *trials = NULL;
    uint32_t best = 0;
    TG_TRY(TG_ALLOC_ZERO(context, count, &trials));
    for (uint32_t i = 0; i < count; i++) trials[i].made = *made;
    for (uint32_t i = 0; i < count; i++)
        TG_TRY(arrange_trial(context, task, &ways->ways[i], &trials[i]));
    TG_TRY(time_trials(context, task, trials, count));
    for (uint32_t i = 1; i < count; i++)
        if (trials[i].seconds < trials[best].seconds) best = i;
    if (trials[best].arranged) {
        *seconds = trials[best].seconds;
        *made = trials[best].made; /* its arrays are now those of *made */
        memset(&trials[best].made, 0, sizeof trials[best].made);
    }
cleanup:
    free_trials(tg_context_device(context), trials, count);
    return status;
}

/* ---- choosing ----------------------------------------------------------------------------- */

/* Whether the graph is so small, and counted once, that a sample takes longer than any choice
 * saves. */
static bool needs_no_choice(const tg_device_task *task)
{
    const double edges = task->last_edge - task->first_edge;
    return task->counts == 1 && task->whole && task->values[TG_WAY_VALUE] == 0 &&
           task->values[TG_WEDGES_VALUE] > 0 && edges <= unsampled_edges &&
           edges <= unsampled_row * (task->last_row - task->first_row);
}

/* Chooses how to count the task, whose features *made has, and arranges that.  *seconds is what a
 * count takes. */
static tricorn_status choose_way(tricorn_context *context, const tg_device_task *task,
                                 tg_adaptive *made, double *seconds)
{
    tricorn_status status = TRICORN_OK;
    const tg_device_properties *gpu = tg_device_properties_of(context);
    tg_ways ways;
    tg_adaptive_list_ways(gpu, task, made, &ways);
    if (task->whole && task->counts >= TRIED_COUNTS) {
        tg_ways near = ways;
        tg_adaptive_keep_near(&near);
        if (near.count > 1) TG_TRY(try_ways(context, task, &near, made, seconds));
        if (*seconds > 0) return TRICORN_OK;
    }
    TG_TRY(arrange_way(context, task, &ways.ways[0], made));
    *seconds = tg_adaptive_predict(gpu, task, made);
cleanup:
    return status;
}

static tricorn_status arrange_whole(tricorn_context *context, tg_device_task *task)
{
    tricorn_status status = TRICORN_OK;
    tg_adaptive *made = NULL;
    double seconds = 0;

    TG_TRY(TG_ALLOC_ZERO(context, 1, &made));
    made->windows = 1;
    if (needs_no_choice(task)) {
        TG_TRY(tg_device_task_trim(context, task));
        made->edge_way = TG_BY_EDGE;
    } else {
        TG_TRY(tg_gpu_features_trim(context, task, &made->features));
        TG_TRY(choose_way(context, task, made, &seconds));
    }
    task->arranged.predicted_seconds = seconds;
    task->arranged.data = made;
    task->arranged.free = free_adaptive;
    made = NULL;
cleanup:
    free_adaptive(tg_context_device(context), made);
    return status;
}

/* ---- several GPUs ------------------------------------------------------------------------- */

/* What several GPUs agree on: how the whole task is counted, without anything arranged, and where
 * it ends. */
typedef struct agreement {
    tg_adaptive chosen;
    uint32_t last_row, last_edge;
    double seconds; /* that the whole count is predicted to take */
} agreement;

/* Only blocks are dealt out.  Other ways take about the same time for each wedge, and rows are cut
 * for them. */
static tricorn_status agree(tricorn_context *context, const tg_device_task *task, void **agreed)
{
    tricorn_status status = TRICORN_OK;
    const tg_device_properties *gpu = tg_device_properties_of(context);
    tg_device_task trimmed = *task;
    agreement *made = NULL;
    tg_ways ways;

    if (!task->whole) return TRICORN_OK;
    TG_TRY(TG_ALLOC_ZERO(context, 1, &made));
    TG_TRY(tg_gpu_features_trim(context, &trimmed, &made->chosen.features));
    tg_adaptive_list_ways(gpu, &trimmed, &made->chosen, &ways);
    set_way(gpu, &trimmed, &ways.ways[0], &made->chosen);
    if (made->chosen.block_limits == 0) goto cleanup;
    made->last_row = trimmed.last_row;
    made->last_edge = trimmed.last_edge;
    made->seconds = tg_adaptive_predict(gpu, &trimmed, &made->chosen);
    *agreed = made;
    made = NULL;
cleanup:
    tg_free(made);
    return status;
}

/* Arranges a part.  If there is too little memory, the other parts count as agreed, so this one
 * cannot choose another way. */
static tricorn_status arrange_part(tricorn_context *context, tg_device_task *task)
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
    TG_TRY(arrange_classes(context, task, made));
    task->arranged.predicted_seconds = all->seconds / task->parts;
    task->arranged.data = made;
    task->arranged.free = free_adaptive;
    made = NULL;
cleanup:
    free_adaptive(tg_context_device(context), made);
    return status;
}

static tricorn_status arrange(tricorn_context *context, tg_device_task *task)
{
    return task->agreed ? arrange_part(context, task) : arrange_whole(context, task);
}

/* ---- the algorithm ------------------------------------------------------------------------ */

/* A graph with fewer wedges than this gets no tables of hubs: they would save some microseconds,
 * but take 0.14 ms to make.  With a way there are none, either. */
static const tricorn_parameter_description parameters[] = {
    {"wedges", "in a graph, from which on hubs have tables where these pay (0: anyway)", 0,
     1u << 31, 1u << 18},
    {"way", "of all edges (0: the cheapest; 1 search, 2 slots, 3 registers, 4 merging, 5 wedges, "
     "6 merging by threads)",
     0, TG_EDGE_WAYS, 0},
};

static const tg_gpu_methods methods = {
    .needs = TG_NEEDS_SOURCES,
    .arrange = arrange,
    .trims = true,
    .work = tg_adaptive_work,
    .agree = agree,
    .enqueue = enqueue,
    .arrange_sink = tg_adaptive_arrange_sink,
    .enqueue_sink = tg_adaptive_count_sink,
};

TG_DEFINE_ALGORITHM(gpu_adaptive) = {
    .description =
        {
            .name = "gpu-adaptive",
            .alias = NULL,
            .summary = "hubs through tables in shared memory, the rest edge by edge",
            .device = "gpu",
            .source = "tricorn",
            .iterator = "vertex",
            .lookup = "bitmap",
            .granularity = "fine",
            TG_PARAMETERS(parameters),
            .vertices = 1,
            .edges = 1,
        },
    .lookup = TG_LOOKUP_BITMAP,
    .gpu = &methods,
};
