/* hash.h - random numbers by index: the i-th is computed from i, not from the previous one.
 *
 * The mixing is the finaliser of SplitMix64 (Steele, Lea, Flood, OOPSLA 2014).  Its constants,
 * the streams of the models and the permutation define the benchmark graphs: changing any of
 * them changes every published count.
 */
#ifndef TG_GENERATE_HASH_H
#define TG_GENERATE_HASH_H

#include <stdbool.h>
#include <stdint.h>

/* Kernels compute the same numbers as the CPU. */
#ifdef __CUDACC__
#define TG_DRAWS __host__ __device__
#else
#define TG_DRAWS
#endif

#define TG_GOLDEN 0x9e3779b97f4a7c15u /* 2^64 over the golden ratio, odd */

/* A bijection in which every bit of the result depends on every bit of x. */
static TG_DRAWS inline uint64_t tg_mix(uint64_t x)
{
    x += TG_GOLDEN;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

/* The key of a model's stream of numbers.  Seed 0 yields the benchmark graph; as TG_GOLDEN is
 * large, (stream, seed) and (stream + 1, seed - 1) have different keys. */
static TG_DRAWS inline uint64_t tg_hash_key(uint64_t stream, uint64_t seed)
{
    return tg_mix(stream + seed * TG_GOLDEN);
}

/* Number i of the stream: 64 uniform bits. */
static TG_DRAWS inline uint64_t tg_hash(uint64_t key, uint64_t i)
{
    return tg_mix(key ^ (i * 0xd1342543de82ef95u));
}

static TG_DRAWS inline bool tg_is_power_of_two(uint64_t n)
{
    return (n & (n - 1)) == 0;
}

/* A uniform number below n from a tg_hash().  For a power of two it depends on the upper half of
 * the bits only, so a caller may use the lower half for another purpose. */
static TG_DRAWS inline uint32_t tg_upper_below(uint64_t hash, uint64_t n)
{
    return (uint32_t)(tg_is_power_of_two(n) ? (hash >> 32) & (n - 1) : tg_mix(hash) % n);
}

/* p as a fraction of 2^32: 32 random bits are below it with probability p. */
static TG_DRAWS inline uint64_t tg_threshold(double p)
{
    return (uint64_t)(p * 4294967296.0);
}

/* A fixed permutation of 0 to count - 1, which hides the order in which a model creates vertices.
 */
typedef struct tg_permutation {
    uint64_t count; /* at most 2^32 */
    uint32_t mask;  /* 2^bits - 1, the least that is count - 1 or more */
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
    if (half == 0) return x; /* two bits at most: a shift by 0 would clear them */
    do { /* values of count or more are permuted again: the result is still a bijection */
        for (uint32_t round = 1; round <= ROUNDS; round++) {
            /* Odd factors and non-zero shifts: each step is invertible. */
            x = (x * 0x9e3779b1u + 0x7f4a7c15u * round) & mask;
            x ^= x >> half;
            x = (x * 0x85ebca6bu) & mask;
            x ^= x >> (half + 1);
        }
    } while (x >= permutation->count);
    return x;
}

#endif
