/* gpu_worker.h - host threads that each work on a GPU with a context of their own. */
#pragma once

#include <pthread.h>

#include "device/device.h"
#include "gpu/rates.h"

/* What the GPUs used: for each step the time of the slowest GPU, the memory of the GPU that used
 * most, and the costs of the first GPU. */
typedef struct tg_gpu_use {
    tg_device_times times;
    uint64_t peak_bytes;
    tg_gpu_costs costs;
} tg_gpu_use;

/* Adds the times and memory of a count to its result. */
void tg_gpu_use_add(const tg_gpu_use *use, tricorn_result *result);

typedef struct tg_gpu_worker {
    tricorn_context *context; /* used by one thread at a time */
    uint32_t number;          /* number of the GPU */
    uint64_t bytes_limit;     /* limit of its memory; 0: none */
} tg_gpu_worker;

tricorn_status tg_gpu_worker_create(tricorn_context *context, uint32_t number,
                                    uint64_t bytes_limit, tg_gpu_worker *worker);
void tg_gpu_worker_free(tg_gpu_worker *worker);

/* A step that a worker runs in its thread; its GPU is open and is that thread's current device. */
typedef tricorn_status tg_gpu_step(tg_gpu_worker *worker, void *user);

/* A function that the caller's thread calls every few milliseconds while it waits. */
typedef struct tg_gpu_watch {
    void (*watch)(tricorn_context *context, void *user);
    void *user;
} tg_gpu_watch;

/* Runs the step of each worker with its entry of `users`, all workers at the same time, and adds
 * to *use what they needed.  Returns the first error.  The caller's thread calls `watch` while
 * it waits, unless that is NULL. */
tricorn_status tg_gpu_workers_do(tricorn_context *context, tg_gpu_worker *const *workers,
                                 void *const *users, uint32_t count, tg_gpu_step *step,
                                 const tg_gpu_watch *watch, tg_gpu_use *use);
