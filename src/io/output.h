/* output.h - a file that appears whole or not at all, or a descriptor; compressed on the way. */
#ifndef TG_IO_OUTPUT_H
#define TG_IO_OUTPUT_H

#include <stddef.h>

#include "base/context.h"

typedef struct tg_output tg_output;

typedef enum tg_compression { TG_PLAIN, TG_GZIP, TG_ZSTD } tg_compression;

/* Writes beside path under a temporary name until tg_output_finish. */
trigon_status tg_output_open(trigon_context *context, const char *path,
                             tg_compression compression, tg_output **output);
trigon_status tg_output_open_descriptor(trigon_context *context, int descriptor,
                                        tg_compression compression, tg_output **output);

/* The path as it was given, or words for a descriptor. */
const char *tg_output_name(const tg_output *output);

/* Buffered; any size. */
trigon_status tg_output_write(trigon_context *context, tg_output *output, const void *bytes,
                              size_t count);
trigon_status tg_output_print(trigon_context *context, tg_output *output, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* For writing many short things without a call for each: *begin to *end is free for `least` (at
 * most TG_OUTPUT_ROOM) bytes or more; then tell how many were written there. */
enum { TG_OUTPUT_ROOM = 1 << 12 };
trigon_status tg_output_room(trigon_context *context, tg_output *output, size_t least,
                             char **begin, char **end);
void tg_output_advance(tg_output *output, size_t count);

/* Flushes, closes, renames into place; also frees.  After a failure nothing is left behind. */
trigon_status tg_output_finish(trigon_context *context, tg_output *output);
/* Gives up: removes the temporary file.  NULL is fine. */
void tg_output_discard(tg_output *output);

#endif
