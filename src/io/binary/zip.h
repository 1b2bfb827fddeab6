/* zip.h - reads zip archives: finds members by name, stored or deflated. */
#ifndef TG_IO_BINARY_ZIP_H
#define TG_IO_BINARY_ZIP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/context.h"
#include "io/bytes/input.h"

/* The first four bytes of an archive's records, and other numbers in them. */
enum {
    TG_ZIP_LOCAL = 0x04034b50,   /* a member's header */
    TG_ZIP_ENTRY = 0x02014b50,   /* a member's entry in the directory */
    TG_ZIP_END = 0x06054b50,     /* the record at the archive's end */
    TG_ZIP_END64 = 0x06064b50,   /* the record before it, with 64-bit numbers */
    TG_ZIP_LOCATOR = 0x07064b50, /* the record with the position of that one */
    TG_ZIP_EXTRA64 = 1,          /* the id of the extra field with 64-bit numbers */
    TG_ZIP_STORED = 0,           /* the methods of compression */
    TG_ZIP_DEFLATED = 8
};

typedef struct tg_zip tg_zip;
typedef struct tg_zip_stream tg_zip_stream;

/* Reads the archive's directory, which is at its end; a stream is therefore read as a whole
 * (tg_input_hold).  The input must stay open. */
tricorn_status tg_zip_open(tricorn_context *context, tg_input *input, tg_edge_spill *spill,
                           tg_zip **zip);
/* zip may be NULL. */
void tg_zip_close(tg_zip *zip);

bool tg_zip_has(const tg_zip *zip, const char *member);

/* Opens a member; *bytes is its size.  TRICORN_BAD_FORMAT if no member has that name. */
tricorn_status tg_zip_stream_open(tricorn_context *context, const tg_zip *zip, const char *member,
                                  tg_zip_stream **stream, uint64_t *bytes);
void tg_zip_stream_close(tg_zip_stream *stream);

/* Reads the next bytes of a tg_zip_stream as tg_input_read does.  At the end of the member its
 * length and checksum are checked. */
tricorn_status tg_zip_stream_read(tricorn_context *context, void *stream, void *bytes,
                                  size_t room, size_t *count);

#endif
