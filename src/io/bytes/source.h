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
    bool owned;   /* the descriptor is closed with the source */
    bool regular; /* pread works */
    bool apart;   /* the system reads nothing ahead but what tg_source_expect says */
    bool ended;   /* no more bytes will be read into `bytes` */
    struct tg_file_list *files; /* whose bytes are read, if a list names them; NULL: one file */
    uint64_t base;              /* offset of the content: a descriptor may be in mid-file */
    uint64_t size;              /* from base to the end of a regular file, else 0 */
    uint64_t position; /* bytes read from the file; for flat files bytes consumed, see input.c */

    unsigned char *bytes; /* the bytes from begin to end were read and not used yet */
    size_t begin, end, room;
} tg_source;

/* Examines the descriptor; a directory is TRICORN_IO_ERROR. */
tricorn_status tg_source_look(tricorn_context *context, tg_source *source);

/* Closes the descriptor if it is owned; frees name and bytes. */
void tg_source_close(tg_source *source);
/* Drops the bytes that were read; the next fill begins at the start of a regular file. */
void tg_source_rewind(tg_source *source);

/* Returns TRICORN_IO_ERROR with the message "NAME: what: No such file". */
tricorn_status tg_source_error(tricorn_context *context, const tg_source *source,
                               const char *what, int error);

/* One successful read; to->count is 0 at the end of the content only.  offset, from base, is for
 * regular files only. */
tricorn_status tg_source_read(tricorn_context *context, const tg_source *source, uint64_t offset,
                              tg_read_buffer *to);

/* Says that these bytes of a regular file will be read soon, from base on; advice. */
void tg_source_expect(const tg_source *source, uint64_t offset, size_t count);

/* Reads until at least `least` bytes are between begin and end, or to the end of the content.
 * `bytes` grows as needed. */
tricorn_status tg_source_fill(tricorn_context *context, tg_source *source, size_t least);

static inline size_t tg_source_count(const tg_source *source)
{
    return source->end - source->begin;
}

#endif
