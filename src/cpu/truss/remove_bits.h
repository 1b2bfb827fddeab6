/* remove_bits.h - a row of bits loses an edge: the inner loop of bits.c, for each
 * instruction set.
 */
#ifndef TG_CPU_TRUSS_REMOVE_BITS_H
#define TG_CPU_TRUSS_REMOVE_BITS_H

#include <stdint.h>

#include "base/isa.h"

enum { TG_REMOVE_LINE_WORDS = 8, TG_REMOVE_WORD_BITS = 64 };

/* An edge u-w and the place of its half in row u. */
typedef struct tg_low_edge {
    uint32_t place;
    uint16_t u, w;
} tg_low_edge;

/* A growing list. */
typedef struct tg_low_edges {
    uint64_t count, room;
    tg_low_edge *edges;
} tg_low_edges;

/* Row u loses the edge to v. */
typedef struct tg_bit_removal {
    uint64_t words;              /* of a row, a multiple of a line; rows are aligned to lines */
    const uint64_t *mine;        /* the edges that row u keeps */
    const uint64_t *kept, *seen; /* row v: for ids below u, and for ids above */
    const uint64_t
        *all; /* all edges that row u had, and for each word those before it: the places */
    const uint16_t *before; /* of halves */
    int16_t *halves;        /* of all rows */
    uint32_t first;         /* the place of row u */
    uint32_t u;
    int16_t low_half;         /* edges whose half falls so far go to low, */
    int16_t near_half;        /* those whose half falls just to this go to near */
    tg_low_edges *low, *near; /* each has room for a row more */
} tg_bit_removal;

/* Edges whose half falls to low_half, or next to it: one that stays has halves of low_half at
 * least, so each that falls further was listed on its way. */
static inline void list_half(const tg_bit_removal *job, int16_t half, uint32_t place, uint64_t w)
{
    const tg_low_edge edge = {place, (uint16_t)job->u, (uint16_t)w};
    if (half == job->near_half) job->near->edges[job->near->count++] = edge;
    if (half == job->low_half || half == job->low_half - 1)
        job->low->edges[job->low->count++] = edge;
}

/* All variants do exactly the same. */
typedef struct tg_remove_variant {
    tg_isa isa;
    void (*edge)(const tg_bit_removal *job); /* takes one from the half of each common bit */
} tg_remove_variant;

const tg_remove_variant *tg_remove_variant_of(tg_isa isa);

extern const tg_remove_variant tg_remove_portable, tg_remove_avx2, tg_remove_avx512;

#endif
