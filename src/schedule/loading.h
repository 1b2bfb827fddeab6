/* loading.h - where a graph is prepared: on the GPU that will count it, or on the CPU. */
#ifndef TG_SCHEDULE_LOADING_H
#define TG_SCHEDULE_LOADING_H

#include <stdbool.h>

#include "prepare/prepare.h"

/* What is decided before reading. */
typedef struct tg_loading {
    bool gpu;        /* on a GPU, if ... */
    bool named;      /* ... the user named it, else if there is one and the graph is large */
    uint32_t ordinal;
    uint64_t device_bytes_limit;
} tg_loading;

/* With fewer edges than this the CPU has counted before a GPU has started. */
enum { TG_AUTO_GPU_EDGES = 1 << 23 };

/* Decides by how the graph will be counted (NULL: on the CPU) and by how many bytes will be read
 * (0: unknown).  Where that will be on a GPU, the GPU starts beside the reading. */
void tg_loading_begin(trigon_context *context, const trigon_options *count, uint64_t bytes,
                      tg_loading *loading);

/* tg_prepare, there.  A graph that does not fit on the GPU is prepared on the CPU.  Takes what
 * *edges owns, also on failure. */
trigon_status tg_loading_prepare(trigon_context *context, const tg_loading *loading,
                                 tg_edges *edges, const tg_prepare_options *options,
                                 trigon_graph **graph);

/* The same for an array of pairs, straight from the caller's memory.  *graph is NULL where that
 * takes the CPU, which needs a copy of them. */
trigon_status tg_loading_pairs(trigon_context *context, const tg_loading *loading,
                               const uint32_t *pairs, uint64_t count, trigon_graph **graph);

#endif
