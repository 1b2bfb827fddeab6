/* stream.h - reads all rows of a graph on disk in order, one interval of labels at a time.
 *
 * An interval has as many segments as fit in a given memory, at least one. All threads decode it.
 */
#pragma once

#include "store/store.h"

/* The rows of labels `first` to `last` - 1. */
typedef struct tg_stored_rows {
    uint32_t first, last;
    uint32_t first_segment, last_segment;
    /* `last` - `first` + 1 entries: the row of label first + i begins at ids[offsets[i]];
     * offsets[0] is 0. */
    const uint64_t *offsets;
    uint32_t *ids; /* the labels in these rows, which the caller may change */
} tg_stored_rows;

/* The state of a stream: the position after the last interval, and the memory of its rows. */
typedef struct tg_row_stream {
    tg_store *store;
    uint64_t room_bytes;
    uint64_t *offsets;
    uint32_t *ids;
    uint32_t next_segment, last_segment; /* the caller may change both before the first interval */
} tg_row_stream;

/* Opens a stream at the first label. An interval needs at most room_bytes of memory, or has only one segment. */
void tg_row_stream_open(tg_store *store, uint64_t room_bytes, tg_row_stream *stream);
/* Reads the rows of the next interval, which are valid until the next call. After the last interval,
 * rows->first_segment is equal to rows->last_segment. Errors: those of tg_disk_rows_read. */
tricorn_status tg_row_stream_next(tricorn_context *context, tg_row_stream *stream, tg_stored_rows *rows);
void tg_row_stream_close(tg_row_stream *stream);

static inline uint64_t tg_stored_edges_of(const tg_stored_rows *rows)
{
    return rows->offsets[rows->last - rows->first];
}

/* Returns how much memory an interval may use if what the caller makes of its rows is up to four times as large. */
uint64_t tg_row_stream_room(const tricorn_context *context);

/* Calls `take` for each interval. Reports the edges as progress of `phase`, unless this is
 * NULL, and stops if the caller cancels. */
typedef tricorn_status tg_take_stored_rows(tricorn_context *context, void *user, const tg_stored_rows *rows);
tricorn_status tg_store_each_row(
  tricorn_context *context, tg_store *store, const char *phase, tg_take_stored_rows *take, void *user);

/* Sets degrees[i] to the degree of vertex first + i; these vertices must have an edge. */
tricorn_status tg_store_degrees(
  tricorn_context *context, tg_store *store, uint32_t first, uint32_t count, uint64_t *degrees);
