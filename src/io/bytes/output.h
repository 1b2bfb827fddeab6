/* output.h - writes a file that appears complete or not at all, or a descriptor; compresses what
 * it writes. */
#ifndef TG_IO_BYTES_OUTPUT_H
#define TG_IO_BYTES_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/context.h"

typedef struct tg_output tg_output;

typedef enum tg_compression { TG_PLAIN, TG_GZIP, TG_ZSTD } tg_compression;

/* Writes to a file that has no name or, where the file system has no such files, to a temporary
 * file beside path. tg_output_finish gives the file its name. */
tricorn_status tg_output_open(tricorn_context *context, const char *path,
                              tg_compression compression, tg_output **output);
tricorn_status tg_output_open_descriptor(tricorn_context *context, int descriptor,
                                         tg_compression compression, tg_output **output);

/* The path, or words that name the descriptor. */
const char *tg_output_name(const tg_output *output);

/* True until the first byte is written. */
bool tg_output_is_empty(const tg_output *output);

/* Writes any number of bytes, by a buffer. */
tricorn_status tg_output_write(tricorn_context *context, tg_output *output, const void *bytes,
                               size_t count);
tricorn_status tg_output_print(tricorn_context *context, tg_output *output, const char *format,
                               ...) __attribute__((format(printf, 3, 4)));

/* For many short writes: *begin to *end has room for `least` bytes or more (at most
 * TG_OUTPUT_ROOM).  Then tell tg_output_advance how many bytes were stored there. */
enum { TG_OUTPUT_ROOM = 1 << 12 };
tricorn_status tg_output_room(tricorn_context *context, tg_output *output, size_t least,
                              char **begin, char **end);
void tg_output_advance(tg_output *output, size_t count);

/* Writes what is left, closes the file, gives it its name, and frees the output.  A failure
 * leaves no file. */
tricorn_status tg_output_finish(tricorn_context *context, tg_output *output);
/* Removes the unfinished file and frees the output, which may be NULL. */
void tg_output_discard(tg_output *output);

#endif
