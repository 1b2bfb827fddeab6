/* utf8.c - finds the length of a UTF-8 character, by table 3-7 of The Unicode Standard. */
#include "base/utf8.h"

size_t tg_utf8_length(const char *text)
{
    static const struct {
        unsigned char least, most, second_least, second_most;
        size_t length;
    } rows[] = {
        {0x00, 0x7F, 0, 0, 1},       {0xC2, 0xDF, 0x80, 0xBF, 2}, {0xE0, 0xE0, 0xA0, 0xBF, 3},
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
