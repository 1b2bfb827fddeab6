/* adaptive.cu - the entry of gpu-adaptive: it samples the edges and chooses how to count them.
 *
 * gpu-adaptive is tricorn's own algorithm.  It counts each wedge in the cheapest of several ways,
 * and chooses these from a sample of the edges.  docs/algorithms/gpu_adaptive.md tells which
 * wedges are counted how, and in which file of this folder.
 */
#include "gpu/adaptive/prices.cuh"
#include "gpu/adaptive/sinks.cuh"
#include "gpu/adaptive/wedges.cuh"

#include <string.h>

#include "base/memory.h"
#include "device/work.cuh"

enum {
    SAMPLES = 1 << 17,
    HUB_COLUMNS = TG_HUB_CELLS * TG_HUB_CELL,
    HUB_ROWS = TG_HUB_ROW_CELLS * TG_HUB_CELL,
    HUB_SCALE = 16, /* tests; so the sum of all samples fits into 32 bits */
    SAMPLE_THREADS = 256,
    SAMPLE_BLOCKS = 2, /* for each multiprocessor */
    NEAR_SHARE = 64    /* ends are near if fewer rows apart than this share of all */
};

enum { WEDGES, WAY }; /* numbers of its parameters */

/* ---- features ----------------------------------------------------------------------------- */

typedef struct sampled_sums {
    unsigned long long wedges[TG_OCTAVES], row_wedges[TG_ROW_CELLS], row_tests[TG_ROW_CELLS];
    unsigned long long into, few;
    unsigned int edges[TG_OCTAVES], entries[TG_OCTAVES], near, open, most, unused;
    unsigned int hub_tests[TG_HUB_CELLS][TG_HUB_ROW_CELLS]; /* in units of HUB_SCALE */
} sampled_sums;

/* In a whole task: whether edge e is the last edge of row u that leads to the block of v. */
static __device__ __forceinline__ bool ends_block(const tg_device_task &task, uint32_t e,
                                                  uint32_t u, uint32_t v)
{
    const uint32_t width = width_at(all_widths(), v);
    if (e + 1 == task.last_edge || load_id(task.sources + e + 1) != u) return true;
    return load_id(task.edges.ids + e + 1) / width != v / width;
}

/* The sums that a block of threads makes in shared memory.  Additions of 32 bits are fast there,
 * so the low and the high half of a number of wedges are summed apart.  No sum overflows: there
 * are at least two blocks, so a block has at most half of the samples. */
typedef struct block_sums {
    unsigned long long row_wedges[TG_ROW_CELLS], row_tests[TG_ROW_CELLS], into, few;
    unsigned int hub_tests[TG_HUB_CELLS][TG_HUB_ROW_CELLS]; /* in units of HUB_SCALE */
    unsigned int low_wedges[TG_OCTAVES], high_wedges[TG_OCTAVES], edges[TG_OCTAVES];
    unsigned int entries[TG_OCTAVES], near, open, most;
} block_sums;

enum { HALF_WORD = 16 };
static_assert((uint64_t)SAMPLES / 2 << HALF_WORD <= UINT64_C(1) << 32, "a block's sums overflow");

/* The sums that a thread makes. */
typedef struct thread_sums {
    unsigned long long into, few;
    uint32_t near, open, most;
} thread_sums;

/* Adds the features that only whole tasks need.  In a whole task the limit of v is v. */
static __device__ __forceinline__ void add_hub_sample(const tg_device_task &task, uint32_t e,
                                                      uint32_t u, uint32_t v, uint32_t wedges,
                                                      block_sums *mine)
{
    const bool ends = wedges > 0 && ends_block(task, e, u, v);
    if (ends) atomicAdd(&mine->entries[octave_of(v)], 1u);
    if (u / TG_ROW_CELL < TG_ROW_CELLS && wedges > 0) {
        atomicAdd(&mine->row_wedges[u / TG_ROW_CELL], (unsigned long long)wedges);
        if (ends) atomicAdd(&mine->row_tests[u / TG_ROW_CELL], (unsigned long long)wedges);
    }
    if (v < HUB_COLUMNS && u < HUB_ROWS && ends_block(task, e, u, v))
        atomicAdd(&mine->hub_tests[v / TG_HUB_CELL][u / TG_HUB_CELL],
                  (wedges + entry_tests(v)) / HUB_SCALE);
}

