/* header.c - reads the first lines of a text byte by byte, so that all bytes behind them stay unread. */
#include "io/text/header.h"

#include <inttypes.h>
#include <string.h>

#include "io/text/scan.h"

enum { HEADER_LIMIT = 1 << 20 }; /* behind the peeked bytes each byte is a system call, so a longer line is refused */

tricorn_status tg_header_line_read(tricorn_context *context, tg_input *input, tg_header_line *line)
{
    uint64_t length = 0;
    /* Nearly all headers are within the peeked bytes. */
    for (;; length++) {
        char byte = 0;
        size_t got = 0;
        TG_DO(tg_input_read(context, input, &byte, 1, &got));
        line->ended = got == 0 && length == 0;
        if (got == 0 || byte == '\n') break;
        if (byte == 0)
            return tg_fail(context, TRICORN_BAD_FORMAT,
              "%s: a line of its header holds a NUL byte: is this a binary file?", tg_input_name(input));
        if (length == HEADER_LIMIT)
            return tg_fail(context, TRICORN_BAD_FORMAT,
              "%s: a line of its header is longer than 2^20 bytes: is this a text file?", tg_input_name(input));
        if (length < TG_HEADER_LINE_BYTES - 1) line->text[length] = byte;
        if (length % TG_PEEK_BYTES == 0 && tg_work_add(context, 0)) return tg_check_cancelled(context);
    }
    line->cut = length > TG_HEADER_LINE_BYTES - 1;
    line->text[line->cut ? TG_HEADER_LINE_BYTES - 1 : length] = 0;
    return TRICORN_OK;
}

tricorn_status tg_header_skip_mark(tricorn_context *context, tg_input *input)
{
    const char *bytes = NULL;
    char mark[4];
    size_t count = 0;
    TG_DO(tg_input_peek(context, input, &bytes, &count));
    return tg_input_read(context, input, mark, tg_mark_bytes(bytes, count), &count);
}

bool tg_header_skip_comment(const char **at, size_t *count)
{
    const char *newline = *count > 0 ? memchr(*at, '\n', *count) : NULL, *text = *at;
    while (text < newline && (tg_is_blank(*text) || *text == '\r')) text++;
    if (newline == NULL || (text < newline && *text != '#' && *text != '%')) return false;
    *count -= (size_t)(newline + 1 - *at);
    *at = newline + 1;
    return true;
}

size_t tg_header_split(char *line, const char **words, size_t most)
{
    size_t count = 0;
    char *rest = NULL;
    for (char *word = strtok_r(line, " \t\r", &rest); word; word = strtok_r(NULL, " \t\r", &rest)) {
        if (count < most) words[count] = word;
        count++;
    }
    return count;
}

bool tg_header_count(const char *word, uint64_t *value)
{
    *value = 0;
    for (; *word >= '0' && *word <= '9'; word++)
        if (__builtin_mul_overflow(*value, 10, value) || __builtin_add_overflow(*value, (uint64_t)(*word - '0'), value))
            return false;
    return *word == 0;
}

tricorn_status tg_header_check(tricorn_context *context, const char *name, uint64_t line, uint64_t vertices)
{
    if (vertices <= UINT32_MAX) return TRICORN_OK;
    return tg_fail(context, TRICORN_UNSUPPORTED,
      "%s:%" PRIu64 ": %" PRIu64 " vertices are more than tricorn can hold "
      "(4294967295)",
      name, line, vertices);
}
