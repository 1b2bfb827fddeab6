/* bins.h - bins of numbers, each twice as wide as the one before it: 0, 1, 2-3, 4-7 and so on. */
#pragma once

#include <inttypes.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { CLI_BINS = 65 }; /* one bin for 0, and one for each number of bits */

static inline size_t cli_bin_of(uint64_t number)
{
    size_t bits = 0;

    for (; number != 0; number >>= 1) bits++;
    return bits;
}

/* Returns the lowest number in the bin. */
static inline uint64_t cli_bin_from(size_t bin)
{
    return bin == 0 ? 0 : (uint64_t)1 << (bin - 1);
}

/* Writes the range of the bin, such as "4-7", to `text`, which has room for `room` bytes; returns `text`. */
static inline const char *cli_bin_text(size_t bin, char *text, size_t room)
{
    const uint64_t from = cli_bin_from(bin);
    const uint64_t to = bin == 0 ? 0 : from + (from - 1);

    if (from == to)
        snprintf(text, room, "%" PRIu64, from);
    else
        snprintf(text, room, "%" PRIu64 "-%" PRIu64, from, to);
    return text;
}
