/* truss_single_k.h - finds one truss alone, faster than by peeling all levels.
 *
 * While many edges have too few triangles, these edges are removed and the supports of the
 * others are counted again. Once few edges have too few triangles, they are peeled.
 */
#pragma once

#include "analysis/truss/truss_shrink.h"
#include "task/algorithm.h"
#include "task/device_supported.h"

/* A cost model, in seconds. */
typedef struct tg_truss_costs {
    double rows; /* to build the rows for peeling, per edge */
    double peel; /* to peel an edge */
    double recount; /* the least time of a recount */
    /* A recount also takes this fraction of the previous count's time, scaled by the number of edges. */
    double recount_share;
} tg_truss_costs;

extern const tg_truss_costs tg_truss_costs_on_gpu;
tg_truss_costs tg_truss_costs_on_cpu(const tricorn_context *context);

/* The truss in which each edge is in at least `least` triangles of the truss itself. */
typedef struct tg_single_k {
    const tg_setup *setup; /* the setup that counts supports */
    tg_truss_costs costs;
    uint32_t least;
    double count_seconds; /* the seconds of the last count */
    uint64_t low_before; /* how many edges the last recount removed; 0 before the first */
    /* All zero before; after, the bits of the truss's edges by their position in the graph. */
    uint64_t *bits;
    /* The method that peeled the rest on the CPU; NULL: none did. */
    const tg_truss_method *method;
    tg_peeled peeled;
} tg_single_k;

/* Finds the truss of these edges. It changes *edges, which the caller still frees. */
tricorn_status tg_single_k_on_gpu(tricorn_context *context, tg_device_supported *edges, tg_single_k *one);

/* Returns the method that peels. */
typedef const tg_truss_method *tg_choose_method(const tricorn_context *context, const tg_peel *job);
tricorn_status tg_single_k_on_cpu(
  tricorn_context *context, tg_shrunk *left, tg_choose_method *choose, tg_single_k *one);
