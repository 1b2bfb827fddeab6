/* offsets.c - sets the offsets of rows aside on disk, and reads them again in views.
 *
 * If the offsets are on disk, every step-th of them is also in memory. To find the row of a
 * neighbour, these are searched first, and then a few views are read.
 */
#include "io/binary/offsets.h"

#include "base/memory.h"
#include "base/search.h"

enum {
    PER_VIEW = 1 << 13,
    /* About how many views are read until a row is found ... */
    VIEWS_PER_MARK = 4,
    /* ... and 8 with 2^32 vertices, because the marks are limited to this number */
    MARKS_MOST = 1 << 16
};

size_t tg_offsets_per_view = PER_VIEW;

void tg_offsets_free(tg_offsets *offsets)
{
    tg_free(offsets->all);
    tg_free(offsets->marks);
    tg_free(offsets->waiting);
    *offsets = (tg_offsets){0};
}

bool tg_offsets_are_many(const tg_edge_spill *spill, uint64_t count)
{
    return spill && count > spill->table_bytes / sizeof(uint64_t);
}

/* ---- setting aside ---- */

tricorn_status tg_offsets_begin(tricorn_context *context, tg_offsets *offsets)
{
    offsets->place = offsets->spill->aside_bytes;
    offsets->put = 0;
    offsets->step = offsets->count / MARKS_MOST + 1;
    if (offsets->step < VIEWS_PER_MARK * tg_offsets_per_view) offsets->step = VIEWS_PER_MARK * tg_offsets_per_view;
    TG_DO(TG_ALLOC(context, offsets->count / offsets->step + 1, &offsets->marks));
    return TG_ALLOC(context, tg_offsets_per_view, &offsets->waiting);
}

tricorn_status tg_offsets_put(tricorn_context *context, tg_offsets *offsets, uint64_t offset)
{
    const uint64_t at = offsets->put % tg_offsets_per_view;
    if (offsets->put % offsets->step == 0) offsets->marks[offsets->put / offsets->step] = offset;
    offsets->waiting[at] = offset;
    if (++offsets->put < offsets->count && at + 1 < tg_offsets_per_view) return TRICORN_OK;
    return offsets->spill->set_aside(context, offsets->spill, offsets->waiting, (at + 1) * sizeof offset);
}

/* ---- viewing ---- */

tricorn_status tg_offsets_view_at(tricorn_context *context, tg_offsets_view *view, uint64_t first)
{
    const tg_offsets *of = view->of;
    if (of->all) {
        view->first = 0;
        view->rows = of->count - 1;
        view->offsets = of->all;
        return TRICORN_OK;
    }
    const uint64_t left = of->count - 1 - first;
    if (view->buffer == NULL) TG_DO(TG_ALLOC(context, tg_offsets_per_view + 1, &view->buffer));
    view->first = first;
    view->rows = left < tg_offsets_per_view ? left : tg_offsets_per_view;
    view->offsets = view->buffer;
    return of->spill->read_aside(context, of->spill, of->place + first * sizeof *view->buffer, view->buffer,
      (view->rows + 1) * sizeof *view->buffer);
}

tricorn_status tg_offsets_find(tricorn_context *context, tg_offsets_view *view, uint64_t arc, uint64_t *row)
{
    const tg_offsets *of = view->of;
    const uint64_t marks = of->all ? 0 : (of->count - 1) / of->step + 1;
    const uint64_t first = of->all ? 0 : of->step * tg_last_at_most(of->marks, marks, arc);
    tricorn_status status = tg_offsets_view_at(context, view, first);
    while (status == TRICORN_OK && view->offsets[view->rows] <= arc)
        status = tg_offsets_view_at(context, view, view->first + view->rows);
    if (status == TRICORN_OK) *row = view->first + tg_last_at_most(view->offsets, view->rows, arc);
    return status;
}

tricorn_status tg_offsets_follow(tricorn_context *context, tg_offsets_view *view, uint64_t arc, uint64_t *row)
{
    tricorn_status status = TRICORN_OK;
    while (status == TRICORN_OK && tg_offsets_end(view, *row) <= arc)
        if (++*row == view->first + view->rows) status = tg_offsets_view_at(context, view, *row);
    return status;
}
