/* scatter.h - scatters edges to buckets of consecutive rows, in the memory of the edges.
 *
 * - The edges' memory is divided into pages of some kilobytes.  A thread writes to pages that it
 *   has read: for each thread, each bucket is a list of pages.
 * - So only one page for each thread and bucket is needed beside the edges.
 */
#ifndef TG_PREPARE_CPU_SCATTER_H
#define TG_PREPARE_CPU_SCATTER_H

#include "prepare/steps.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct tg_scatter {
    uint32_t threads, buckets;
    uint32_t *first_rows; /* of each bucket, and one past the last row */
    uint64_t *starts;     /* for each bucket: edges in the buckets before; last: in all */
    uint64_t largest;     /* edges in the fullest bucket */
    bool ascending;       /* in each bucket the smaller ends never fall */

    uint32_t groups;        /* groups of buckets, for tg_scatter_release */
    uint32_t group_buckets; /* buckets in each group but the last */

    /* Private to scatter.c, pages.c and tg_scatter_next. */
    tg_edge **pages;
    uint32_t *next_pages; /* the next page of the same bucket and thread */
    uint32_t page_edges;
    uint32_t slab_pages;   /* see pages.h */
    uint32_t *next_slabs;  /* the next slab of the same list */
    uint32_t *group_slabs; /* [thread][group]: the first slab */
    uint32_t *first_slabs; /* the first slab of each part, and of the pool */
    uint32_t first_pool_slab;
    uint64_t pool_slabs;   /* of each thread */
    uint32_t *heads;  /* [thread][bucket]: its first page */
    uint64_t *counts; /* [thread][bucket]: its edges */
    tg_edge *pool;    /* memory of the pages outside the edges' parts */
} tg_scatter;

/* Replaces the ids of every edge but loops by its new ids, in the same direction, and puts it
 * into the bucket of its row.  The memory of the parts then holds the buckets; the caller frees
 * both.
 * Memory: a page for each thread and bucket, together about a sixteenth of the edges. */
tricorn_status tg_scatter_edges(tricorn_context *context, tg_preparation *preparation,
                                tg_scatter *scatter);
void tg_scatter_free(tg_scatter *scatter);

/* Returns the memory of a group of buckets to the system, if the group has its own huge pages.
 * Nobody may read these buckets any more.  `edges` are those that were scattered. */
void tg_scatter_release(const tg_scatter *scatter, const tg_edges *edges, uint32_t group);

/* Copies the edges of the buckets from `first` to `end` - 1, one bucket after the other, to
 * out. */
void tg_scatter_gather(const tricorn_context *context, const tg_scatter *scatter, uint32_t first,
                       uint32_t end, tg_edge *out);

/* A walk over one bucket's edges: begin with {.bucket = b}. */
typedef struct tg_scatter_walk {
    uint32_t bucket, thread, page;
    uint64_t left; /* of the thread's edges, once `begun` */
    bool begun;
    const tg_edge *edges; /* set by tg_scatter_next */
    uint64_t count;
} tg_scatter_walk;

/* Finds the next edges; false at the end. */
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

#endif
