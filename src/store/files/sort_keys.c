/* sort_keys.c - radix sort from the lowest digit; a digit that all keys have in common is skipped. */
#include "store/files/sort_keys.h"

#include <string.h>

enum { DIGIT_BITS = 11, DIGITS = 1 << DIGIT_BITS };

static unsigned digit_of(uint64_t key, unsigned shift, uint64_t mask)
{
    return (unsigned)(key >> shift & mask);
}

uint64_t *tg_sort_keys(uint64_t *keys, uint64_t *spare, uint64_t count, unsigned first_bit, unsigned last_bit)
{
    uint64_t starts[DIGITS];
    for (unsigned shift = first_bit; shift < last_bit; shift += DIGIT_BITS) {
        const unsigned bits = last_bit - shift < DIGIT_BITS ? last_bit - shift : DIGIT_BITS;
        const uint64_t mask = (UINT64_C(1) << bits) - 1;
        memset(starts, 0, sizeof starts);
        for (uint64_t i = 0; i < count; i++) starts[digit_of(keys[i], shift, mask)]++;
        if (count == 0 || starts[digit_of(keys[0], shift, mask)] == count) continue;
        for (uint64_t d = 0, sum = 0; d <= mask; d++) {
            const uint64_t of_digit = starts[d];
            starts[d] = sum;
            sum += of_digit;
        }
        for (uint64_t i = 0; i < count; i++) spare[starts[digit_of(keys[i], shift, mask)]++] = keys[i];
        uint64_t *const sorted = spare;
        spare = keys;
        keys = sorted;
    }
    return keys;
}
