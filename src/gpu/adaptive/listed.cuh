/* adaptive/listed.cuh - the edges that are counted one by one: those of a list, or all edges of a
 * task. A list costs one more read for each edge, but leaves out edges without triangles. */
#ifndef TG_GPU_ADAPTIVE_LISTED_CUH
#define TG_GPU_ADAPTIVE_LISTED_CUH

#include "gpu/lookup/cuda_host.cuh"
#include "task/device_task.h"

typedef struct edge_list {
    /* the edges that are counted, in device memory; NULL: all edges of the task */
    const uint32_t *listed;
    const uint32_t *listed_count;
    uint32_t all; /* how many edges the task has */
} edge_list;

static __device__ __forceinline__ uint32_t edges_of_list(const edge_list &list)
{
    return list.listed ? *list.listed_count : list.all;
}

/* Returns the position in task.edges.ids of edge number i of the list. */
static __device__ __forceinline__ uint32_t edge_of_list(const tg_device_task &task, const edge_list &list, uint32_t i)
{
    return list.listed ? load_id(list.listed + i) : task.first_edge + i;
}

#endif
