/* wedge_samples.h - random wedges of an oriented graph, and whether they close to triangles.
 *
 * A wedge is two ids of one row; it is closed if they are joined.  Each triangle has exactly one
 * wedge, at its largest vertex: the closed ones of all wedges are the triangles.
 */
#ifndef TG_CPU_ANALYTICS_WEDGE_SAMPLES_H
#define TG_CPU_ANALYTICS_WEDGE_SAMPLES_H

#include "graph/graph.h"

typedef struct tg_wedge_rows {
    const tg_rows *rows;
    uint64_t *before; /* wedges of the rows before each block of rows; one more: all */
    uint32_t blocks;
} tg_wedge_rows;

/* Free it.  Errors: TRICORN_OUT_OF_MEMORY; TRICORN_UNSUPPORTED for 2^63 wedges and more. */
tricorn_status tg_wedge_rows_create(tricorn_context *context, const tg_rows *rows,
                                    tg_wedge_rows *wedges);
void tg_wedge_rows_free(tg_wedge_rows *wedges);

uint64_t tg_wedge_rows_count(const tg_wedge_rows *wedges);

/* How many of samples first to first + count - 1 of a stream are closed.  Sample i is a wedge
 * that depends on the key and i alone, uniform but for a relative error of wedges / 2^64; there
 * is at least one wedge.  Parallel.  Errors: TRICORN_CANCELLED. */
tricorn_status tg_wedges_sample(tricorn_context *context, const tg_wedge_rows *wedges,
                                uint64_t key, uint64_t first, uint64_t count, uint64_t *closed);

#endif
