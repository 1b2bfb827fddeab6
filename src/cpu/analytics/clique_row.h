/* clique_row.h - counts the cliques among the neighbours of one vertex, by rows of bits. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/context.h"
#include "base/isa.h"

enum { TG_CLIQUE_PLANES = 16 };

/* The neighbours of a vertex, which have positions 0 to count - 1. For j < i, bit j of row i
 * tells whether neighbours i and j are connected. */
typedef struct tg_clique_row {
    const uint64_t *bits; /* `count` rows of `words` words */
    uint32_t count, words;
    uint64_t *sets; /* buffer: such a row for each vertex of a clique */
    uint64_t *counts; /* cliques of each position are added to it; or NULL */
    uint64_t *planes; /* TG_CLIQUE_PLANES such rows, 0 before and after: counts by binary digits */
    uint32_t added; /* sets that were added to planes; 0 before and after */

    tricorn_context *context;
    uint64_t steps; /* about the words that were read since the context was asked whether to stop */
    bool stopped; /* it said so: what is counted now is no count */
} tg_clique_row;

/* One variant of the count. All variants return the same. */
typedef struct tg_clique_counter {
    tg_isa isa;
    /* Returns the number of cliques of `size` >= 2 positions whose largest position is one of
     * `first` to last - 1. */
    uint64_t (*count)(tg_clique_row *row, uint32_t size, uint32_t first, uint32_t last);
} tg_clique_counter;

const tg_clique_counter *tg_clique_counter_of(tg_isa isa);

extern const tg_clique_counter tg_clique_counter_avx2;
extern const tg_clique_counter tg_clique_counter_avx512;
