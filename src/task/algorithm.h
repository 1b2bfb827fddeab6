/* algorithm.h - what an algorithm is: something that counts one task. */
#ifndef TG_TASK_ALGORITHM_H
#define TG_TASK_ALGORITHM_H

#include <stdint.h>

#include "base/context.h"
#include "task/task.h"

typedef enum tg_device_kind { TG_CPU, TG_GPU } tg_device_kind;

/* How ids are looked up: --verify counts again with another kind. */
typedef enum tg_lookup {
    TG_LOOKUP_MERGE,
    TG_LOOKUP_SEARCH,
    TG_LOOKUP_HASH,
    TG_LOOKUP_BITMAP
} tg_lookup;

typedef struct tg_algorithm {
    trigon_algorithm_description description; /* name: device, lookup, workers, item */
    tg_device_kind device; /* as in the description */
    tg_lookup lookup;
    /* Counts the task with context->threads threads; reports work, obeys cancel. */
    trigon_status (*count)(trigon_context *context, const tg_task *task, uint64_t *triangles);
} tg_algorithm;

/* The one definition at the end of each algorithm's file; algorithms.def lists them. */
#define TG_DEFINE_ALGORITHM(id) const tg_algorithm tg_algorithm_##id

#endif
