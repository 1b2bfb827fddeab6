/* output.h - writes a file that appears complete or not at all, or a descriptor; compresses what it writes. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "base/context.h"

typedef struct tg_output tg_output;

typedef enum tg_compression { TG_PLAIN, TG_GZIP, TG_ZSTD } tg_compression;

tricorn_status tg_output_open(
  tricorn_context *context, const char *path, tg_compression compression, tg_output **output);
tricorn_status tg_output_open_descriptor(
  tricorn_context *context, int descriptor, tg_compression compression, tg_output **output);

/* Returns the path, or words that describe the descriptor. */
const char *tg_output_name(const tg_output *output);

/* The descriptor of a new file, whose name it gets when it is complete; -1: it is none. */
int tg_output_new_file(const tg_output *output);
/* Tells that somebody else has written to it. */
void tg_output_filled(tg_output *output);

/* Whether it is compressed: then all threads take part in writing, unless the caller is in a parallel region. */
bool tg_output_is_packed(const tg_output *output);

/* Whether it is a terminal, on which control characters of names must not be written. */
bool tg_output_is_terminal(const tg_output *output);

bool tg_output_is_empty(const tg_output *output);

/* Writes any number of bytes, through a buffer. */
tricorn_status tg_output_write(tricorn_context *context, tg_output *output, const void *bytes, size_t count);
tricorn_status tg_output_print(tricorn_context *context, tg_output *output, const char *format, ...)
  __attribute__((format(printf, 3, 4)));

/* For many short writes: sets *begin and *end so that at least `least` bytes fit between them;
 * `least` is at most TG_OUTPUT_ROOM. The caller stores bytes at *begin, and then tells
 * tg_output_advance how many. */
enum { TG_OUTPUT_ROOM = 1 << 12 };
tricorn_status tg_output_room(tricorn_context *context, tg_output *output, size_t least, char **begin, char **end);
void tg_output_advance(tg_output *output, size_t count);

/* Writes everything that remains, closes the file, gives it its name, and frees the output. After
 * a failure no file is left. */
tricorn_status tg_output_finish(tricorn_context *context, tg_output *output);
/* Removes the file, which is not complete, and frees the output; NULL is allowed. */
void tg_output_discard(tg_output *output);
