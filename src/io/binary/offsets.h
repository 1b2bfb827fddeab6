/* offsets.h - the offsets of rows in a file: in memory or, if they are larger than tables may
 * be, set aside on disk. */
#ifndef TG_IO_BINARY_OFFSETS_H
#define TG_IO_BINARY_OFFSETS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/context.h"
#include "graph/edges.h"

/* Offsets that are set aside, or are in a view, together.  Only tests change it. */
extern size_t tg_offsets_per_view;

/* The offsets; tg_offsets_free them. */
typedef struct tg_offsets {
    uint64_t count;       /* one more than the number of rows */
    uint64_t *all;        /* NULL: they are set aside */
    tg_edge_spill *spill; /* the spill of the edges; NULL: the offsets must fit in memory */
    uint64_t place;       /* where the first one is, among what is set aside */
    uint64_t *marks;      /* every step-th offset */
    uint64_t step, put;
    uint64_t *waiting; /* the last ones that were put, which are set aside together */
} tg_offsets;

void tg_offsets_free(tg_offsets *offsets);

/* Whether `count` offsets are more than tables may take of memory. */
bool tg_offsets_are_many(const tg_edge_spill *spill, uint64_t count);

/* Begins to set offsets->count offsets aside; tg_offsets_put appends the next one. */
tricorn_status tg_offsets_begin(tricorn_context *context, tg_offsets *offsets);
tricorn_status tg_offsets_put(tricorn_context *context, tg_offsets *offsets, uint64_t offset);

/* Consecutive offsets in memory.  A view belongs to one thread.  It begins with the member `of`
 * alone; tg_free the buffer. */
typedef struct tg_offsets_view {
    const tg_offsets *of;
    const uint64_t *offsets; /* the offsets of the rows `first` to first + rows */
    uint64_t first, rows;
    uint64_t *buffer;
} tg_offsets_view;

/* Views rows from `first` on: all if they are in memory, else some. */
tricorn_status tg_offsets_view_at(tricorn_context *context, tg_offsets_view *view,
                                  uint64_t first);

/* Views the row that has neighbour number `arc`, which exists.  The offsets must never decrease.
 */
tricorn_status tg_offsets_find(tricorn_context *context, tg_offsets_view *view, uint64_t arc,
                               uint64_t *row);

/* Moves *row on to the row that has neighbour number `arc`, which exists. */
tricorn_status tg_offsets_follow(tricorn_context *context, tg_offsets_view *view, uint64_t arc,
                                 uint64_t *row);

/* Where the row in view ends. */
static inline uint64_t tg_offsets_end(const tg_offsets_view *view, uint64_t row)
{
    return view->offsets[row - view->first + 1];
}

#endif
