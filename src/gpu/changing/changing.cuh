/* changing.cuh - the data of a graph that changes on a GPU, which the files of this folder share. */
#ifndef TG_GPU_CHANGING_CHANGING_CUH
#define TG_GPU_CHANGING_CHANGING_CUH

#include "device/cuda.cuh"
#include "gpu/changing/steps.cuh"
#include "gpu/each.cuh"
#include "task/changing_gpu.h"

enum {
    WARPS = EACH_THREADS / WARP_THREADS,
    PLACES = 2048, /* this many places of rows are copied by a thread block at a time */
    /* vertices with the smallest numbers, which most triangles contain: blocks count them in shared memory */
    HUBS = 1024
};

/* The numbers that the GPU reports to the host. */
typedef struct report {
    /* how many arcs have an effect; in the upper half, how many of these are added */
    unsigned long long arcs;
    unsigned long long looks;
    long long change; /* the change of the number of triangles */
} report;

struct tg_changing_gpu {
    tg_device *device; /* the GPU that holds `triangles` and `found` */
    unsigned long long *triangles; /* the triangles of each vertex */
    report *found;
    uint32_t ordinal, vertices, bits;
    /* the GPU that holds the rows, as the device of the context that made them */
    tg_device *rows_device;
    uint32_t *offsets, *row_ids;
    uint64_t ids; /* twice the edges */
    tg_device *supports_device;
    /* a number for each place of the rows (steps.cuh); NULL: supports are not maintained */
    uint32_t *supports;
    /* the GPU that holds the arrays of the batch; NULL if no batch is open */
    tg_device *batch_device;
    changing_changes changes;
    uint32_t added; /* how many changes add an arc */
    uint64_t looks, new_ids;
    uint32_t *new_offsets, *new_row_ids, *new_supports;
    uint32_t *below_offsets, *below_ids, *counts; /* arrays for counting the whole graph */
    bool edge_counts; /* whether `counts` are of edges, not of vertices */
    bool marked;
};

static inline changing_rows rows_of(const tg_changing_gpu *changing)
{
    return {changing->offsets, changing->row_ids};
}

static inline changing_rows new_rows_of(const tg_changing_gpu *changing)
{
    return {changing->new_offsets, changing->new_row_ids};
}

/* Marks the ids that a batch changes in the old and the new rows, or clears these marks. */
tricorn_status tg_changing_set_marks(tricorn_context *context, tg_changing_gpu *changing, bool set);

/* Frees the arrays for counting the whole graph. */
void tg_changing_free_below(tg_changing_gpu *changing);

/* ---- counts of vertices, with hubs in shared memory ---- */

static inline __device__ void begin_hubs(unsigned long long *hubs)
{
    for (uint32_t v = threadIdx.x; v < HUBS; v += EACH_THREADS) hubs[v] = 0;
    __syncthreads();
}

static inline __device__ void add_to_vertex(
  unsigned long long *hubs, unsigned long long *triangles, uint32_t vertex, unsigned long long count)
{
    atomicAdd(vertex < HUBS ? hubs + vertex : triangles + vertex, count);
}

static inline __device__ void add_hubs(const unsigned long long *hubs, unsigned long long *triangles)
{
    __syncthreads();
    for (uint32_t v = threadIdx.x; v < HUBS; v += EACH_THREADS)
        if (hubs[v] != 0) atomicAdd(triangles + v, hubs[v]);
}

#endif
