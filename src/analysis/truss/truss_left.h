/* truss_left.h - the edges that are left of a graph on disk, which are peeled in memory.
 *
 * - They are loaded with their supports, so that nothing is counted again.
 * - Until an ordinary method fits in memory they are peeled with narrow supports.
 */
#pragma once

#include "analysis/truss/truss.h"
#include "cpu/truss/narrow.h"
#include "store/files/triples.h"
#include "store/level_support.h"

typedef struct tg_truss_left {
    const tg_truss_job *job;
    tg_level_support *support; /* of the rows on disk */
    uint32_t k; /* edges in fewer than k - 1 triangles leave first */
    /* Takes each edge once: its row, its id and its trussness. */
    tricorn_status (*take)(tricorn_context *context, void *user, tg_triple edge);
    void *user;
    uint64_t rounds; /* of peeling */

    /* These are set by tg_truss_left_measure(), of the edges that are in triangles. */
    tg_vertex_bitmap active; /* their vertices */
    uint64_t edges, wide; /* their number, and that of those with large supports */
} tg_truss_left;

/* Passes on the edges in no triangle, whose trussness is k, and measures the others.
 * tg_truss_left_free() must be called also after a failure. */
tricorn_status tg_truss_left_measure(tricorn_context *context, tg_truss_left *left);
void tg_truss_left_free(tg_truss_left *left);

/* Peels the measured edges and passes them on, if they fit in memory, as *peeled tells. Errors:
 * TRICORN_OUT_OF_MEMORY, TRICORN_IO_ERROR, TRICORN_CANCELLED. */
tricorn_status tg_truss_left_peel(tricorn_context *context, tg_truss_left *left, bool *peeled);