static __device__ __forceinline__ void add_sample(const tg_device_task &task, uint32_t e,
                                                  block_sums *mine, thread_sums *own)
{
    const uint32_t v = load_id(task.edges.ids + e), u = load_id(task.sources + e);
    const uint32_t wedges = wedges_of_any(task, u, v, e);
    const uint32_t apart = u < v ? v - u : u - v, octave = octave_of(limit_of<false>(task, v));
    atomicAdd(&mine->edges[octave], 1u);
    if (wedges > 0) atomicAdd(&mine->low_wedges[octave], wedges & ((1u << HALF_WORD) - 1));
    if (wedges >> HALF_WORD) atomicAdd(&mine->high_wedges[octave], wedges >> HALF_WORD);
    if (task.whole) add_hub_sample(task, e, u, v, wedges, mine);
    own->near += apart <= task.edges.count / NEAR_SHARE;
    if (wedges == 0) return;
    const uint32_t into = row_of(task.into, v).count;
    own->open++;
    own->into += into;
    own->few += least(into, wedges);
    own->most = max(own->most, into > NO_ID - wedges ? NO_ID : into + wedges);
}

/* Adds the sums of the threads of a warp to those of the block. */
static __device__ __forceinline__ void add_thread_sums(thread_sums own, block_sums *mine)
{
    const uint32_t near = warp_sum(own.near), open = warp_sum(own.open);
    for (uint32_t step = WARP_THREADS / 2; step > 0; step /= 2) {
        own.into += __shfl_down_sync(FULL_WARP, own.into, step);
        own.few += __shfl_down_sync(FULL_WARP, own.few, step);
        own.most = max(own.most, __shfl_down_sync(FULL_WARP, own.most, step));
    }
    if (lane_id() > 0) return;
    atomicAdd(&mine->near, near);
    atomicAdd(&mine->open, open);
    atomicMax(&mine->most, own.most);
    atomicAdd(&mine->into, own.into);
    atomicAdd(&mine->few, own.few);
}

static TG_BOTH uint32_t samples_of(uint32_t edges)
{
    return edges < SAMPLES ? edges : (uint32_t)SAMPLES;
}

/* Sums the features of a sample of the edges.  If `end` is not NULL, the task ends there. */
static __global__ void __launch_bounds__(SAMPLE_THREADS)
    sample_edges(tg_device_task task, const tg_task_end *end, sampled_sums *sums)
{
    __shared__ block_sums mine;
    const uint64_t edges = (end ? end->last_edge : task.last_edge) - task.first_edge;
    const uint32_t samples = samples_of((uint32_t)edges);
    thread_sums own = {0, 0, 0, 0, 0};
    for (uint32_t i = threadIdx.x; i < sizeof mine / 4; i += SAMPLE_THREADS)
        reinterpret_cast<uint32_t *>(&mine)[i] = 0;
    __syncthreads();
    for (uint32_t i = blockIdx.x * blockDim.x + threadIdx.x; i < samples;
         i += gridDim.x * blockDim.x)
        add_sample(task, task.first_edge + (uint32_t)(edges * i / samples), &mine, &own);
    __syncwarp();
    add_thread_sums(own, &mine);
    __syncthreads();
    for (uint32_t o = threadIdx.x; o < TG_OCTAVES; o += SAMPLE_THREADS) {
        const unsigned long long wedges =
            ((unsigned long long)mine.high_wedges[o] << HALF_WORD) + mine.low_wedges[o];
        if (mine.edges[o] > 0) atomicAdd(&sums->edges[o], mine.edges[o]);
        if (mine.entries[o] > 0) atomicAdd(&sums->entries[o], mine.entries[o]);
        if (wedges > 0) atomicAdd(&sums->wedges[o], wedges);
    }
    for (uint32_t c = threadIdx.x; c < TG_ROW_CELLS; c += SAMPLE_THREADS) {
        if (mine.row_wedges[c] > 0) atomicAdd(&sums->row_wedges[c], mine.row_wedges[c]);
        if (mine.row_tests[c] > 0) atomicAdd(&sums->row_tests[c], mine.row_tests[c]);
    }
    for (uint32_t i = threadIdx.x; i < TG_HUB_CELLS * TG_HUB_ROW_CELLS; i += SAMPLE_THREADS) {
        const uint32_t tests = mine.hub_tests[i / TG_HUB_ROW_CELLS][i % TG_HUB_ROW_CELLS];
        if (tests > 0)
            atomicAdd(&sums->hub_tests[i / TG_HUB_ROW_CELLS][i % TG_HUB_ROW_CELLS], tests);
    }
    if (threadIdx.x == 0) {
        if (mine.near > 0) atomicAdd(&sums->near, mine.near);
        if (mine.open > 0) atomicAdd(&sums->open, mine.open);
        if (mine.most > 0) atomicMax(&sums->most, mine.most);
        if (mine.into > 0) atomicAdd(&sums->into, mine.into);
        if (mine.few > 0) atomicAdd(&sums->few, mine.few);
    }
}

