/* ahead.h - decodes compressed content before its reader asks for it, with threads that would otherwise wait.
 *
 * Why it is fast:
 * - All threads decode frames of zstd and blocks of bgzip at the same time (both are called
 *   frames below).  Other content is decoded by one thread, while the other threads parse what
 *   was decoded before.
 * - One thread at a time reads the content in its order (tg_ahead_read). A thread that waits
 *   for its turn calls tg_ahead_help, which decodes what comes next.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/context.h"
#include "io/bytes/compressed.h"
#include "io/bytes/source.h"

typedef struct tg_ahead tg_ahead;

/* Until tg_ahead_read has set *over, only *ahead may use the decoder and the source. */
tricorn_status tg_ahead_create(tricorn_context *context, tg_decoder *decoder, tg_source *source, tg_ahead **ahead);
void tg_ahead_free(tg_ahead *ahead);

/* Reads to->room bytes of content. Reads fewer at the end of the content, or if *over becomes
 * true: then memory does not suffice to decode ahead, and the caller continues with the decoder. */
tricorn_status tg_ahead_read(tricorn_context *context, tg_ahead *ahead, tg_read_buffer *to, bool *over);

/* Decodes bytes that tg_ahead_read will return later. Returns false if nothing can be decoded
 * now. Any thread may call it. */
bool tg_ahead_help(tricorn_context *context, tg_ahead *ahead);

/* Returns how many compressed bytes had the content that tg_ahead_read has returned. */
uint64_t tg_ahead_consumed(const tg_ahead *ahead);
