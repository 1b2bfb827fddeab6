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

struct par_search {
    static __device__ __forceinline__ uint64_t work(const tg_device_task &task, const edge_parts &edge)
    {
        return work_of_search(task.values[WORK] != 0, edge.from.count, edge.into.count);
    }

    static __device__ __forceinline__ uint32_t count(
      const tg_device_task &task, const edge_parts &edge, uint32_t lane, uint32_t lanes)
    {
        const key_search search = search_in_longer(task, edge);
        uint32_t found = 0;
        for (uint32_t i = lane; i < search.key_count; i += lanes)
            found += search_ids(search.table, search.table_count, load_id(search.keys + i));
        return found;
    }

    static __device__ __forceinline__ uint32_t count_range(
      const tg_device_task &task, const edge_parts &edge, uint32_t lane, uint32_t lanes)
    {
        const key_search search = search_in_longer(task, edge);
        const lane_part part = part_of_lane(search.key_count, lane, lanes);
        uint32_t found = 0;
        for (uint32_t i = 0; i < part.count; i++)
            found += search_ids(search.table, search.table_count, load_id(search.keys + part.first + i));
        return found;
    }
};

/* For each edge the method that takes fewer steps. */
struct least_work {
    static __device__ __forceinline__ bool merges(const edge_parts &edge)
    {
        return merging_is_less(edge.from.count, edge.into.count);
    }

    static __device__ __forceinline__ uint64_t work(const tg_device_task &task, const edge_parts &edge)
    {
        return merges(edge) ? intersect_path::work(task, edge)
                            : work_of_search(false, edge.from.count, edge.into.count);
    }

    static __device__ __forceinline__ uint32_t count(
      const tg_device_task &task, const edge_parts &edge, uint32_t lane, uint32_t lanes)
    {
        return merges(edge) ? intersect_path::count(task, edge, lane, lanes)
                            : par_search::count(task, edge, lane, lanes);
    }

    static __device__ __forceinline__ uint32_t count_range(
      const tg_device_task &task, const edge_parts &edge, uint32_t lane, uint32_t lanes)
    {
        return merges(edge) ? intersect_path::count_range(task, edge, lane, lanes)
                            : par_search::count_range(task, edge, lane, lanes);
    }
};

static tricorn_status make_index(tricorn_context *context, tg_device_task *task)
{
    return task->values[CHOOSE] ? index_bins<least_work>(context, task) : index_bins<par_search>(context, task);
}

static tricorn_status enqueue(tricorn_context *context, const tg_device_task *task, tg_tally *tally)
{
    return task->values[CHOOSE] ? enqueue_bins<least_work>(context, task, tally)
                                : enqueue_bins<par_search>(context, task, tally);
}

TG_DEFINE_GPU_METHODS(gpu_bsearch_bin_edge) = {
  .make_index = make_index,
  .enqueue = enqueue,
};
