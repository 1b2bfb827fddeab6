/* pages.h - the memory of edges as pages, which are written again after they were read; private
 * to this folder.
 *
 * - Pages are freed and allocated in slabs.  A slab is one page or, if it pays, a huge page.
 * - With huge pages, consecutive buckets form a group, and each slab has pages of one group only.
 *   So the memory of a group can return to the system once its rows are complete, and the system
 *   can supply it for the rows of later groups, which is faster than new memory.
 */
#ifndef TG_PREPARE_CPU_PAGES_H
#define TG_PREPARE_CPU_PAGES_H

#include "prepare/cpu/sources.h"
#include "prepare/cpu/scatter.h"

/* Divides the edges' parts and a new pool into pages for the buckets of the scatter, whose
 * `threads` and `buckets` are set.  No thread reads edges of more than `pieces` parts, and each
 * frees pages after at most `step_edges` edges.  tg_scatter_free frees everything. */
tricorn_status tg_pages_make(tricorn_context *context, const tg_preparation *preparation,
                             uint64_t pieces, uint32_t step_edges, tg_scatter *scatter);

/* The unused pages of a thread's last slab. */
typedef struct tg_page_room {
    uint32_t next, left; /* pages */
} tg_page_room;
typedef struct tg_page_allocator {
    tg_scatter *scatter;
    uint32_t *group_slabs; /* of each group: the list of this thread's slabs */
    tg_page_room *rooms;    /* of each group: the rest of its last slab */
    uint32_t free_slab;    /* the first slab of the list of free ones */
    uint32_t pool_slab;    /* the next unused slab of the pool */
} tg_page_allocator;

tricorn_status tg_page_allocator_create(tricorn_context *context, tg_scatter *scatter,
                                        uint32_t thread, tg_page_allocator *allocator);
void tg_page_allocator_free(tg_page_allocator *allocator);

/* Call before the first edge of a source, which belongs to `part`, is read. */
void tg_pages_begin(const tg_scatter *scatter, uint32_t part, tg_source *from);

/* Frees the slabs that a source has read, so that they can be written.  Slabs that it shares with
 * another source are not freed. */
void tg_pages_free_read(tg_page_allocator *allocator, tg_source *from);

/* Allocates a page for a bucket.  It never fails: the edges of a slab that was read fill at most
 * one slab, and the pool has enough for slabs that are not full or not freed yet. */
uint32_t tg_pages_take(tg_page_allocator *allocator, uint32_t bucket);

#endif
