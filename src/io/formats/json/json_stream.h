/* json_stream.h - reads a JSON value of any size from its beginning to its end, in little memory.
 *
 * An item of the value, which is a token or an edge, is completely in memory while it is read:
 *
 *     TG_TRY(tg_json_stream_mark(stream));
 *     while (read(&stream->json) == TG_JSON_SHORT) TG_TRY(tg_json_stream_more(stream));
 */
#pragma once

#include <stdint.h>

#include "base/context.h"
#include "io/bytes/input.h"
#include "io/formats/json/json_scan.h"

typedef struct tg_json_stream {
    tricorn_context *context;
    tg_input *input;
    tg_json json;
    char *bytes;
    uint64_t room;
    /* What comes before bytes[0]: lines that have ended, and bytes of the line that has not. */
    uint64_t lines, column;
    uint64_t consumed; /* how many bytes of the input were consumed, for progress */
    /* The beginning of the item, and the state that the scanner had at it. */
    const char *mark;
    int expects;
    uint32_t depth;
} tg_json_stream;

/* Begins to read an input of which nothing was read yet. tg_json_stream_close frees the memory. */
tricorn_status tg_json_stream_open(tricorn_context *context, tg_input *input, tg_json_stream *stream);
void tg_json_stream_close(tg_json_stream *stream);

/* Begins an item at the scanner's position. */
void tg_json_stream_mark(tg_json_stream *stream);

/* Reads more bytes, and returns the scanner to the beginning of the item. The text may move in memory. Errors: those
 * of tg_input_read; TRICORN_BAD_FORMAT for an item with more than 2^30 bytes; TRICORN_CANCELLED. */
tricorn_status tg_json_stream_more(tg_json_stream *stream);

/* Scans the next token, which becomes an item; a fault in the text is an error. */
tricorn_status tg_json_stream_next(tg_json_stream *stream, tg_json_token *token);

/* Skips as tg_json_skip does, but with one token after another in memory. */
tricorn_status tg_json_stream_skip(tg_json_stream *stream);

/* The line of the scanner's position, from 1. */
uint64_t tg_json_stream_line(const tg_json_stream *stream);

/* Fails with TRICORN_BAD_FORMAT and the scanner's fault: "NAME:LINE: column COLUMN: fault". */
tricorn_status tg_json_stream_fail(const tg_json_stream *stream);
