/* adaptive/sample.cu - measures the features of a task, from a sample of its edges, for the
 * choice of how to count (choose.cu).
 *
 * - 131072 edges are sampled in 4 to 14 microseconds.
 * - Sums are formed in registers and in shared memory first, so that few additions access device
 *   memory.
 * - Finding the end of a trimmed task and sampling it take one wait of the host.
 */
#include "gpu/adaptive/adaptive.cuh"
#include "gpu/adaptive/costs.cuh"
#include "gpu/adaptive/wedges.cuh"

#include <string.h>

enum {
    SAMPLES = 1 << 17,
    HUB_COLUMNS = TG_HUB_CELLS * TG_HUB_CELL,
    HUB_ROWS = TG_HUB_ROW_CELLS * TG_HUB_CELL,
    /* sums are in units of this many tests, so that the sum of all samples fits into 32 bits */
    HUB_SCALE = 16,
    SAMPLE_THREADS = 256,
    SAMPLE_BLOCKS = 2, /* thread blocks for each multiprocessor */
    NEAR_SHARE = 64 /* ends are near each other if they are at most 1/64 of all rows apart */
};

typedef struct sampled_sums {
    unsigned long long wedges[TG_OCTAVES], row_wedges[TG_ROW_CELLS];
    unsigned long long into, few;
    unsigned int edges[TG_OCTAVES], entries[TG_OCTAVES], near, open, most, unused;
    unsigned int hub_tests[TG_HUB_CELLS][TG_HUB_ROW_CELLS]; /* in units of HUB_SCALE tests */
} sampled_sums;

/* Whether edge e of a whole task is the last edge of row u that leads to the block of v. */
static __device__ __forceinline__ bool ends_block(const tg_device_task &task, uint32_t e, uint32_t u, uint32_t v)
{
    const uint32_t width = width_at(all_widths(), v);
    if (e + 1 == task.last_edge || load_id(task.sources + e + 1) != u) return true;
    return load_id(task.edges.ids + e + 1) / width != v / width;
}

/* A sum of numbers in shared memory, where additions of 32 bits are fast: the sum of their low
 * halves, and that of their high halves. */
typedef struct halved_sum {
    unsigned int low, high;
} halved_sum;

/* The sums of a thread block, in shared memory. None overflows: at least two blocks run, so each
 * has at most half of the samples. */
typedef struct block_sums {
    unsigned long long into, few;
    halved_sum wedges[TG_OCTAVES], row_wedges[TG_ROW_CELLS];
    unsigned int hub_tests[TG_HUB_CELLS][TG_HUB_ROW_CELLS]; /* in units of HUB_SCALE tests */
    unsigned int edges[TG_OCTAVES], entries[TG_OCTAVES], near, open, most;
} block_sums;

enum { HALF_WORD = 16 };
static_assert((uint64_t)SAMPLES / 2 << HALF_WORD <= UINT64_C(1) << 32, "a block's sums overflow");

static __device__ __forceinline__ void add_halves(halved_sum *sum, uint32_t wedges)
{
    atomicAdd(&sum->low, wedges & ((1u << HALF_WORD) - 1));
    if (wedges >> HALF_WORD) atomicAdd(&sum->high, wedges >> HALF_WORD);
}

static __device__ __forceinline__ void add_to_all(unsigned long long *all, halved_sum sum)
{
    const unsigned long long wedges = ((unsigned long long)sum.high << HALF_WORD) + sum.low;
    if (wedges > 0) atomicAdd(all, wedges);
}

/* The sums of one thread. */
typedef struct thread_sums {
    unsigned long long into, few;
    uint32_t near, open, most;
} thread_sums;

/* A sampled edge u->v at position e, and its number of wedges. */
typedef struct sampled_edge {
    uint32_t e, u, v, wedges;
} sampled_edge;

/* Adds the features that only whole tasks have. In a whole task the limit of v is v. */
static __device__ __forceinline__ void add_hub_sample(
  const tg_device_task &task, const sampled_edge &edge, block_sums *mine)
{
    const uint32_t e = edge.e, u = edge.u, v = edge.v, wedges = edge.wedges;
    if (wedges > 0 && ends_block(task, e, u, v)) atomicAdd(&mine->entries[octave_of(v)], 1u);
    if (u / TG_ROW_CELL < TG_ROW_CELLS && wedges > 0) add_halves(&mine->row_wedges[u / TG_ROW_CELL], wedges);
    if (v < HUB_COLUMNS && u < HUB_ROWS && ends_block(task, e, u, v))
        atomicAdd(&mine->hub_tests[v / TG_HUB_CELL][u / TG_HUB_CELL], (wedges + entry_tests(v)) / HUB_SCALE);
}

