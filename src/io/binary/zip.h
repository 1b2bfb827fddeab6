/* zip.h - reads zip archives: finds members by their names, and reads stored and deflated ones. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/context.h"
#include "io/bytes/input.h"

/* The first four bytes of each kind of record in an archive, and other numbers that records have. */
enum {
    TG_ZIP_LOCAL = 0x04034b50, /* a member's header */
    TG_ZIP_ENTRY = 0x02014b50, /* a member's entry in the directory */
    TG_ZIP_END = 0x06054b50, /* the record at the end of the archive */
    TG_ZIP_END64 = 0x06064b50, /* the record before that one, which has 64-bit numbers */
    TG_ZIP_LOCATOR = 0x07064b50, /* the record that has the position of TG_ZIP_END64 */
    TG_ZIP_EXTRA64 = 1, /* the id of the extra field that has 64-bit numbers */
    TG_ZIP_STORED = 0,
    TG_ZIP_DEFLATED = 8
};

typedef struct tg_zip tg_zip;
typedef struct tg_zip_stream tg_zip_stream;

/* Reads the archive's directory, which is at its end; so if the input is a stream, all of it is
 * read first (tg_input_hold). The input must stay open. */
tricorn_status tg_zip_open(tricorn_context *context, tg_input *input, tg_edge_spill *spill, tg_zip **zip);
/* Frees *zip; NULL is allowed. */
void tg_zip_close(tg_zip *zip);

bool tg_zip_has(const tg_zip *zip, const char *member);

/* Opens a member; *bytes receives its size. Errors: TRICORN_BAD_FORMAT if no member has this name. */
tricorn_status tg_zip_stream_open(
  tricorn_context *context, const tg_zip *zip, const char *member, tg_zip_stream **stream, uint64_t *bytes);
void tg_zip_stream_close(tg_zip_stream *stream);

/* Reads the next bytes of a tg_zip_stream, in the same way as tg_input_read. At the end of the
 * member, its length and its checksum are checked. */
tricorn_status tg_zip_stream_read(tricorn_context *context, void *stream, void *bytes, size_t room, size_t *count);
