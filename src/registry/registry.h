/* registry.h - the algorithms of this build, by number and by name, and the automatic choice. */
#ifndef TG_REGISTRY_REGISTRY_H
#define TG_REGISTRY_REGISTRY_H

#include <stdbool.h>

#include "graph/graph.h"
#include "task/algorithm.h"

size_t tg_algorithm_count(void);
const tg_algorithm *tg_algorithm_at(size_t index);

/* By name or alias; NULL if there is none. */
const tg_algorithm *tg_algorithm_find(const char *name);

/* Reads "trust.block_row=50 trust.chunk=4" (spaces or commas between; NULL is "") into the values
 * of setup->algorithm; those that are not given stay.  Error: TRICORN_INVALID_ARGUMENT for what no
 * algorithm has, what another one has, and values out of range.  (registry/parameters.c) */
tricorn_status tg_read_parameters(tricorn_context *context, const char *text, tg_setup *setup);

/* The algorithm to use where the user named none, on the given device; NULL if the build has none
 * for it. */
const tg_algorithm *tg_choose_algorithm(tg_device_kind device);

/* What is known of a count that lies ahead. */
typedef struct tg_workload {
    uint64_t edges;      /* about */
    uint64_t read_bytes; /* of a file that is still to be read */
    bool finished;       /* there are rows, or will be once it is read; else edges to prepare */
    bool gpu_runs;       /* a GPU has been started */
    uint32_t threads;
} tg_workload;

/* Seconds until the process has ended, on either device. */
typedef struct tg_workload_seconds {
    double cpu, gpu;
} tg_workload_seconds;

tg_workload_seconds tg_predict_workload(const tg_workload *workload);

/* Whether a GPU, if there is one, is done earlier. */
bool tg_prefer_gpu(const tg_workload *workload);

/* One on the CPU that looks ids up in another way, to confirm a count. */
const tg_algorithm *tg_choose_verifier(const tg_algorithm *algorithm);

#endif
