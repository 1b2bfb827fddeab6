/* registry.h - the algorithms of this build, by number and by name, and automatic choices. */
#ifndef TG_REGISTRY_REGISTRY_H
#define TG_REGISTRY_REGISTRY_H

#include <stdbool.h>

#include "graph/graph.h"
#include "task/algorithm.h"

size_t tg_algorithm_count(void);
const tg_algorithm *tg_algorithm_at(size_t index);

/* The algorithm with this name or alias; NULL for an unknown name. */
const tg_algorithm *tg_algorithm_find(const char *name);
/* Fails with TRICORN_INVALID_ARGUMENT; the message lists all names. */
tricorn_status tg_no_algorithm(tricorn_context *context, const char *name);

/* Reads "trust.block_row=50 trust.chunk=4" (spaces or commas between; NULL is "") into the values
 * of setup->algorithm; other parameters keep their values.  setup->algorithm NULL: it is
 * not known yet, and parameters of any algorithm are allowed.  (registry/parameters.c)
 * Errors: TRICORN_INVALID_ARGUMENT for unknown parameters, those of another algorithm, and values
 * out of range. */
tricorn_status tg_read_parameters(tricorn_context *context, const char *text, tg_setup *setup);

/* The algorithm for this device if the user names none; NULL if the build has none for the
 * device. */
const tg_algorithm *tg_choose_algorithm(tg_device_kind device);

/* The known facts about a count that is still to run. */
typedef struct tg_workload {
    uint64_t edges;      /* about */
    uint64_t read_bytes; /* of a file that is still to be read */
    uint64_t following_bytes; /* of the files like it that follow */
    bool finished;       /* the input is a prepared graph, else edges to prepare */
    bool gpu_runs;       /* a GPU has been started */
    uint32_t threads;
} tg_workload;

/* Predicted seconds until the process ends, on either device. */
typedef struct tg_workload_seconds {
    double cpu, gpu;
} tg_workload_seconds;

tg_workload_seconds tg_predict_workload(const tg_workload *workload);

/* Whether a GPU, if the machine has one, is predicted to finish earlier. */
static inline bool tg_prefer_gpu(const tg_workload_seconds *predicted)
{
    return predicted->gpu < predicted->cpu;
}

/* The prediction for edges in memory, in this context; `finished`: they are a prepared graph. */
tg_workload_seconds tg_predict_in_memory(const tricorn_context *context, uint64_t edges,
                                         bool finished);

/* An algorithm on the CPU that looks up ids in a different way, to confirm a count. */
const tg_algorithm *tg_choose_verifier(const tg_algorithm *algorithm);

#endif
