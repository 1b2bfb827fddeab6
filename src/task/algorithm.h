/* algorithm.h - the description and the methods of an algorithm, which counts one task. */
#ifndef TG_TASK_ALGORITHM_H
#define TG_TASK_ALGORITHM_H

#include <stdbool.h>
#include <stdint.h>

#include "base/context.h"
#include "task/sink.h"
#include "task/task.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum tg_device_kind { TG_CPU, TG_GPU } tg_device_kind;

/* How an algorithm looks ids up: --verify counts again with another kind. */
typedef enum tg_lookup {
    TG_LOOKUP_MERGE,
    TG_LOOKUP_SEARCH,
    TG_LOOKUP_HASH,
    TG_LOOKUP_BITMAP
} tg_lookup;

typedef struct tg_device_task tg_device_task; /* task/device_task.h */
typedef struct tg_device_sink tg_device_sink;
typedef struct tg_tally tg_tally;

enum { TG_MOST_PARAMETERS = 12 };

enum tg_needs {
    TG_NEEDS_SOURCES = 1 /* GPU: tg_device_task.sources, the row of each edge */
};

/* Data that an algorithm computes from a task before it counts, once for all counts.  Only the
 * algorithm knows the type of `data`. */
typedef struct tg_index {
    void *data;                                  /* NULL: nothing */
    void (*free)(tg_device *device, void *data); /* device: NULL on the CPU */
    double predicted_seconds;                    /* of a count; 0: no prediction */
    tricorn_work work;                           /* predicted, too */
} tg_index;

/* Frees the data, if any, and zeroes the index. */
void tg_index_free(tg_device *device, tg_index *index);

/* How a CPU algorithm counts.  All methods report work, stop on cancel and use context->threads
 * threads. */
typedef struct tg_cpu_methods {
    /* Makes *index, which is zero before, or what prune() left of the index of a task with the
     * same rows `into`.  NULL: the algorithm needs no index. */
    tricorn_status (*make_index)(tricorn_context *context, const tg_task *task, tg_index *index);
    /* Frees the parts of an index that depend on more than the rows `into`, so that another task
     * with the same rows can use the rest.  NULL: no part can be used again. */
    void (*prune)(tg_index *index);
    /* Any context may call it, any number of times; without make_index(), *index is zero. */
    tricorn_status (*count)(tricorn_context *context, const tg_task *task, const tg_index *index,
                            uint64_t *triangles);
    /* Predicts the seconds of one thread for make_index() and count(), from a sample of the
     * task's edges; workers divide a graph by it.  NULL: no prediction. */
    double (*predict)(tricorn_context *context, const tg_task *task);
    /* Adds the counts to the sink, whose values are undefined after a failure.  NULL: the
     * algorithm counts totals only. */
    tricorn_status (*count_sink)(tricorn_context *context, const tg_task *task,
                                 const tg_sink *sink, uint64_t *triangles);
} tg_cpu_methods;

/* How a GPU algorithm counts: on the stream of the context's device. */
typedef struct tg_gpu_methods {
    uint32_t needs; /* of enum tg_needs */
    /* Replaces `needs` where the needs depend on the values of parameters; else NULL. */
    uint32_t (*needs_with)(const uint32_t *values);

    /* Makes task->index, which is zero before, with the parameters task->values.  If `trims` is
     * true it also calls tg_device_task_trim or does the same.  NULL: no index. */
    tricorn_status (*make_index)(tricorn_context *context, tg_device_task *task);
    bool trims;
    /* Estimates the work of a task before make_index(), as tg_device_task_work does; NULL: use
     * that function. */
    tricorn_status (*work)(tricorn_context *context, const tg_device_task *task, double *work);
    /* For the count of a total by several GPUs that have all rows: makes *agreed, on the host,
     * with which make_index() can select part task->part of task->parts without cutting the rows;
     * tg_free frees it.  It stays NULL if the rows must be cut.  NULL: they always are. */
    tricorn_status (*agree)(tricorn_context *context, const tg_device_task *task, void **agreed);
    /* Enqueues the kernels that count the task on the stream and returns without a wait.  *tally
     * is in device memory and zero; the kernels add the count to tally->found. */
    tricorn_status (*enqueue)(tricorn_context *context, const tg_device_task *task,
                              tg_tally *tally);

    /* The same for a count into a sink of that kind: the kernels also add to the arrays of the
     * sink.  NULL: the algorithm counts totals only. */
    tricorn_status (*make_sink_index)(tricorn_context *context, tg_device_task *task,
                                      tg_sink_kind kind);
    tricorn_status (*enqueue_sink)(tricorn_context *context, const tg_device_task *task,
                                   const tg_device_sink *sink, tg_tally *tally);
} tg_gpu_methods;

/* An algorithm: its description, and methods for the device that it runs on. */
typedef struct tg_algorithm {
    tricorn_algorithm_description description; /* name: device, lookup, workers, item */
    tg_lookup lookup;
    const tg_cpu_methods *cpu; /* one of the two; the other is NULL */
    const tg_gpu_methods *gpu;
} tg_algorithm;

static inline tg_device_kind tg_device_of(const tg_algorithm *algorithm)
{
    return algorithm->gpu ? TG_GPU : TG_CPU;
}

/* Whether the algorithm can also count the triangles of each vertex or edge. */
static inline bool tg_has_sinks(const tg_algorithm *algorithm)
{
    return algorithm->gpu ? algorithm->gpu->enqueue_sink != NULL
                          : algorithm->cpu->count_sink != NULL;
}

/* An algorithm, the values of its parameters in the order of its description, and the kind of
 * counts that are wanted. */
typedef struct tg_setup {
    const tg_algorithm *algorithm;
    uint32_t values[TG_MOST_PARAMETERS];
    tg_sink_kind sink;
    uint32_t counts; /* about how often a task on a GPU will be counted; 0: unknown */
} tg_setup;

/* A setup with the standard values of all parameters. */
tg_setup tg_standard_setup(const tg_algorithm *algorithm, tg_sink_kind sink);

/* The algorithm's needs for a task on a GPU with these values: bits of enum tg_needs. */
static inline uint32_t tg_needs_of(const tg_setup *setup)
{
    const tg_gpu_methods *methods = setup->algorithm->gpu;
    return methods->needs_with ? methods->needs_with(setup->values) : methods->needs;
}

/* Sets both fields about parameters in the description of an algorithm, from an array. */
#define TG_PARAMETERS(array)                                                                     \
    .parameters = (array), .parameter_count = sizeof(array) / sizeof *(array)

/* Defines an algorithm, at the end of its file; algorithms.def lists all of them. */
#ifdef __cplusplus /* a constant is local to its file unless it is declared before */
#define TG_DEFINE_ALGORITHM(id)                                                                  \
    extern "C" {                                                                                 \
    extern const tg_algorithm tg_algorithm_##id;                                                 \
    }                                                                                            \
    const tg_algorithm tg_algorithm_##id
#else
#define TG_DEFINE_ALGORITHM(id) const tg_algorithm tg_algorithm_##id
#endif

#ifdef __cplusplus
}
#endif

#endif
