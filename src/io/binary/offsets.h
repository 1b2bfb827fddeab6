/* offsets.h - the offsets of rows in a file: in memory or, where they take too much of it, set
 * aside on disk.
 */
#ifndef TG_IO_BINARY_OFFSETS_H
#define TG_IO_BINARY_OFFSETS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/context.h"
#include "graph/edges.h"

/* Offsets that are set aside, or viewed, together.  Only tests change it. */
extern size_t tg_offsets_at_once;

/* tg_offsets_free them. */
typedef struct tg_offsets {
    uint64_t count;       /* one more than there are rows */
    uint64_t *all;        /* NULL: they are set aside */
    tg_edge_spill *spill; /* of the edges, or NULL: then they must fit in memory */
    uint64_t place;       /* of the first, among what is set aside */
    uint64_t *marks;      /* every step-th of them */
    uint64_t step, put;
    uint64_t *waiting; /* the last ones that were put, to be set aside together */
} tg_offsets;

void tg_offsets_free(tg_offsets *offsets);

/* Whether so many offsets are too many for the memory that tables may take. */
bool tg_offsets_are_many(const tg_edge_spill *spill, uint64_t count);

/* Begins to set offsets->count of them aside: tg_offsets_put each in turn. */
tricorn_status tg_offsets_begin(tricorn_context *context, tg_offsets *offsets);
tricorn_status tg_offsets_put(tricorn_context *context, tg_offsets *offsets, uint64_t offset);

/* Offsets that follow each other, in memory: a view belongs to one thread.  Begin with the member
 * `of` alone, and tg_free the buffer. */
typedef struct tg_offsets_view {
    const tg_offsets *of;
    const uint64_t
        *offsets; /* of row `first` and the next, one more than there are rows in view */
    uint64_t first, rows;
    uint64_t *buffer;
} tg_offsets_view;

/* Views rows from `first` on: all if they are in memory, else some. */
tricorn_status tg_offsets_view_at(tricorn_context *context, tg_offsets_view *view,
                                  uint64_t first);

/* Views the row that holds neighbour number `arc`, which there must be.  The offsets must never
 * fall. */
tricorn_status tg_offsets_find(tricorn_context *context, tg_offsets_view *view, uint64_t arc,
                               uint64_t *row);

/* Moves on to the row after *row that holds neighbour number `arc`, which there must be. */
tricorn_status tg_offsets_follow(tricorn_context *context, tg_offsets_view *view, uint64_t arc,
                                 uint64_t *row);

/* Where the row in view ends. */
static inline uint64_t tg_offsets_end(const tg_offsets_view *view, uint64_t row)
{
    return view->offsets[row - view->first + 1];
}

#endif
