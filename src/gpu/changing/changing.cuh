/* changing.cuh - the data of a graph that changes on a GPU, which the files of this folder
 * share. */
#ifndef TG_GPU_CHANGING_CHANGING_CUH
#define TG_GPU_CHANGING_CHANGING_CUH

#include "device/cuda.cuh"
#include "gpu/changing/steps.cuh"
#include "gpu/each.cuh"
#include "task/changing_gpu.h"

enum {
    WARPS = EACH_THREADS / WARP_THREADS,
    PLACES = 2048, /* positions of rows that a block copies at a time */
    HUBS = 1024    /* vertices with the smallest numbers, which most triangles have: blocks count
                    * them in shared memory */
};

/* Numbers that the GPU reports to the host. */
typedef struct report {
    unsigned long long arcs; /* number of arcs with an effect; of these the added ones, in the upper half */
    unsigned long long looks;
    long long change; /* change of the number of triangles */
} report;

struct tg_changing_gpu {
    tg_device *device;             /* holds triangles and found */
    unsigned long long *triangles; /* triangles of each vertex */
    report *found;
    uint32_t ordinal, vertices, bits;
    tg_device *rows_device; /* holds the rows; the device of the context that made them */
    uint32_t *offsets, *row_ids;
    uint64_t ids;            /* twice the edges */
    tg_device *supports_device;
    uint32_t *supports; /* supports at each place of the rows (steps.cuh); NULL: they are not maintained */
    tg_device *batch_device; /* holds the arrays of the batch; NULL: no batch */
    changing_changes changes;
    uint32_t added; /* number of changes that add an arc */
    uint64_t looks, new_ids;
    uint32_t *new_offsets, *new_row_ids, *new_supports;
    uint32_t *below_offsets, *below_ids, *counts; /* for counting the whole graph */
    bool edge_counts;                             /* whether the counts are of edges, not of vertices */
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

/* Sets the marks of a batch in the old and the new rows, or clears them. */
tricorn_status tg_changing_set_marks(tricorn_context *context, tg_changing_gpu *changing,
                                     bool set);

/* Frees the arrays for counting the whole graph. */
void tg_changing_free_below(tg_changing_gpu *changing);

/* ---- counts of vertices, with hubs in shared memory -------------------------------------- */

static inline __device__ void begin_hubs(unsigned long long *hubs)
{
    for (uint32_t v = threadIdx.x; v < HUBS; v += EACH_THREADS) hubs[v] = 0;
    __syncthreads();
}

static inline __device__ void add_to_vertex(unsigned long long *hubs,
                                            unsigned long long *triangles, uint32_t vertex,
                                            unsigned long long count)
{
    atomicAdd(vertex < HUBS ? hubs + vertex : triangles + vertex, count);
}

static inline __device__ void add_hubs(const unsigned long long *hubs,
                                       unsigned long long *triangles)
{
    __syncthreads();
    for (uint32_t v = threadIdx.x; v < HUBS; v += EACH_THREADS)
        if (hubs[v] != 0) atomicAdd(triangles + v, hubs[v]);
}

#endif
