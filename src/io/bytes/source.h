/* source.h - the bytes of a file, pipe or descriptor, without decompression. */
#ifndef TG_IO_BYTES_SOURCE_H
#define TG_IO_BYTES_SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/context.h"
#include "io/bytes/read_buffer.h"

typedef struct tg_source {
    char *name; /* for messages */
    int descriptor;
    bool owned;   /* tg_source_close closes the descriptor */
    bool regular; /* pread works */
    bool advised; /* the system reads ahead only what tg_source_expect names */
    bool ended;   /* all bytes were read into `bytes` */
    /* The files that a list names, which are read instead of the descriptor; or NULL. */
    struct tg_file_list *files;
    /* Offset in the file where the content begins: a descriptor may be in mid-file. */
    uint64_t base;
    uint64_t size;     /* from base to the end of a regular file, else 0 */
    uint64_t position; /* bytes read from the file; of flat content, bytes consumed (input.c) */

    unsigned char *bytes; /* the bytes from begin to end were read and not used yet */
    size_t begin, end, room;
} tg_source;

/* Examines the descriptor.  TRICORN_IO_ERROR for a directory. */
tricorn_status tg_source_look(tricorn_context *context, tg_source *source);

/* Closes the descriptor if it is owned; frees name and bytes. */
void tg_source_close(tg_source *source);
/* Drops the bytes that were read: the next fill begins at the start of a regular file. */
void tg_source_rewind(tg_source *source);

/* TRICORN_IO_ERROR with the message "NAME: what: No such file". */
tricorn_status tg_source_error(tricorn_context *context, const tg_source *source,
                               const char *what, int error);

/* Reads once, and again only if a signal interrupts it; to->count is 0 at the end of the content
 * only. offset counts from base, for regular files only. */
tricorn_status tg_source_read(tricorn_context *context, const tg_source *source, uint64_t offset,
                              tg_read_buffer *to);

/* Tells the system that these bytes of a regular file, counted from base, will be read soon. */
void tg_source_expect(const tg_source *source, uint64_t offset, size_t count);

/* Reads until begin to end has `least` bytes, or to the end of the content. `bytes` grows as
 * needed. */
tricorn_status tg_source_fill(tricorn_context *context, tg_source *source, size_t least);

static inline size_t tg_source_count(const tg_source *source)
{
    return source->end - source->begin;
}

#endif
