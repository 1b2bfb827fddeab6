/* adaptive_edges.cuh - the edges that gpu-adaptive counts one by one, and their lists. */
#ifndef TG_GPU_ADAPTIVE_EDGES_CUH
#define TG_GPU_ADAPTIVE_EDGES_CUH

#include "gpu/adaptive.cuh"
#include "gpu/lookup/rows.cuh"

/* The edges to be counted: listed, or NULL for all. */
typedef struct edge_view {
    const uint32_t *listed, *listed_count;
    uint32_t count;     /* where they are not listed */
    uint32_t block_ids; /* v below: hubs are done with */
    const uint32_t *hubs;
} edge_view;

static __device__ __forceinline__ edge_parts listed_parts(const tg_device_task &task,
                                                          const edge_view &view, uint32_t i)
{
    const uint32_t edge = view.listed ? load_id(view.listed + i) : task.first_edge + i;
    edge_parts parts = parts_of_edge(task, edge);
    if (load_id(task.edges.ids + edge) >= view.block_ids || parts.from.count == 0) return parts;
    const uint32_t done = load_id(view.hubs + load_id(task.sources + edge)) & ~TG_HAS_OTHERS;
    const uint32_t into = load_id(view.hubs + load_id(task.edges.ids + edge)) & ~TG_HAS_OTHERS;
    parts.from.start += done, parts.from.count -= done;
    parts.into.start += into, parts.into.count -= into;
    return parts;
}

#endif
