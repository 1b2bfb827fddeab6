/* registry.h - the algorithms, by number and by name, and the automatic choice of
 * an algorithm, a device and a verifier. */
#pragma once

#include <stdbool.h>

#include "graph/graph.h"
#include "task/algorithm.h"

size_t tg_algorithm_count(void);
const tg_algorithm *tg_algorithm_at(size_t index);

/* Returns the algorithm with this name or alias; NULL for an unknown name. */
const tg_algorithm *tg_algorithm_find(const char *name);
/* Fails with TRICORN_INVALID_ARGUMENT, because no algorithm has this name; the message lists all names. */
tricorn_status tg_no_algorithm(tricorn_context *context, const char *name);

/* Reads a text such as "trust.block_row=50 trust.chunk=4" into the parameter values of setup->algorithm; parameters
 * that it does not name keep their values. Settings are separated by spaces or commas, and NULL means "". If
 * setup->algorithm is NULL, it is not known yet, and the parameters of any algorithm are allowed.
 * (registry/parameters.c) Errors: TRICORN_INVALID_ARGUMENT for unknown parameters, for those of another algorithm,
 * and for values out of range. */
tricorn_status tg_read_parameters(tricorn_context *context, const char *text, tg_setup *setup);

/* Returns the algorithm for this device if the user names none. */
const tg_algorithm *tg_choose_algorithm(tg_device_kind device);

/* Whether a GPU may be taken where the user names no device: a driver and the GPU part seem to
 * exist. Loads neither. */
bool tg_gpu_seems_usable(void);

/* What is known about a count before it runs. */
typedef struct tg_workload {
    uint64_t edges; /* about how many edges the graph has */
    uint64_t read_bytes; /* the bytes of a file that still has to be read */
    uint64_t following_bytes; /* the bytes of similar files that will be read after it */
    double end_degree; /* about the mean degree of the vertices at which edges end; 0: unknown */
    bool finished; /* the input is a prepared graph; false: its edges must be prepared */
    bool gpu_runs; /* a GPU was started already */
    uint32_t gpus; /* how many GPUs CUDA starts; 0: unknown, one is assumed */
    uint32_t machine_gpus; /* how many the machine has; 0: unknown, no others are assumed */
    uint32_t threads;
} tg_workload;

/* The predicted seconds until the process ends, with either device. */
typedef struct tg_workload_seconds {
    double cpu, gpu;
} tg_workload_seconds;

/* Sets workload->gpus and machine_gpus, if a GPU seems usable. */
void tg_workload_find_gpus(tg_workload *workload);

tg_workload_seconds tg_predict_workload(const tg_workload *workload);

/* Whether a GPU, if the machine has one, is predicted to be faster. */
static inline bool tg_prefer_gpu(const tg_workload_seconds *predicted)
{
    return predicted->gpu < predicted->cpu;
}

/* Predicts the time for edges in memory, in this context: of the workload, `edges`, `end_degree`
 * and `finished` are read. */
tg_workload_seconds tg_predict_in_memory(const tricorn_context *context, const tg_workload *in_memory);

/* Predicts the time to peel edges whose supports are in host memory, in this context. */
tg_workload_seconds tg_predict_peeling(const tricorn_context *context, uint64_t edges, uint64_t triangles);

/* Returns an algorithm on the CPU that looks up ids in another way, to confirm a count. */
const tg_algorithm *tg_choose_verifier(const tg_algorithm *algorithm);
