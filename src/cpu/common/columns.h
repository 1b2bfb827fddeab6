/* columns.h - counts how often each of 512 bits is set, with counters that are stored by digits.
 *
 * - Adding a block of 512 bits to 512 counters one by one takes time in proportion to its set
 *   bits.  So the counters are stored by binary digits: plane d contains digit d of all 512.
 * - Full adders, which compute sum and carry by five operations on blocks, add eight blocks to
 *   three planes and produce one block of carries, each worth eight.
 * - Eight such blocks of carries are added in the same way, one level higher.
 *
 * Source: the Harley-Seal method, as in Warren, "Hacker's Delight", section 5-1, by columns.
 */
#pragma once

#include <stdint.h>

enum {
    TG_COLUMN_WORDS = 8,
    TG_COLUMN_GROUP = 8, /* how many blocks are added together */
    /* planes per level: the digits worth 1, 2 and 4 carries of the level below */
    TG_COLUMN_PLANES = 3,
    TG_COLUMN_LEVELS = 16 /* the last level collects up to 8 carries, worth 2^45 blocks each */
};

typedef struct tg_column_level {
    uint64_t planes[TG_COLUMN_PLANES][TG_COLUMN_WORDS];
    /* carries of the level below that are not added yet */
    uint64_t waiting[TG_COLUMN_GROUP][TG_COLUMN_WORDS];
} tg_column_level;

/* The counters. They are aligned to 64 bytes, and must be zero before the first block is added. */
typedef struct tg_columns {
    tg_column_level levels[TG_COLUMN_LEVELS];
    /* for each level: how many carries are in its `waiting` */
    uint32_t waiting[TG_COLUMN_LEVELS];
} tg_columns;

/* A block of 512 bits, which the compiler puts into the widest registers. */
typedef uint64_t tg_column_block
  __attribute__((vector_size(TG_COLUMN_WORDS * sizeof(uint64_t)), aligned(8), may_alias));

/* Adds three blocks bit by bit. `sum` and `carry` may be the same memory as any of them. */
static inline void tg_columns_full_add(
  uint64_t *carry, uint64_t *sum, const uint64_t *a, const uint64_t *b, const uint64_t *c)
{
    const tg_column_block x = *(const tg_column_block *)a, y = *(const tg_column_block *)b,
                          z = *(const tg_column_block *)c, half = x ^ y;
    *(tg_column_block *)sum = half ^ z;
    *(tg_column_block *)carry = (x & y) | (half & z);
}

/* Adds eight blocks to three planes, and sets *carry to the carries. */
static inline void tg_columns_add_group(
  uint64_t (*planes)[TG_COLUMN_WORDS], const uint64_t (*blocks)[TG_COLUMN_WORDS], uint64_t *carry)
{
    uint64_t twos[2][TG_COLUMN_WORDS], fours[2][TG_COLUMN_WORDS];
    for (int half = 0; half < 2; half++, blocks += 4) {
        tg_columns_full_add(twos[0], planes[0], planes[0], blocks[0], blocks[1]);
        tg_columns_full_add(twos[1], planes[0], planes[0], blocks[2], blocks[3]);
        tg_columns_full_add(fours[half], planes[1], planes[1], twos[0], twos[1]);
    }
    tg_columns_full_add(carry, planes[2], planes[2], fours[0], fours[1]);
}

/* Returns where to write the carries of level 0; call tg_columns_carried() afterwards. */
static inline uint64_t *tg_columns_carry(tg_columns *columns)
{
    return columns->levels[1].waiting[columns->waiting[1]];
}

static inline void tg_columns_carried(tg_columns *columns)
{
    for (int level = 1; ++columns->waiting[level] == TG_COLUMN_GROUP; level++) {
        tg_column_level *full = &columns->levels[level];
        columns->waiting[level] = 0;
        tg_columns_add_group(full->planes, (const uint64_t(*)[TG_COLUMN_WORDS])full->waiting,
          columns->levels[level + 1].waiting[columns->waiting[level + 1]]);
    }
}

/* Adds to each counts[i] how often bit i was set, and clears the columns. At most 2^48 blocks
 * may be added between two calls; no graph has more edges. */
void tg_columns_sum(tg_columns *columns, uint64_t *counts);
