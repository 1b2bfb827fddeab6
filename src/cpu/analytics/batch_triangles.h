/* batch_triangles.h - finds the triangles that contain an edge of a batch of changes. */
#pragma once

#include "graph/changing_rows.h"

/* The threads' arrays, which are made once and used for all batches. */
typedef struct tg_batch_bits {
    /* `words_each` words per thread, all zero between batches: two bitmaps, then counters of
     * hubs */
    uint64_t *words;
    /* `ids_each` entries per thread: the numbers of all blocks of columns, and a buffer for
     * ids */
    uint32_t *ids;
    /* one for each vertex; while a batch is counted, those of its vertices are set, others empty */
    struct tg_arc_span *spans;
    uint64_t words_each, bitmap_words; /* bitmap_words: the words of one bitmap */
    uint64_t ids_each;
    uint32_t threads;
} tg_batch_bits;

/* The arcs of one vertex in a batch: positions `first` to end - 1. */
typedef struct tg_arc_span {
    uint32_t first, end;
} tg_arc_span;

/* Allocates the arrays, unless all threads of the context have arrays already. Errors:
 * TRICORN_OUT_OF_MEMORY. */
tricorn_status tg_batch_bits_make(tricorn_context *context, const tg_changing_rows *rows, tg_batch_bits *bits);
void tg_batch_bits_free(tg_batch_bits *bits);

/* The edges of a batch, each as two arcs. The rows must contain all of these edges. */
typedef struct tg_arc_batch {
    const tg_changing_rows *rows;
    const tg_arcs *arcs;
    const tg_batch_bits *bits;
    bool removed; /* whether the triangles are subtracted */
    uint64_t *vertices; /* a counter of triangles for each vertex */
} tg_arc_batch;

/* Finds each triangle with an edge of the batch once, and adds it to *total, to the counters of
 * its vertices, and to the supports of its edges if the rows have supports. Subtracts it instead
 * if batch->removed is set. Runs on all threads. */
void tg_batch_triangles(const tricorn_context *context, const tg_arc_batch *batch, uint64_t *total);
