/* common.h - the common neighbours of two rows of edges that are left, for each instruction
 * set.
 */
#ifndef TG_CPU_TRUSS_COMMON_H
#define TG_CPU_TRUSS_COMMON_H

#include <stdint.h>

#include "base/isa.h"

enum {
    TG_MEET_WORD_BITS = 64,
    TG_MEET_MOST = 512, /* matches that are listed before they are looked at */
    TG_MEET_SPARE = 16  /* entries that are written beyond */
};

/* Ascending ids, and the edge to each. */
typedef struct tg_meet_row {
    const uint32_t *ids, *edges;
    uint32_t count;
} tg_meet_row;

/* A row of bits: its ids, and for each word those before it. */
typedef struct tg_meet_bits {
    const uint64_t *bits;
    const uint32_t *before;
} tg_meet_bits;

/* Where the edges to common ids stand, which memory is fetched. */
typedef struct tg_met_edges {
    uint32_t count; /* at most TG_MEET_MOST, and some of the spare ones */
    const uint32_t *of_few[TG_MEET_MOST + TG_MEET_SPARE], *of_many[TG_MEET_MOST + TG_MEET_SPARE];
} tg_met_edges;

/* Two rows from which ids are taken as they are compared: no id is left that is common when one
 * of them is empty. */
typedef struct tg_meet {
    tg_meet_row few, many;
    tg_met_edges *met;
} tg_meet;

/* Functions append matches until one of the rows is empty or TG_MEET_MOST are listed.  All
 * variants list the same in the same order, but may stop at different ones. */
typedef struct tg_meet_variant {
    tg_isa isa;
    uint32_t far_longer; /* from this ratio on the ids of `few` are searched one by one */
    void (*merge)(tg_meet *meet);
    void (*search)(tg_meet *meet);
    /* Looks the ids of `few` up in the bits of `many`, from which none are taken. */
    void (*bits)(tg_meet *meet, const tg_meet_bits *many);
} tg_meet_variant;

const tg_meet_variant *tg_meet_variant_of(tg_isa isa);

extern const tg_meet_variant tg_meet_portable, tg_meet_avx2, tg_meet_avx512;

/* Takes so many ids from a row. */
static inline void tg_meet_skip(tg_meet_row *row, uint32_t count)
{
    row->ids += count;
    row->edges += count;
    row->count -= count;
}

/* By merging, or by searching in a row that is far longer. */
static inline void tg_meet_rows(const tg_meet_variant *variant, tg_meet *meet)
{
    if (meet->many.count / variant->far_longer > meet->few.count)
        variant->search(meet);
    else
        variant->merge(meet);
}

static inline void tg_meet_list(tg_met_edges *met, const uint32_t *of_few,
                                const uint32_t *of_many)
{
    __builtin_prefetch(of_few);
    __builtin_prefetch(of_many);
    met->of_few[met->count] = of_few;
    met->of_many[met->count++] = of_many;
}

#endif
