/* common.h - finds the common neighbours in two rows of live edges, and the edges to them, in a
 * variant for each instruction set. */
#pragma once

#include <stdint.h>

#include "base/isa.h"

enum {
    TG_COMMON_WORD_BITS = 64,
    TG_COMMON_EDGES_MOST = 512, /* how many matches are listed before their edges are read */
    TG_COMMON_EDGES_SPARE = 16 /* entries that may be written past these matches */
};

/* A row: ascending ids, and for each id the edge to it. */
typedef struct tg_edge_row {
    const uint32_t *ids, *edges;
    uint32_t count;
} tg_edge_row;

/* A row as bits, and for each word how many ids are in earlier words. */
typedef struct tg_edge_bits {
    const uint64_t *bits;
    const uint32_t *before;
} tg_edge_bits;

/* For each common id, pointers to its edges in both rows. The memory that they point to is prefetched. */
typedef struct tg_common_edges {
    uint32_t count; /* at most TG_COMMON_EDGES_MOST + TG_COMMON_EDGES_SPARE */
    const uint32_t *of_few[TG_COMMON_EDGES_MOST + TG_COMMON_EDGES_SPARE],
      *of_many[TG_COMMON_EDGES_MOST + TG_COMMON_EDGES_SPARE];
} tg_common_edges;

/* Two rows that are compared. Functions remove the ids that they have compared from the rows:
 * when one row is empty, all common ids are found. */
typedef struct tg_common {
    tg_edge_row few, many;
    tg_common_edges *edges;
} tg_common;

/* The functions of one variant. They append matches until one of the rows is empty or TG_COMMON_EDGES_MOST are
 * listed. All variants list the same matches in the same order, but may stop after different ones. */
typedef struct tg_common_variant {
    tg_isa isa;
    /* if a row is more than this many times as long, search() is faster than merge() */
    uint32_t far_longer;
    void (*merge)(tg_common *common);
    void (*search)(tg_common *common);
    /* Looks the ids of `few` up in the bits of `many`. Removes no ids from `many`. */
    void (*bits)(tg_common *common, const tg_edge_bits *many);
} tg_common_variant;

const tg_common_variant *tg_common_variant_of(tg_isa isa);

extern const tg_common_variant tg_common_portable, tg_common_avx2, tg_common_avx512;

/* Removes the first `count` ids from a row. */
static inline void tg_edge_row_skip(tg_edge_row *row, uint32_t count)
{
    row->ids += count;
    row->edges += count;
    row->count -= count;
}

/* Merges the rows, or searches in the longer one if that is far longer. */
static inline void tg_common_of_rows(const tg_common_variant *variant, tg_common *common)
{
    if (common->many.count / variant->far_longer > common->few.count)
        variant->search(common);
    else
        variant->merge(common);
}

static inline void tg_common_list(tg_common_edges *edges, const uint32_t *of_few, const uint32_t *of_many)
{
    __builtin_prefetch(of_few);
    __builtin_prefetch(of_many);
    edges->of_few[edges->count] = of_few;
    edges->of_many[edges->count++] = of_many;
}
