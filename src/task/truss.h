/* truss.h - peeling: removes the edges in too few triangles, and then those that are in too few triangles after that.
 *
 * The k-truss of a graph is its largest subgraph whose edges are each in at least k - 2 triangles of the subgraph.
 * The trussness of an edge is the largest k whose k-truss contains the edge. Source: Cohen, "Trusses: Cohesive
 * Subgraphs for Social Network Analysis", NSA report, 2008.
 */
#pragma once

#include "graph/graph.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The results of a peeling beside the supports. */
typedef struct tg_peeled {
    uint64_t rounds; /* the number of rounds: each removes a set of edges at once */
} tg_peeled;

/* A peeling of a whole graph. Level k removes, round after round, the edges that are in k - 2
 * triangles or fewer, until all remaining edges are in more. */
typedef struct tg_peel {
    const tg_rows *rows; /* the rows of a whole graph */
    /* The triangles of each edge, by its position in the rows. After peeling all levels: each edge's trussness - 2.
     * After peeling one level: at most k - 2 for the removed edges, and the remaining triangles for the others. */
    uint32_t *support;
    uint32_t level; /* k of the only level to peel, at least 2; 0: all levels */
    tg_peeled peeled;
} tg_peel;

typedef struct tg_truss_method {
    const char *name, *summary;
    /* Whether the method can peel the rows within the memory limit; NULL: it always can. */
    bool (*fits)(const tricorn_context *context, const tg_rows *rows);
    /* Peels. Reports removed edges as progress. The result depends only on the graph.
     * Errors: TRICORN_OUT_OF_MEMORY, TRICORN_CANCELLED. */
    tricorn_status (*peel)(tricorn_context *context, tg_peel *job);
    /* Whether the method is the fastest for this job and fits in memory; NULL: whenever it fits. */
    bool (*pays)(const tricorn_context *context, const tg_peel *job);
} tg_truss_method;

/* needs 1 bit and 4 bytes per edge, 4 bytes per vertex */
extern const tg_truss_method tg_truss_trix;
extern const tg_truss_method tg_truss_rows;
extern const tg_truss_method tg_truss_index;
extern const tg_truss_method tg_truss_gpu; /* peels on the context's GPU, which must be open */

/* The methods of tg_truss_gpu, in the GPU part. */
bool tg_truss_gpu_fits(const tricorn_context *context, const tg_rows *rows);
tricorn_status tg_truss_gpu_peel(tricorn_context *context, tg_peel *job);

#ifdef __cplusplus
}
#endif
