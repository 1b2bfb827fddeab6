/* remove_bits.h - removes an edge from a row of bits: the inner loop of bits.c, in a variant for
 * each instruction set. */
#pragma once

#include <stdint.h>

#include "base/isa.h"

enum { TG_REMOVE_LINE_WORDS = 8, TG_REMOVE_WORD_BITS = 64 };

/* An edge u-w, and the place of the half that belongs to row u. */
typedef struct tg_low_edge {
    uint32_t place;
    uint16_t u, w;
} tg_low_edge;

/* A list that can grow. Lists of different threads have different cache lines. */
typedef struct tg_low_edges {
    uint64_t count, room;
    tg_low_edge *edges;
    uint64_t unused[TG_REMOVE_LINE_WORDS - 3];
} tg_low_edges;

/* The removal of the edge u-v from row u. */
typedef struct tg_bit_removal {
    /* The words of the row in which it is removed: whole cache lines, at which rows are aligned.
     * Two threads may work on different words of a row, as they change different halves. */
    uint64_t from, to;
    const uint64_t *mine; /* row u after the round */
    /* row v after the round, for ids below u, and row v before the round, for ids above u */
    const uint64_t *kept, *seen;
    const uint64_t *all; /* row u at the time when halves were numbered */
    /* for each word of `all`: how many edges of the row are in earlier words */
    const uint16_t *before;
    int16_t *halves; /* the halves of all rows */
    uint32_t first; /* where the halves of row u begin */
    uint32_t u;
    int16_t low_half; /* an edge whose half falls to this is added to `low` */
    int16_t near_half; /* an edge whose half falls to exactly this is added to `near` */
    tg_low_edges *low, *near; /* each must have room for as many edges as a row has bits */
} tg_bit_removal;

/* Lists an edge whose half has become near or low. When an edge is checked and remains, its halves are at least
 * low_half; so an edge whose half falls below low_half - 1 is listed already. */
static inline void list_half(const tg_bit_removal *job, int16_t half, uint32_t place, uint64_t w)
{
    const tg_low_edge edge = {place, (uint16_t)job->u, (uint16_t)w};
    if (half == job->near_half) job->near->edges[job->near->count++] = edge;
    if (half == job->low_half || half == job->low_half - 1) job->low->edges[job->low->count++] = edge;
}

/* One variant. All variants do exactly the same. */
typedef struct tg_remove_variant {
    tg_isa isa;
    void (*edge)(const tg_bit_removal *job); /* subtracts 1 from the half of each common bit */
} tg_remove_variant;

const tg_remove_variant *tg_remove_variant_of(tg_isa isa);

extern const tg_remove_variant tg_remove_portable, tg_remove_avx2, tg_remove_avx512;
