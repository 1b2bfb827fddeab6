/* json_stream.c - see json_stream.h. */
#include "io/formats/json/json_stream.h"

#include <inttypes.h>
#include <string.h>

#include "base/memory.h"
#include "base/portable.h"
#include "io/text/header.h"
#include "io/text/scan.h"
#include "io/text/text.h"

tricorn_status tg_json_stream_open(tricorn_context *context, tg_input *input, tg_json_stream *stream)
{
    *stream = (tg_json_stream){.context = context, .input = input, .room = tg_text_chunk_bytes};
    TG_DO(TG_ALLOC(context, stream->room, &stream->bytes));
    tg_work_begin(context, "reading", tg_input_size(input));
    TG_DO(tg_header_skip_mark(context, input));
    tg_json_begin(&stream->json, stream->bytes, stream->bytes, false);
    tg_json_stream_mark(stream);
    return TRICORN_OK;
}

void tg_json_stream_close(tg_json_stream *stream)
{
    tg_free(stream->bytes);
    *stream = (tg_json_stream){0};
}

void tg_json_stream_mark(tg_json_stream *stream)
{
    stream->mark = stream->json.at;
    stream->expects = stream->json.expects;
    stream->depth = stream->json.depth;
}

/* Counts the lines that end before `end`, and the bytes of the line that contains it. */
static void count_to(const tg_json_stream *stream, const char *end, uint64_t *lines, uint64_t *column)
{
    const char *begin = stream->bytes;
    const char *newline = end > begin ? memrchr(begin, '\n', (size_t)(end - begin)) : NULL;
    *lines = stream->lines;
    *column = stream->column;
    if (newline) {
        *lines += tg_count_lines(begin, newline + 1);
        *column = 0;
        begin = newline + 1;
    }
    *column += (uint64_t)(end - begin);
}

/* Moves the item to the beginning of the buffer; returns how many bytes the item has so far. */
static uint64_t move_item(tg_json_stream *stream)
{
    const uint64_t moved = (uint64_t)(stream->json.end - stream->mark);
    uint64_t lines, column;
    count_to(stream, stream->mark, &lines, &column);
    stream->lines = lines;
    stream->column = column;
    if (moved > 0) memmove(stream->bytes, stream->mark, moved);
    return moved;
}

tricorn_status tg_json_stream_more(tg_json_stream *stream)
{
    tg_json *json = &stream->json;
    size_t got = 0;
    uint64_t moved = move_item(stream);

    /* The buffer grows, because an item that needs half of it would often be moved. */
    if (moved > stream->room / 2) {
        if (moved > TG_TEXT_LINE_LIMIT)
            return tg_fail(stream->context, TRICORN_BAD_FORMAT,
              "%s:%" PRIu64 ": a string or an edge is longer than 2^30 bytes", tg_input_name(stream->input),
              stream->lines + 1);
        TG_DO(TG_REALLOC(stream->context, 2 * stream->room, &stream->bytes));
        stream->room *= 2;
    }
    TG_DO(tg_input_read(stream->context, stream->input, stream->bytes + moved, stream->room - moved, &got));
    json->last = got < stream->room - moved;
    json->at = stream->mark = stream->bytes;
    json->end = stream->bytes + moved + got;
    json->expects = stream->expects;
    json->depth = stream->depth;
    const uint64_t consumed = tg_input_consumed(stream->input);
    if (tg_work_add(stream->context, consumed - stream->consumed)) TG_DO(tg_check_cancelled(stream->context));
    stream->consumed = consumed;
    return TRICORN_OK;
}

tricorn_status tg_json_stream_next(tg_json_stream *stream, tg_json_token *token)
{
    tg_json_stream_mark(stream);
    while ((*token = tg_json_next(&stream->json)) == TG_JSON_SHORT) {
        TG_DO(tg_json_stream_more(stream));
    }
    return *token == TG_JSON_FAULT ? tg_json_stream_fail(stream) : TRICORN_OK;
}

tricorn_status tg_json_stream_skip(tg_json_stream *stream)
{
    tg_json_token token = stream->json.value.kind;
    const uint32_t outside = stream->json.depth - 1;
    if (token != TG_JSON_OBJECT && token != TG_JSON_ARRAY) return TRICORN_OK;
    do {
        TG_DO(tg_json_stream_next(stream, &token));
    } while (stream->json.depth > outside);
    return TRICORN_OK;
}

uint64_t tg_json_stream_line(const tg_json_stream *stream)
{
    uint64_t lines, column;
    count_to(stream, stream->json.at, &lines, &column);
    return lines + 1;
}

tricorn_status tg_json_stream_fail(const tg_json_stream *stream)
{
    uint64_t lines, column;
    count_to(stream, stream->json.fault_at, &lines, &column);
    return tg_fail(stream->context, TRICORN_BAD_FORMAT, "%s:%" PRIu64 ": column %" PRIu64 ": %s",
      tg_input_name(stream->input), lines + 1, column + 1, stream->json.fault);
}
