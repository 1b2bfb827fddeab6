/* sorted_runs.h - the inner loops of prepare/cpu/presorted.c, in variants for instruction sets;
 * private to this folder. */
#pragma once

#include "base/isa.h"
#include "prepare/steps.h"

/* Returns the sort key of an edge: its smaller end in the upper half, its larger end in the lower. */
static inline uint64_t tg_key_of(tg_edge edge)
{
    return (uint64_t)tg_smaller_end(edge) << 32 | tg_larger_end(edge);
}

/* The counts of one thread. */
typedef struct tg_run_counts {
    /* by smaller end: the number of edges up to the last one with that end */
    uint32_t *ends;
    uint16_t *counts; /* by larger end: how many edges have that end, modulo 2^16 */
    uint64_t key; /* the key of the edge before */
    uint64_t bound; /* the keys of this thread's edges are below this */
    uint32_t kept; /* how many edges are in rows */
    bool fetched; /* whether to prefetch counts, because they are not in a cache */
} tg_run_counts;

enum { TG_RUN_BLOCK = 64 }; /* vertices in a block: one word of ranks */

/* Sums over the vertices of a block. */
typedef struct tg_block_sums {
    uint64_t squares; /* the sum of the squared degrees */
    uint64_t tests; /* the sum of in-degree times out-degree */
    uint64_t larger; /* how many edges have their larger end in the block */
    uint64_t bits; /* a bit for each vertex, whether it has an edge */
    uint32_t most; /* the highest degree */
    uint32_t longest; /* the longest row: the most edges with the same smaller end */
} tg_block_sums;

/* A variant for an instruction set; all variants give the same results. */
typedef struct tg_sorted_runs {
    tg_isa isa;

    /* Counts edges up to the first one that is a loop, or whose key is not larger than the key
     * before or not below the bound. Returns how many edges it counted. */
    uint64_t (*count)(tg_run_counts *at, const tg_edge *edges, uint64_t count);

    /* Sums up a block. For a vertex that is the smaller end of an edge, ends[i] is how many
     * edges have smaller ends up to it; for other vertices it is 0, and becomes that number, too.
     * `before` is the number of edges whose smaller ends are before the block, and larger[i] the
     * number of those whose larger end is vertex i. */
    tg_block_sums (*sum)(uint32_t *ends, uint32_t before, const uint32_t *larger);

    /* Both write a number for each edge, from the last position downwards: `last` minus the
     * edge's larger end, or minus the rank of that end. */
    void (*write)(const tg_edge *edges, uint64_t count, uint32_t last, uint32_t *to_end);
    void (*write_ranked)(
      const tg_edge *edges, uint64_t count, const tg_rank_word *ranks, uint32_t last, uint32_t *to_end);
} tg_sorted_runs;

/* Returns the variant for an instruction set; each set has one. */
const tg_sorted_runs *tg_sorted_runs_of(tg_isa isa);

extern const tg_sorted_runs tg_sorted_runs_avx2;
extern const tg_sorted_runs tg_sorted_runs_avx512;