static __device__ __forceinline__ void add_sample(
  const tg_device_task &task, uint32_t e, block_sums *mine, thread_sums *own)
{
    const uint32_t v = load_id(task.edges.ids + e), u = load_id(task.sources + e);
    const uint32_t wedges = wedges_of_any(task, u, v, e);
    const uint32_t apart = u < v ? v - u : u - v, octave = octave_of(limit_of<false>(task, v));
    atomicAdd(&mine->edges[octave], 1u);
    if (wedges > 0) add_halves(&mine->wedges[octave], wedges);
    if (task.whole) add_hub_sample(task, {e, u, v, wedges}, mine);
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

/* Adds up the features of a sample of the edges. If `end` is not NULL, the task ends at it. */
static __global__ void __launch_bounds__(SAMPLE_THREADS)
  sample_edges(tg_device_task task, const tg_task_end *end, sampled_sums *sums)
{
    __shared__ block_sums mine;
    const uint64_t edges = (end ? end->last_edge : task.last_edge) - task.first_edge;
    const uint32_t samples = samples_of((uint32_t)edges);
    thread_sums own = {0, 0, 0, 0, 0};
    for (uint32_t i = threadIdx.x; i < sizeof mine / 4; i += SAMPLE_THREADS) reinterpret_cast<uint32_t *>(&mine)[i] = 0;
    __syncthreads();
    for (uint32_t i = blockIdx.x * blockDim.x + threadIdx.x; i < samples; i += gridDim.x * blockDim.x)
        add_sample(task, task.first_edge + (uint32_t)(edges * i / samples), &mine, &own);
    __syncwarp();
    add_thread_sums(own, &mine);
    __syncthreads();
    for (uint32_t o = threadIdx.x; o < TG_OCTAVES; o += SAMPLE_THREADS) {
        if (mine.edges[o] > 0) atomicAdd(&sums->edges[o], mine.edges[o]);
        if (mine.entries[o] > 0) atomicAdd(&sums->entries[o], mine.entries[o]);
        add_to_all(&sums->wedges[o], mine.wedges[o]);
    }
    for (uint32_t c = threadIdx.x; c < TG_ROW_CELLS; c += SAMPLE_THREADS)
        add_to_all(&sums->row_wedges[c], mine.row_wedges[c]);
    for (uint32_t i = threadIdx.x; i < TG_HUB_CELLS * TG_HUB_ROW_CELLS; i += SAMPLE_THREADS) {
        const uint32_t tests = mine.hub_tests[i / TG_HUB_ROW_CELLS][i % TG_HUB_ROW_CELLS];
        if (tests > 0) atomicAdd(&sums->hub_tests[i / TG_HUB_ROW_CELLS][i % TG_HUB_ROW_CELLS], tests);
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
    for (int c = 0; c < TG_ROW_CELLS; c++) features->row_wedges[c] = scale * (double)read->row_wedges[c];
    for (int c = 0; c < TG_HUB_CELLS; c++)
        for (int r = 0; r < TG_HUB_ROW_CELLS; r++)
            features->hub_tests[c][r] = (float)(scale * ((uint64_t)HUB_SCALE * read->hub_tests[c][r]));
}

/* The features of a task and, if the task is to be trimmed, its new end: the features are then
 * those of the trimmed task. */
typedef struct measured {
    sampled_sums sums;
    tg_task_end end;
} measured;

static tricorn_status measure(tricorn_context *context, const tg_device_task *task, bool trims, measured *read)
{
    tricorn_status status = TRICORN_OK;
    const cudaStream_t stream = tg_device_stream(context);
    const uint32_t samples = samples_of(task->last_edge - task->first_edge);
    measured *made = NULL;
    TG_TRY(TG_DEVICE_ALLOC(context, 1, &made));
    TG_TRY_CUDA(context, cudaMemsetAsync(made, 0, sizeof *made, stream));
    if (trims) TG_TRY(tg_device_task_find_end(context, task, &made->end));
    sample_edges<<<tg_device_blocks(context, samples, SAMPLE_THREADS, SAMPLE_BLOCKS), SAMPLE_THREADS, 0, stream>>>(
      *task, trims ? &made->end : NULL, &made->sums);
    TG_TRY_CUDA(context, cudaGetLastError());
    TG_TRY(tg_device_copy_out(context, read, made, sizeof *read));
cleanup:
    tg_device_free(context, made);
    return status;
}

tricorn_status tg_gpu_features_measure(tricorn_context *context, const tg_device_task *task, tg_gpu_features *features)
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

tricorn_status tg_gpu_features_trim(tricorn_context *context, tg_device_task *task, tg_gpu_features *features)
{
    tricorn_status status = TRICORN_OK;
    const bool trims = task->whole && !task->trimmed;
    measured read;
    memset(features, 0, sizeof *features);
    if (task->last_edge == task->first_edge) return TRICORN_OK;
    TG_TRY(measure(context, task, trims, &read));
    if (trims) tg_device_task_set_end(task, &read.end);
    if (task->last_edge > task->first_edge) scale_features(&read.sums, task->last_edge - task->first_edge, features);
cleanup:
    return status;
}
