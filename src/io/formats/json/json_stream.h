/* json_stream.h - one JSON value of any size, read front to back with little memory.
 *
 * A unit of it (a token, or an edge) is in memory as a whole while it is used:
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
    uint64_t lines, column; /* before bytes[0]: whole lines, bytes of the line that goes on */
    uint64_t consumed;      /* of the input, as progress knows it */
    /* The unit: its beginning, and the scanner's state there. */
    const char *mark;
    int expects;
    uint32_t depth;
} tg_json_stream;

/* Begins with an input of which nothing was read. tg_json_stream_close frees its memory. */
tricorn_status tg_json_stream_open(tricorn_context *context, tg_input *input,
                                   tg_json_stream *stream);
void tg_json_stream_close(tg_json_stream *stream);

/* Begins a unit where the scanner is. */
void tg_json_stream_mark(tg_json_stream *stream);

/* Reads more bytes, and goes back to the beginning of the unit.  Places in the text move. Errors:
 * those of tg_input_read; TRICORN_BAD_FORMAT for a unit over 2^30 bytes; TRICORN_CANCELLED. */
tricorn_status tg_json_stream_more(tg_json_stream *stream);

/* The next token, as a unit of its own; a fault is an error. */
tricorn_status tg_json_stream_next(tg_json_stream *stream, tg_json_token *token);

/* As tg_json_skip, token by token. */
tricorn_status tg_json_stream_skip(tg_json_stream *stream);

/* The scanner's fault as TRICORN_BAD_FORMAT "NAME:LINE: column COLUMN: fault". */
tricorn_status tg_json_stream_fail(const tg_json_stream *stream);

#endif