static void scale_features(const sampled_sums *read, uint32_t edges, tg_gpu_features *features)
{
    const uint32_t samples = samples_of(edges);
    const double scale = (double)edges / samples;
    features->edges = (double)edges;
    features->near = (double)read->near / samples;
    features->open = (double)read->open / samples;
    features->most = read->most;
    features->into = scale * (double)read->into;
    features->few = scale * (double)read->few;
    for (int o = 0; o < TG_OCTAVES; o++) {
        features->octave_edges[o] = scale * read->edges[o];
        features->octave_entries[o] = scale * read->entries[o];
        features->octave_wedges[o] = scale * (double)read->wedges[o];
        features->wedges += features->octave_wedges[o];
    }
    for (int c = 0; c < TG_ROW_CELLS; c++) {
        features->row_wedges[c] = scale * (double)read->row_wedges[c];
        features->row_tests[c] = scale * (double)read->row_tests[c];
    }
    for (int c = 0; c < TG_HUB_CELLS; c++)
        for (int r = 0; r < TG_HUB_ROW_CELLS; r++)
            features->hub_tests[c][r] =
                (float)(scale * ((uint64_t)HUB_SCALE * read->hub_tests[c][r]));
}

/* The features of a task.  If it is to be trimmed, they are those of the trimmed task, and `end`
 * is its new end. */
typedef struct measured {
    sampled_sums sums;
    tg_task_end end;
} measured;

static tricorn_status measure(tricorn_context *context, const tg_device_task *task, bool trims,
                              measured *read)
{
    tricorn_status status = TRICORN_OK;
    const cudaStream_t stream = tg_device_stream(context);
    const uint32_t samples = samples_of(task->last_edge - task->first_edge);
    measured *made = NULL;
    TG_TRY(TG_DEVICE_ALLOC(context, 1, &made));
    TG_TRY_CUDA(context, cudaMemsetAsync(made, 0, sizeof *made, stream));
    if (trims) TG_TRY(tg_device_task_find_end(context, task, &made->end));
    sample_edges<<<tg_device_blocks(context, samples, SAMPLE_THREADS, SAMPLE_BLOCKS),
                   SAMPLE_THREADS, 0, stream>>>(*task, trims ? &made->end : NULL, &made->sums);
    TG_TRY_CUDA(context, cudaGetLastError());
    TG_TRY(tg_device_copy_out(context, read, made, sizeof *read));
cleanup:
    tg_device_free(context, made);
    return status;
}

tricorn_status tg_gpu_features_measure(tricorn_context *context, const tg_device_task *task,
                                       tg_gpu_features *features)
{
    tricorn_status status = TRICORN_OK;
    const uint32_t edges = task->last_edge - task->first_edge;
    measured read;
    memset(features, 0, sizeof *features);
    if (edges == 0) return TRICORN_OK;
    TG_TRY(measure(context, task, false, &read));
    scale_features(&read.sums, edges, features);
cleanup:
    return status;
}

/* Trims a whole task and measures its features.  The host waits only once for both. */
static tricorn_status trim_and_measure(tricorn_context *context, tg_device_task *task,
                                       tg_gpu_features *features)
{
    tricorn_status status = TRICORN_OK;
    const bool trims = task->whole && !task->trimmed;
    measured read;
    memset(features, 0, sizeof *features);
    if (task->last_edge == task->first_edge) return TRICORN_OK;
    TG_TRY(measure(context, task, trims, &read));
    if (trims) tg_device_task_set_end(task, &read.end);
    if (task->last_edge > task->first_edge)
        scale_features(&read.sums, task->last_edge - task->first_edge, features);
cleanup:
    return status;
}

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

/* Returns the mean number of ids of a row.  In a whole task only the rows with edges in the task
 * count. */
static double ids_of_row(const tg_device_task *task, const tg_device_rows *rows,
                         const tg_gpu_features *features)
{
    const double ids = task->whole ? features->edges : rows->id_count;
    return ids / (tg_is_cut(task, features) ? (double)(task->last_row - task->first_row)
                                            : rows->count + 1.0);
}

