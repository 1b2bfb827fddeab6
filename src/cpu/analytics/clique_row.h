/* clique_row.h - cliques among the neighbours of one vertex, as bits. */
#ifndef TG_CPU_ANALYTICS_CLIQUE_ROW_H
#define TG_CPU_ANALYTICS_CLIQUE_ROW_H

#include <stdint.h>

#include "base/isa.h"

enum { TG_CLIQUE_PLANES = 16 };

/* Positions 0 to count - 1 stand for the neighbours; a bit j < i of row i says that i and j are
 * joined. */
typedef struct tg_clique_row {
    const uint64_t *bits; /* count rows of `words` */
    uint32_t count, words;
    uint64_t *sets; /* room for as many rows of `words` as the cliques have vertices */
    /* Where cliques of each position are counted: counts by position, added to; else NULL. */
    uint64_t *counts;
    uint64_t *planes; /* TG_CLIQUE_PLANES rows of `words`, 0 before and after: counts by digits */
    uint32_t added;   /* sets whose bits are in planes, 0 before and after */
} tg_clique_row;

/* All variants return the same. */
typedef struct tg_clique_counter {
    tg_isa isa;
    /* The number of cliques of `size` (at least 2) positions whose largest is one of first to
     * last - 1. */
    uint64_t (*count)(tg_clique_row *row, uint32_t size, uint32_t first, uint32_t last);
} tg_clique_counter;

const tg_clique_counter *tg_clique_counter_of(tg_isa isa);

extern const tg_clique_counter tg_clique_counter_avx2;
extern const tg_clique_counter tg_clique_counter_avx512;

#endif
