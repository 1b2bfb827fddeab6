/* output.h - a file that appears complete or not at all, or a descriptor; compressed on the way.
 */
#ifndef TG_IO_BYTES_OUTPUT_H
#define TG_IO_BYTES_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/context.h"

typedef struct tg_output tg_output;

typedef enum tg_compression { TG_PLAIN, TG_GZIP, TG_ZSTD } tg_compression;

/* Until tg_output_finish, writes to a file without a name or, where the file system has none such,
 * to a temporary file beside path. */
tricorn_status tg_output_open(tricorn_context *context, const char *path,
                              tg_compression compression, tg_output **output);
tricorn_status tg_output_open_descriptor(tricorn_context *context, int descriptor,
                                         tg_compression compression, tg_output **output);

/* The given path, or words for a descriptor. */
const char *tg_output_name(const tg_output *output);

/* Whether nothing was written to it yet. */
bool tg_output_is_empty(const tg_output *output);

/* Buffered; any size. */
tricorn_status tg_output_write(tricorn_context *context, tg_output *output, const void *bytes,
                               size_t count);
tricorn_status tg_output_print(tricorn_context *context, tg_output *output, const char *format,
                               ...) __attribute__((format(printf, 3, 4)));

/* For many short writes without a call for each: *begin to *end has room for `least` (at most
 * TG_OUTPUT_ROOM) bytes or more; then report the number of bytes written there. */
enum { TG_OUTPUT_ROOM = 1 << 12 };
tricorn_status tg_output_room(tricorn_context *context, tg_output *output, size_t least,
                              char **begin, char **end);
void tg_output_advance(tg_output *output, size_t count);

/* Flushes, closes and gives the file its name; also frees.  After a failure no file is left. */
tricorn_status tg_output_finish(tricorn_context *context, tg_output *output);
/* Gives up: removes the temporary file. output may be NULL. */
void tg_output_discard(tg_output *output);

#endif