/* Returns the mean number of ids of the rows of into that edges with wedges lead to. */
static double ids_led_to(const tg_gpu_features *features)
{
    return features->into / (features->open * features->edges + 1);
}

/* Whether the lengths of the rows differ so much that threads with slots wait for each other. */
static bool rows_are_uneven(const tg_device_task *task, const tg_gpu_features *features)
{
    const double row = ids_of_row(task, &task->from, features);
    return 2 * features->wedges > uneven_wedges * row * features->edges;
}

/* Whether slots may be tried.  On small graphs everything waits for the longest rows, which are
 * beyond their slots. */
static bool slots_may_pay(const tg_device_task *task, const tg_gpu_features *features)
{
    if (tg_is_cut(task, features) && ids_led_to(features) > large_slot_row) return false;
    return ids_of_row(task, &task->into, features) <= large_slot_row &&
           (features->edges >= uneven_slot_edges || !rows_are_uneven(task, features));
}

/* Sets the way to count edges.  A way that the task does not allow becomes a search. */
static void set_edge_way(const tg_device_task *task, tg_edge_way way, tg_adaptive *made)
{
    const tg_gpu_features *features = &made->features;
    const double into_row = ids_of_row(task, &task->into, features);
    const bool of_whole_tasks = way == TG_BY_ROW || way == TG_BY_WEDGE;
    made->edge_way = of_whole_tasks && !task->whole ? TG_BY_SEARCH : way;
    made->slot_words = into_row <= small_slot_row ? TG_SMALL_SLOT : TG_LARGE_SLOT;
    made->uneven = way == TG_BY_MERGE ? features->most > (double)TG_OWN_IDS
                                      : rows_are_uneven(task, features);
}

/* Takes the way if it is cheaper than the one that is chosen, which takes *seconds. */
static void try_edge_way(const tg_device_properties *gpu, const tg_device_task *task,
                         tg_edge_way way, tg_adaptive *made, double *seconds)
{
    tg_adaptive tried = *made;
    set_edge_way(task, way, &tried);
    const double taken = tg_adaptive_edge_seconds(gpu, task, &tried);
    if (taken >= *seconds) return;
    *made = tried;
    *seconds = taken;
}

/* Chooses how to count edges without hubs, and returns the seconds that it takes. */
static double choose_edge_way(const tg_device_properties *gpu, const tg_device_task *task,
                              tg_adaptive *made)
{
    const tg_gpu_features *features = &made->features;
    const bool near = features->near >= mostly_near;
    double seconds = tg_adaptive_edge_seconds(gpu, task, made);
    if (features->open <= few_open) return seconds;
    if (task->whole) try_edge_way(gpu, task, TG_BY_WEDGE, made, &seconds);
    try_edge_way(gpu, task, TG_BY_EDGE, made, &seconds);
    if (features->edges < least_edges) return seconds;
    if (near && task->whole && features->most <= register_most &&
        ids_of_row(task, &task->from, features) <= register_row) {
        set_edge_way(task, TG_BY_ROW, made);
        return tg_adaptive_edge_seconds(gpu, task, made);
    }
    try_edge_way(gpu, task, TG_BY_MERGE, made, &seconds);
    if (!near && slots_may_pay(task, features))
        try_edge_way(gpu, task, TG_BY_SLOT, made, &seconds);
    return seconds;
}

/* Whether counting in blocks may pay at all, if vertices with limits below `limits` are in blocks.
 * Of a few rows it depends on the rows that they lead to. */
static bool hubs_pay(const tg_device_task *task, const tg_gpu_features *features, uint32_t limits)
{
    double beyond = 0;
    if (features->wedges >= hub_wedges * features->edges) return true;
    if (tg_is_cut(task, features) && ids_led_to(features) >= hub_wedges) return true;
    if (features->wedges < few_hub_wedges * features->edges || features->near >= mostly_near)
        return false;
    for (uint32_t o = octave_of(limits - 1) + 1; o < TG_OCTAVES; o++)
        beyond += features->octave_wedges[o];
    return beyond <= most_beyond * features->wedges;
}

/* Whether blocks of the vertices with limits below made->block_limits pay, where edges by
 * themselves take so many seconds.  Blocks must save enough of the time that they take to
 * arrange. */
static bool blocks_pay(const tg_device_properties *gpu, const tg_device_task *task,
                       const tg_adaptive *made, double edge_seconds)
{
    if (task->reach == TG_REACH_ANY || made->features.wedges < task->values[WEDGES] ||
        !hubs_pay(task, &made->features, made->block_limits))
        return false;
    if (!task->whole || task->values[WEDGES] == 0) return true;
    return tg_adaptive_block_seconds(gpu, made) +
               saved_arranging * tg_adaptive_arranging_seconds(made) <
           edge_seconds;
}

