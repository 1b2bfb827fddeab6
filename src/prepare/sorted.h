/* sorted.h - rows from sorted edges whose neighbours are near, by two readings; private to this
 * folder.  It takes the place of counting degrees and of making rows, where it can. */
#ifndef TG_PREPARE_SORTED_H
#define TG_PREPARE_SORTED_H

#include "prepare/sources.h"

/* What the first reading hands on to the second. */
typedef struct tg_sorted {
    uint32_t threads;   /* 0: the edges are not of that kind */
    tg_source *sources; /* of each thread, of each part: what it reads */
    uint16_t *lengths;  /* of each thread, by number in the input: edges that it is an end of */
    uint64_t *starts;
} tg_sorted;

/* Counts degrees (sets with_edges, sums, loops, self_loops and ascending) where each part ascends
 * strictly, degrees are flat, most neighbours are near and the input's order is to be kept; else
 * leaves sorted->threads 0.  Memory: two bytes a vertex for each thread up to 16; of these, those
 * far from the thread's edges are not touched. */
trigon_status tg_count_sorted(trigon_context *context, tg_preparation *preparation,
                              tg_sorted *sorted);

/* Does what tg_make_rows does.  Only after tg_count_sorted with sorted->threads > 0.  *made: false where parts have edges in common: then nothing was done,
 * and the edges are as they were. */
trigon_status tg_make_sorted_rows(trigon_context *context, tg_preparation *preparation,
                                  tg_sorted *sorted, bool *made);

void tg_sorted_free(tg_sorted *sorted);

#endif
