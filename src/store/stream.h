/* stream.h - the rows of a graph on disk one interval after the other, in little memory. */
#ifndef TG_STORE_STREAM_H
#define TG_STORE_STREAM_H

#include "store/store.h"

/* The rows of labels first to last - 1. */
typedef struct tg_stored_rows {
    uint32_t first, last;
    uint32_t first_segment, last_segment; /* which have them */
    const uint64_t *offsets; /* by label: those of first to last are set; the first is 0 */
    uint32_t *ids;           /* labels, which may be changed */
} tg_stored_rows;

/* Goes through the intervals in order. */
typedef struct tg_row_stream {
    tg_store *store;
    uint64_t room_bytes;
    uint64_t *offsets;
    uint32_t *ids;
    uint32_t next_segment;
} tg_row_stream;

/* Of intervals whose rows take at most room_bytes or are a segment. */
void tg_row_stream_open(tg_store *store, uint64_t room_bytes, tg_row_stream *stream);
/* The next rows, which are valid until the next call; without a segment: there are no more.
 * Errors: those of tg_disk_rows_read. */
tricorn_status tg_row_stream_next(tricorn_context *context, tg_row_stream *stream,
                                  tg_stored_rows *rows);
void tg_row_stream_close(tg_row_stream *stream);

static inline uint64_t tg_stored_edges_of(const tg_stored_rows *rows)
{
    return rows->offsets[rows->last - rows->first];
}

/* Bytes for the rows of an interval where as much again, four times, is for what is made of it.
 */
uint64_t tg_row_stream_room(const tricorn_context *context);

/* Calls take for all intervals; obeys cancel; reports each edge as work of that name, unless it
 * is NULL. */
typedef tricorn_status tg_take_stored_rows(tricorn_context *context, void *user,
                                           const tg_stored_rows *rows);
tricorn_status tg_store_each_row(tricorn_context *context, tg_store *store, const char *phase,
                                 tg_take_stored_rows *take, void *user);

/* degrees[i]: of vertex first + i, for `count` of them that have an edge. */
tricorn_status tg_store_degrees(tricorn_context *context, tg_store *store, uint32_t first,
                                uint32_t count, uint64_t *degrees);

#endif
