/* scatter.h - scatters edges to buckets of consecutive rows, in the memory of the edges.
 *
 * - The edges' memory is divided into pages of some kilobytes. A thread writes to pages that it
 *   has read; each bucket is a list of pages for each thread.
 * - So only one page for each thread and bucket is needed beside the edges' memory.
 */
#pragma once

#include "prepare/steps.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct tg_scatter {
    uint32_t threads, buckets;
    uint32_t *first_rows; /* the first row of each bucket; then one past the last row */
    /* for each bucket: the edges in all buckets before; the last entry: all edges */
    uint64_t *starts;
    uint64_t largest; /* how many edges the fullest bucket has */
    bool ascending; /* in each bucket, no edge has a smaller end below that of the edge before */

    uint32_t groups; /* into how many groups the buckets are divided, for tg_scatter_release */
    uint32_t group_buckets; /* how many buckets each group has; the last one may have fewer */

    /* Only scatter.c, pages.c and tg_scatter_next use these: */
    tg_edge **pages;
    uint32_t *next_pages; /* for each page, the next page of the same bucket and thread */
    uint32_t page_edges;
    uint32_t slab_pages; /* how many pages a slab has (pages.h) */
    uint32_t *next_slabs; /* for each slab, the next one in the same list */
    uint32_t *group_slabs; /* [thread][group]: the first slab in the list */
    /* for each part, and last for the pool: the number of its first slab */
    uint32_t *first_slabs;
    uint32_t first_pool_slab;
    uint64_t pool_slabs; /* how many slabs of the pool each thread has */
    uint32_t *heads; /* [thread][bucket]: the first page */
    uint64_t *counts; /* [thread][bucket]: the number of edges */
    tg_edge *pool; /* memory for those pages that are not in the edges' parts */
} tg_scatter;

/* Replaces the ids of each edge, unless it is a loop, by the new ids, in the same direction, and puts the edge into
 * the bucket of its row. The memory of the parts then contains the buckets; the caller frees edges and scatter.
 * Memory: a page for each thread and bucket, together about a sixteenth of the edges. */
tricorn_status tg_scatter_edges(tricorn_context *context, tg_preparation *preparation, tg_scatter *scatter);
void tg_scatter_free(tg_scatter *scatter);

/* Returns the memory of a group of buckets to the system, if the group has its own huge pages.
 * Nobody may read these buckets any more. `edges` are the edges that were scattered. */
void tg_scatter_release(const tg_scatter *scatter, const tg_edges *edges, uint32_t group);

/* Copies the edges of buckets `first` to `end` - 1, one bucket after the other, to `out`. */
void tg_scatter_gather(
  const tricorn_context *context, const tg_scatter *scatter, uint32_t first, uint32_t end, tg_edge *out);

/* A walk over the edges of one bucket, page by page: begin with {.bucket = b}. */
typedef struct tg_scatter_walk {
    uint32_t bucket, thread, page;
    uint64_t left; /* how many edges of this thread are left, once `begun` is true */
    bool begun;
    const tg_edge *edges; /* set by tg_scatter_next, as `count` is */
    uint64_t count;
} tg_scatter_walk;

/* Sets walk->edges and walk->count to the next edges; returns false when none are left. */
static inline bool tg_scatter_next(const tg_scatter *scatter, tg_scatter_walk *walk)
{
    while (walk->left == 0) {
        walk->thread += walk->begun;
        walk->begun = true;
        if (walk->thread == scatter->threads) return false;
        const uint64_t list = (uint64_t)walk->thread * scatter->buckets + walk->bucket;
        walk->left = scatter->counts[list];
        walk->page = scatter->heads[list];
    }
    walk->edges = scatter->pages[walk->page];
    walk->count = walk->left < scatter->page_edges ? walk->left : scatter->page_edges;
    walk->left -= walk->count;
    walk->page = scatter->next_pages[walk->page];
    return true;
}

#ifdef __cplusplus
}
#endif
