/* batch_triangles.h - the triangles that have an edge of a batch. */
#ifndef TG_CPU_ANALYTICS_BATCH_TRIANGLES_H
#define TG_CPU_ANALYTICS_BATCH_TRIANGLES_H

#include "graph/changing_rows.h"

/* What the threads have of their own.  It can be kept for the next batch. */
typedef struct tg_batch_bits {
    uint64_t *words; /* words_each for each thread, 0: two bitmaps, then counts of hubs */
    uint32_t *ids;   /* ids_each for each thread */
    struct tg_arc_span
        *spans; /* of all vertices: those of a batch while it is counted, else empty */
    uint64_t words_each, bitmap_words; /* of one of the two */
    uint64_t ids_each;
    uint32_t threads;
} tg_batch_bits;

/* The arcs of one vertex. */
typedef struct tg_arc_span {
    uint32_t first, end;
} tg_arc_span;

/* Makes it, if it is not there for the context's threads already. */
tricorn_status tg_batch_bits_make(tricorn_context *context, const tg_changing_rows *rows,
                                  tg_batch_bits *bits);
void tg_batch_bits_free(tg_batch_bits *bits);

/* Each triangle that has an edge of the batch, whose arcs are all there, once: their number,
 * which is added to *total, to the vertices' counts and to supports that rows keep; times -1
 * where they go.  Parallel. */
void tg_batch_triangles(const tricorn_context *context, const tg_changing_rows *rows,
                        const tg_arcs *batch, const tg_batch_bits *bits, bool go,
                        uint64_t *vertices, uint64_t *total);

#endif
