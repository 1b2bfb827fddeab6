/* sorted.h - rows from sorted edges whose neighbours are near, by two readings; private to this
 * folder.  It takes the place of counting degrees and of making rows, where it can. */
#ifndef TG_PREPARE_SORTED_H
#define TG_PREPARE_SORTED_H

#include "prepare/sources.h"

/* What the first reading hands on to the second. */
typedef struct tg_sorted {
    uint32_t threads;   /* 0: the edges are not of that kind */
    tg_source *sources; /* of each thread, of each part: what it reads */
    uint8_t *lengths;   /* of each thread, by number in the input: edges whose larger end it is */
} tg_sorted;

/* Does what tg_count_degrees does (few, loops, self_loops, ascending) where each part ascends
 * strictly, degrees are flat, and most neighbours are near; else leaves sorted->threads 0 and
 * preparation->few NULL.  Memory: a byte a vertex, and one for each thread up to 16. */
trigon_status tg_count_sorted(trigon_context *context, tg_preparation *preparation,
                              tg_sorted *sorted);

/* Does what tg_make_rows does, but leaves the edges as they are and in place.  Only after
 * tg_count_sorted with sorted->threads > 0, and where the input's order was chosen.  *made: false
 * where parts have edges in common: then nothing was done. */
trigon_status tg_make_sorted_rows(trigon_context *context, tg_preparation *preparation,
                                  tg_sorted *sorted, bool *made);

void tg_sorted_free(tg_sorted *sorted);

#endif
