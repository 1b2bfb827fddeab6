/* algorithm.h - what an algorithm is: something that counts one task. */
#ifndef TG_TASK_ALGORITHM_H
#define TG_TASK_ALGORITHM_H

#include <stdbool.h>
#include <stdint.h>

#include "base/context.h"
#include "task/sink.h"
#include "task/task.h"

typedef enum tg_device_kind { TG_CPU, TG_GPU } tg_device_kind;

/* How ids are looked up: --verify counts again with another kind. */
typedef enum tg_lookup {
    TG_LOOKUP_MERGE,
    TG_LOOKUP_SEARCH,
    TG_LOOKUP_HASH,
    TG_LOOKUP_BITMAP
} tg_lookup;

typedef struct tg_device_task tg_device_task; /* task/device_task.h */
typedef struct tg_device_sink tg_device_sink;
typedef struct tg_tally tg_tally;

enum { TG_MOST_PARAMETERS = 4 };

enum tg_needs {
    TG_NEEDS_SOURCES = 1 /* GPU: tg_device_task.sources, the row of each edge */
};

/* What counting a task again need not make again; what an algorithm prepares begins with it. */
typedef struct tg_prepared {
    double predicted_seconds; /* of the count to come */
    tricorn_work work;        /* likewise */
} tg_prepared;

typedef struct tg_algorithm {
    tricorn_algorithm_description description; /* name: device, lookup, workers, item */
    tg_device_kind device;                     /* as in the description */
    tg_lookup lookup;
    uint32_t needs; /* of enum tg_needs */
    /* In place of `needs`, where it depends on the values of parameters; else NULL. */
    uint32_t (*needs_with)(const struct tg_algorithm *algorithm);
    const uint32_t *values; /* of the description's parameters; NULL: the standard ones */

    /* On the CPU.  Counts the task with context->threads threads; reports work, obeys cancel.
     * NULL where there is `prepare`: then to count is to prepare, count and free. */
    tricorn_status (*count)(tricorn_context *context, const tg_task *task, uint64_t *triangles);

    /* On the CPU, all three or none.  count_prepared counts the task that was prepared, as often
     * as wanted and from any context; free_prepared takes NULL. */
    tricorn_status (*prepare)(tricorn_context *context, const tg_task *task,
                              tg_prepared **prepared);
    tricorn_status (*count_prepared)(tricorn_context *context, const tg_task *task,
                                     const tg_prepared *prepared, uint64_t *triangles);
    void (*free_prepared)(tg_prepared *prepared);

    /* On the CPU; NULL where only totals can be had (tg_has_sinks).  Counts a whole graph into
     * the sink too, which on failure holds anything. */
    tricorn_status (*count_sink)(tricorn_context *context, const tg_task *task,
                                 const tg_sink *sink, uint64_t *triangles);

    /* On the GPU.  Makes task->arranged, what the algorithm wants beside the rows; once a task.
     * NULL where it wants nothing. */
    tricorn_status (*arrange)(tricorn_context *context, tg_device_task *task);
    bool trims; /* arrange() begins by what tg_device_task_trim does */
    /* On the GPU; NULL: as tg_device_task_work has it, which says what this is for a task that is
     * not arranged yet. */
    tricorn_status (*work)(tricorn_context *context, const tg_device_task *task, double *work);
    /* On the GPU.  Puts the work that counts the task on the device's stream and returns without
     * waiting for it.  *tally is on the device and zero; the count is added to tally->found. */
    tricorn_status (*enqueue)(tricorn_context *context, const tg_device_task *task,
                              tg_tally *tally);
    /* On the GPU; NULL where only totals can be had.  The same for a whole graph that is to be
     * counted into a sink of vertices or of edges; enqueue_sink adds to its array, which is zero.
     */
    tricorn_status (*arrange_vertices)(tricorn_context *context, tg_device_task *task);
    tricorn_status (*arrange_edges)(tricorn_context *context, tg_device_task *task);
    tricorn_status (*enqueue_sink)(tricorn_context *context, const tg_device_task *task,
                                   const tg_device_sink *sink, tg_tally *tally);
} tg_algorithm;

/* Whether it can count triangles of vertices and edges, too. */
static inline bool tg_has_sinks(const tg_algorithm *algorithm)
{
    return algorithm->count_sink != NULL || algorithm->enqueue_sink != NULL;
}

/* Of parameter number `index`, in the order of the description. */
static inline uint32_t tg_parameter_value(const tg_algorithm *algorithm, size_t index)
{
    return algorithm->values ? algorithm->values[index]
                             : algorithm->description.parameters[index].standard;
}

/* For the description of an algorithm with parameters: both fields, from an array. */
#define TG_PARAMETERS(array)                                                                     \
    .parameters = (array), .parameter_count = sizeof(array) / sizeof *(array)

/* The one definition at the end of each algorithm's file; algorithms.def lists them. */
#ifdef __cplusplus /* where a constant is of its file alone unless declared before */
#define TG_DEFINE_ALGORITHM(id)                                                                  \
    extern "C" {                                                                                 \
    extern const tg_algorithm tg_algorithm_##id;                                                 \
    }                                                                                            \
    const tg_algorithm tg_algorithm_##id
#else
#define TG_DEFINE_ALGORITHM(id) const tg_algorithm tg_algorithm_##id
#endif

#endif
