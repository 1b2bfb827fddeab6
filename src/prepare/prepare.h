/* prepare.h - prepares raw edges: makes the clean oriented graph (graph/graph.h) from them. */
#pragma once

#include <stdbool.h>

#include "graph/edges.h"
#include "graph/graph.h"

typedef struct tg_prepare_options {
    bool strict; /* whether a self loop or a repeated edge is an error, which names its line */
    const char *name; /* the file's name, for that error; NULL for arrays */
    /* Whether the rows are made on the context's GPU, where they stay, if its memory allows:
     * Polak's method for graphs whose edges do not fit in GPU memory at once. */
    bool rows_on_device;
} tg_prepare_options;

/* Numbers the vertices, orders them, orients and sorts the edges, and drops loops and repetitions. Frees *edges, also
 * on failure, and leaves it empty. Memory: at the peak 16 bytes per input edge and 24 per vertex (more if ids are
 * wide). Errors: TRICORN_OUT_OF_MEMORY, TRICORN_CANCELLED, TRICORN_BAD_FORMAT (strict; more than 2^32 - 1
 * vertices). */
tricorn_status tg_prepare(
  tricorn_context *context, tg_edges *edges, const tg_prepare_options *options, tricorn_graph **graph);

/* Turns wide edges into narrow ones: ids that are nearly dense stay as they are, others are
 * numbered by their rank (prepare/cpu/compact_ids.c). */
tricorn_status tg_compact_ids(tricorn_context *context, tg_edges *edges);

/* Fails if the edges have a self loop or a repeated edge, and reports the first one in the order
 * of the input (prepare/cpu/strict.c). */
tricorn_status tg_check_strict(tricorn_context *context, const tg_edges *edges, const char *name);
