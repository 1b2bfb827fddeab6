/* changing.cuh - what the files of a graph that changes on a GPU share. */
#ifndef TG_GPU_CHANGING_CHANGING_CUH
#define TG_GPU_CHANGING_CHANGING_CUH

#include "device/cuda.cuh"
#include "gpu/changing/steps.cuh"
#include "gpu/each.cuh"
#include "task/changing_gpu.h"

enum { WARPS = EACH_THREADS / WARP_THREADS };

/* What the device tells the host. */
typedef struct report {
    unsigned long long arcs; /* with an effect; those that are added in the upper half */
    unsigned long long looks;
    long long change; /* of triangles */
} report;

struct tg_changing_gpu {
    tg_device *device;             /* that has these */
    unsigned long long *triangles; /* of each vertex */
    report *found;
    uint32_t ordinal, vertices, bits;
    tg_device *rows_device; /* that has the rows: of the context that made them */
    uint32_t *offsets, *row_ids;
    uint64_t ids;            /* twice the edges */
    tg_device *batch_device; /* NULL: there is no batch */
    changing_changes changes;
    uint64_t looks, new_ids;
    uint32_t *new_offsets, *new_row_ids;
    uint32_t *below_offsets, *below_ids, *counts; /* for a count of all */
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

#endif
