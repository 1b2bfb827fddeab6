/* archive.h - what libarchive decodes: the only file, or the named one, in an archive (zip, tar, 7-Zip), and
 * content that is compressed by xz, bzip2, lz4, lzip or lzma.
 *
 * The content is read from another input, in its order and in little memory. libarchive is loaded when it
 * is first needed.
 */
#pragma once

#include "io/bytes/input.h"

typedef struct tg_archive tg_archive;

/* What the archive is read from, and which file in it; NULL: the only one. */
typedef struct tg_archive_source {
    tg_input *input;
    const char *member;
    const struct tg_packing *packing; /* of the input, for messages */
} tg_archive_source;

/* The archive has the input from here on; a failure closes it. */
tricorn_status tg_archive_open(tricorn_context *context, const tg_archive_source *from, tg_archive **archive);
/* archive may be NULL. */
void tg_archive_close(tg_archive *archive);

/* The name of the file in the archive; NULL: the input is no archive, but compressed. */
const char *tg_archive_member(const tg_archive *archive);
tg_input *tg_archive_input(const tg_archive *archive);
/* How many bytes of the input were read, for progress. */
uint64_t tg_archive_consumed(const tg_archive *archive);

/* Reads to->room bytes of content, or fewer at its end. */
tricorn_status tg_archive_read(tricorn_context *context, tg_archive *archive, tg_read_buffer *to);
