/* intersect.h - the inner loops of the CPU algorithms, one variant for each instruction set.
 *
 * A variant is a file, kernels_<set>.c, and an entry in the table of intersect.c.  What the
 * variants have in common stands in *_body.h, which each of them includes after its own
 * primitives.
 */
#ifndef TG_CPU_INTERSECT_INTERSECT_H
#define TG_CPU_INTERSECT_INTERSECT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/isa.h"
#include "cpu/chunks.h"
#include "cpu/columns.h"
#include "cpu/hub_matrix.h"
#include "cpu/hub_wedges.h"

/* A task whose edges are counted one after the other. */
typedef struct tg_stream {
    const tg_task *task;
    uint32_t ahead; /* edges between fetching a row into the cache and using it; 0: no fetching */
    uint8_t *marks; /* the caller's, for each id of the task, 0 before and after; or NULL */
} tg_stream;

/* Where a thread counts triangles of vertices. */
typedef struct tg_hub_counters {
    uint64_t *counts;    /* of each vertex */
    tg_columns *columns; /* of each block of the pass: for its ids */
} tg_hub_counters;

enum {
    TG_MET_ROW = 64, /* ids of a row that tg_kernels.row_met takes */
    TG_MET_MOST = TG_MET_ROW * (TG_MET_ROW - 1) / 2, /* then it shares so many at most */
    TG_MET_SPARE = 16                                /* more are written than count */
};

/* Ids that a row shares with the rows of its vertices: the k-th, with that of vertex number
 * seconds[k] of the row.  It stands at thirds[k] in all ids, and is number places[k] of the row.
 */
typedef struct tg_met {
    uint32_t seconds[TG_MET_MOST + TG_MET_SPARE];
    uint32_t thirds[TG_MET_MOST + TG_MET_SPARE];
    uint32_t places[TG_MET_MOST + TG_MET_SPARE];
} tg_met;

/* Positions begin to end - 1 of a whole graph's rows. */
typedef struct tg_met_row {
    const tg_rows *rows; /* of fewer than 2^32 ids */
    uint64_t begin, end;
    uint32_t ahead; /* as in tg_stream */
    bool placed;    /* whether places are wanted */
} tg_met_row;

enum {
    TG_SLAB_WORDS = 64,     /* of a row: eight cache lines, which stay in eight registers */
    TG_TOLD_AT_ONCE = 4096, /* edges that tg_kernels.hub_wedges keeps before it counts them */
    TG_TOLD_SPARE = 16      /* more are written than count */
};

/* What rows of a whole graph ask the rows of hubs. */
typedef struct tg_hub_wedges {
    const tg_task *task;
    tg_hub_words words; /* of all hubs, row after row */
    uint32_t hubs;
    uint32_t *support; /* of all edges; of these, those of rows that are no hubs */
    uint32_t *own;     /* the thread's own, of the edges of hubs */
    uint32_t *told;    /* of the thread: room for TG_TOLD_AT_ONCE + hubs + TG_TOLD_SPARE */
} tg_hub_wedges;

enum { TG_IDS_SPARE = 64 }; /* more ids are written by tg_kernels.ids_met than count */

/* Blocks of two sets of ids as bits. */
typedef struct tg_met_lines {
    const uint64_t *a, *b;  /* aligned to 64; of all ids from 0 on */
    const uint32_t *blocks; /* numbers of those that are looked at, ascending */
    uint64_t count;         /* how many */
} tg_met_lines;

/* All variants of a function return exactly the same, but for the order of what was met. */
typedef struct tg_kernels {
    tg_isa isa;

    /* How many ids two ascending rows share. */
    uint64_t (*shared)(const uint32_t *a, uint64_t a_count, const uint32_t *b, uint64_t b_count);

    /* The count of a chunk of the stream's task.  Meant for short rows, right for all. */
    uint64_t (*stream)(const tg_stream *stream, tg_chunk chunk);

    /* The ids that a row of at most TG_MET_ROW ids shares; how many there are. */
    uint64_t (*row_met)(const tg_met_row *row, tg_met *met);

    /* The ids that are in both sets, ascending; how many there are. */
    uint64_t (*ids_met)(const tg_met_lines *lines, uint32_t *met);

    /* What the pass finds in rows first_row to last_row - 1 of its task. */
    uint64_t (*hub_rows)(const tg_hub_pass *pass, uint32_t first_row, uint32_t last_row);

    /* The same for a whole graph, and adds each triangle to the counters of its vertices: two in
     * counts, the third in columns. */
    uint64_t (*hub_rows_sink)(const tg_hub_pass *pass, uint32_t first_row, uint32_t last_row,
                              const tg_hub_counters *counters);

    /* Adds to support[i] how many bits the row, of TG_SLAB_WORDS aligned to 64, shares with the
     * row number ids[i] of the slab, for fewer than 2^20 ids; returns how many in all. */
    uint64_t (*pairs)(const uint64_t *row, const uint64_t *slab, const uint32_t *ids,
                      uint64_t count, uint32_t *support);
    double pair_price; /* nanoseconds for 512 bits of these */

    /* Counts the triangles u > v > w with first_row <= u < last_row and v a hub for their edges;
     * how many.  Nobody else may count for these rows meanwhile. */
    uint64_t (*hub_wedges)(const tg_hub_wedges *job, uint32_t first_row, uint32_t last_row);
} tg_kernels;

/* The variant for an instruction set; there is one for each. */
const tg_kernels *tg_kernels_of(tg_isa isa);

extern const tg_kernels tg_kernels_portable;
extern const tg_kernels tg_kernels_avx2;
extern const tg_kernels tg_kernels_avx512;
extern const tg_kernels tg_kernels_neon;

#endif
