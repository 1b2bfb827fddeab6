/* bits.h - peels the last, dense part of a graph, with a bit for each pair of its vertices. */
#ifndef TG_CPU_TRUSS_BITS_H
#define TG_CPU_TRUSS_BITS_H

#include "task/truss.h"
#include "cpu/truss/live_rows.h"

/* The edges that peeling has not removed: compacted rows. */
typedef struct tg_truss_rest {
    const tg_live_rows *live;
    uint32_t *support; /* as in tg_peel */
    uint64_t edges;
    uint32_t level; /* the next level to peel */
    bool only;      /* peel no other level */
} tg_truss_rest;

/* Whether bits are faster than rows, and fit in memory. */
bool tg_truss_bits_pay(const tricorn_context *context, const tg_live_rows *live, uint64_t edges);

/* Peels levels until no edge remains, or until so few vertices remain that a new numbering saves
 * time; then the supports and states are those of the remaining edges.  Errors:
 * TRICORN_OUT_OF_MEMORY, TRICORN_CANCELLED. */
tricorn_status tg_truss_bits_peel(tricorn_context *context, tg_truss_rest *rest,
                                  tg_peeled *peeled);

#endif
