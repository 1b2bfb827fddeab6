/* text.h - cuts text into chunks of whole lines and hands them to all threads. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/context.h"
#include "io/bytes/input.h"

/* A chunk of whole lines. `end` is the position behind the last '\n', or the end of the content, whose last line may
 * lack its '\n'. At least TG_TEXT_PADDING bytes behind `end` may be read, and the first of them is '\n'. */
enum { TG_TEXT_PADDING = 64 };
typedef struct tg_text_chunk {
    const char *begin, *end;
    uint64_t index; /* chunks are numbered in the order of the content */
    uint64_t line; /* the number of its first line, where one thread reads */
    uint32_t thread; /* the number of the calling thread, below tg_text_reader.threads */
} tg_text_chunk;

typedef struct tg_text_outcome {
    uint64_t lines; /* the lines of the chunk, or those up to the bad one and with it */
    /* NULL, or the fault of the last of these lines: a sentence that stays until tg_text_read returns. */
    const char *error;
} tg_text_outcome;

typedef struct tg_text_reader {
    uint32_t threads; /* 1: the chunks are parsed in their order, one after the other */
    uint64_t first_line; /* the number of the first line that is read, counted from 1 */
    bool any_bytes; /* the parser checks for NUL bytes; if false, a line with one is bad */
    void *user;
    /* Called for each chunk, by several threads at once, each with its own chunk.thread. A
     * status that is not OK (out of memory) ends the reading; a bad line is reported in
     * *outcome. */
    tricorn_status (*parse)(tricorn_context *context, void *user, const tg_text_chunk *chunk, tg_text_outcome *outcome);
    /* NULL, or called for each chunk of a stream before `parse`, by the thread that will parse
     * it: one call at a time, in the order of the content. Never called for flat files. */
    void (*in_order)(void *user, const tg_text_chunk *chunk);
} tg_text_reader;

/* About the bytes of a chunk. Only tests change it: with chunks of a few bytes, the content is
 * cut at every position. */
extern size_t tg_text_chunk_bytes;

/* The end of the first lines from `at` on: of about `count` times `least` bytes, or `stop`, the
 * position behind the last '\n'. */
const char *tg_text_some_lines(const char *at, const char *stop, uint64_t count, size_t least);

/* The longest line that is read, as memory holds all of a line. */
#define TG_TEXT_LINE_LIMIT (UINT64_C(1) << 30)

/* Reads the input from the position of tg_input_read to its end. The first bad line of the content, whichever thread
 * found it, becomes TRICORN_BAD_FORMAT "NAME:LINE: fault". Reports progress, obeys cancel. */
tricorn_status tg_text_read(tricorn_context *context, tg_input *input, const tg_text_reader *reader);

/* Hands lines from all regions of a flat file to the parser, about `bytes` in all, in windows of
 * a few lines. Works in the calling thread. Ignores bad lines. */
tricorn_status tg_text_sample(tricorn_context *context, tg_input *input, const tg_text_reader *reader, uint64_t bytes);
