/* source.h - the bytes of a file, a pipe or a descriptor, not decompressed. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/context.h"
#include "io/bytes/read_buffer.h"

typedef struct tg_source {
    char *name; /* the name for messages */
    int descriptor;
    bool owned; /* tg_source_close closes the descriptor */
    bool regular; /* a regular file, which pread can read at any offset */
    bool advised; /* the system does not read ahead; it must be told by tg_source_expect */
    bool ended; /* the end was read: all remaining bytes are in `bytes` */
    /* The files of a list, which are read instead of the descriptor; NULL if the source is no list. */
    struct tg_file_list *files;
    /* The offset in the file at which the content begins, since a descriptor may be in mid-file. */
    uint64_t base;
    uint64_t size; /* of a regular file: the bytes from `base` to the end; otherwise 0 */
    /* How many bytes were read; for flat content, how many were consumed (input.c). */
    uint64_t position;

    /* The bytes at positions `begin` to `end` - 1 were read and are not used yet. */
    unsigned char *bytes;
    size_t begin, end, room;
} tg_source;

/* Examines the descriptor. Errors: TRICORN_IO_ERROR for a directory. */
tricorn_status tg_source_look(tricorn_context *context, tg_source *source);

/* Closes the descriptor if it is owned; frees `name` and `bytes`. */
void tg_source_close(tg_source *source);
/* Drops the bytes that were read: the next fill starts again at the beginning of a regular file. */
void tg_source_rewind(tg_source *source);

/* Fails with TRICORN_IO_ERROR and a message such as "NAME: what: No such file". */
tricorn_status tg_source_error(tricorn_context *context, const tg_source *source, const char *what, int error);

/* Reads with one successful call of the system; to->count is 0 only at the end of the content.
 * `offset`, used for regular files only, is counted from `base`. */
tricorn_status tg_source_read(tricorn_context *context, const tg_source *source, uint64_t offset, tg_read_buffer *to);

/* Tells the system that these bytes of a regular file will be read soon; `offset` is counted from `base`. */
void tg_source_expect(const tg_source *source, uint64_t offset, size_t count);

/* Reads until the positions `begin` to `end` - 1 have at least `least` bytes, or until the end
 * of the content. `bytes` grows as needed. */
tricorn_status tg_source_fill(tricorn_context *context, tg_source *source, size_t least);

static inline size_t tg_source_count(const tg_source *source)
{
    return source->end - source->begin;
}
