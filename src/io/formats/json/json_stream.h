/* json_stream.h - reads a JSON value of any size from its beginning to its end, in little
 * memory.
 *
 * An item of it (a token, or an edge) is in memory as a whole while it is read:
 *
 *     TG_TRY(tg_json_stream_mark(stream));
 *     while (read(&stream->json) == TG_JSON_SHORT) TG_TRY(tg_json_stream_more(stream));
 */
#ifndef TG_IO_FORMATS_JSON_JSON_STREAM_H
#define TG_IO_FORMATS_JSON_JSON_STREAM_H

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
    /* Before bytes[0]: lines that have an end, and bytes of the line that has none. */
    uint64_t lines, column;
    uint64_t consumed; /* bytes of the input, for progress */
    /* The beginning of the item, and the scanner's state at it. */
    const char *mark;
    int expects;
    uint32_t depth;
} tg_json_stream;

/* Begins with an input that is unread. tg_json_stream_close frees the memory. */
tricorn_status tg_json_stream_open(tricorn_context *context, tg_input *input,
                                   tg_json_stream *stream);
void tg_json_stream_close(tg_json_stream *stream);

/* Begins an item where the scanner is. */
void tg_json_stream_mark(tg_json_stream *stream);

/* Reads more bytes, and moves the scanner back to the beginning of the item.  The text moves in
 * memory.  Errors: those of tg_input_read; TRICORN_BAD_FORMAT for an item over 2^30 bytes;
 * TRICORN_CANCELLED. */
tricorn_status tg_json_stream_more(tg_json_stream *stream);

/* Scans the next token, as an item; a fault is an error. */
tricorn_status tg_json_stream_next(tg_json_stream *stream, tg_json_token *token);

/* Skips as tg_json_skip does, token by token. */
tricorn_status tg_json_stream_skip(tg_json_stream *stream);

/* Reports the scanner's fault as TRICORN_BAD_FORMAT "NAME:LINE: column COLUMN: fault". */
tricorn_status tg_json_stream_fail(const tg_json_stream *stream);

#endif
