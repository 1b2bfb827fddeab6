/* truss.h - peeling: removes edges in too few triangles, and those that then are.
 *
 * The k-truss of a graph is its largest subgraph whose edges are each in at least k - 2 of its
 * triangles.  The trussness of an edge is the largest k whose k-truss has it.
 * Source: Cohen, "Trusses: Cohesive Subgraphs for Social Network Analysis", NSA report, 2008.
 */
#ifndef TG_TASK_TRUSS_H
#define TG_TASK_TRUSS_H

#include "graph/graph.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Figures of a peeling. */
typedef struct tg_peeled {
    uint64_t rounds; /* sets of edges that were removed at once */
} tg_peeled;

/* A peeling of a whole graph.  Level k removes, round after round, the edges that are in k - 2
 * triangles or fewer; the remaining edges are in more. */
typedef struct tg_peel {
    const tg_rows *rows; /* of a whole graph */
    /* By position in the rows: the triangles of each edge.  After peeling all levels, it is the
     * trussness - 2 of each edge.  After peeling one level, it is k - 2 at most for the removed
     * edges, and the remaining triangles for the others. */
    uint32_t *support;
    uint32_t level; /* k of the only level, at least 2; 0: all */
    tg_peeled peeled;
} tg_peel;

typedef struct tg_truss_method {
    const char *name, *summary;
    /* Whether it can peel the rows within the memory limit; NULL: always. */
    bool (*fits)(const tricorn_context *context, const tg_rows *rows);
    /* Peels.  Progress is in removed edges.  The result depends on the graph alone.
     * Errors: TRICORN_OUT_OF_MEMORY, TRICORN_CANCELLED. */
    tricorn_status (*peel)(tricorn_context *context, tg_peel *job);
    /* Whether it is the fastest for this job, and fits; NULL: if it fits. */
    bool (*pays)(const tricorn_context *context, const tg_peel *job);
} tg_truss_method;

extern const tg_truss_method tg_truss_trix; /* 1 bit and 4 bytes an edge, 4 a vertex */
extern const tg_truss_method tg_truss_rows;
extern const tg_truss_method tg_truss_index;
extern const tg_truss_method tg_truss_gpu; /* on the context's GPU, which is open */

#ifdef __cplusplus
}
#endif

#endif
