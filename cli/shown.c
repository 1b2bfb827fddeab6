/* shown.c - finds the characters that control terminals, and replaces them. */
#include "shown.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "words.h"

/* The range of the second byte excludes overlong forms, surrogates and values above U+10FFFF. */
size_t cli_utf8_length(const char *text)
{
    const unsigned char *bytes = (const unsigned char *)text;
    unsigned char low = 0x80, high = 0xBF;
    size_t length;

    if (bytes[0] < 0x80) return 1;
    if (bytes[0] < 0xC2 || bytes[0] > 0xF4) return 0;
    length = bytes[0] < 0xE0 ? 2 : bytes[0] < 0xF0 ? 3 : 4;
    if (bytes[0] == 0xE0) low = 0xA0;
    if (bytes[0] == 0xED) high = 0x9F;
    if (bytes[0] == 0xF0) low = 0x90;
    if (bytes[0] == 0xF4) high = 0x8F;
    if (bytes[1] < low || bytes[1] > high) return 0;
    for (size_t i = 2; i < length; i++)
        if (bytes[i] < 0x80 || bytes[i] > 0xBF) return 0;
    return length;
}

uint32_t cli_control(const char *text)
{
    /* The controls C0 and C1, ARABIC LETTER MARK, the marks of directions, the two ends of lines
     * with the embeddings behind them, and the isolates. */
    static const struct {
        uint32_t first, last;
    } ranges[] = {{0x01, 0x1F}, {0x7F, 0x9F}, {0x61C, 0x61C}, {0x200E, 0x200F}, {0x2028, 0x202E}, {0x2066, 0x2069}};
    const size_t length = cli_utf8_length(text);
    uint32_t code = (unsigned char)*text;

    if (length > 1) code &= 0xFFu >> (length + 1);
    for (size_t i = 1; i < length; i++) code = code << 6 | ((unsigned char)text[i] & 0x3Fu);
    for (size_t r = 0; r < sizeof ranges / sizeof *ranges; r++)
        if (code >= ranges[r].first && code <= ranges[r].last) return code;
    return 0;
}

char *cli_show(char *text)
{
    char *to = text;

    for (const char *from = text; *from != '\0';) {
        const size_t length = cli_utf8_length(from), bytes = length > 0 ? length : 1;
        const bool control = cli_control(from) != 0;
        memmove(to, control ? "?" : from, control ? 1 : bytes);
        to += control ? 1 : bytes;
        from += bytes;
    }
    *to = '\0';
    return text;
}

char *cli_shown(const char *text)
{
    return cli_show(cli_string("%s", text));
}

void cli_print_name(int columns, const char *key, const char *name)
{
    char *shown = cli_shown(name);

    printf("%-*s%s\n", columns, key, shown);
    free(shown);
}
