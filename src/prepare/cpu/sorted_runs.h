/* sorted_runs.h - the inner loops of prepare/cpu/presorted.c, in variants for instruction sets;
 * private to this folder. */
#ifndef TG_PREPARE_CPU_SORTED_RUNS_H
#define TG_PREPARE_CPU_SORTED_RUNS_H

#include "base/isa.h"
#include "prepare/steps.h"

/* The sort key of an edge: the smaller end above the larger one. */
static inline uint64_t tg_key_of(tg_edge edge)
{
    return (uint64_t)tg_smaller_end(edge) << 32 | tg_larger_end(edge);
}

/* The counts of one thread. */
typedef struct tg_run_counts {
    uint32_t *ends;   /* by smaller end: edges up to the last one with that end */
    uint16_t *counts; /* by larger end: edges with that end, modulo 2^16 */
    uint64_t key;     /* of the edge before */
    uint64_t bound;   /* the keys of this thread's edges are less */
    uint32_t kept;    /* edges that are in rows */
    bool fetched;     /* counts are not in a cache: prefetch them */
} tg_run_counts;

enum { TG_RUN_BLOCK = 64 }; /* vertices in a block: one word of ranks */

/* Sums of a block of vertices. */
typedef struct tg_block_sums {
    uint64_t squares; /* of their degrees */
    uint64_t tests;   /* in-degree times out-degree, summed */
    uint64_t larger;  /* edges whose larger end is in the block */
    uint64_t bits;    /* which vertices have an edge */
    uint32_t most;    /* the highest degree */
} tg_block_sums;

/* A variant for an instruction set; all variants give the same results. */
typedef struct tg_sorted_runs {
    tg_isa isa;

    /* Counts edges up to the first one that is a loop, or whose key is not larger than the key
     * before, or not below the bound.  Returns the number of edges counted. */
    uint64_t (*count)(tg_run_counts *at, const tg_edge *edges, uint64_t count);

    /* Sums up a block.  ends[i] is 0 for an empty row, else the number of edges with a smaller
     * end up to vertex i, and becomes that number for every row.  `before` edges have their
     * smaller end before the block; larger[i] edges have vertex i as their larger end. */
    tg_block_sums (*sum)(uint32_t *ends, uint32_t before, const uint32_t *larger);

    /* Writes, from the last edge to the first, `last` minus the larger end, or minus its rank. */
    void (*write)(const tg_edge *edges, uint64_t count, uint32_t last, uint32_t *to_end);
    void (*write_ranked)(const tg_edge *edges, uint64_t count, const tg_rank_word *ranks,
                         uint32_t last, uint32_t *to_end);
} tg_sorted_runs;

/* The variant for an instruction set; each set has one. */
const tg_sorted_runs *tg_sorted_runs_of(tg_isa isa);

extern const tg_sorted_runs tg_sorted_runs_avx2;
extern const tg_sorted_runs tg_sorted_runs_avx512;

#endif
