/* sink_counts.cuh - adds triangles that were found edge by edge to the arrays of a sink. */
#ifndef TG_GPU_LOOKUP_SINK_COUNTS_CUH
#define TG_GPU_LOOKUP_SINK_COUNTS_CUH

#include "gpu/lookup/cuda_host.cuh"
#include "task/device_task.h"

/* Adds a triangle for w, which is at position `from` of one row and at position `into` of the other. */
static __device__ __forceinline__ void count_third(const tg_device_sink &sink, uint32_t w, uint32_t from, uint32_t into)
{
    if (sink.w) atomicAdd(sink.w + w, 1u);
    if (sink.from) {
        atomicAdd(sink.from + from, 1u);
        atomicAdd(sink.into + into, 1u);
    }
}

/* Adds `found` triangles for u and v, or for u->v. */
static __device__ __forceinline__ void count_edge(
  const tg_device_task &task, const tg_device_sink &sink, uint32_t edge, uint32_t found)
{
    if (sink.u) {
        atomicAdd(sink.u + load_id(task.sources + edge), found);
        atomicAdd(sink.v + load_id(task.edges.ids + edge), found);
    }
    if (sink.edges) atomicAdd(sink.edges + edge, found);
}

#endif
