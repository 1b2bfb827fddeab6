/* ahead.h - compressed content, decoded ahead of its reader by threads that would wait.
 *
 * bgzip's blocks and zstd's frames are decoded by all threads at once, other content by one
 * thread at a time while the others parse.  One thread at a time takes the content in order
 * (tg_ahead_read); those that wait for it meanwhile decode what comes next (tg_ahead_help).
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

/* From now on only the tg_ahead uses decoder and source, until tg_ahead_read sets *over. */
tricorn_status tg_ahead_create(tricorn_context *context, tg_decoder *decoder, tg_source *source,
                               tg_ahead **ahead);
void tg_ahead_free(tg_ahead *ahead);

/* Reads to->room bytes of content, fewer only at its end or with *over set: then there is no
 * memory to decode ahead, and the decoder continues from here. */
tricorn_status tg_ahead_read(tricorn_context *context, tg_ahead *ahead, tg_read_buffer *to,
                             bool *over);

/* Decodes something ahead of tg_ahead_read; false if there is nothing to decode for this thread
 * now.  From any thread. */
bool tg_ahead_help(tricorn_context *context, tg_ahead *ahead);

/* Compressed bytes whose content tg_ahead_read has returned. */
uint64_t tg_ahead_consumed(const tg_ahead *ahead);

#endif
