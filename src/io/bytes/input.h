/* input.h - a file, pipe or descriptor to read from, decompressed on the way.
 *
 * Compression is recognised by content: gzip (also bgzip and several members), zstd (also
 * several frames).  Many threads can read plain regular files at any offset; everything else is a
 * stream.
 */
#ifndef TG_IO_BYTES_INPUT_H
#define TG_IO_BYTES_INPUT_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/context.h"
#include "graph/edges.h"

typedef struct tg_input tg_input;

/* path must name something readable that is not a directory. name is for messages. */
tricorn_status tg_input_open(tricorn_context *context, const char *path, tg_input **input);
tricorn_status tg_input_open_descriptor(tricorn_context *context, int descriptor,
                                        const char *name, tg_input **input);
void tg_input_close(tg_input *input);

const char *tg_input_name(const tg_input *input);

/* The same of the files that a list names, as one text (file_list.h).  Compressed ones are
 * TRICORN_UNSUPPORTED. */
tricorn_status tg_input_open_list(tricorn_context *context, const char *list, tg_input **input);
bool tg_input_is_list(const tg_input *input);

/* The first bytes of the decompressed content, at most 64 KiB (fewer only if the content is
 * shorter), without consuming them.  Valid until close. */
enum { TG_PEEK_BYTES = 1 << 16 };
tricorn_status tg_input_peek(tricorn_context *context, tg_input *input, const char **bytes,
                             size_t *count);

/* The same from the position of tg_input_read on; what tg_input_peek returned before is no longer
 * valid. */
tricorn_status tg_input_peek_on(tricorn_context *context, tg_input *input, const char **bytes,
                                size_t *count);

/* Consumes `count` of the bytes that tg_input_peek_on has returned last. */
void tg_input_skip_peeked(tg_input *input, size_t count);

/* Reads the next bytes: fills `bytes` with up to `room` bytes of content; *count is less than
 * room only at the end, and 0 after it.  One thread at a time. */
tricorn_status tg_input_read(tricorn_context *context, tg_input *input, void *bytes, size_t room,
                             size_t *count);

/* Takes the lock under which several threads take turns at tg_input_read.  A thread that waits
 * for it decodes ahead, if the content allows it, and notices a request to stop. input may be
 * NULL.
 */
void tg_input_lock(tricorn_context *context, tg_input *input, pthread_mutex_t *lock);

/* True for a regular file, compressed or not; false for a pipe or a device. */
bool tg_input_is_regular(const tg_input *input);
/* True for a plain regular file, and for a stream that is kept: tg_input_size and
 * tg_input_read_at work. */
bool tg_input_is_flat(const tg_input *input);
/* Size of a flat file or of a stream that is kept, or of the compressed file behind a stream (for
 * progress); 0: unknown. */
uint64_t tg_input_size(const tg_input *input);
/* When the file was last changed, in nanoseconds since 1970; 0: it is no regular file. */
uint64_t tg_input_changed(const tg_input *input);
/* Bytes of that size already consumed, for progress.  For a flat file exactly the bytes that
 * tg_input_read has returned, so the offset at which tg_input_read_at continues; tg_input_peek
 * consumes nothing. */
uint64_t tg_input_consumed(const tg_input *input);

/* Reads exactly `count` bytes from `offset` of a flat file; from any thread.  If the file has
 * become shorter, TRICORN_IO_ERROR. */
tricorn_status tg_input_read_at(tricorn_context *context, const tg_input *input, uint64_t offset,
                                void *bytes, size_t count);

/* Says that these bytes of a flat file will be read soon; advice. */
void tg_input_expect(const tg_input *input, uint64_t offset, size_t count);

/* A part of the bytes of a flat file: text that is read in shares has the lines that begin there.
 * Until it is set, `first` is 0 and `last` is UINT64_MAX. */
typedef struct tg_input_share {
    uint64_t first, last; /* bytes first to last - 1 */
} tg_input_share;
void tg_input_set_share(tg_input *input, tg_input_share share);
tg_input_share tg_input_share_of(const tg_input *input);
bool tg_input_is_shared(const tg_input *input);

/* Opens the file again, at its beginning.  TRICORN_IO_ERROR if another one has its name now, or
 * it was changed; TRICORN_UNSUPPORTED if it was opened by a descriptor. */
tricorn_status tg_input_open_again(tricorn_context *context, const tg_input *input,
                                   tg_input **again);
/* Whether it was opened by its path. */
bool tg_input_has_path(const tg_input *input);

/* Keeps the content of a stream, so that it can be read at any offset as a flat file can: in
 * memory or, if spill is not NULL and it is larger than tables may be, set aside.  Only before
 * anything but the peek was read.  A flat file stays as it is. */
tricorn_status tg_input_hold(tricorn_context *context, tg_input *input, tg_edge_spill *spill);

/* Opens the file beside this one with another suffix ("a.graph" -> "a.offsets"), for formats of
 * several files.  TRICORN_IO_ERROR if it does not exist or input is not a file. */
tricorn_status tg_input_open_sibling(tricorn_context *context, const tg_input *input,
                                     const char *suffix, tg_input **sibling);

/* The same if the files differ in more than a suffix: `ending` replaces the last `cut` bytes of
 * the path (without a compression suffix) ("d/begin.bin", 9, "adjacent.bin" -> "d/adjacent.bin").
 */
tricorn_status tg_input_open_beside(tricorn_context *context, const tg_input *input, size_t cut,
                                    const char *ending, tg_input **beside);

#endif
