/* intersect.h - the inner loops of the CPU algorithms, one variant for each instruction set.
 *
 * - A variant is a file, kernels_<set>.c, and an entry in the table of intersect.c.
 * - Code that variants share is in *_body.h, which each of them includes after its own
 *   primitives, and in *_words.h for variants without vectors for it.
 * - All variants return exactly the same; tests compare them with the portable one.
 */
#ifndef TG_CPU_INTERSECT_INTERSECT_H
#define TG_CPU_INTERSECT_INTERSECT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/isa.h"
#include "cpu/common/chunks.h"
#include "cpu/common/columns.h"
#include "cpu/common/hub_rows.h"

/* A task whose edges are counted one after the other. */
typedef struct tg_stream {
    const tg_task *task;
    uint32_t ahead; /* edges between prefetching a row and using it; 0: no prefetch */
    uint8_t *in_row; /* the caller's array with a byte for each id of the task, 0 before and
                       after; or NULL */
} tg_stream;

/* A thread's counters of triangles of vertices. */
typedef struct tg_hub_counters {
    uint64_t *counts;    /* of each vertex */
    tg_columns *columns; /* for each block of the pass: of its 512 ids */
} tg_hub_counters;

enum {
    TG_MATCH_ROW = 64, /* the most ids of a row for tg_kernels.row_matches */
    TG_MATCH_MOST = TG_MATCH_ROW * (TG_MATCH_ROW - 1) / 2, /* the most common ids of such a row */
    TG_MATCH_SPARE = 16 /* entries that may be written behind the last match */
};

/* Common ids of a row and the rows of its neighbours.  Match k is in the row of neighbour number
 * seconds[k], at position thirds[k] of all ids, and at places[k] in the row itself. */
typedef struct tg_matches {
    uint32_t seconds[TG_MATCH_MOST + TG_MATCH_SPARE];
    uint32_t thirds[TG_MATCH_MOST + TG_MATCH_SPARE];
    uint32_t places[TG_MATCH_MOST + TG_MATCH_SPARE];
} tg_matches;

/* A row of a whole graph, or part of one: positions begin to end - 1. */
typedef struct tg_match_row {
    const tg_rows *rows; /* of fewer than 2^32 ids */
    uint64_t begin, end;
    uint32_t ahead; /* as in tg_stream */
    bool placed;    /* whether to set places[] */
} tg_match_row;

enum {
    TG_SLAB_WORDS = 64, /* of a row in a slab: eight cache lines, which fill eight registers */
    TG_THIRDS_AT_ONCE = 4096, /* edges that hub_wedges() collects before it counts them */
    TG_THIRDS_SPARE = 16      /* entries that may be written behind the last edge */
};

/* Look-ups of rows of a whole graph in the rows of hubs. */
typedef struct tg_hub_wedges {
    const tg_task *task;
    tg_hub_words words; /* of all hubs, row after row */
    uint32_t hubs;
    uint32_t *support; /* counters of all edges, for rows of other vertices */
    uint32_t *own;     /* this thread's counters of the edges of hubs */
    uint32_t *thirds;  /* buffer for TG_THIRDS_AT_ONCE + hubs + TG_THIRDS_SPARE third edges */
} tg_hub_wedges;

enum {
    TG_COMMON_SPARE = 16, /* ids that common() may write behind the last one */
    TG_IDS_SPARE = 64     /* ids that common_bits() may write behind the last one */
};

/* Two sets of ids as bits, and the blocks in which to compare them. */
typedef struct tg_bit_blocks {
    const uint64_t *a, *b;  /* aligned to 64; bit 0 is id 0 */
    const uint32_t *blocks; /* numbers of the blocks, ascending */
    uint64_t count;         /* of blocks */
} tg_bit_blocks;

/* Pairs of bit rows of TG_COLUMN_WORDS words each, aligned to 64. */
typedef struct tg_bit_row_pairs {
    const uint64_t *rows;
    const uint32_t *a, *b; /* numbers of the rows of each pair */
    uint64_t count;        /* a multiple of TG_COLUMN_GROUP */
    uint16_t *common;      /* out: the number of common bits of each pair */
    tg_columns *columns;   /* the common bits are added to these */
} tg_bit_row_pairs;

/* The functions of a variant.  All variants return exactly the same, but for the order of
 * matches. */
typedef struct tg_kernels {
    tg_isa isa;

    /* Returns the number of common ids of two ascending rows. */
    uint64_t (*shared)(const uint32_t *a, uint64_t a_count, const uint32_t *b, uint64_t b_count);

    /* Lists these ids, ascending, and returns their number. */
    uint64_t (*common)(const uint32_t *a, uint64_t a_count, const uint32_t *b, uint64_t b_count,
                       uint32_t *ids);

    /* Counts a chunk of the stream's task; fast for short rows, correct for all. */
    uint64_t (*stream)(const tg_stream *stream, tg_chunk chunk);

    /* Finds the common ids of a row of at most TG_MATCH_ROW ids and the rows of its neighbours;
     * returns their number. */
    uint64_t (*row_matches)(const tg_match_row *row, tg_matches *matches);

    /* Lists the common ids of both sets, ascending, and returns their number. */
    uint64_t (*common_bits)(const tg_bit_blocks *sets, uint32_t *common);

    /* Counts rows first_row to last_row - 1 of the pass's task. */
    uint64_t (*hub_rows)(const tg_hub_pass *pass, uint32_t first_row, uint32_t last_row);

    /* Counts these rows of a whole graph, and adds each triangle to the counters of its vertices:
     * of two in counts, of the third in columns. */
    uint64_t (*hub_rows_sink)(const tg_hub_pass *pass, uint32_t first_row, uint32_t last_row,
                              const tg_hub_counters *counters);

    /* Counts the common bits of all pairs. */
    void (*bit_row_pairs)(const tg_bit_row_pairs *pairs);

    /* Adds to support[i] the number of common bits of the row, TG_SLAB_WORDS words aligned to 64,
     * and of row ids[i] of the slab, for fewer than 2^20 ids; returns their sum. */
    uint64_t (*pairs)(const uint64_t *row, const uint64_t *slab, const uint32_t *ids,
                      uint64_t count, uint32_t *support);
    double pair_cost; /* nanoseconds of `pairs` for 512 bits */

    /* Counts the triangles u > v > w, with first_row <= u < last_row and a hub v, for their
     * edges; returns their number.  Two threads may not count the same row at the same time. */
    uint64_t (*hub_wedges)(const tg_hub_wedges *job, uint32_t first_row, uint32_t last_row);
} tg_kernels;

/* Returns the variant for an instruction set. */
const tg_kernels *tg_kernels_of(tg_isa isa);

extern const tg_kernels tg_kernels_portable;
extern const tg_kernels tg_kernels_avx2;
extern const tg_kernels tg_kernels_avx512;
extern const tg_kernels tg_kernels_neon;

#endif
