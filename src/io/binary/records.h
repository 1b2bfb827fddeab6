/* records.h - reads binary content: headers, numbers, and, with all threads, records of equal size. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/context.h"
#include "base/portable.h"
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
    const char *name; /* the name for messages */
    uint64_t at; /* the offset of the next byte */
    /* The bytes of the content; TG_SIZE_UNKNOWN if they are known only after reading. */
    uint64_t size;
    /* Any number of threads may read a flat input at any offset; NULL: read() is used. */
    tg_input *input;
    /* Is used instead of an input: returns the next bytes, in the same way as tg_input_read. */
    tricorn_status (*read)(tricorn_context *context, void *user, void *bytes, size_t room, size_t *count);
    void *user;
} tg_bytes;

/* Returns the whole content of an input from which nothing was read yet. */
tg_bytes tg_bytes_of(tg_input *input);

/* Reads `count` bytes. If the content ends earlier, the message calls the bytes `what`. */
tricorn_status tg_bytes_read(tricorn_context *context, tg_bytes *from, void *bytes, size_t count, const char *what);

/* Fails with TRICORN_BAD_FORMAT unless `count` records of `size` bytes fit in the rest of the
 * content. If the size of the content is unknown, only counts that no file can have are
 * refused, so the caller must not allocate memory for them before they are read. */
tricorn_status tg_bytes_require(
  tricorn_context *context, const tg_bytes *from, uint64_t count, size_t size, const char *what);

/* Skips `count` bytes, which tg_bytes_require has accepted. */
tricorn_status tg_bytes_skip(tricorn_context *context, tg_bytes *from, uint64_t count, const char *what);

/* Finds out whether the content ends here. If it does not, consumes one byte. */
tricorn_status tg_bytes_ended(tricorn_context *context, tg_bytes *from, bool *ended);

/* Fails with TRICORN_BAD_FORMAT if anything follows `what`. */
tricorn_status tg_bytes_end(tricorn_context *context, tg_bytes *from, const char *what);

/* ---- records ---- */

typedef struct tg_record_chunk {
    const unsigned char *bytes;
    /* The number of the chunk's first record, counted from 0, and how many records it has. */
    uint64_t first, count;
    /* The number of the thread, which is below the context's number of threads. */
    uint32_t thread;
} tg_record_chunk;

/* A fault in a record, for a message such as "NAME: byte 4711: VALUE error". */
typedef struct tg_record_fault {
    /* A constant, such as "is not a vertex: ..."; NULL if the record has no fault. */
    const char *error;
    uint64_t record; /* the number of the record; the first one of the content is 0 */
    size_t byte; /* the position of the wrong bytes in the record */
    int64_t value;
} tg_record_fault;

typedef struct tg_records {
    const char *what; /* what messages call the records, such as "neighbours" */
    uint64_t count; /* the number of records; TG_SIZE_UNKNOWN: all until the end of the content */
    size_t size; /* the bytes of a record, at most TG_RECORD_MOST */
    void *user;
    /* Is called for each chunk, by several threads at the same time. If it returns another status than TRICORN_OK,
     * reading ends. Of all faults, the first one in the content is reported. */
    tricorn_status (*use)(tricorn_context *context, void *user, const tg_record_chunk *chunk, tg_record_fault *fault);
} tg_records;
enum { TG_RECORD_MOST = 64 };

/* About how many bytes a chunk has. Only tests change it. */
extern size_t tg_record_chunk_bytes;

/* Reads the records; *count receives their number, unless `count` is NULL. Reports progress, and stops if the caller
 * cancels. If records->count comes from a header, call tg_bytes_require before. */
tricorn_status tg_records_read(tricorn_context *context, tg_bytes *from, const tg_records *records, uint64_t *count);

/* A description of unsigned numbers with 4 or 8 bytes each; in memory, `extra` zeros follow them. */
typedef struct tg_numbers {
    const char *what;
    uint64_t count, extra;
    unsigned width;
} tg_numbers;

/* Reads wanted->count numbers. The caller frees *numbers with tg_free. */
tricorn_status tg_numbers_read(tricorn_context *context, tg_bytes *from, const tg_numbers *wanted, uint64_t **numbers);

/* Reads the numbers in the calling thread and passes them on in their order, as bytes. */
typedef tricorn_status tg_numbers_use(tricorn_context *context, void *user, const unsigned char *bytes, uint64_t count);
tricorn_status tg_numbers_each(
  tricorn_context *context, tg_bytes *from, const tg_numbers *wanted, tg_numbers_use *hand_on, void *user);

/* ---- records that are edges ---- */

/* Where edges are stored. Either one part has room for all, and each chunk has its own position in
 * it; or, if the number of edges is not certain, each thread has a part that grows. */
typedef struct tg_record_edges {
    tg_edges *edges;
    bool in_place;
} tg_record_edges;

/* Makes the parts of *edges, which is empty, so that the next `count` records can be stored. */
tricorn_status tg_record_edges_create(
  tricorn_context *context, const tg_bytes *from, uint64_t count, tg_edges *edges, tg_record_edges *to);

/* Sets *room to the place for chunk->count edges, which the caller stores at it: as tg_edge or, if
 * edges->wide, as tg_wide_edge. */
tricorn_status tg_record_edges_room(
  tricorn_context *context, const tg_record_edges *to, const tg_record_chunk *chunk, void **room);
