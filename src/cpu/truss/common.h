/* common.h - finds the common neighbours of two rows of live edges, with the edges to them; a
 * variant for each instruction set. */
#ifndef TG_CPU_TRUSS_COMMON_H
#define TG_CPU_TRUSS_COMMON_H

#include <stdint.h>

#include "base/isa.h"

enum {
    TG_COMMON_WORD_BITS = 64,
    TG_COMMON_EDGES_MOST = 512, /* matches that are listed before their edges are read */
    TG_COMMON_EDGES_SPARE = 16  /* entries that may be written behind these */
};

/* A row: ascending ids, and the edge to each. */
typedef struct tg_edge_row {
    const uint32_t *ids, *edges;
    uint32_t count;
} tg_edge_row;

/* A row as bits, with the number of its ids before each word. */
typedef struct tg_edge_bits {
    const uint64_t *bits;
    const uint32_t *before;
} tg_edge_bits;

/* Pointers to the edges to common ids, whose memory is prefetched. */
typedef struct tg_common_edges {
    uint32_t count; /* at most both numbers above together */
    const uint32_t *of_few[TG_COMMON_EDGES_MOST + TG_COMMON_EDGES_SPARE],
        *of_many[TG_COMMON_EDGES_MOST + TG_COMMON_EDGES_SPARE];
} tg_common_edges;

/* Two rows to compare.  Functions remove ids that were compared from the rows: when one row is
 * empty, all common ids are found. */
typedef struct tg_common {
    tg_edge_row few, many;
    tg_common_edges *edges;
} tg_common;

/* The functions of a variant append matches until one of the rows is empty or
 * TG_COMMON_EDGES_MOST are listed.  All variants list the same matches in the same order, but may
 * stop at different ones. */
typedef struct tg_common_variant {
    tg_isa isa;
    uint32_t far_longer; /* from this ratio of lengths on, search() is faster than merge() */
    void (*merge)(tg_common *common);
    void (*search)(tg_common *common);
    /* Looks the ids of `few` up in the bits of `many`; removes no ids of `many`. */
    void (*bits)(tg_common *common, const tg_edge_bits *many);
} tg_common_variant;

const tg_common_variant *tg_common_variant_of(tg_isa isa);

extern const tg_common_variant tg_common_portable, tg_common_avx2, tg_common_avx512;

/* Removes the first `count` ids of a row. */
static inline void tg_edge_row_skip(tg_edge_row *row, uint32_t count)
{
    row->ids += count;
    row->edges += count;
    row->count -= count;
}

/* Merges the rows, or searches in a row that is far longer. */
static inline void tg_common_of_rows(const tg_common_variant *variant, tg_common *common)
{
    if (common->many.count / variant->far_longer > common->few.count)
        variant->search(common);
    else
        variant->merge(common);
}

static inline void tg_common_list(tg_common_edges *edges, const uint32_t *of_few,
                                  const uint32_t *of_many)
{
    __builtin_prefetch(of_few);
    __builtin_prefetch(of_many);
    edges->of_few[edges->count] = of_few;
    edges->of_many[edges->count++] = of_many;
}

#endif
