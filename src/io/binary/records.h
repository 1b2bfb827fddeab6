/* records.h - binary content: headers, numbers, and runs of equal records for all threads. */
#ifndef TG_IO_BINARY_RECORDS_H
#define TG_IO_BINARY_RECORDS_H

#include <endian.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/context.h"
#include "graph/edges.h"
#include "io/bytes/input.h"

/* Little-endian numbers at any address. */
static inline uint32_t tg_get32(const void *at)
{
    uint32_t value;
    memcpy(&value, at, sizeof value);
    return le32toh(value);
}
static inline uint64_t tg_get64(const void *at)
{
    uint64_t value;
    memcpy(&value, at, sizeof value);
    return le64toh(value);
}

/* Content that is read from front to back. */
#define TG_SIZE_UNKNOWN UINT64_MAX
typedef struct tg_bytes {
    const char *name; /* for messages */
    uint64_t at;      /* the next byte */
    uint64_t size;    /* size of the content; TG_SIZE_UNKNOWN before it is read */
    tg_input *input;  /* many threads read a flat one at any offset; NULL with `read` */
    /* Or a substitute for an input: returns the next bytes, as tg_input_read does. */
    tricorn_status (*read)(tricorn_context *context, void *user, void *bytes, size_t room,
                           size_t *count);
    void *user;
} tg_bytes;

/* The whole of an input that was not read yet. */
tg_bytes tg_bytes_of(tg_input *input);

/* Reads exactly count bytes.  `what` names them for the message if the content ends earlier. */
tricorn_status tg_bytes_take(tricorn_context *context, tg_bytes *from, void *bytes, size_t count,
                             const char *what);

/* TRICORN_BAD_FORMAT unless count records of `size` bytes can still follow.  If the size is
 * unknown, it only refuses counts that no file can hold: then grow while reading. */
tricorn_status tg_bytes_require(tricorn_context *context, const tg_bytes *from, uint64_t count,
                                size_t size, const char *what);

/* Skips count bytes; tg_bytes_require must have accepted them. */
tricorn_status tg_bytes_skip(tricorn_context *context, tg_bytes *from, uint64_t count,
                             const char *what);

/* Whether the content ends here.  Consumes one byte if it does not. */
tricorn_status tg_bytes_ended(tricorn_context *context, tg_bytes *from, bool *ended);

/* TRICORN_BAD_FORMAT if anything follows `what`. */
tricorn_status tg_bytes_end(tricorn_context *context, tg_bytes *from, const char *what);

/* ---- records ----------------------------------------------------------------------------- */

typedef struct tg_record_piece {
    const unsigned char *bytes;
    uint64_t first, count; /* numbers of records, counted from the first of the run */
    uint32_t thread;       /* below the context's threads */
} tg_record_piece;

/* The fault of a record: becomes "NAME: byte 4711: VALUE error". */
typedef struct tg_record_fault {
    const char *error; /* a constant, such as "is not a vertex: ..."; NULL: no fault */
    uint64_t record;   /* numbered as piece->first */
    size_t byte;       /* byte within the record */
    int64_t value;
} tg_record_fault;

typedef struct tg_records {
    const char *what; /* "neighbours" */
    uint64_t count;   /* TG_SIZE_UNKNOWN: up to the end of the content */
    size_t size;      /* bytes of each, at most TG_RECORD_MOST */
    void *user;
    /* Called for each piece by several threads at once.  A status that is not OK ends the
     * reading; of all faults the first one in the content is reported. */
    tricorn_status (*use)(tricorn_context *context, void *user, const tg_record_piece *piece,
                          tg_record_fault *fault);
} tg_records;
enum { TG_RECORD_MOST = 64 };

/* Bytes of a piece, about.  Only tests change it. */
extern size_t tg_record_piece_bytes;

/* Reads the run; *count (may be NULL) is its number of records.  Reports progress, obeys cancel.
 * Call tg_bytes_require before, if records->count comes from a header. */
tricorn_status tg_records_read(tricorn_context *context, tg_bytes *from,
                               const tg_records *records, uint64_t *count);

/* Reads wanted->count unsigned numbers of 4 or 8 bytes; `extra` zeros follow them. tg_free
 * *numbers. */
typedef struct tg_numbers {
    const char *what;
    uint64_t count, extra;
    unsigned width;
} tg_numbers;
tricorn_status tg_numbers_read(tricorn_context *context, tg_bytes *from, const tg_numbers *wanted,
                               uint64_t **numbers);

/* Reads them by one thread, and hands them on in turn, as they are in the content. */
typedef tricorn_status tg_numbers_use(tricorn_context *context, void *user,
                                      const unsigned char *bytes, uint64_t count);
tricorn_status tg_numbers_each(tricorn_context *context, tg_bytes *from, const tg_numbers *wanted,
                               tg_numbers_use *hand_on, void *user);

/* ---- records that are edges -------------------------------------------------------------- */

/* The destination of the edges: one part with room for all, each piece at its own position; or,
 * if their number is not certain, parts of the threads that grow. */
typedef struct tg_record_edges {
    tg_edges *edges;
    bool in_place;
} tg_record_edges;

/* Makes the parts of *edges (empty before) for the next `count` records. */
tricorn_status tg_record_edges_create(tricorn_context *context, const tg_bytes *from,
                                      uint64_t count, tg_edges *edges, tg_record_edges *to);

/* Returns room for piece->count edges, which the caller fills: tg_edge or, if edges->wide,
 * tg_wide_edge. */
tricorn_status tg_record_edges_room(tricorn_context *context, const tg_record_edges *to,
                                    const tg_record_piece *piece, void **room);

#endif