/* Chooses which vertices are counted in blocks, and how the other edges are counted. */
static void choose_classes(const tg_device_properties *gpu, const tg_device_task *task,
                           tg_adaptive *made)
{
    const uint64_t limits = (uint64_t)task->into.count + limit_shift(*task);
    tg_adaptive blocks = *made;
    if (made->features.edges < 1) return;
    if (task->values[WAY] > 0) {
        set_edge_way(task, (tg_edge_way)(task->values[WAY] - 1), made);
        return;
    }
    const double seconds = choose_edge_way(gpu, task, made);
    blocks.block_limits = tg_adaptive_block_limits(&made->features, limits);
    blocks.windows = windows_for(blocks.block_limits);
    if (blocks_pay(gpu, task, &blocks, seconds)) *made = blocks;
}

/* Whether so few edges have wedges that a list of these edges pays. */
static bool has_few_wedges(const tg_adaptive *made)
{
    return made->features.edges > 0 && made->features.open <= few_open;
}

/* Merging needs no memory. */
static tricorn_status arrange_line(tricorn_context *context, const tg_device_task *task,
                                   tg_adaptive *made)
{
    const tg_wedge_shape shape = {TG_MOST_WEDGE_HUBS, 0, 0};
    const tricorn_status status = tg_wedge_line_make(context, task, shape, &made->line);
    if (status != TRICORN_OUT_OF_DEVICE_MEMORY) return status;
    tg_wedge_line_free(tg_context_device(context), &made->line);
    set_edge_way(task, TG_BY_MERGE, made);
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
    if (made->block_limits > 0 || has_few_wedges(made))
        TG_TRY(tg_adaptive_arrange_edges(context, task, made));
    if (made->edge_way == TG_BY_SLOT) TG_TRY(tg_adaptive_arrange_slots(context, task, made));
    if (made->edge_way == TG_BY_WEDGE) TG_TRY(arrange_line(context, task, made));
cleanup:
    return status;
}

/* Trims and samples the task and chooses how to count it. */
static tricorn_status choose(tricorn_context *context, tg_device_task *task, tg_adaptive *made)
{
    tricorn_status status = TRICORN_OK;
    made->windows = 1;
    TG_TRY(trim_and_measure(context, task, &made->features));
    choose_classes(tg_device_properties_of(context), task, made);
    made->hubs.bounds = tg_adaptive_hub_bounds(tg_device_properties_of(context), task, made);
cleanup:
    return status;
}

static tricorn_status arrange_whole(tricorn_context *context, tg_device_task *task)
{
    tricorn_status status = TRICORN_OK;
    tg_device *const device = tg_context_device(context);
    tg_adaptive *made = NULL;

    TG_TRY(TG_ALLOC_ZERO(context, 1, &made));
    TG_TRY(choose(context, task, made));
    status = arrange_classes(context, task, made);
    if (status == TRICORN_OUT_OF_DEVICE_MEMORY && made->hubs.bounds.rows[0] > 0) {
        free_arrays(device, made); /* blocks alone take less memory */
        choose_classes(tg_device_properties_of(context), task, made);
        status = arrange_classes(context, task, made);
    }
    /* Searching edge by edge needs no memory.  For larger tasks it takes longer than cutting the
     * graph into blocks that leave room for tables. */
    if (status == TRICORN_OUT_OF_DEVICE_MEMORY && made->features.edges <= searched_edges) {
        free_arrays(device, made);
        status = TRICORN_OK;
    }
    TG_TRY(status);
    task->arranged.predicted_seconds =
        tg_adaptive_predict(tg_device_properties_of(context), task, made);
    task->arranged.data = made;
    task->arranged.free = free_adaptive;
    made = NULL;
cleanup:
    free_adaptive(device, made);
    return status;
}

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
    tg_device_task trimmed = *task;
    agreement *made = NULL;

    if (!task->whole) return TRICORN_OK;
    TG_TRY(TG_ALLOC_ZERO(context, 1, &made));
    TG_TRY(choose(context, &trimmed, &made->chosen));
    if (made->chosen.block_limits == 0) goto cleanup;
    made->last_row = trimmed.last_row;
    made->last_edge = trimmed.last_edge;
    made->seconds =
        tg_adaptive_predict(tg_device_properties_of(context), &trimmed, &made->chosen);
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
