/* zip.h - reading zip archives: members, stored or deflated, found by name. */
#ifndef TG_IO_BINARY_ZIP_H
#define TG_IO_BINARY_ZIP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/context.h"
#include "io/bytes/input.h"

/* The parts of an archive. */
enum {
    TG_ZIP_LOCAL = 0x04034b50,   /* first four bytes: of a member's header */
    TG_ZIP_ENTRY = 0x02014b50,   /* of its entry in the directory */
    TG_ZIP_END = 0x06054b50,     /* of the record at the archive's end */
    TG_ZIP_END64 = 0x06064b50,   /* of the record with 64-bit numbers before it */
    TG_ZIP_LOCATOR = 0x07064b50, /* of the record with its position */
    TG_ZIP_EXTRA64 = 1,          /* id of the extra field with 64-bit numbers */
    TG_ZIP_STORED = 0,           /* methods of compression */
    TG_ZIP_DEFLATED = 8
};

typedef struct tg_zip tg_zip;
typedef struct tg_zip_stream tg_zip_stream;

/* Reads the archive's directory.  It is at the end: a stream is kept (tg_input_hold).  The input
 * must stay open. */
tricorn_status tg_zip_open(tricorn_context *context, tg_input *input, tg_edge_spill *spill,
                           tg_zip **zip);
/* zip may be NULL. */
void tg_zip_close(tg_zip *zip);

bool tg_zip_has(const tg_zip *zip, const char *member);

/* Opens a member; *bytes is its size.  TRICORN_BAD_FORMAT if there is none of that name. */
tricorn_status tg_zip_stream_open(tricorn_context *context, const tg_zip *zip, const char *member,
                                  tg_zip_stream **stream, uint64_t *bytes);
void tg_zip_stream_close(tg_zip_stream *stream);

/* Reads the next bytes, as tg_input_read, from a tg_zip_stream.  At the end the length and the
 * checksum must be right. */
tricorn_status tg_zip_stream_read(tricorn_context *context, void *stream, void *bytes,
                                  size_t room, size_t *count);

#endif
