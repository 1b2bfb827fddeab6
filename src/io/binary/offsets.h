/* offsets.h - the offsets of rows that a file has: in memory or, if they need more memory than
 * tables may use, set aside on disk. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/context.h"
#include "graph/edges.h"

/* How many offsets are set aside together, and how many are in a view. Only tests change it. */
extern size_t tg_offsets_per_view;

/* The offsets of a file's rows; free them with tg_offsets_free. */
typedef struct tg_offsets {
    uint64_t count; /* one more than the number of rows */
    uint64_t *all; /* all offsets; NULL: they were set aside */
    /* The spill of the edges, which sets bytes aside; NULL: the offsets must fit in memory. */
    tg_edge_spill *spill;
    uint64_t place; /* where the first offset is among the bytes that are set aside */
    uint64_t *marks; /* every step-th offset */
    uint64_t step, put;
    uint64_t *waiting; /* the last offsets that were put, which will be set aside together */
} tg_offsets;

void tg_offsets_free(tg_offsets *offsets);

/* Whether `count` offsets need more memory than tables may use. */
bool tg_offsets_are_many(const tg_edge_spill *spill, uint64_t count);

/* Begins to set offsets->count offsets aside; tg_offsets_put then appends one after another. */
tricorn_status tg_offsets_begin(tricorn_context *context, tg_offsets *offsets);
tricorn_status tg_offsets_put(tricorn_context *context, tg_offsets *offsets, uint64_t offset);

/* Consecutive offsets in memory. A view belongs to one thread. At first only its member `of`
 * is set; free its buffer with tg_free. */
typedef struct tg_offsets_view {
    const tg_offsets *of;
    /* The offsets of the rows `first` to first + rows - 1, and the end of the last row. */
    const uint64_t *offsets;
    uint64_t first, rows;
    uint64_t *buffer;
} tg_offsets_view;

/* Makes rows from number `first` on visible: all rows if the offsets are in memory, otherwise some. */
tricorn_status tg_offsets_view_at(tricorn_context *context, tg_offsets_view *view, uint64_t first);

/* Finds the row that has neighbour number `arc`, which must exist, and makes it visible. The
 * offsets must never decrease. */
tricorn_status tg_offsets_find(tricorn_context *context, tg_offsets_view *view, uint64_t arc, uint64_t *row);

/* Advances *row, which is visible, to the row that has neighbour number `arc`, which must exist. */
tricorn_status tg_offsets_follow(tricorn_context *context, tg_offsets_view *view, uint64_t arc, uint64_t *row);

static inline uint64_t tg_offsets_end(const tg_offsets_view *view, uint64_t row)
{
    return view->offsets[row - view->first + 1];
}
