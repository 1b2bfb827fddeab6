/* truss_single_k.h - one truss alone.
 *
 * Where many edges go at once, they are taken out and the supports of the others are counted
 * again; few edges are peeled.
 */
#ifndef TG_ANALYSIS_TRUSS_SINGLE_K_H
#define TG_ANALYSIS_TRUSS_SINGLE_K_H

#include "analysis/truss_shrink.h"
#include "task/algorithm.h"
#include "task/device_supported.h"

/* Seconds. */
typedef struct tg_truss_costs {
    double rows;          /* an edge of the rows that peeling makes */
    double peel;          /* an edge that is peeled */
    double recount;       /* counting the supports of what is left, at least */
    double recount_share; /* and this share of the time of the count before */
} tg_truss_costs;

extern const tg_truss_costs tg_truss_costs_on_gpu; /* on a GPU */
tg_truss_costs tg_truss_costs_on_cpu(const tricorn_context *context);

/* The truss of the edges that are each in `least` triangles of them at least. */
typedef struct tg_single_k {
    const tg_setup *setup; /* counts supports */
    tg_truss_costs costs;
    uint32_t least;
    double count_seconds; /* of the count that there was */
    uint64_t low_before;  /* edges that went with the last recount; 0: there was none */
    uint64_t *bits;       /* of its edges, by position in the graph: none is set before */
    const tg_truss_method *method; /* that peeled the rest on the CPU; NULL: none was needed */
    tg_peeled peeled;
} tg_single_k;

/* The edges are used up, but have to be freed. */
tricorn_status tg_single_k_on_gpu(tricorn_context *context, tg_device_supported *edges,
                                  tg_single_k *one);

/* choose: the method that peels. */
typedef const tg_truss_method *tg_choose_method(const tricorn_context *context,
                                                const tg_peel *job);
tricorn_status tg_single_k_on_cpu(tricorn_context *context, tg_shrunk *left,
                                  tg_choose_method *choose, tg_single_k *one);

#endif
