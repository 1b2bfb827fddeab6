/* vertex_bitmap.h - a set of labels as bits, which also numbers its members 0, 1, 2, ... */
#ifndef TG_STORE_FILES_VERTEX_BITMAP_H
#define TG_STORE_FILES_VERTEX_BITMAP_H

#include <stdbool.h>
#include <stdint.h>

#include "base/context.h"

enum {
    TG_VERTEX_BITMAP_LINE = 8,   /* words with one entry of `before` */
    TG_VERTEX_BITMAP_NEAR = 1024 /* members with one entry of `near` */
};

typedef struct tg_vertex_bitmap {
    uint64_t *bits;   /* a bit for each label; NULL: the set is empty */
    uint32_t *before; /* members in the lines before each; NULL: not numbered yet */
    uint32_t *near;   /* the line of each member whose number is a multiple */
    uint64_t words;
    uint32_t count; /* of members, if numbered */
} tg_vertex_bitmap;

/* Numbers the members of bits that are set.  Takes a tenth of their memory. */
tricorn_status tg_vertex_bitmap_number(tricorn_context *context, tg_vertex_bitmap *set);
void tg_vertex_bitmap_free(tg_vertex_bitmap *set);

/* Whether the label is a member. */
static inline bool tg_vertex_bitmap_has(const tg_vertex_bitmap *set, uint64_t label)
{
    return label / 64 < set->words && set->bits[label / 64] >> label % 64 & 1;
}

/* Members below the label, which is below 64 * words: so the number of a member. */
static inline uint32_t tg_vertex_bitmap_rank(const tg_vertex_bitmap *set, uint64_t label)
{
    const uint64_t word = label / 64, line = word / TG_VERTEX_BITMAP_LINE;
    uint64_t rank = set->before[line];
    for (uint64_t w = line * TG_VERTEX_BITMAP_LINE; w < word; w++)
        rank += (uint64_t)__builtin_popcountll(set->bits[w]);
    const uint64_t below = (UINT64_C(1) << label % 64) - 1;
    return (uint32_t)(rank + (uint64_t)__builtin_popcountll(set->bits[word] & below));
}

/* The member with that number, which is below count. */
uint32_t tg_vertex_bitmap_member(const tg_vertex_bitmap *set, uint32_t number);

/* The next members from that one on, whose number is given; as many as are wanted. */
void tg_vertex_bitmap_members(const tg_vertex_bitmap *set, uint32_t number, uint64_t wanted,
                              uint32_t *labels);

#endif
