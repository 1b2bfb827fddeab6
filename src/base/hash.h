/* hash.h - hashes for tables whose keys come from files.
 *
 * Each table draws a secret seed and gives it to all its hashes: so nobody can write a file whose
 * ids or words all collide. Results must not depend on the seed.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __cplusplus
extern "C"
#endif
  /* Draws a random seed, another one at each call. */
  uint64_t
  tg_hash_seed(void);

/* Returns the exclusive or of the two halves of the 128-bit product a * b: a fast hash of two words. */
static inline uint64_t tg_hash_mix(uint64_t a, uint64_t b)
{
    const unsigned __int128 product = (unsigned __int128)a * b;
    return (uint64_t)product ^ (uint64_t)(product >> 64);
}

/* Odd factors with random bits: from the golden ratio and the square root of 2. */
#define TG_HASH_GOLDEN UINT64_C(0x9E3779B97F4A7C15)
#define TG_HASH_ROOT UINT64_C(0x6A09E667F3BCC909)

/* Mixes twice, as ids can be chosen of which many collide in one product with most seeds. */
static inline uint64_t tg_hash_id(uint64_t seed, uint64_t id)
{
    const uint64_t once = tg_hash_mix(id ^ seed, TG_HASH_GOLDEN);
    return tg_hash_mix(once ^ (seed << 32 | seed >> 32), TG_HASH_ROOT);
}

static inline uint64_t tg_hash_word(uint64_t seed, const char *word, size_t bytes)
{
    uint64_t hash = bytes, part;
    for (; bytes > sizeof part; word += sizeof part, bytes -= sizeof part) {
        memcpy(&part, word, sizeof part);
        hash = tg_hash_mix(hash ^ part ^ seed, TG_HASH_GOLDEN);
    }
    part = 0;
    memcpy(&part, word, bytes);
    return tg_hash_id(seed, hash ^ part);
}
