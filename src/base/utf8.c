/* utf8.c - finds the length of a UTF-8 character, by table 3-7 of The Unicode Standard, and the
 * characters that control terminals. */
#include "base/utf8.h"

#include <string.h>

size_t tg_utf8_length(const char *text)
{
    static const struct {
        unsigned char least, most, second_least, second_most;
        size_t length;
    } rows[] = {{0x00, 0x7F, 0, 0, 1}, {0xC2, 0xDF, 0x80, 0xBF, 2}, {0xE0, 0xE0, 0xA0, 0xBF, 3},
      {0xE1, 0xEC, 0x80, 0xBF, 3}, {0xED, 0xED, 0x80, 0x9F, 3}, {0xEE, 0xEF, 0x80, 0xBF, 3},
      {0xF0, 0xF0, 0x90, 0xBF, 4}, {0xF1, 0xF3, 0x80, 0xBF, 4}, {0xF4, 0xF4, 0x80, 0x8F, 4}};
    const unsigned char *bytes = (const unsigned char *)text;
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
        if (bytes[0] < rows[r].least || bytes[0] > rows[r].most) continue;
        if (rows[r].length == 1) return 1;
        if (bytes[1] < rows[r].second_least || bytes[1] > rows[r].second_most) return 0;
        for (size_t i = 2; i < rows[r].length; i++)
            if (bytes[i] < 0x80 || bytes[i] > 0xBF) return 0;
        return rows[r].length;
    }
    return 0;
}

uint32_t tg_utf8_code(const char *text)
{
    const unsigned char *bytes = (const unsigned char *)text;
    const size_t length = tg_utf8_length(text);
    uint32_t code = length == 1 ? bytes[0] : bytes[0] & (0xFFu >> (length + 1));
    for (size_t i = 1; i < length; i++) code = code << 6 | (bytes[i] & 0x3Fu);
    return code;
}

bool tg_utf8_is_control(const char *text)
{
    /* The controls C0 and C1, ARABIC LETTER MARK, the marks of directions, the two ends of lines
     * with the embeddings behind them, and the isolates. */
    static const struct {
        uint32_t first, last;
    } ranges[] = {{0x01, 0x1F}, {0x7F, 0x9F}, {0x61C, 0x61C}, {0x200E, 0x200F}, {0x2028, 0x202E}, {0x2066, 0x2069}};
    const bool is_utf8 = tg_utf8_length(text) > 0;
    const uint32_t code = is_utf8 ? tg_utf8_code(text) : (unsigned char)*text;
    for (size_t r = 0; r < sizeof ranges / sizeof *ranges; r++)
        if (code >= ranges[r].first && code <= ranges[r].last) return true;
    return false;
}

void tg_utf8_show(char *text)
{
    char *to = text;
    while (*text) {
        const size_t length = tg_utf8_length(text), bytes = length > 0 ? length : 1;
        const bool control = tg_utf8_is_control(text);
        memmove(to, control ? "?" : text, control ? 1 : bytes);
        to += control ? 1 : bytes;
        text += bytes;
    }
    *to = 0;
}

size_t tg_utf8_put(uint32_t code, char to[TG_UTF8_MOST])
{
    static const unsigned char firsts[] = {0, 0, 0xC0, 0xE0, 0xF0};
    const size_t bytes = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    for (size_t i = bytes - 1; i > 0; i--, code >>= 6) to[i] = (char)(0x80 | (code & 0x3F));
    to[0] = (char)(firsts[bytes] | code);
    return bytes;
}
