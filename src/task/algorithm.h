/* algorithm.h - the description and the methods of an algorithm, which counts one task. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/context.h"
#include "task/sink.h"
#include "task/task.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum tg_device_kind { TG_CPU, TG_GPU } tg_device_kind;

/* How an algorithm finds common ids; to verify a count, --verify counts again with another kind. */
typedef enum tg_lookup { TG_LOOKUP_MERGE, TG_LOOKUP_SEARCH, TG_LOOKUP_HASH, TG_LOOKUP_BITMAP } tg_lookup;

typedef struct tg_device_task tg_device_task; /* task/device_task.h */
typedef struct tg_device_sink tg_device_sink;
typedef struct tg_tally tg_tally;

enum { TG_MOST_PARAMETERS = 13 };

enum tg_needs {
    TG_NEEDS_SOURCES = 1 /* a GPU algorithm needs tg_device_task.sources, the row of each edge */
};

/* The data that an algorithm computes from a task once, before all counts of it. Only the
 * algorithm knows the type of `data`. */
typedef struct tg_index {
    void *data; /* NULL if the task has no data */
    /* `device` is the GPU that holds the data; NULL on the CPU */
    void (*free)(tg_device *device, void *data);
    double predicted_seconds; /* predicted seconds of one count; 0: no prediction */
    tricorn_work work; /* the predicted work of one count */
} tg_index;

/* Frees the data, if any, and zeroes the index. */
void tg_index_free(tg_device *device, tg_index *index);

/* How a CPU algorithm counts. All methods report their work, stop when the call is cancelled,
 * and use context->threads threads. */
typedef struct tg_cpu_methods {
    /* Makes *index, which is zero before, or contains what prune() kept of the index of another
     * task with the same rows `into`. NULL: the algorithm needs no index. */
    tricorn_status (*make_index)(tricorn_context *context, const tg_task *task, tg_index *index);
    /* Frees the parts of an index that depend on more than the rows `into`, so that another task
     * with the same `into` can use the rest. NULL: no part can be used again. */
    void (*prune)(tg_index *index);
    /* Counts the task; any context may call it, any number of times. *index is zero if make_index() is NULL. */
    tricorn_status (*count)(tricorn_context *context, const tg_task *task, const tg_index *index, uint64_t *triangles);
    /* Predicts how many seconds make_index() and count() would take with one thread, from a
     * sample of the task's edges; a graph is divided among workers by these predictions. NULL:
     * no prediction. */
    double (*predict)(tricorn_context *context, const tg_task *task);
    /* Counts, and adds each vertex's or edge's count to the arrays of the sink, whose values are
     * undefined after a failure. NULL: the algorithm can count only totals. */
    tricorn_status (*count_sink)(
      tricorn_context *context, const tg_task *task, const tg_sink *sink, uint64_t *triangles);
} tg_cpu_methods;

/* What the library must know of a GPU algorithm, whose methods are in the GPU part. */
typedef struct tg_gpu_traits {
    uint32_t needs; /* bits of enum tg_needs */
    /* Returns the needs, which replace `needs`, where they depend on the values of parameters; otherwise NULL. */
    uint32_t (*needs_with)(const uint32_t *values);
} tg_gpu_traits;

/* How a GPU algorithm counts, on the stream of the context's device. */
typedef struct tg_gpu_methods {
    /* Makes task->index, which is zero before, with the parameters task->values. If `trims` is true it also trims the
     * task as tg_device_task_trim does. NULL: the algorithm needs no index. */
    tricorn_status (*make_index)(tricorn_context *context, tg_device_task *task);
    bool trims;
    /* Estimates the work of a task before make_index(), as tg_device_task_work does. NULL: that function is used. */
    tricorn_status (*work)(tricorn_context *context, const tg_device_task *task, double *work);
    /* Is called before several GPUs count parts of a total, each of which has all rows. Makes
     * *agreed, on the host, from which make_index() can select part task->part of task->parts;
     * tg_free frees it. *agreed stays NULL if the rows must be cut for this task; if `agree` is
     * NULL, they always must. */
    tricorn_status (*agree)(tricorn_context *context, const tg_device_task *task, void **agreed);
    /* Enqueues the kernels that count the task on the stream and returns without a wait. *tally
     * is in device memory and zero; the kernels add the count to tally->found. */
    tricorn_status (*enqueue)(tricorn_context *context, const tg_device_task *task, tg_tally *tally);

    /* The same two steps, for a count into a sink of that kind: the kernels also add to the
     * sink's arrays. NULL: the algorithm can count only totals. */
    tricorn_status (*make_sink_index)(tricorn_context *context, tg_device_task *task, tg_sink_kind kind);
    tricorn_status (*enqueue_sink)(
      tricorn_context *context, const tg_device_task *task, const tg_device_sink *sink, tg_tally *tally);
} tg_gpu_methods;

/* An algorithm: its description, and its methods on the CPU or what is known of it on GPUs. */
typedef struct tg_algorithm {
    /* its name says device, lookup, workers and item: gpu-bsearch-warp-edge */
    tricorn_algorithm_description description;
    tg_lookup lookup;
    const tg_cpu_methods *cpu; /* one of `cpu` and `gpu` is NULL */
    const tg_gpu_traits *gpu;
} tg_algorithm;

static inline tg_device_kind tg_device_of(const tg_algorithm *algorithm)
{
    return algorithm->gpu ? TG_GPU : TG_CPU;
}

/* Whether the algorithm can also count the triangles of each vertex or of each edge. */
static inline bool tg_has_sinks(const tg_algorithm *algorithm)
{
    return algorithm->description.vertices != 0;
}

/* An algorithm, the values of its parameters in the order of its description, and the kind of
 * counts that the caller wants. */
typedef struct tg_setup {
    const tg_algorithm *algorithm;
    uint32_t values[TG_MOST_PARAMETERS];
    tg_sink_kind sink;
    uint32_t counts; /* about how often a task on a GPU will be counted; 0: unknown */
} tg_setup;

/* Returns a setup with the standard values of all parameters. */
tg_setup tg_standard_setup(const tg_algorithm *algorithm, tg_sink_kind sink);

/* Returns what the algorithm needs for a task on a GPU with these values: bits of enum tg_needs. */
static inline uint32_t tg_needs_of(const tg_setup *setup)
{
    const tg_gpu_traits *traits = setup->algorithm->gpu;
    return traits->needs_with ? traits->needs_with(setup->values) : traits->needs;
}

/* Sets the two members of an algorithm's description that are about parameters, from an array. */
#define TG_PARAMETERS(array) .parameters = (array), .parameter_count = sizeof(array) / sizeof *(array)

/* Defines an algorithm, at the end of the .c file of its name; algorithms.def lists all of them. */
#define TG_DEFINE_ALGORITHM(id) const tg_algorithm tg_algorithm_##id

#ifdef __cplusplus
/* Defines the methods of a GPU algorithm, at the end of the .cu file that implements it. */
#define TG_DEFINE_GPU_METHODS(id) \
    extern const tg_gpu_methods tg_methods_##id; \
    const tg_gpu_methods tg_methods_##id
#endif

#ifdef __cplusplus
}
#endif
