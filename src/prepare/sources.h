/* sources.h - parts whose smaller ends ascend, read by ranges of smaller ends; private to this
 * folder.  Sorted files give such parts however many threads read them. */
#ifndef TG_PREPARE_SOURCES_H
#define TG_PREPARE_SOURCES_H

#include "prepare/steps.h"

/* What a thread reads of one part. */
typedef struct tg_source {
    tg_edge *edges;
    uint64_t first, at, last;
    uint64_t given; /* back to the system: from first to before this (prepare/sorted.c) */
    /* For whoever writes behind the reader (prepare/pages.h): */
    uint64_t grid;        /* where the part's pages begin */
    uint64_t slab_at;    /* the first slab that is still to be read to its end */
    uint32_t first_slab; /* of the part */
} tg_source;

/* Smaller ends from low to high - 1. */
typedef struct tg_bounds {
    uint64_t low, high;
} tg_bounds;

/* Sets edges, first, at, given and last of each part's source for one of the threads, which together take every
 * edge once, in about equal shares.  Where the parts ascend, all edges of the thread are within
 * the bounds returned, and those of the others are not. */
tg_bounds tg_ascending_sources(const tg_preparation *preparation, uint32_t thread,
                               uint32_t threads, tg_source *sources);

/* The source that comes next by smaller ends and how many edges, `most` at most, it gives before
 * another one does; NULL at the end. */
tg_source *tg_next_run(tg_source *sources, uint32_t count, uint64_t most, uint64_t *run);

#endif
