/* loading.h - where a graph is prepared: on the GPU that will count it, or on the CPU. */
#ifndef TG_LOAD_LOADING_H
#define TG_LOAD_LOADING_H

#include <stdbool.h>

#include "prepare/prepare.h"
#include "registry/registry.h"

/* What is decided before reading, and how far the GPU came. */
typedef struct tg_loading {
    bool gpu;   /* on a GPU, if ... */
    bool named; /* ... the user named it, else if that is faster */
    uint32_t ordinal;
    uint64_t device_bytes_limit;
    bool by_steps;     /* of Polak's paper, which only a GPU does */
    const char *order; /* the options' own, which a GPU gives too; NULL: auto */
    bool tried;        /* the GPU was given the edges, and could not prepare them ... */
    bool small;        /* ... for want of memory */
} tg_loading;

/* TRICORN_INVALID_ARGUMENT unless options->prepare is the name of a way to prepare, or NULL, and
 * goes with the order. */
tricorn_status tg_check_preparation(tricorn_context *context, const tricorn_load_options *options);

/* Decides by how the graph will be counted (options->count; NULL: on the CPU), how it is to be
 * prepared, and what is known of it: its edges (0: unknown), what will be read.  Where that will
 * be on a GPU, the GPU starts beside the reading. */
void tg_loading_begin(tricorn_context *context, const tricorn_load_options *options,
                      const tg_workload *workload, tg_loading *loading);

/* Whether a GPU had better count that many edges, or a finished graph, that are in memory. */
bool tg_loading_prefers_gpu(const tricorn_context *context, uint64_t edges, bool finished);

/* tg_prepare, there, and the order that is asked for.  Where the edges do not fit on the GPU, the
 * CPU turns them and the GPU makes the rows; where these do not fit, or an order is asked for, the
 * CPU makes them too.  What the GPU could not do once is not tried again.  Takes what *edges owns,
 * also on failure. */
tricorn_status tg_loading_prepare(tricorn_context *context, tg_loading *loading, tg_edges *edges,
                                 const tg_prepare_options *options, tricorn_graph **graph);

/* The same for an array of pairs, straight from the caller's memory.  *graph is NULL where that
 * takes the CPU, which needs a copy of them: tg_loading_prepare with the same *loading. */
tricorn_status tg_loading_pairs(tricorn_context *context, tg_loading *loading,
                               const uint32_t *pairs, uint64_t count, tricorn_graph **graph);

/* Gives a graph whose rows are in host memory the order that is asked for; adds the time to what
 * preparing took.  Errors: those of tg_graph_reorder. */
tricorn_status tg_loading_renumber(tricorn_context *context, const tg_loading *loading,
                                  tricorn_graph *graph);

#endif
