/* bitmap.h - sets of ids, stored as bits in words of 64. */
#pragma once

#include <stdint.h>

static inline void tg_bits_set(uint64_t *bits, const uint32_t *ids, uint64_t count)
{
    for (uint64_t i = 0; i < count; i++) bits[ids[i] / 64] |= UINT64_C(1) << ids[i] % 64;
}

/* Clears all words that contain one of these ids. */
static inline void tg_bits_clear(uint64_t *bits, const uint32_t *ids, uint64_t count)
{
    for (uint64_t i = 0; i < count; i++) bits[ids[i] / 64] = 0;
}

static inline uint64_t tg_bits_get(const uint64_t *bits, uint32_t id)
{
    return bits[id / 64] >> id % 64 & 1;
}

/* Sets ascending ids in a bitmap that is zero. For each word i that contains ids, sets before[i]
 * to the number of ids in earlier words. */
static inline void tg_bits_set_ranked(uint64_t *bits, uint32_t *before, const uint32_t *ids, uint64_t count)
{
    for (uint64_t i = 0; i < count; i++) {
        uint64_t *word = bits + ids[i] / 64;
        if (*word == 0) before[ids[i] / 64] = (uint32_t)i;
        *word |= UINT64_C(1) << ids[i] % 64;
    }
}

/* Returns the position of an id that is set: how many ids below it are set. */
static inline uint32_t tg_bits_rank(const uint64_t *bits, const uint32_t *before, uint32_t id)
{
    const uint64_t below = (UINT64_C(1) << id % 64) - 1;
    return before[id / 64] + (uint32_t)__builtin_popcountll(bits[id / 64] & below);
}

/* Returns how many of these ids are set. Uses four sums, because each addition waits for the one
 * before it in the same sum. */
static inline uint64_t tg_bits_count(const uint64_t *bits, const uint32_t *ids, uint64_t count)
{
    uint64_t a = 0, b = 0, c = 0, d = 0, i = 0;
    for (; i + 4 <= count; i += 4) {
        a += tg_bits_get(bits, ids[i]);
        b += tg_bits_get(bits, ids[i + 1]);
        c += tg_bits_get(bits, ids[i + 2]);
        d += tg_bits_get(bits, ids[i + 3]);
    }
    for (; i < count; i++) a += tg_bits_get(bits, ids[i]);
    return a + b + c + d;
}

/* Returns a mask for up to 64 ids: bit i tells whether ids[i] is set. */
static inline uint64_t tg_bits_mask(const uint64_t *bits, const uint32_t *ids, uint64_t count)
{
    uint64_t a = 0, b = 0, c = 0, d = 0, i = 0;
    for (; i + 4 <= count; i += 4) {
        a |= tg_bits_get(bits, ids[i]) << i;
        b |= tg_bits_get(bits, ids[i + 1]) << i;
        c |= tg_bits_get(bits, ids[i + 2]) << i;
        d |= tg_bits_get(bits, ids[i + 3]) << i;
    }
    a |= b << 1 | c << 2 | d << 3;
    for (; i < count; i++) a |= tg_bits_get(bits, ids[i]) << i;
    return a;
}
