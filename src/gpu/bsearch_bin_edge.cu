/* bsearch_bin_edge.cu - counts a task with 1, 2, 4, ... lanes for each edge, by binary search.
 *
 * - Edges are put into bins by the number of steps of searching the shorter list in the longer
 *   one, so that each lane has about 8 steps and lanes end together.
 * - Up to 32 lanes search the keys of an edge in turn, so that they read neighbouring ids. In
 *   the paper the work of an edge is the number of its keys, an edge has as many lanes as its
 *   work needs, and each lane searches consecutive keys.
 * - Li et al. describe a form that merges the lists of an edge where that is less work (`choose`).
 *
 * Source: Fox, Green, Gabert, An, Bader, "Fast and Adaptive List Intersections on the GPU", HPEC 2018 (Par-Search).
 */
#include "gpu/bsearch_bin_edge.h"

#include "gpu/lookup/bins.cuh"
#include "gpu/lookup/intersect_path.cuh"
#include "gpu/lookup/search.cuh"
#include "gpu/lookup/sink_counts.cuh"

/* If CHOOSES, an edge is merged where that takes fewer steps. */
template <bool CHOOSES> struct par_search {
    static __device__ __forceinline__ bool merges(const edge_parts &edge)
    {
        return CHOOSES && merging_is_less(edge.from.count, edge.into.count);
    }

    static __device__ __forceinline__ uint64_t work(const tg_device_task &task, const edge_parts &edge)
    {
        if (merges(edge)) return intersect_path::work(task, edge);
        return work_of_search(!CHOOSES && task.values[WORK] != 0, edge.from.count, edge.into.count);
    }

    static __device__ __forceinline__ uint32_t count(
      const tg_device_task &task, const edge_parts &edge, uint32_t lane, uint32_t lanes)
    {
        if (merges(edge)) return intersect_path::count(task, edge, lane, lanes);
        const key_search search = search_in_longer(task, edge);
        uint32_t found = 0;
        for (uint32_t i = lane; i < search.key_count; i += lanes)
            found += search_ids(search.table, search.table_count, load_id(search.keys + i));
        return found;
    }

    static __device__ __forceinline__ uint32_t count_range(
      const tg_device_task &task, const edge_parts &edge, uint32_t lane, uint32_t lanes)
    {
        if (merges(edge)) return intersect_path::count_range(task, edge, lane, lanes);
        const key_search search = search_in_longer(task, edge);
        const lane_part part = part_of_lane(search.key_count, lane, lanes);
        uint32_t found = 0;
        for (uint32_t i = 0; i < part.count; i++)
            found += search_ids(search.table, search.table_count, load_id(search.keys + part.first + i));
        return found;
    }
};

static tricorn_status make_index(tricorn_context *context, tg_device_task *task)
{
    return task->values[CHOOSE] ? index_bins<par_search<true>>(context, task)
                                : index_bins<par_search<false>>(context, task);
}

static tricorn_status enqueue(tricorn_context *context, const tg_device_task *task, tg_tally *tally)
{
    return task->values[CHOOSE] ? enqueue_bins<par_search<true>>(context, task, tally)
                                : enqueue_bins<par_search<false>>(context, task, tally);
}

/* ---- counts by vertex and by edge: all edges are searched, and each lane has one piece of its edge ---- */

/* Adds the triangles of this lane's piece to the sink, and returns how many they are. */
static __device__ __forceinline__ uint32_t search_into_sink(
  const tg_device_task &task, uint32_t edge, uint32_t lane, uint32_t lanes, const tg_device_sink &sink)
{
    const edge_parts parts = lists_of_edge(task, edge, task.values[WHOLE_ROWS] != 0);
    const bool turned = parts.into.count < parts.from.count;
    const key_search search = search_of(task, parts, turned);
    const lane_part part = part_of_lane(search.key_count, lane, lanes);
    uint32_t found = 0;
    for (uint32_t i = part.first; i < part.first + part.count; i++) {
        const uint32_t w = load_id(search.keys + i);
        const uint32_t at = search_between(search.table, 0, search.table_count, w);
        if (load_id(search.table + at) != w) continue;
        count_third(sink, w, parts.from.start + (turned ? at : i), parts.into.start + (turned ? i : at));
        found++;
    }
    if (found > 0) count_edge(task, sink, edge, found);
    return found;
}

/* Counts the edges of a bin as count_spread does. */
static __global__ void __launch_bounds__(BIN_BLOCK_THREADS)
  count_bin_sink(tg_device_task task, bin_items items, uint32_t log_lanes, tg_device_sink sink, tg_tally *tally)
{
    const uint64_t lanes = UINT64_C(1) << log_lanes, all = items.count * lanes;
    const uint64_t threads = (uint64_t)gridDim.x * blockDim.x;
    uint64_t found = 0;
    for (uint64_t i = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x; i < all; i += threads)
        found += search_into_sink(
          task, load_id(items.edges + (i >> log_lanes)), (uint32_t)(i & (lanes - 1)), (uint32_t)lanes, sink);
    __syncwarp();
    tally_add(tally, found);
}

static tricorn_status make_sink_index(tricorn_context *context, tg_device_task *task, tg_sink_kind)
{
    return index_bins<par_search<false>>(context, task);
}

static tricorn_status enqueue_sink(
  tricorn_context *context, const tg_device_task *task, const tg_device_sink *sink, tg_tally *tally)
{
    tricorn_status status = TRICORN_OK;
    const bin_rule rule = rule_of_task(*task);
    for (uint32_t bin = bin_count(rule); bin-- > 0;) {
        const bin_items items = items_of_bin(task, bin);
        const uint32_t log_lanes = log2_floor(lanes_of_bin(rule, bin));
        if (items.count == 0) continue;
        const unsigned blocks = tg_device_blocks(
          context, (uint64_t)items.count << log_lanes, BIN_BLOCK_THREADS, BIN_BLOCKS_PER_MULTIPROCESSOR);
        count_bin_sink<<<blocks, BIN_BLOCK_THREADS, 0, tg_device_stream(context)>>>(
          *task, items, log_lanes, *sink, tally);
        TG_TRY_CUDA(context, cudaGetLastError());
    }
cleanup:
    return status;
}

TG_DEFINE_GPU_METHODS(gpu_bsearch_bin_edge) = {
  .make_index = make_index,
  .enqueue = enqueue,
  .make_sink_index = make_sink_index,
  .enqueue_sink = enqueue_sink,
};
