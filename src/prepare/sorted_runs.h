/* sorted_runs.h - the inner loops of prepare/sorted.c, a variant for each instruction set;
 * private to this folder. */
#ifndef TG_PREPARE_SORTED_RUNS_H
#define TG_PREPARE_SORTED_RUNS_H

#include "base/isa.h"
#include "prepare/steps.h"

/* The smaller end above the larger one: how edges are sorted here. */
static inline uint64_t tg_key_of(tg_edge edge)
{
    return (uint64_t)tg_smaller_end(edge) << 32 | tg_larger_end(edge);
}

/* What one thread counts. */
typedef struct tg_run_counts {
    uint32_t *ends;   /* by smaller end: edges up to the last one that has it */
    uint16_t *counts; /* by larger end: edges that have it, modulo 2^16 */
    uint64_t key;     /* of the edge before */
    uint64_t bound;   /* all keys are less */
    uint32_t kept;    /* edges */
    bool fetched;     /* counts are far, and to be fetched ahead */
} tg_run_counts;

enum { TG_RUN_BLOCK = 64 }; /* vertices taken together; a word of ranks */

/* Sums of a block of vertices. */
typedef struct tg_block_sums {
    uint64_t squares; /* of their degrees */
    uint64_t tests;   /* edges of one side times those of the other */
    uint64_t larger;  /* edges whose larger end is here */
    uint64_t bits;    /* which vertices have an edge */
    uint32_t most;    /* the highest degree */
} tg_block_sums;

/* All variants do exactly the same. */
typedef struct tg_sorted_runs {
    tg_isa isa;

    /* Counts edges up to the first that is a loop, or has no larger key than the one before, or one
     * that is not below the bound; how many there are. */
    uint64_t (*count)(tg_run_counts *at, const tg_edge *edges, uint64_t count);

    /* Of a block.  ends[i] is 0 or how many edges have a smaller end up to vertex i, and becomes
     * that for all; `before` have theirs before the block, larger[i] have vertex i as their
     * larger end. */
    tg_block_sums (*sum)(uint32_t *ends, uint32_t before, const uint32_t *larger);

    /* For each edge, from behind: last minus the larger end, or minus its rank. */
    void (*write)(const tg_edge *edges, uint64_t count, uint32_t last, uint32_t *to_end);
    void (*write_ranked)(const tg_edge *edges, uint64_t count, const tg_rank_word *ranks,
                         uint32_t last, uint32_t *to_end);
} tg_sorted_runs;

/* The variant for an instruction set; there is one for each. */
const tg_sorted_runs *tg_sorted_runs_of(tg_isa isa);

extern const tg_sorted_runs tg_sorted_runs_avx2;
extern const tg_sorted_runs tg_sorted_runs_avx512;

#endif
