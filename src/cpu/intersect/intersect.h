/* intersect.h - the inner loops of the CPU algorithms, in a variant for each instruction set.
 *
 * - A variant consists of a file, kernels_<set>.c, and an entry in the table of intersect.c.
 * - Code that variants share is in the files *_body.h, which a variant includes after its own
 *   primitives, and in *_words.h, for variants that have no vector code for a function.
 * - All variants return exactly the same; tests compare them with the portable one.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/isa.h"
#include "cpu/common/chunks.h"
#include "cpu/common/columns.h"
#include "cpu/common/hub_rows.h"

/* A task whose edges are counted one after another. */
typedef struct tg_stream {
    const tg_task *task;
    uint32_t ahead; /* how many edges ahead rows are prefetched; 0: not at all */
    /* the caller's array with a byte for each id of the task, 0 before and after; or NULL */
    uint8_t *in_row;
} tg_stream;

/* A thread's counters of the triangles of vertices. */
typedef struct tg_hub_counters {
    uint64_t *counts; /* one for each vertex */
    tg_columns *columns; /* for each block of the pass: counters of its 512 ids */
} tg_hub_counters;

enum {
    TG_MATCH_ROW = 64, /* tg_kernels.row_matches accepts rows of at most this many ids */
    /* at most this many matches of such a row */
    TG_MATCH_MOST = TG_MATCH_ROW * (TG_MATCH_ROW - 1) / 2,
    TG_MATCH_SPARE = 16 /* entries that may be written past the last match */
};

/* Common ids of a row and the rows of its neighbours. Match k is the id at position thirds[k] of all ids, which is in
 * the row of neighbour number seconds[k]. Its place in the row itself is places[k]. */
typedef struct tg_matches {
    uint32_t seconds[TG_MATCH_MOST + TG_MATCH_SPARE];
    uint32_t thirds[TG_MATCH_MOST + TG_MATCH_SPARE];
    uint32_t places[TG_MATCH_MOST + TG_MATCH_SPARE];
} tg_matches;

/* A row of a whole graph, or part of one: the ids at positions `begin` to end - 1. */
typedef struct tg_match_row {
    const tg_rows *rows; /* must have fewer than 2^32 ids */
    uint64_t begin, end;
    uint32_t ahead; /* how many edges ahead rows are prefetched; 0: not at all */
    bool placed; /* whether places[] of the matches is set */
} tg_match_row;

enum {
    /* words of a slab's row: eight cache lines, which fill eight registers of 512 bits */
    TG_SLAB_WORDS = 64,
    /* third edges of triangles that hub_wedges() collects before it counts them */
    TG_THIRDS_AT_ONCE = 4096,
    TG_THIRDS_SPARE = 16 /* entries of `thirds` that may be written past the last third edge */
};

/* Data to look up pairs of hubs in rows of a whole graph, in the rows of these hubs. */
typedef struct tg_hub_wedges {
    const tg_task *task;
    tg_hub_words words; /* the rows of all hubs, one after another */
    uint32_t hubs;
    /* counters of all edges, of which those of other vertices' rows are used */
    uint32_t *support;
    uint32_t *own; /* this thread's counters of the edges in hubs' rows */
    /* a buffer of TG_THIRDS_AT_ONCE + hubs + TG_THIRDS_SPARE positions of third edges */
    uint32_t *thirds;
} tg_hub_wedges;

enum {
    TG_COMMON_SPARE = 16, /* ids that common() may write past the last common id */
    TG_IDS_SPARE = 64 /* ids that common_bits() may write past the last common id */
};

/* Two sets of ids as bits, and the blocks in which they are compared. */
typedef struct tg_bit_blocks {
    const uint64_t *a, *b; /* aligned to 64 bytes; bit 0 is id 0 */
    const uint32_t *blocks; /* the numbers of these blocks, ascending */
    uint64_t count; /* how many blocks */
} tg_bit_blocks;

/* Pairs of bit rows, each of TG_COLUMN_WORDS words and aligned to 64 bytes. */
typedef struct tg_bit_row_pairs {
    const uint64_t *rows;
    const uint32_t *a, *b; /* the numbers of both rows of each pair */
    uint64_t count; /* how many pairs: a multiple of TG_COLUMN_GROUP */
    uint16_t *common; /* result: how many bits each pair has in common */
    tg_columns *columns; /* the common bits are added to these counters */
} tg_bit_row_pairs;

/* The functions of one variant. All variants return exactly the same, except for the order of matches. */
typedef struct tg_kernels {
    tg_isa isa;

    /* Returns the number of common ids of two ascending rows. */
    uint64_t (*shared)(const uint32_t *a, uint64_t a_count, const uint32_t *b, uint64_t b_count);

    /* Lists the common ids of two ascending rows, ascending, and returns their number. */
    uint64_t (*common)(const uint32_t *a, uint64_t a_count, const uint32_t *b, uint64_t b_count, uint32_t *ids);

    /* Counts the triangles of a chunk of the stream's task. It is fast for short rows, and correct for all. */
    uint64_t (*stream)(const tg_stream *stream, tg_chunk chunk);

    /* Finds the common ids of a row of at most TG_MATCH_ROW ids and the rows of its neighbours.
     * Returns how many matches were found. */
    uint64_t (*row_matches)(const tg_match_row *row, tg_matches *matches);

    /* Lists the ids that are in both sets, ascending, and returns their number. */
    uint64_t (*common_bits)(const tg_bit_blocks *sets, uint32_t *common);

    /* Counts the triangles of rows `first_row` to last_row - 1 in this pass. */
    uint64_t (*hub_rows)(const tg_hub_pass *pass, uint32_t first_row, uint32_t last_row);

    /* Counts these rows, which must be those of a whole graph, and adds each triangle to the
     * counters of its vertices: to `counts` for two of them, to `columns` for the third. */
    uint64_t (*hub_rows_sink)(
      const tg_hub_pass *pass, uint32_t first_row, uint32_t last_row, const tg_hub_counters *counters);

    /* Counts the common bits of all pairs. */
    void (*bit_row_pairs)(const tg_bit_row_pairs *pairs);

    /* For each row ids[i] of the slab, adds to support[i] how many bits it has in common with
     * `row`, which has TG_SLAB_WORDS words and is aligned to 64 bytes. `count` must be below
     * 2^20. Returns the sum of these numbers. */
    uint64_t (*pairs)(
      const uint64_t *row, const uint64_t *slab, const uint32_t *ids, uint64_t count, uint32_t *support);
    double pair_cost; /* nanoseconds of `pairs` per 512 bits */

    /* Counts the triangles u > v > w with first_row <= u < last_row and a hub v for their edges;
     * returns their number. Two threads may not count the same row at the same time. */
    uint64_t (*hub_wedges)(const tg_hub_wedges *job, uint32_t first_row, uint32_t last_row);
} tg_kernels;

/* The members that are functions of the variant's own file, under their names. */
#define TG_KERNELS_OF_FILE \
    .shared = shared, .stream = stream, .row_matches = row_matches, .common_bits = common_bits, .hub_rows = hub_rows, \
    .hub_rows_sink = hub_rows_sink, .bit_row_pairs = bit_row_pairs, .pairs = pairs, .hub_wedges = hub_wedges

/* Returns the variant for an instruction set. */
const tg_kernels *tg_kernels_of(tg_isa isa);

extern const tg_kernels tg_kernels_portable;
extern const tg_kernels tg_kernels_avx2;
extern const tg_kernels tg_kernels_avx512;
extern const tg_kernels tg_kernels_neon;
