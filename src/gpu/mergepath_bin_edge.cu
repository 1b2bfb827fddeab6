/* mergepath_bin_edge.cu - counts a task with 1, 2, 4, ... lanes for each edge, by merging along a path.
 *
 * - Edges are put into bins by the length of their merge, so that each lane goes about 16 steps
 *   of it and lanes end together.
 * - Up to 32 lanes merge long lists in rounds, so that they read ids that are close together. In
 *   the paper each lane has one range of the path, and an edge up to 256 lanes.
 *
 * Source: Fox, Green, Gabert, An, Bader, "Fast and Adaptive List Intersections on the GPU", HPEC 2018
 * (Intersect-Path).
 */
#include "gpu/lookup/bins.cuh"
#include "gpu/lookup/merge.cuh"

struct intersect_path {
    static __device__ __forceinline__ uint64_t work(const tg_device_task &, const edge_parts &edge)
    {
        return (uint64_t)edge.from.count + edge.into.count;
    }

    static __device__ __forceinline__ uint32_t count(
      const tg_device_task &task, const edge_parts &edge, uint32_t lane, uint32_t lanes)
    {
        const list_pair lists = {
          task.from.ids + edge.from.start, edge.from.count, task.into.ids + edge.into.start, edge.into.count};
        if (lanes == 1) return merge_ids(lists.a, lists.a_count, lists.b, lists.b_count);
        return merge_together(lists, lane, lanes);
    }

    static __device__ __forceinline__ uint32_t count_range(
      const tg_device_task &task, const edge_parts &edge, uint32_t lane, uint32_t lanes)
    {
        const list_pair lists = {
          task.from.ids + edge.from.start, edge.from.count, task.into.ids + edge.into.start, edge.into.count};
        const lane_part part = part_of_lane(edge.from.count + edge.into.count, lane, lanes);
        const uint32_t along = path_position(lists, part.first);
        path_place at = {along, part.first - along};
        return merge_steps(lists, part.count, &at);
    }
};

TG_DEFINE_GPU_METHODS(gpu_mergepath_bin_edge) = {
  .make_index = index_bins<intersect_path>,
  .enqueue = enqueue_bins<intersect_path>,
};
