/* bins.cuh - puts edges into bins by their work (bin_rule.cuh), and counts bin by bin.
 *
 * - Each bin has its own launch, in which an edge gets as many lanes as make their work about
 *   equal.
 * - All bins are in one array: a kernel counts the edges of each bin, a prefix sum gives where
 *   bins start, and a second kernel writes the edges.
 * - Bins with the most work come first, so that the count ends with short items.
 *
 * Source: Fox, Green, Gabert, An, Bader, "Fast and Adaptive List Intersections on the GPU", HPEC
 * 2018 (logarithmic radix binning, virtual bins).
 */
#ifndef TG_GPU_LOOKUP_BINS_CUH
#define TG_GPU_LOOKUP_BINS_CUH

#include <cub/device/device_scan.cuh>

#include "device/work.cuh"
#include "gpu/lookup/index.cuh"
#include "gpu/lookup/bin_parameters.h"
#include "gpu/lookup/bin_rule.cuh"
#include "gpu/lookup/rows.cuh"
#include "gpu/lookup/warp.cuh"

enum {
    WARP_BINS = 6, /* bins with 1, 2, 4, ... 32 lanes, each of which has a queue */
    BIN_BLOCK_THREADS = 256,
    BIN_BLOCKS_PER_MULTIPROCESSOR = 8,
    BIN_ROUNDS = 4 /* how many rounds of a warp each draw from the queue has */
};

static TG_BOTH bin_rule rule_of_task(const tg_device_task &task)
{
    const bin_rule rule = {
      task.values[WORK_PER_LANE], task.values[BIN_NUMBER], task.values[MOST_LANES], task.values[LANES]};
    return rule;
}

/* ---- edges into bins ---- */

/* The edges of a task by bin: bin b contains edges[starts[b]] to edges[starts[b + 1] - 1], in
 * about the order of the task. */
typedef struct edge_bins {
    uint32_t *edges; /* the edges, in device memory */
    uint32_t starts[MOST_BINS + 1];
} edge_bins;

static inline void free_bins(tg_device *device, void *data)
{
    edge_bins *bins = (edge_bins *)data;
    tg_device_free_held(device, bins->edges);
    tg_free(bins);
}

/* Returns the bin of an edge, whose work Method::work returns. */
template <typename Method>
static __device__ __forceinline__ uint32_t bin_of_edge(const tg_device_task &task, uint64_t edge)
{
    if (edge >= task.last_edge) return NO_BIN;
    const edge_parts parts = lists_of_edge(task, (uint32_t)edge, task.values[WHOLE_ROWS] != 0);
    return parts.from.count == 0 ? NO_BIN : bin_of_work(rule_of_task(task), Method::work(task, parts));
}

/* Returns to each lane of the warp that has a bin the next free place of that bin, with one
 * addition for all lanes that have the same bin. */
static __device__ __forceinline__ uint32_t take_place(uint32_t *next, uint32_t bin)
{
    const uint32_t same = __match_any_sync(FULL_WARP, bin);
    const int leader = __ffs((int)same) - 1;
    uint32_t place = 0;
    if ((int)lane_id() == leader && bin != NO_BIN) place = atomicAdd(&next[bin], bits_set(same));
    return __shfl_sync(FULL_WARP, place, leader) + bits_set(same & ((1u << lane_id()) - 1));
}

/* Each thread block puts `length` edges into bins, in two launches. FILLS false: it counts how
 * many of them each bin gets, in places[bin * gridDim.x + block]. FILLS true: these have become
 * places where the first of them goes, and it writes the edges. */
