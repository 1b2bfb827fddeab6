/* wedge_samples.h - samples random wedges of an oriented graph, and finds which of them are closed.
 *
 * A wedge is a pair of ids of one row; it is closed if they are connected. Each triangle is exactly one closed wedge,
 * at its largest vertex: a graph has as many closed wedges as triangles.
 */
#pragma once

#include "graph/graph.h"

typedef struct tg_wedge_rows {
    const tg_rows *rows;
    uint64_t *before; /* blocks + 1 entries: how many wedges the rows before each block have */
    uint32_t blocks;
} tg_wedge_rows;

/* Adds up the wedges of all rows. The caller frees *wedges. Errors: TRICORN_OUT_OF_MEMORY;
 * TRICORN_UNSUPPORTED for 2^63 wedges or more. */
tricorn_status tg_wedge_rows_create(tricorn_context *context, const tg_rows *rows, tg_wedge_rows *wedges);
void tg_wedge_rows_free(tg_wedge_rows *wedges);

uint64_t tg_wedge_rows_count(const tg_wedge_rows *wedges);

/* Samples number `first` to first + count - 1 of a sequence. Sample i is a random wedge that depends on the key and
 * on i only. The probabilities of wedges are equal, except for relative differences of at most wedges / 2^64. */
typedef struct tg_wedge_samples {
    uint64_t key, first, count;
} tg_wedge_samples;

/* Sets *closed to the number of these samples that are closed. The rows must have at least one
 * wedge. Runs on all threads. Errors: TRICORN_CANCELLED. */
tricorn_status tg_wedges_sample(
  tricorn_context *context, const tg_wedge_rows *wedges, const tg_wedge_samples *samples, uint64_t *closed);
