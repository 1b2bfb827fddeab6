/* batch_triangles.h - finds the triangles that have an edge of a batch of changes. */
#ifndef TG_CPU_ANALYTICS_BATCH_TRIANGLES_H
#define TG_CPU_ANALYTICS_BATCH_TRIANGLES_H

#include "graph/changing_rows.h"

/* Arrays of the threads, which are used for all batches. */
typedef struct tg_batch_bits {
    uint64_t *words; /* words_each for each thread, zero: two bitmaps, then counts of hubs */
    uint32_t *ids;   /* ids_each for each thread */
    struct tg_arc_span
        *spans; /* of all vertices; empty but for those of a batch while it is counted */
    uint64_t words_each, bitmap_words; /* bitmap_words: of one bitmap */
    uint64_t ids_each;
    uint32_t threads;
} tg_batch_bits;

/* The arcs of one vertex: first to end - 1. */
typedef struct tg_arc_span {
    uint32_t first, end;
} tg_arc_span;

/* Makes the arrays, unless they exist for the context's threads.  Errors: TRICORN_OUT_OF_MEMORY.
 */
tricorn_status tg_batch_bits_make(tricorn_context *context, const tg_changing_rows *rows,
                                  tg_batch_bits *bits);
void tg_batch_bits_free(tg_batch_bits *bits);

/* Edges of a batch, by their arcs, all of which the rows hold. */
typedef struct tg_arc_batch {
    const tg_changing_rows *rows;
    const tg_arcs *arcs;
    const tg_batch_bits *bits;
    bool removed;       /* the triangles are subtracted */
    uint64_t *vertices; /* the triangles of each vertex */
} tg_arc_batch;

/* Finds each triangle that has an edge of the batch, once, and adds it to *total, to its
 * vertices, and to the supports of its edges if the rows have supports; subtracts it if the batch
 * is removed. Parallel. */
void tg_batch_triangles(const tricorn_context *context, const tg_arc_batch *batch,
                        uint64_t *total);

#endif
