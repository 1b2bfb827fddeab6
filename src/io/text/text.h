/* text.h - lines of text, cut into blocks and handed to all threads. */
#ifndef TG_IO_TEXT_TEXT_H
#define TG_IO_TEXT_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/context.h"
#include "io/bytes/input.h"

/* One block of whole lines; `end` is just behind the last '\n' (or the end of the content, where
 * the last line may lack its '\n').  At least TG_TEXT_PADDING bytes behind `end` may be read; the
 * first of them is '\n'. */
enum { TG_TEXT_PADDING = 64 };
typedef struct tg_text_block {
    const char *begin, *end;
    uint64_t index;  /* blocks are numbered in the order of the content */
    uint64_t line;   /* the number of its first line, where one thread reads */
    uint32_t thread; /* the calling thread, below tg_text_reader.threads */
} tg_text_block;

/* The result of parsing a block. */
typedef struct tg_text_outcome {
    uint64_t lines;    /* lines of the block, or up to and including the bad one */
    const char *error; /* the error of the last of these lines, a sentence that stays until
                          tg_text_read returns, or NULL */
} tg_text_outcome;

typedef struct tg_text_reader {
    uint32_t threads;    /* 1: blocks are parsed in order, one after the other */
    uint64_t first_line; /* number of the first line read, counted from 1 */
    bool any_bytes;      /* the parser sees to NUL bytes; else a line that holds one is bad */
    void *user;
    /* Called for each block, by several threads at once, each with its own block.thread.  A
     * status that is not OK (out of memory) ends the reading; bad input is reported by outcome.
     */
    tricorn_status (*parse)(tricorn_context *context, void *user, const tg_text_block *block,
                            tg_text_outcome *outcome);
    /* NULL, or called for each block of a stream before it is parsed, by the thread that will
     * parse it: in the order of the content, one at a time.  Not for flat files. */
    void (*in_order)(void *user, const tg_text_block *block);
} tg_text_reader;

/* Bytes of a block, about.  Only tests change it: blocks of a few bytes cut the content at every
 * position. */
extern size_t tg_text_block_bytes;

/* The end of the first lines between `at` and `stop`, which is behind a '\n': of about `count`
 * times `least` bytes, or all. */
const char *tg_text_some_lines(const char *at, const char *stop, uint64_t count, size_t least);

/* The longest line (memory holds the whole block of a line). */
#define TG_TEXT_LINE_LIMIT (UINT64_C(1) << 30)

/* Reads input, from the position of tg_input_read, to its end.  The first bad line of the
 * content, whichever thread found it, becomes TRICORN_BAD_FORMAT "NAME:LINE: error".  Reports
 * progress, obeys cancel. */
tricorn_status tg_text_read(tricorn_context *context, tg_input *input,
                            const tg_text_reader *reader);

/* Hands lines from everywhere in a flat file to the parser, of about `bytes`, in windows of a few
 * lines.  Uses one thread, from any one.  Bad lines are passed over. */
tricorn_status tg_text_sample(tricorn_context *context, tg_input *input,
                              const tg_text_reader *reader, uint64_t bytes);

#endif
