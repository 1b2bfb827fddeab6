/* input.h - a file, a pipe, a descriptor or several files (parts), as decompressed content.
 *
 * - Compression is recognised by the first bytes: gzip (also bgzip and several members) and zstd
 *   (also several frames).  libarchive reads other kinds, and files in archives (archive.h).
 * - A path ARCHIVE/MEMBER names a file in an archive.
 * - A plain regular file is flat: any number of threads read it at any offset. So are parts of
 *   which none is compressed.  All other content is a stream, which is read in its order.
 */
#pragma once

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/context.h"
#include "graph/edges.h"
#include "io/bytes/file_list.h"
#include "io/bytes/read_buffer.h"

typedef struct tg_input tg_input;

/* `path` names a file or a pipe, not a folder; `name` is used in messages. */
tricorn_status tg_input_open(tricorn_context *context, const char *path, tg_input **input);
tricorn_status tg_input_open_descriptor(tricorn_context *context, int descriptor, const char *name, tg_input **input);
void tg_input_close(tg_input *input);

const char *tg_input_name(const tg_input *input);
/* The descriptor of a plain file, for libraries that open it by themselves; -1: it is none. */
int tg_input_descriptor(const tg_input *input);

/* ---- parts ---- */

/* Opens the files of a list, a folder or a glob, as one text (file_list.h). */
tricorn_status tg_input_open_parts(
  tricorn_context *context, const char *name, tg_file_list_kind kind, tg_input **input);
/* The same of a list that is read from a descriptor. */
tricorn_status tg_input_open_list(tricorn_context *context, int descriptor, const char *name, tg_input **input);

/* Returns the number of parts, without empty ones; 0: the input is a single file. */
uint64_t tg_input_parts(const tg_input *input);
const char *tg_input_part_name(const tg_input *input, uint64_t part);

/* Reads the first to->room bytes of a part, decompressed; fewer only if it has no more. */
tricorn_status tg_input_part_peek(tricorn_context *context, const tg_input *input, uint64_t part, tg_read_buffer *to);

/* Leaves the first bytes of a part out of the content; `lines` is how many lines they have.
 * Call it before anything is read. */
void tg_input_part_skip(tg_input *input, uint64_t part, uint64_t bytes, uint64_t lines);

/* Fails with TRICORN_BAD_FORMAT and "NAME:LINE: ...": the file that has this line of the
 * content, and the number of the line in that file. */
tricorn_status tg_input_refuse_line(tricorn_context *context, const tg_input *input, uint64_t line, const char *form,
  ...) __attribute__((format(printf, 4, 5)));

/* ---- content ---- */

/* Sets *bytes to the first 64 KiB of the content, or to all of a shorter one. Consumes nothing.
 * The bytes are valid until the input is closed. */
enum { TG_PEEK_BYTES = 1 << 16 };
tricorn_status tg_input_peek(tricorn_context *context, tg_input *input, const char **bytes, size_t *count);

/* Whether the content has no byte; consumes nothing. */
tricorn_status tg_input_is_empty(tricorn_context *context, tg_input *input, bool *empty);

/* Sets *bytes to the next 64 KiB that tg_input_read would read. The bytes that tg_input_peek
 * returned become invalid. */
tricorn_status tg_input_peek_on(tricorn_context *context, tg_input *input, const char **bytes, size_t *count);

/* Consumes `count` of the bytes that the last tg_input_peek_on returned. */
void tg_input_skip_peeked(tg_input *input, size_t count);

/* Reads the next `room` bytes of the content. *count is smaller only at the end, and 0 after
 * it. Only one thread may call it at a time. */
tricorn_status tg_input_read(tricorn_context *context, tg_input *input, void *bytes, size_t room, size_t *count);

/* Locks the mutex with which several threads call tg_input_read one after the other. A thread
 * that waits for it decodes ahead if the content allows it, and notices a request to stop.
 * `input` may be NULL. */
void tg_input_lock(tricorn_context *context, tg_input *input, pthread_mutex_t *lock);

/* True for a regular file, compressed or not; false for a pipe or a device. */
bool tg_input_is_regular(const tg_input *input);
/* True for a plain regular file, and for a stream that tg_input_hold has read: tg_input_size and
 * tg_input_read_at work. */
bool tg_input_is_flat(const tg_input *input);
/* Returns the bytes of the content if it is flat; otherwise those of the compressed file, for
 * progress. 0: unknown. */
uint64_t tg_input_size(const tg_input *input);
/* When the file was last changed, in nanoseconds since 1970; 0: it is no regular file. */
uint64_t tg_input_changed(const tg_input *input);
/* Returns how many of the tg_input_size bytes are consumed, for progress. For flat content these are exactly the
 * bytes that tg_input_read has returned, so tg_input_read_at can continue at this offset. */
uint64_t tg_input_consumed(const tg_input *input);

/* Reads `count` bytes from `offset` of flat content; any thread may call it. Fails with
 * TRICORN_IO_ERROR if the file is shorter now than when it was opened. */
tricorn_status tg_input_read_at(
  tricorn_context *context, const tg_input *input, uint64_t offset, void *bytes, size_t count);

/* Tells the system that these bytes of flat content will be read soon. */
void tg_input_expect(const tg_input *input, uint64_t offset, size_t count);

/* A range of the bytes of flat content. A reader of text reads the lines that begin in it.
 * Until it is set, the range is the whole content: `first` is 0 and `last` is UINT64_MAX. */
typedef struct tg_input_range {
    uint64_t first, last; /* bytes `first` to `last` - 1 */
} tg_input_range;
void tg_input_set_range(tg_input *input, tg_input_range share);
tg_input_range tg_input_range_of(const tg_input *input);
bool tg_input_has_range(const tg_input *input);

/* Opens the file again, at its beginning. Fails with TRICORN_IO_ERROR if the path now leads to another file or the
 * file was changed, and with TRICORN_UNSUPPORTED if the input was opened as a descriptor. */
tricorn_status tg_input_open_again(tricorn_context *context, const tg_input *input, tg_input **again);
bool tg_input_has_path(const tg_input *input);

/* Reads all of a stream, so that its content is flat afterwards: in memory or, if `spill` is not
 * NULL and the content is larger than spill->table_bytes, on disk. Before this, the stream may
 * only have been peeked at. Flat content stays as it is. */
tricorn_status tg_input_hold(tricorn_context *context, tg_input *input, tg_edge_spill *spill);

/* Opens the file whose path has another suffix ("a.graph" -> "a.offsets"), for formats of
 * several files. Fails with TRICORN_IO_ERROR if it does not exist or the input has no path. */
tricorn_status tg_input_open_sibling(
  tricorn_context *context, const tg_input *input, const char *suffix, tg_input **sibling);

/* Opens a file whose path differs in more than a suffix: `ending` replaces the last `cut` bytes of the path without
 * its compression suffix ("d/begin.bin", 9, "adjacent.bin" -> "d/adjacent.bin"). */
tricorn_status tg_input_open_beside(
  tricorn_context *context, const tg_input *input, size_t cut, const char *ending, tg_input **beside);
