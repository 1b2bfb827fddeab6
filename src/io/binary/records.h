/* records.h - reads binary content: headers, numbers, and equal records by all threads. */
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

/* Reads a little-endian number at any address. */
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

/* Content that is read from its beginning to its end. */
#define TG_SIZE_UNKNOWN UINT64_MAX
typedef struct tg_bytes {
    const char *name; /* for messages */
    uint64_t at;      /* offset of the next byte */
    /* Bytes of the content; TG_SIZE_UNKNOWN if they are known only after reading. */
    uint64_t size;
    tg_input *input; /* any number of threads read a flat one at any offset; NULL with `read` */
    /* In place of an input: returns the next bytes, as tg_input_read does. */
    tricorn_status (*read)(tricorn_context *context, void *user, void *bytes, size_t room,
                           size_t *count);
    void *user;
} tg_bytes;

/* The whole content of an input that is unread. */
tg_bytes tg_bytes_of(tg_input *input);

/* Reads `count` bytes. `what` names them in the message if the content ends before. */
tricorn_status tg_bytes_read(tricorn_context *context, tg_bytes *from, void *bytes, size_t count,
                             const char *what);

/* TRICORN_BAD_FORMAT unless `count` records of `size` bytes fit into the rest of the content.
 * If its size is unknown, only counts are refused that no file can hold: the memory for them
 * must then grow with what is read. */
tricorn_status tg_bytes_require(tricorn_context *context, const tg_bytes *from, uint64_t count,
                                size_t size, const char *what);

/* Skips `count` bytes, which tg_bytes_require has accepted. */
tricorn_status tg_bytes_skip(tricorn_context *context, tg_bytes *from, uint64_t count,
                             const char *what);

/* Whether the content ends at this position.  Consumes one byte if it does not. */
tricorn_status tg_bytes_ended(tricorn_context *context, tg_bytes *from, bool *ended);

/* TRICORN_BAD_FORMAT if anything follows `what`. */
tricorn_status tg_bytes_end(tricorn_context *context, tg_bytes *from, const char *what);

/* ---- records ----------------------------------------------------------------------------- */

typedef struct tg_record_chunk {
    const unsigned char *bytes;
    uint64_t first, count; /* numbers of records: the first one of all is 0 */
    uint32_t thread;       /* the number of the thread, below the context's threads */
} tg_record_chunk;

/* The fault of a record, for the message "NAME: byte 4711: VALUE error". */
typedef struct tg_record_fault {
    const char *error; /* a constant, such as "is not a vertex: ..."; NULL: no fault */
    uint64_t record;   /* the number of the record, as chunk->first */
    size_t byte;       /* byte within the record */
    int64_t value;
} tg_record_fault;

typedef struct tg_records {
    const char *what; /* "neighbours" */
    uint64_t count;   /* TG_SIZE_UNKNOWN: all to the end of the content */
    size_t size;      /* bytes of each, at most TG_RECORD_MOST */
    void *user;
    /* Called for each chunk, by several threads at once.  A status that is not OK ends the
     * reading; of all faults the first one in the content is reported. */
    tricorn_status (*use)(tricorn_context *context, void *user, const tg_record_chunk *chunk,
                          tg_record_fault *fault);
} tg_records;
enum { TG_RECORD_MOST = 64 };

/* About the bytes of a chunk.  Only tests change it. */
extern size_t tg_record_chunk_bytes;

/* Reads the records; *count (may be NULL) is their number.  Reports progress, obeys cancel.
 * Call tg_bytes_require before if records->count comes from a header. */
tricorn_status tg_records_read(tricorn_context *context, tg_bytes *from,
                               const tg_records *records, uint64_t *count);

/* Unsigned numbers of 4 or 8 bytes; `extra` zeros follow them in memory. */
typedef struct tg_numbers {
    const char *what;
    uint64_t count, extra;
    unsigned width;
} tg_numbers;

/* Reads wanted->count numbers; tg_free *numbers. */
tricorn_status tg_numbers_read(tricorn_context *context, tg_bytes *from, const tg_numbers *wanted,
                               uint64_t **numbers);

/* Reads the numbers in the calling thread, and hands them on in their order, as bytes. */
typedef tricorn_status tg_numbers_use(tricorn_context *context, void *user,
                                      const unsigned char *bytes, uint64_t count);
tricorn_status tg_numbers_each(tricorn_context *context, tg_bytes *from, const tg_numbers *wanted,
                               tg_numbers_use *hand_on, void *user);

/* ---- records that are edges -------------------------------------------------------------- */

/* Where edges are stored: in one part with room for all, each chunk at its own position; or, if
 * their number is not certain, in a part of each thread, which grows. */
typedef struct tg_record_edges {
    tg_edges *edges;
    bool in_place;
} tg_record_edges;

/* Makes the parts of *edges, which is empty, for the next `count` records. */
tricorn_status tg_record_edges_create(tricorn_context *context, const tg_bytes *from,
                                      uint64_t count, tg_edges *edges, tg_record_edges *to);

/* Makes room for chunk->count edges, which the caller stores: tg_edge or, if edges->wide,
 * tg_wide_edge. */
tricorn_status tg_record_edges_room(tricorn_context *context, const tg_record_edges *to,
                                    const tg_record_chunk *chunk, void **room);

#endif
