/* bits.h - peels the last, dense part of a graph, with a bit for each pair of its vertices. */
#pragma once

#include "task/truss.h"
#include "cpu/truss/live_rows.h"

/* The edges that peeling has not removed. Their rows are compacted. */
typedef struct tg_truss_rest {
    const tg_live_rows *live;
    /* the support of each edge, by position; for removed edges the trussness - 2 */
    uint32_t *support;
    uint64_t edges;
    uint32_t level; /* the next level that is peeled */
    bool only; /* whether only this level is peeled */
} tg_truss_rest;

/* Whether bits are faster than rows, and fit into memory. */
bool tg_truss_bits_pay(const tricorn_context *context, const tg_live_rows *live, uint64_t edges);

/* Peels levels until no edge remains, or until so few vertices have edges that a new numbering saves time. Then
 * stores the supports and states of all edges. Errors: TRICORN_OUT_OF_MEMORY, TRICORN_CANCELLED. */
tricorn_status tg_truss_bits_peel(tricorn_context *context, tg_truss_rest *rest, tg_peeled *peeled);
