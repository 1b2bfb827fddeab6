/* bsearch_bin_edge.cu - counts a task with 1, 2, 4, ... lanes for each edge, by binary search.
 *
 * - Edges are put into bins by the number of steps of searching the shorter list in the longer
 *   one, so that each lane has about 8 steps and lanes end together.
 * - Up to 32 lanes search the keys of an edge in turn, so that they read neighbouring ids.  In
 *   the paper the work of an edge is the number of its keys, an edge has as many lanes as its
 *   work needs, and each lane searches consecutive keys.
 *
 * Source: Fox, Green, Gabert, An, Bader, "Fast and Adaptive List Intersections on the GPU", HPEC
 * 2018 (Par-Search).
 */
#include "gpu/lookup/bins.cuh"
#include "gpu/lookup/search.cuh"

enum { WORK = BIN_PARAMETERS }; /* where the algorithm's own parameter is in task->values */

struct par_search {
    static __device__ __forceinline__ uint64_t work(const tg_device_task &task,
                                                    const edge_parts &edge)
    {
        return work_of_search(task.values[WORK] != 0, edge.from.count, edge.into.count);
    }

    static __device__ __forceinline__ uint32_t count(const tg_device_task &task,
                                                     const edge_parts &edge, uint32_t lane,
                                                     uint32_t lanes)
    {
        const key_search search = search_in_longer(task, edge);
        uint32_t found = 0;
        for (uint32_t i = lane; i < search.key_count; i += lanes)
            found += search_ids(search.table, search.table_count, load_id(search.keys + i));
        return found;
    }

    static __device__ __forceinline__ uint32_t count_range(const tg_device_task &task,
                                                           const edge_parts &edge, uint32_t lane,
                                                           uint32_t lanes)
    {
        const key_search search = search_in_longer(task, edge);
        const lane_part part = part_of_lane(search.key_count, lane, lanes);
        uint32_t found = 0;
        for (uint32_t i = 0; i < part.count; i++)
            found += search_ids(search.table, search.table_count,
                                load_id(search.keys + part.first + i));
        return found;
    }
};

static const tricorn_parameter_description parameters[] = {
    TG_BIN_PARAMETERS(8),
    {"work", "of an edge: 1: its keys (the paper); 0: the steps of their searches", 0, 1, 0},
};

static const tg_gpu_methods methods = {
    .needs = TG_NEEDS_SOURCES,
    .make_index = index_bins<par_search>,
    .enqueue = enqueue_bins<par_search>,
};

TG_DEFINE_ALGORITHM(gpu_bsearch_bin_edge) = {
    .description =
        {
            .name = "gpu-bsearch-bin-edge",
            .alias = "fox-par-search",
            .summary = "as many lanes for each edge as its work needs search the shorter row in "
                       "the longer",
            .device = "gpu",
            .source = "Fox et al. 2018 (Par-Search)",
            .year = 2018,
            .iterator = "edge",
            .lookup = "search",
            .granularity = "fine",
            TG_PARAMETERS(parameters),
            .paper = "fox-par-search.bins=32 fox-par-search.most_lanes=0 fox-par-search.pieces=1 "
                     "fox-par-search.whole=1 fox-par-search.work=1",
        },
    .lookup = TG_LOOKUP_SEARCH,
    .gpu = &methods,
};
