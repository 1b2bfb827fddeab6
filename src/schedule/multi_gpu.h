/* multi_gpu.h - a graph counted by several GPUs: each holds all rows and counts a part of the
 * edges, with a host thread of its own. */
#ifndef TG_SCHEDULE_MULTI_GPU_H
#define TG_SCHEDULE_MULTI_GPU_H

#include "device/device.h"
#include "graph/graph.h"
#include "task/algorithm.h"

typedef struct tg_multi_gpu tg_multi_gpu;

/* What the GPUs took: times of the slowest of each step, memory of the fullest. */
typedef struct tg_multi_gpu_use {
    tg_device_times times;
    uint64_t peak_bytes;
} tg_multi_gpu_use;

/* Which GPUs.  One of them twice is two parts on it. */
typedef struct tg_multi_gpu_set {
    const uint32_t *numbers;
    uint32_t count;
    uint64_t bytes_limit; /* of device memory for each part; 0: none */
} tg_multi_gpu_set;

/* Puts the graph on the GPUs: on the first, unless it is there, and from there on the others.  The
 * rows are in host memory or on the first GPU, and stay there while the plan lives.  Errors: those
 * of tg_device_open and tg_device_plan_create. */
tricorn_status tg_multi_gpu_create(tricorn_context *context, const tricorn_graph *graph,
                                  const tg_algorithm *algorithm, const tg_multi_gpu_set *gpus,
                                  tg_multi_gpu **plan);

/* What creating it took. */
tg_multi_gpu_use tg_multi_gpu_made(const tg_multi_gpu *plan);

/* From any thread; of two at once the second waits. */
tricorn_status tg_multi_gpu_run(tricorn_context *context, const tg_multi_gpu *plan,
                               uint64_t *triangles, tg_multi_gpu_use *use);
void tg_multi_gpu_free(tg_multi_gpu *plan);

#endif
