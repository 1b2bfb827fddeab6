/* kernels.c - the loops that measure ceilings, each compiled once for each instruction set. */
#include "bench/kernels.h"

#include <string.h>

enum { WORD_BITS = 64 };

/* ---- the loops, compiled once for each instruction set ---- */

#define LOOP static inline __attribute__((always_inline)) uint64_t

/* Makes a random index from a number, by the finaliser of MurmurHash3, which consists of
 * multiplications and shifts. Compilers can vectorise it, and no prefetcher can predict it. */
static inline __attribute__((always_inline)) uint32_t scatter(uint32_t x)
{
    x *= 0x85EBCA6BU;
    x ^= x >> 13;
    x *= 0xC2B2AE35U;
    return x ^ x >> 16;
}

/* Returns the first word of the block. The table consists of whole blocks, or is smaller than one. */
static inline uint64_t block_start(const bench_table *table)
{
    return table->place * BENCH_BLOCK & (table->bytes / sizeof(uint64_t) - 1);
}

/* Copies the next block from the lower half of the table to the upper half. */
LOOP copy_loop(bench_table *table)
{
    const uint64_t half = table->bytes / sizeof(uint64_t) / 2;
    const uint64_t start = table->place * BENCH_BLOCK & (half - 1);

    memcpy(table->words + half + start, table->words + start, BENCH_BLOCK * sizeof(uint64_t));
    table->place++;
    return table->words[half + start];
}

LOOP read_loop(bench_table *table)
{
    const uint64_t *from = table->words + block_start(table);
    uint64_t sum = 0;

    for (uint32_t i = 0; i < BENCH_BLOCK; i++) sum += from[i];
    table->place++;
    return sum;
}

/* Loads 4 bytes from each of many random places. */
LOOP gather_loop(bench_table *table)
{
    const uint32_t *values = (const uint32_t *)table->words;
    const uint32_t mask = (uint32_t)(table->bytes / sizeof *values - 1);
    const uint32_t first = (uint32_t)(table->place * BENCH_BLOCK);
    uint32_t sum = 0;

    for (uint32_t i = 0; i < BENCH_BLOCK; i++) sum += values[scatter(first + i) & mask];
    table->place++;
    return sum;
}

/* Tests bits at random places. */
LOOP probe_loop(bench_table *table)
{
    enum { BITS = 32, SHIFT = 5 };
    const uint32_t *words = (const uint32_t *)table->words;
    const uint32_t mask = (uint32_t)(table->bytes / sizeof *words - 1);
    const uint32_t first = (uint32_t)(table->place * BENCH_BLOCK);
    uint32_t found = 0;

    for (uint32_t i = 0; i < BENCH_BLOCK; i++) {
        const uint32_t hash = scatter(first + i);
        found += words[hash >> SHIFT & mask] >> (hash & (BITS - 1)) & 1;
    }
    table->place++;
    return found;
}

/* Counts the one bits that two rows have in common; one row is a block in the lower half of the
 * table, the other one a block in the upper half. */
LOOP popcount_loop(bench_table *table)
{
    const uint64_t half = table->bytes / sizeof(uint64_t) / 2;
    const uint64_t length = half < BENCH_BLOCK ? half : BENCH_BLOCK;
    const uint64_t start = table->place * length & (half - 1);
    const uint64_t *a = table->words + start, *b = table->words + half + start;
    uint64_t bits = 0;

    for (uint64_t done = 0; done < BENCH_BLOCK; done += length)
        for (uint64_t i = 0; i < length; i++) bits += (uint64_t)__builtin_popcountll(a[i] & b[i]);
    table->place++;
    return bits;
}

#define KERNELS(isa, attribute) \
    attribute static uint64_t isa##_copy(bench_table *table) \
    { \
        return copy_loop(table); \
    } \
    attribute static uint64_t isa##_read(bench_table *table) \
    { \
        return read_loop(table); \
    } \
    attribute static uint64_t isa##_gather(bench_table *table) \
    { \
        return gather_loop(table); \
    } \
    attribute static uint64_t isa##_probe(bench_table *table) \
    { \
        return probe_loop(table); \
    } \
    attribute static uint64_t isa##_popcount(bench_table *table) \
    { \
        return popcount_loop(table); \
    } \
    static const bench_kernel isa##_kernels[] = { \
      {"copy", "bytes/s, read and written", true, isa##_copy, 2 * sizeof(uint64_t) * BENCH_BLOCK}, \
      {"read", "bytes/s", true, isa##_read, sizeof(uint64_t) * BENCH_BLOCK}, \
      {"gather", "gathers of 4 bytes/s", false, isa##_gather, BENCH_BLOCK}, \
      {"probe", "bit probes/s", false, isa##_probe, BENCH_BLOCK}, \
      {"popcount", "bit pairs/s, AND and popcount", false, isa##_popcount, (uint64_t)WORD_BITS * BENCH_BLOCK}, \
      {NULL, NULL, false, NULL, 0}, \
    };

KERNELS(portable, )
#if defined(__x86_64__)
KERNELS(avx2, __attribute__((target("avx2,popcnt,bmi2"))))
KERNELS(avx512, __attribute__((target("avx512f,avx512bw,avx512vl,avx512dq,avx512vpopcntdq,popcnt"))))
#endif

/* ---- the table ---- */

static const bench_kernel_set sets[] = {
  /* Must be the first row: used for instruction sets that have no row. */
  {"portable", portable_kernels},
#if defined(__x86_64__)
  {"avx2", avx2_kernels},
  {"avx512", avx512_kernels},
#endif
};

const bench_kernel_set *bench_kernels(const char *instruction_set)
{
    size_t i = sizeof sets / sizeof *sets - 1;

    while (i > 0 && strcmp(sets[i].instruction_set, instruction_set) != 0) i--;
    return &sets[i];
}
