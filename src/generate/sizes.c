/* sizes.c - reads a list of sizes such as 3-4-5 from the text of a parameter. */
#include "generate/sizes.h"

static int is_digit(char c)
{
    return c >= '0' && c <= '9';
}

const char *tg_parse_sizes(const char *text, tg_sizes *sizes)
{
    sizes->count = 0;
    for (;;) {
        uint64_t number = 0;
        if (!is_digit(*text) || sizes->count == TG_SIZES_MOST) return NULL;
        for (; is_digit(*text); text++) {
            number = 10 * number + (uint64_t)(*text - '0');
            if (number > UINT32_MAX) return NULL;
        }
        if (number == 0) return NULL;
        sizes->at[sizes->count++] = number;
        if (text[0] != '-') return text[0] == 0 ? text : NULL;
        if (!is_digit(text[1])) return text;
        text++;
    }
}
