/* intersect_path.cuh - merging along a path, as a method of edges in bins (bins.cuh). */
#ifndef TG_GPU_LOOKUP_INTERSECT_PATH_CUH
#define TG_GPU_LOOKUP_INTERSECT_PATH_CUH

#include "gpu/lookup/bin_rule.cuh"
#include "gpu/lookup/merge.cuh"
#include "gpu/lookup/rows.cuh"

static __device__ __forceinline__ list_pair lists_to_merge(const tg_device_task &task, const edge_parts &edge)
{
    return {task.from.ids + edge.from.start, edge.from.count, task.into.ids + edge.into.start, edge.into.count};
}

struct intersect_path {
    static __device__ __forceinline__ uint64_t work(const tg_device_task &, const edge_parts &edge)
    {
        return (uint64_t)edge.from.count + edge.into.count;
    }

    static __device__ __forceinline__ uint32_t count(
      const tg_device_task &task, const edge_parts &edge, uint32_t lane, uint32_t lanes)
    {
        const list_pair lists = lists_to_merge(task, edge);
        if (lanes == 1) return merge_ids(lists.a, lists.a_count, lists.b, lists.b_count);
        return merge_together(lists, lane, lanes);
    }

    static __device__ __forceinline__ uint32_t count_range(
      const tg_device_task &task, const edge_parts &edge, uint32_t lane, uint32_t lanes)
    {
        const list_pair lists = lists_to_merge(task, edge);
        const lane_part part = part_of_lane(edge.from.count + edge.into.count, lane, lanes);
        const uint32_t along = path_position(lists, part.first);
        path_place at = {along, part.first - along};
        return merge_steps(lists, part.count, &at);
    }
};

#endif