template <typename Method, bool FILLS>
static __global__ void __launch_bounds__(BIN_BLOCK_THREADS)
  bin_edges(tg_device_task task, uint64_t length, uint32_t *places, uint32_t *edges)
{
    __shared__ uint32_t next[MOST_BINS];
    const uint32_t bins = bin_count(rule_of_task(task));
    const uint64_t first = task.first_edge + blockIdx.x * length;
    if (threadIdx.x < bins) next[threadIdx.x] = FILLS ? places[threadIdx.x * gridDim.x + blockIdx.x] : 0;
    __syncthreads();
    for (uint64_t at = 0; at < length; at += BIN_BLOCK_THREADS) {
        const uint64_t edge = first + at + threadIdx.x;
        const uint32_t bin = at + threadIdx.x < length ? bin_of_edge<Method>(task, edge) : NO_BIN;
        const uint32_t place = take_place(next, bin);
        if (FILLS && bin != NO_BIN) edges[place] = (uint32_t)edge;
    }
    __syncthreads();
    if (!FILLS && threadIdx.x < bins) places[threadIdx.x * gridDim.x + blockIdx.x] = next[threadIdx.x];
}

/* Converts the counts of all bins and thread blocks to places, by a prefix sum; then copies the
 * places where bins start to the host. */
static tricorn_status place_bins(
  tricorn_context *context, uint32_t *places, uint32_t bins, uint32_t blocks, uint32_t *starts)
{
    tricorn_status status = TRICORN_OK;
    const cudaStream_t stream = tg_device_stream(context);
    const size_t pitch = blocks * sizeof *places;
    TG_TRY(tg_with_work(context, [&](void *work, size_t &bytes) {
        return cub::DeviceScan::ExclusiveSum(work, bytes, places, places, (int)(bins * blocks + 1), stream);
    }));
    TG_TRY_CUDA(context, cudaMemcpy2DAsync(starts, sizeof *starts, places, pitch, sizeof *starts, bins + 1,
                           cudaMemcpyDeviceToHost, stream));
    TG_TRY_CUDA(context, cudaStreamSynchronize(stream));
cleanup:
    return status;
}

template <typename Method> static tricorn_status index_bins(tricorn_context *context, tg_device_task *task)
{
    tricorn_status status = TRICORN_OK;
    edge_bins *bins = NULL;
    uint32_t *places = NULL;
    const cudaStream_t stream = tg_device_stream(context);
    const uint32_t count = bin_count(rule_of_task(*task)), edges = task->last_edge - task->first_edge;
    const uint32_t blocks = tg_device_blocks(context, edges, BIN_BLOCK_THREADS, BIN_BLOCKS_PER_MULTIPROCESSOR);
    const uint64_t length = (uint64_t)edges / blocks + 1, numbers = (uint64_t)count * blocks + 1;

    TG_TRY(alloc_index(context, task, free_bins, &bins));
    TG_TRY(TG_DEVICE_ALLOC(context, edges, &bins->edges));
    TG_TRY(TG_DEVICE_ALLOC(context, numbers, &places));
    TG_TRY_CUDA(context, cudaMemsetAsync(places, 0, numbers * sizeof *places, stream));
    bin_edges<Method, false><<<blocks, BIN_BLOCK_THREADS, 0, stream>>>(*task, length, places, NULL);
    TG_TRY_CUDA(context, cudaGetLastError());
    TG_TRY(place_bins(context, places, count, blocks, bins->starts));
    bin_edges<Method, true><<<blocks, BIN_BLOCK_THREADS, 0, stream>>>(*task, length, places, bins->edges);
    TG_TRY_CUDA(context, cudaGetLastError());
cleanup:
    tg_device_free(context, places);
    return status;
}

/* ---- counting ---- */

/* The edges of one bin, as a kernel gets them. */
typedef struct bin_items {
    const uint32_t *edges;
    uint32_t count;
} bin_items;

/* Counts the edges of a bin, with LANES_OF_EDGE lanes for each. The lanes look up the keys of the edge in turn. */
template <typename Method, uint32_t LANES_OF_EDGE>
static __global__ void __launch_bounds__(
  BIN_BLOCK_THREADS, TG_RESIDENT_BLOCKS(BIN_BLOCK_THREADS, BIN_BLOCKS_PER_MULTIPROCESSOR))
  count_bin(tg_device_task task, bin_items items, uint32_t bin, tg_tally *tally)
{
    const uint32_t per_round = WARP_THREADS / LANES_OF_EDGE, per_draw = per_round * BIN_ROUNDS;
    uint64_t found = 0;
    visit_draws(queue_of_one(&tally->next[bin]), items.count, per_draw, [&](uint32_t first) {
        for (uint32_t i = lane_id() / LANES_OF_EDGE; i < per_draw && i < items.count - first; i += per_round) {
            const edge_parts parts = parts_of_edge(task, load_id(items.edges + first + i));
            found += Method::count(task, parts, lane_id() % LANES_OF_EDGE, LANES_OF_EDGE);
        }
    });
    __syncwarp();
    tally_add(tally, found);
}

