/* intersect.h - the inner loops of the CPU algorithms, one variant for each instruction set.
 *
 * A variant is a file, kernels_<set>.c, and an entry in the table of intersect.c.  The
 * common code of the variants is in *_body.h, which each of them includes after its own
 * primitives.
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
    uint8_t *in_row; /* the caller's array with an entry for each id of the task, 0 before and
                       after; or NULL */
} tg_stream;

/* The counters of a thread for triangles of vertices. */
typedef struct tg_hub_counters {
    uint64_t *counts;    /* of each vertex */
    tg_columns *columns; /* columns of each block of the pass, for its ids */
} tg_hub_counters;

enum {
    TG_MATCH_ROW = 64, /* the most ids of a row for tg_kernels.row_matches */
    TG_MATCH_MOST = TG_MATCH_ROW * (TG_MATCH_ROW - 1) / 2, /* the most common ids of such a row */
    TG_MATCH_SPARE = 16 /* entries written beyond the counted ones */
};

/* Common ids of a row and the rows of its neighbours.  Match k is with the row of neighbour
 * number seconds[k] of the row.  Its position is thirds[k] among all ids, and places[k] within
 * the row. */
typedef struct tg_matches {
    uint32_t seconds[TG_MATCH_MOST + TG_MATCH_SPARE];
    uint32_t thirds[TG_MATCH_MOST + TG_MATCH_SPARE];
    uint32_t places[TG_MATCH_MOST + TG_MATCH_SPARE];
} tg_matches;

/* Positions begin to end - 1 of a whole graph's rows. */
typedef struct tg_match_row {
    const tg_rows *rows; /* of fewer than 2^32 ids */
    uint64_t begin, end;
    uint32_t ahead; /* as in tg_stream */
    bool placed;    /* whether places[] is needed */
} tg_match_row;

enum {
    TG_SLAB_WORDS =
        64, /* words of a row's part: eight cache lines, which stay in eight registers */
    TG_THIRDS_AT_ONCE =
        4096,            /* edges that tg_kernels.hub_wedges collects before it counts them */
    TG_THIRDS_SPARE = 16 /* entries written beyond the counted ones */
};

/* Look-ups of rows of a whole graph in the rows of hubs. */
typedef struct tg_hub_wedges {
    const tg_task *task;
    tg_hub_words words; /* of all hubs, row after row */
    uint32_t hubs;
    uint32_t *support; /* counters of all edges; used for rows that are not hubs */
    uint32_t *own;     /* the thread's own counters for the edges of hubs */
    uint32_t
        *thirds; /* the thread's buffer: room for TG_THIRDS_AT_ONCE + hubs + TG_THIRDS_SPARE */
} tg_hub_wedges;

enum { TG_COMMON_SPARE = 16 };

enum { TG_IDS_SPARE = 64 }; /* ids that tg_kernels.common_bits writes beyond the counted ones */

/* Blocks of two sets of ids as bits. */
typedef struct tg_bit_blocks {
    const uint64_t *a, *b;  /* aligned to 64; of all ids from 0 on */
    const uint32_t *blocks; /* numbers of the blocks to compare, ascending */
    uint64_t count;         /* how many */
} tg_bit_blocks;

/* Pairs of lines of bits, TG_COLUMN_WORDS words each, aligned to 64. */
typedef struct tg_bit_row_pairs {
    const uint64_t *rows;
    const uint32_t *a, *b; /* numbers of the rows of each pair */
    uint64_t count;        /* a multiple of TG_COLUMN_GROUP */
    uint16_t *common;      /* out: the number of common bits of each pair */
    tg_columns *columns;   /* the common bits are added to these */
} tg_bit_row_pairs;

/* All variants of a function return exactly the same, except for the order of matches. */
typedef struct tg_kernels {
    tg_isa isa;

    /* The number of common ids of two ascending rows. */
    uint64_t (*shared)(const uint32_t *a, uint64_t a_count, const uint32_t *b, uint64_t b_count);

    /* Lists these ids, ascending; returns their number.  Behind them, TG_COMMON_SPARE entries may
     * be written. */
    uint64_t (*common)(const uint32_t *a, uint64_t a_count, const uint32_t *b, uint64_t b_count,
                       uint32_t *ids);

    /* The count of a chunk of the stream's task.  Meant for short rows, correct for all. */
    uint64_t (*stream)(const tg_stream *stream, tg_chunk chunk);

    /* Finds the common ids of a row of at most TG_MATCH_ROW ids; returns their number. */
    uint64_t (*row_matches)(const tg_match_row *row, tg_matches *matches);

    /* Lists the ids that are in both sets, ascending; returns their number. */
    uint64_t (*common_bits)(const tg_bit_blocks *sets, uint32_t *common);

    /* The count of the pass for rows first_row to last_row - 1 of its task. */
    uint64_t (*hub_rows)(const tg_hub_pass *pass, uint32_t first_row, uint32_t last_row);

    /* The same for a whole graph, and adds each triangle to the counters of its vertices: two in
     * counts, the third in columns. */
    uint64_t (*hub_rows_sink)(const tg_hub_pass *pass, uint32_t first_row, uint32_t last_row,
                              const tg_hub_counters *counters);

    /* Compares pairs of lines. */
    void (*bit_row_pairs)(const tg_bit_row_pairs *pairs);

    /* Adds to support[i] the number of common bits of the row (TG_SLAB_WORDS words aligned to 64)
     * and row number ids[i] of the slab, for fewer than 2^20 ids; returns their sum. */
    uint64_t (*pairs)(const uint64_t *row, const uint64_t *slab, const uint32_t *ids,
                      uint64_t count, uint32_t *support);
    double pair_cost; /* nanoseconds of `pairs` for 512 bits */

    /* Counts the triangles u > v > w with first_row <= u < last_row and v a hub for their edges;
     * returns their number.  No other thread may count these rows at the same time. */
    uint64_t (*hub_wedges)(const tg_hub_wedges *job, uint32_t first_row, uint32_t last_row);
} tg_kernels;

/* The variant for an instruction set; there is one for each. */
const tg_kernels *tg_kernels_of(tg_isa isa);

extern const tg_kernels tg_kernels_portable;
extern const tg_kernels tg_kernels_avx2;
extern const tg_kernels tg_kernels_avx512;
extern const tg_kernels tg_kernels_neon;

#endif
