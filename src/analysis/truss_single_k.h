/* truss_single_k.h - finds one truss alone, faster than by peeling all levels.
 *
 * If many edges have too few triangles, they are removed and the supports of the others are
 * counted again; few such edges are peeled.
 */
#ifndef TG_ANALYSIS_TRUSS_SINGLE_K_H
#define TG_ANALYSIS_TRUSS_SINGLE_K_H

#include "analysis/truss_shrink.h"
#include "task/algorithm.h"
#include "task/device_supported.h"

/* A cost model, in seconds. */
typedef struct tg_truss_costs {
    double rows;          /* building the rows for peeling, for each edge */
    double peel;          /* peeling an edge */
    double recount;       /* a recount of supports, at least */
    double recount_share; /* and this fraction of the previous count's time, scaled by edges */
} tg_truss_costs;

extern const tg_truss_costs tg_truss_costs_on_gpu; /* on a GPU */
tg_truss_costs tg_truss_costs_on_cpu(const tricorn_context *context);

/* The truss whose edges are each in at least `least` of its triangles. */
typedef struct tg_single_k {
    const tg_setup *setup; /* counts supports */
    tg_truss_costs costs;
    uint32_t least;
    double count_seconds; /* of the last count */
    uint64_t low_before;  /* edges that the last recount removed; 0: no recount yet */
    uint64_t *bits;       /* out, by position in the graph: its edges; in: zeros */
    const tg_truss_method *method; /* that peeled the rest on the CPU; NULL: none did */
    tg_peeled peeled;
} tg_single_k;

/* Finds the truss of these edges, which it changes; the caller still frees them. */
tricorn_status tg_single_k_on_gpu(tricorn_context *context, tg_device_supported *edges,
                                  tg_single_k *one);

/* choose: returns the method that peels. */
typedef const tg_truss_method *tg_choose_method(const tricorn_context *context,
                                                const tg_peel *job);
tricorn_status tg_single_k_on_cpu(tricorn_context *context, tg_shrunk *left,
                                  tg_choose_method *choose, tg_single_k *one);

#endif
