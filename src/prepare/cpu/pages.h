/* pages.h - uses the memory of edges as pages, which are written again after they were read; private to this folder.
 *
 * - Pages are freed and allocated in slabs. A slab is one page or, where that saves memory, all
 *   pages in a huge page.
 * - With huge pages, consecutive buckets form a group, and each slab has pages of one group only.
 *   So the memory of a group can return to the system once its rows are complete, and the system
 *   can supply it again for the rows of later groups, which is faster than new memory.
 */
#pragma once

#include "prepare/cpu/sources.h"
#include "prepare/cpu/scatter.h"

/* Divides the parts of the edges, and a new pool, into pages for the buckets of a scatter whose
 * `threads` and `buckets` are set. No thread may read edges of more than `most` parts, and
 * each must free pages after at most `step_edges` edges. tg_scatter_free frees everything. */
tricorn_status tg_pages_make(
  tricorn_context *context, const tg_preparation *preparation, uint64_t most, uint32_t step_edges, tg_scatter *scatter);

/* The unused pages of the last slab that a thread allocated for a group. */
typedef struct tg_page_room {
    uint32_t next, left; /* the next page, and how many pages are left */
} tg_page_room;
typedef struct tg_page_allocator {
    tg_scatter *scatter;
    uint32_t *group_slabs; /* for each group: the list of slabs that this thread uses for it */
    tg_page_room *rooms; /* for each group: the rest of its last slab */
    uint32_t free_slab; /* the first slab in the list of free ones */
    uint32_t pool_slab; /* the next unused slab of the pool */
} tg_page_allocator;

tricorn_status tg_page_allocator_create(
  tricorn_context *context, tg_scatter *scatter, uint32_t thread, tg_page_allocator *allocator);
void tg_page_allocator_free(tg_page_allocator *allocator);

/* Must be called before the first edge of a source is read; the source reads part number
 * `part`. */
void tg_pages_begin(const tg_scatter *scatter, uint32_t part, tg_source *from);

/* Frees the slabs whose edges a source has read, so that they can be written. A slab that
 * belongs to two sources is never freed. */
void tg_pages_free_read(tg_page_allocator *allocator, tg_source *from);

/* Allocates a page for a bucket. It never fails: the edges of a slab that was read fill at most
 * one slab, and the pool has enough slabs for those that are not full or not freed yet. */
uint32_t tg_pages_take(tg_page_allocator *allocator, uint32_t bucket);