/* Counts the edges of a bin, with any number of lanes for each, 2^log_lanes. As in the paper, thread i counts for
 * edge i / lanes; if that would need more threads than the launch has, each thread continues with further edges. */
template <typename Method>
static __global__ void __launch_bounds__(
  BIN_BLOCK_THREADS, TG_RESIDENT_BLOCKS(BIN_BLOCK_THREADS, BIN_BLOCKS_PER_MULTIPROCESSOR))
  count_spread(tg_device_task task, bin_items items, uint32_t log_lanes, tg_tally *tally)
{
    const uint64_t lanes = UINT64_C(1) << log_lanes, all = items.count * lanes;
    const uint64_t threads = (uint64_t)gridDim.x * blockDim.x;
    const bool turns = task.values[ONE_EACH] == 0 && lanes <= WARP_THREADS;
    uint64_t found = 0;
    for (uint64_t i = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x; i < all; i += threads) {
        const edge_parts parts =
          lists_of_edge(task, load_id(items.edges + (i >> log_lanes)), task.values[WHOLE_ROWS] != 0);
        const uint32_t lane = (uint32_t)(i & (lanes - 1));
        found += turns ? Method::count(task, parts, lane, (uint32_t)lanes)
                       : Method::count_range(task, parts, lane, (uint32_t)lanes);
    }
    __syncwarp();
    tally_add(tally, found);
}

static inline bin_items items_of_bin(const tg_device_task *task, uint32_t bin)
{
    const edge_bins *bins = (const edge_bins *)task->index.data;
    const bin_items items = {bins->edges + bins->starts[bin], bins->starts[bin + 1] - bins->starts[bin]};
    return items;
}

template <typename Method>
static tricorn_status enqueue_bin(tricorn_context *context, const tg_device_task *task, uint32_t bin, tg_tally *tally)
{
    static void (*const kernels[WARP_BINS])(tg_device_task, bin_items, uint32_t, tg_tally *) = {count_bin<Method, 1>,
      count_bin<Method, 2>, count_bin<Method, 4>, count_bin<Method, 8>, count_bin<Method, 16>,
      count_bin<Method, WARP_THREADS>};
    tricorn_status status = TRICORN_OK;
    const bin_items items = items_of_bin(task, bin);
    const uint32_t lanes = lanes_of_bin(rule_of_task(*task), bin), log_lanes = log2_floor(lanes);
    const bool by_draws = lanes <= WARP_THREADS && task->values[BIN_NUMBER] == 0 && task->values[ONE_EACH] == 0 &&
                          task->values[WHOLE_ROWS] == 0;
    const unsigned blocks = tg_device_blocks(context, (uint64_t)items.count << log_lanes,
      by_draws ? BIN_BLOCK_THREADS * BIN_ROUNDS : (int)BIN_BLOCK_THREADS, BIN_BLOCKS_PER_MULTIPROCESSOR);
    if (items.count == 0) return TRICORN_OK;
    (by_draws ? kernels[log_lanes] : count_spread<Method>)<<<blocks, BIN_BLOCK_THREADS, 0, tg_device_stream(context)>>>(
      *task, items, log_lanes, tally);
    TG_TRY_CUDA(context, cudaGetLastError());
cleanup:
    return status;
}

/* Counts all bins, those with the most work first, so that the count ends with short items. */
template <typename Method>
static tricorn_status enqueue_bins(tricorn_context *context, const tg_device_task *task, tg_tally *tally)
{
    tricorn_status status = TRICORN_OK;
    for (uint32_t bin = bin_count(rule_of_task(*task)); bin-- > 0;)
        TG_TRY(enqueue_bin<Method>(context, task, bin, tally));
cleanup:
    return status;
}

#endif
