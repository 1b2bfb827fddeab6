/* raw_width.c - guesses the width of ids in raw pairs: compares the halves of the first numbers, as sets. */
#include "io/binary/raw_width.h"

#include <stdint.h>

#include "io/text/number_set.h"
#include "io/binary/records.h"

enum {
    NUMBERS_MOST = 2048, /* how many numbers are looked at */
    /* Two columns hardly have eight different numbers in common by chance. */
    LEAST = 8
};

bool tg_is_plain_text(const char *bytes, size_t count)
{
    bool lines = false;
    for (size_t i = 0; i < count; i++) {
        const char c = bytes[i];
        if ((c < ' ' || c > '~') && c != '\t' && c != '\n' && c != '\r') return false;
        lines |= c == '\n';
    }
    return lines;
}

static size_t read_each_second(const char *bytes, size_t count, size_t first, uint64_t numbers[NUMBERS_MOST])
{
    const unsigned char *at = (const unsigned char *)bytes;
    size_t taken = 0;
    for (size_t i = first; (i + 1) * sizeof(uint32_t) <= count && taken < NUMBERS_MOST; i += 2)
        numbers[taken++] = tg_get32(at + i * sizeof(uint32_t));
    return taken;
}

bool tg_raw_pairs_look_wider(const char *bytes, size_t count)
{
    uint64_t low[NUMBERS_MOST], high[NUMBERS_MOST];
    const size_t pairs = read_each_second(bytes, count, 1, high);
    read_each_second(bytes, count, 0, low);
    const tg_number_set highs = tg_number_set_of(high, pairs), lows = tg_number_set_of(low, pairs);
    return highs.count == 1 && highs.numbers[0] == 0 && lows.count < pairs;
}

bool tg_raw_pairs_look_narrower(const char *bytes, size_t count)
{
    uint64_t low[NUMBERS_MOST], high[NUMBERS_MOST];
    const size_t ids = read_each_second(bytes, count, 1, high);
    read_each_second(bytes, count, 0, low);
    const tg_number_set highs = tg_number_set_of(high, ids), lows = tg_number_set_of(low, ids);
    return highs.count >= LEAST && tg_numbers_alike(&highs, &lows) >= TG_ALL_ALIKE / 4;
}
