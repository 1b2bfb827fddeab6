/* mergepath_bin_edge.cu - count a task with 1 to 32 lanes for each edge, by merging along a path.
 *
 * Edges are put into bins by the length of their merge, so that each lane gets about 16 steps of
 * it.
 * Source: Fox, Green, Gabert, An, Bader, "Fast and Adaptive List Intersections on the GPU", HPEC
 * 2018 (Intersect-Path).
 */
#include "gpu/lookup/bins.cuh"
#include "gpu/lookup/merge.cuh"

struct intersect_path {
    static __device__ __forceinline__ uint64_t work(const edge_parts &edge)
    {
        return (uint64_t)edge.from.count + edge.into.count;
    }

    static __device__ __forceinline__ uint32_t count(const tg_device_task &task,
                                                     const edge_parts &edge, uint32_t lane,
                                                     uint32_t lanes)
    {
        const uint32_t *from = task.from.ids + edge.from.start;
        const uint32_t *into = task.into.ids + edge.into.start;
        if (lanes == 1) return merge_ids(from, edge.from.count, into, edge.into.count);
        return merge_together(from, edge.from.count, into, edge.into.count, lane, lanes);
    }
};

static const tricorn_parameter_description parameters[] = {
    {"work_per_lane", "steps of an edge for each of its lanes (C in the paper)", 1, 1 << 20, 16},
};

static const tg_gpu_methods methods = {
    .needs = TG_NEEDS_SOURCES,
    .arrange = arrange_bins<intersect_path>,
    .enqueue = enqueue_bins<intersect_path>,
};

TG_DEFINE_ALGORITHM(gpu_mergepath_bin_edge) = {
    .description =
        {
            .name = "gpu-mergepath-bin-edge",
            .alias = "fox-intersect-path",
            .summary = "1 to 32 lanes for each edge, by its work, merge its rows in equal pieces",
            .device = "gpu",
            .source = "Fox et al. 2018 (Intersect-Path)",
            .year = 2018,
            .iterator = "edge",
            .lookup = "merge",
            .granularity = "fine",
            TG_PARAMETERS(parameters),
        },
    .lookup = TG_LOOKUP_MERGE,
    .gpu = &methods,
};
