/* ahead.h - compressed content is decoded before its reader asks for it, by threads that would
 * wait.
 *
 * Why it is fast:
 * - All threads decode the frames of zstd and the blocks of bgzip at the same time (frame in
 *   what follows).  Of other content one thread decodes the next bytes while the other threads
 *   parse.
 * - One thread at a time reads the content in its order (tg_ahead_read).  A thread that waits
 *   for its turn calls tg_ahead_help, which decodes what comes next.
 */
#ifndef TG_IO_BYTES_AHEAD_H
#define TG_IO_BYTES_AHEAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/context.h"
#include "io/bytes/compressed.h"
#include "io/bytes/source.h"

typedef struct tg_ahead tg_ahead;

/* The tg_ahead alone may use decoder and source until tg_ahead_read sets *over. */
tricorn_status tg_ahead_create(tricorn_context *context, tg_decoder *decoder, tg_source *source,
                               tg_ahead **ahead);
void tg_ahead_free(tg_ahead *ahead);

/* Reads to->room bytes of content, fewer only at its end or with *over set: then memory is too
 * small to decode ahead, and the caller goes on with the decoder. */
tricorn_status tg_ahead_read(tricorn_context *context, tg_ahead *ahead, tg_read_buffer *to,
                             bool *over);

/* Decodes bytes that tg_ahead_read will return later; false if no bytes can be decoded now.  Any
 * thread may call it. */
bool tg_ahead_help(tricorn_context *context, tg_ahead *ahead);

/* The number of compressed bytes whose content tg_ahead_read has returned. */
uint64_t tg_ahead_consumed(const tg_ahead *ahead);

#endif
