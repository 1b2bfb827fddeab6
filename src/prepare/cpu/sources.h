/* sources.h - reads parts whose smaller ends ascend, by ranges of smaller ends; private to this folder.
 *
 * Sorted files become such parts, whatever the number of threads that read them.
 */
#pragma once

#include "prepare/steps.h"

/* The edges of one part that a thread reads. */
typedef struct tg_source {
    tg_edge *edges;
    uint64_t first, at, last;
    uint64_t given; /* the memory of edges `first` to `given` - 1 was returned to the system */
    /* Used by prepare/cpu/pages.h, which writes to memory that was read: */
    uint64_t grid; /* the position at which the first page of the part begins */
    uint64_t slab_at; /* the first slab that was not read to its end */
    uint32_t first_slab; /* the number of the part's first slab */
} tg_source;

/* A range of smaller ends: `low` to `high` - 1. */
typedef struct tg_bounds {
    uint64_t low, high;
} tg_bounds;

/* Sets edges, first, at, given and last of each part's source, for one thread. All threads
 * together get every edge once, in about equal shares. If the parts ascend, the edges of a
 * thread are those within the bounds that this returns. */
tg_bounds tg_ascending_sources(
  const tg_preparation *preparation, uint32_t thread, uint32_t threads, tg_source *sources);

/* Returns the source whose next edge has the least smaller end, and sets *run to how many edges,
 * at most `most`, to read from it before another source; NULL at the end. */
tg_source *tg_next_run(tg_source *sources, uint32_t count, uint64_t most, uint64_t *run);
