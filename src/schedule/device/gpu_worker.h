/* gpu_worker.h - host threads that each work on a GPU with a context of their own: teams of
 * workers, the queue from which they take parts, and what they used. */
#pragma once

#include <pthread.h>
#include <stdatomic.h>

#include "device/device.h"
#include "gpu/rates.h"

/* What GPUs used: for each step the time of the slowest GPU, the memory of the GPU that used
 * most, and the costs of the first GPU. */
typedef struct tg_gpu_use {
    tg_device_times times;
    uint64_t peak_bytes;
    tg_gpu_costs costs;
} tg_gpu_use;

/* Returns what the context's GPU used since its times were `before`. */
tg_gpu_use tg_gpu_use_since(const tricorn_context *context, tg_device_times before);
/* Adds the times and memory of a count to its result. */
void tg_gpu_use_add(const tg_gpu_use *use, tricorn_result *result);

/* The parts of a count, which workers take one after another. */
typedef struct tg_part_queue {
    _Atomic uint64_t next; /* the next part that a worker takes */
    _Atomic uint64_t done; /* the work of the parts that were counted, not reported yet */
    atomic_bool stop; /* the caller asked to stop, or a worker failed */
} tg_part_queue;

/* Takes the next `parts` parts; returns the number of the first. */
static inline uint64_t tg_part_queue_take(tg_part_queue *queue, uint64_t parts)
{
    return atomic_fetch_add(&queue->next, parts);
}

/* Reports the work that was done; returns whether the caller asks to stop. */
bool tg_part_queue_report(tricorn_context *context, tg_part_queue *queue);

typedef struct tg_gpu_worker {
    tricorn_context *context; /* used by one thread at a time */
    uint32_t number; /* number of the GPU */
    uint64_t bytes_limit; /* limit of its memory; 0: none */
    uint64_t triangles; /* what its last count found */
} tg_gpu_worker;

tricorn_status tg_gpu_worker_create(
  tricorn_context *context, uint32_t number, uint64_t bytes_limit, tg_gpu_worker *worker);
void tg_gpu_worker_free(tg_gpu_worker *worker);

/* A step that a worker runs in its thread; its GPU is open and is that thread's current device.
 */
typedef tricorn_status tg_gpu_step(tg_gpu_worker *worker);

/* Workers in an array of structs, each of which begins with a tg_gpu_worker. */
typedef struct tg_gpu_team {
    void *workers;
    size_t bytes; /* of a struct */
    uint32_t count;
    tg_part_queue *queue; /* its work is reported while the workers run; or NULL */
} tg_gpu_team;

/* Runs a step of each worker, all workers at the same time, and adds to *use what they needed.
 * Returns the first error. */
tricorn_status tg_gpu_team_do(tricorn_context *context, const tg_gpu_team *team, tg_gpu_step *step, tg_gpu_use *use);
/* The same for a step that counts: sets the triangles of *result, and adds what it used. With a
 * queue, the time that is neither for indexing nor for counting is that of copies. */
tricorn_status tg_gpu_team_count(
  tricorn_context *context, const tg_gpu_team *team, tg_gpu_step *step, tricorn_result *result);
