/* hash.h - random numbers by index: number i is computed from i alone, not from the number before it.
 *
 * The mixing is the finaliser of SplitMix64 (Steele, Lea, Flood, OOPSLA 2014). Its constants, the stream numbers of
 * the models, and the permutation define the benchmark graphs: if one of them changes, all published counts change.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Kernels must be able to compute the same numbers as the CPU. */
#ifdef __CUDACC__
#define TG_DRAWS __host__ __device__
#else
#define TG_DRAWS
#endif

#define TG_GOLDEN 0x9e3779b97f4a7c15u /* 2^64 divided by the golden ratio; odd */

/* Returns a bijective function of x; every bit of the result depends on every bit of x. */
static TG_DRAWS inline uint64_t tg_mix(uint64_t x)
{
    x += TG_GOLDEN;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

/* Returns the key of a model's stream of random numbers. Seed 0 is that of the benchmark graphs. As TG_GOLDEN is
 * large, (stream, seed) and (stream + 1, seed - 1) have different keys. */
static TG_DRAWS inline uint64_t tg_hash_key(uint64_t stream, uint64_t seed)
{
    return tg_mix(stream + seed * TG_GOLDEN);
}

/* Returns number i of the stream with this key: 64 uniform bits. */
static TG_DRAWS inline uint64_t tg_hash(uint64_t key, uint64_t i)
{
    return tg_mix(key ^ (i * 0xd1342543de82ef95u));
}

static TG_DRAWS inline bool tg_is_power_of_two(uint64_t n)
{
    return (n & (n - 1)) == 0;
}

/* Returns a uniform number below n, made from a tg_hash(). If n is a power of two, only the
 * upper half of the hash is used, so a caller may use the lower half for another purpose. */
static TG_DRAWS inline uint32_t tg_upper_below(uint64_t hash, uint64_t n)
{
    return (uint32_t)(tg_is_power_of_two(n) ? (hash >> 32) & (n - 1) : tg_mix(hash) % n);
}

/* Returns p as a fraction of 2^32: a random number of 32 bits is below it with probability p. */
static TG_DRAWS inline uint64_t tg_threshold(double p)
{
    return (uint64_t)(p * 4294967296.0);
}

/* A fixed permutation of 0 to count - 1. It hides the order in which a model creates vertices. */
typedef struct tg_permutation {
    uint64_t count; /* at most 2^32 */
    uint32_t mask; /* 2^bits - 1 with the fewest bits for which it is at least count - 1 */
    uint32_t bits;
} tg_permutation;

static TG_DRAWS inline tg_permutation tg_permutation_of(uint64_t count)
{
    tg_permutation permutation = {count, 0, 0};
    while (permutation.bits < 32 && (uint64_t)1 << permutation.bits < count) permutation.bits++;
    permutation.mask = (uint32_t)(((uint64_t)1 << permutation.bits) - 1);
    return permutation;
}

static TG_DRAWS inline uint32_t tg_permute(const tg_permutation *permutation, uint32_t x)
{
    enum { ROUNDS = 3 };
    const uint32_t mask = permutation->mask, half = permutation->bits / 2;
    if (half == 0) return x; /* x has two bits at most, and a shift by 0 would clear them */
    /* Results of `count` or more are permuted again, which keeps the function bijective. */
    do {
        for (uint32_t round = 1; round <= ROUNDS; round++) {
            /* The factors are odd and the shifts are not 0, so each step can be undone. */
            x = (x * 0x9e3779b1u + 0x7f4a7c15u * round) & mask;
            x ^= x >> half;
            x = (x * 0x85ebca6bu) & mask;
            x ^= x >> (half + 1);
        }
    } while (x >= permutation->count);
    return x;
}
