/* pages.h - the memory of edges as pages which are written again once they have been read; private
 * to this folder.
 *
 * Pages are freed and taken by slabs.  A slab is one page or, where it pays, a huge page: then
 * neighbouring buckets form a group, and each slab has pages of one group alone.  So what a group
 * stood in can go back to the system when its rows are made, and come again as memory of the rows
 * of later groups, where new memory takes long to come.
 */
#ifndef TG_PREPARE_PAGES_H
#define TG_PREPARE_PAGES_H

#include "prepare/sources.h"
#include "prepare/spread.h"

/* Makes the pages of the edges' parts and of the pool for the buckets of the spread, of which
 * `threads` and `buckets` are set.  No thread reads edges of more than `pieces` parts, and each
 * frees pages after `step_edges` edges at the latest.  tg_spread_free frees all of it. */
tricorn_status tg_pages_make(tricorn_context *context, const tg_preparation *preparation,
                            uint64_t pieces, uint32_t step_edges, tg_spread *spread);

/* Where a thread finds pages. */
typedef struct tg_page_room {
    uint32_t next, left; /* pages */
} tg_page_room;
typedef struct tg_page_allocator {
    tg_spread *spread;
    uint32_t *group_slabs; /* of each group: a list of what this thread took for it */
    tg_page_room *rooms;    /* of each group: the rest of its last slab */
    uint32_t free_slab;    /* the first of those read to the end */
    uint32_t pool_slab;    /* the next of the pool's that was not used yet */
} tg_page_allocator;

tricorn_status tg_page_allocator_create(tricorn_context *context, tg_spread *spread, uint32_t thread,
                                   tg_page_allocator *allocator);
void tg_page_allocator_free(tg_page_allocator *allocator);

/* Before the first edge of a source, which is of that part, is read. */
void tg_pages_begin(const tg_spread *spread, uint32_t part, tg_source *from);

/* The slabs that a source has read are free to be written.  Those that it shares with a neighbour
 * are left alone. */
void tg_pages_free_read(tg_page_allocator *allocator, tg_source *from);

/* A page for a bucket.  There always is one: each slab that was read fills at most one slab in
 * all, and the pool has as many as are not full or not freed yet. */
uint32_t tg_pages_take(tg_page_allocator *allocator, uint32_t bucket);

#endif
