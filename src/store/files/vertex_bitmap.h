/* vertex_bitmap.h - a set of labels as bits, which also numbers its members 0, 1, 2, ...
 *
 * - The set has a count for each cache line of bits, so only one line of bits is read to find
 *   the number of a member.
 * - The set also has the line of every 1,024th member, so few lines are searched to find the
 *   member with a given number.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/context.h"

enum {
    TG_VERTEX_BITMAP_LINE = 8, /* words of `bits` for each entry of `before` */
    TG_VERTEX_BITMAP_NEAR = 1024 /* members for each entry of `near` */
};

typedef struct tg_vertex_bitmap {
    uint64_t *bits; /* one bit for each label; NULL: the set is empty */
    /* For each line, the number of members before it; NULL: members are not numbered yet. */
    uint32_t *before;
    uint32_t *near; /* the cache lines of members number 0, 1024, 2048, ... */
    uint64_t words;
    uint32_t count; /* the number of members, once they are numbered */
} tg_vertex_bitmap;

/* Numbers the members, whose bits are set. Allocates a tenth of the memory that the bits take. */
tricorn_status tg_vertex_bitmap_number(tricorn_context *context, tg_vertex_bitmap *set);
void tg_vertex_bitmap_free(tg_vertex_bitmap *set);

/* Whether the label is a member. */
static inline bool tg_vertex_bitmap_has(const tg_vertex_bitmap *set, uint64_t label)
{
    return label / 64 < set->words && set->bits[label / 64] >> label % 64 & 1;
}

/* Returns the number of members below a label, which must be below 64 * words. If the label is
 * a member, this is the member's number. */
static inline uint32_t tg_vertex_bitmap_rank(const tg_vertex_bitmap *set, uint64_t label)
{
    const uint64_t word = label / 64, line = word / TG_VERTEX_BITMAP_LINE;
    uint64_t rank = set->before[line];
    for (uint64_t w = line * TG_VERTEX_BITMAP_LINE; w < word; w++) rank += (uint64_t)__builtin_popcountll(set->bits[w]);
    const uint64_t below = (UINT64_C(1) << label % 64) - 1;
    return (uint32_t)(rank + (uint64_t)__builtin_popcountll(set->bits[word] & below));
}

/* Returns the member with this number, which must be below `count`. */
uint32_t tg_vertex_bitmap_member(const tg_vertex_bitmap *set, uint32_t number);

/* Stores the labels of the members with the numbers `number` to `number` + `wanted` - 1. */
void tg_vertex_bitmap_members(const tg_vertex_bitmap *set, uint32_t number, uint64_t wanted, uint32_t *labels);
