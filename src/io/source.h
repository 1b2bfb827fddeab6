/* source.h - the bytes of a file, pipe or descriptor, as they lie there. */
#ifndef TG_IO_SOURCE_H
#define TG_IO_SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/context.h"

typedef struct tg_source {
    char *name; /* for messages */
    int descriptor;
    bool owned;        /* the descriptor is ours to close */
    bool regular;      /* pread works */
    bool ended;        /* nothing more is to come into `bytes` */
    uint64_t base;     /* where the content begins: a descriptor may stand in mid-file */
    uint64_t size;     /* from base to the end of a regular file, else 0 */
    uint64_t position; /* bytes taken from the file; flat files: consumed, see input.c */

    unsigned char *bytes; /* those from begin to end have come and were not yet used */
    size_t begin, end, room;
} tg_source;

/* Finds out what the descriptor is; a directory is TRICORN_IO_ERROR. */
tricorn_status tg_source_look(tricorn_context *context, tg_source *source);

/* Closes the descriptor if it is owned; frees name and bytes. */
void tg_source_close(tg_source *source);
/* Drops what has come; the next fill begins at the front of a regular file. */
void tg_source_rewind(tg_source *source);

/* "NAME: what: No such file" as TRICORN_IO_ERROR. */
tricorn_status tg_source_error(tricorn_context *context, const tg_source *source,
                               const char *what, int error);

/* One successful read of up to `room` bytes; *count is 0 at the end.  offset counts only for
 * regular files, from base. */
tricorn_status tg_source_read(tricorn_context *context, const tg_source *source, uint64_t offset,
                              void *bytes, size_t room, size_t *count);

/* Reads on until at least `least` bytes stand from begin to end, or the end has come.  `bytes`
 * grows as needed. */
tricorn_status tg_source_fill(tricorn_context *context, tg_source *source, size_t least);

static inline size_t tg_source_count(const tg_source *source)
{
    return source->end - source->begin;
}

#endif
