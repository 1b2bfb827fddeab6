/* adaptive/sink_bits.cuh - where it is kept which wedges of a row are closed: a triangle of bits.
 *
 * The row of bits of a row's id number i has one for each id with a key before it.  32 such rows
 * make a group, as long as its last; 128 bits of the first, then as many of the next, and so on,
 * then all their next 128 bits.  Rows of at most 32 keys have a word for each id.
 */
#ifndef TG_GPU_ADAPTIVE_SINK_BITS_CUH
#define TG_GPU_ADAPTIVE_SINK_BITS_CUH

#include "gpu/lookup/bitmap.cuh"

enum {
    BIT_GROUP = WORD_BITS,
    QUAD_WORDS = 4,
    QUAD_BITS = QUAD_WORDS * WORD_BITS,
    QUAD_GROUPS = QUAD_BITS / BIT_GROUP, /* that have so many keys before them */
    GROUP_QUAD_WORDS = BIT_GROUP * QUAD_WORDS
};

/* Of a row of bits in group number `group`, where the row has so many ids with keys. */
static TG_BOTH uint32_t bit_quads(uint32_t group, uint32_t keyed)
{
    return least(group / QUAD_GROUPS + 1, (keyed + QUAD_BITS - 1) / QUAD_BITS);
}

/* Words before a group. */
static TG_BOTH uint64_t bits_before_group(uint32_t group, uint32_t keyed)
{
    if (keyed <= WORD_BITS) return (uint64_t)BIT_GROUP * group;
    const uint64_t quads = bit_quads(group, keyed); /* groups before grow to so many */
    const uint64_t grown = QUAD_GROUPS * (quads - 1);
    return GROUP_QUAD_WORDS * (grown * quads / 2 + (group - grown) * quads);
}

/* Where the row of bits of id number i starts, in words. */
static TG_BOTH uint64_t bits_before(uint32_t i, uint32_t keyed)
{
    const uint64_t group = bits_before_group(i / BIT_GROUP, keyed);
    return group + (uint64_t)(i % BIT_GROUP) * (keyed <= WORD_BITS ? 1 : QUAD_WORDS);
}

/* Where in a row of bits those of its byte number k are, in bytes. */
static TG_BOTH uint32_t bit_byte(uint32_t k)
{
    const uint32_t in_quad = k % (QUAD_BITS / 8);
    return (k - in_quad) * BIT_GROUP + in_quad;
}

/* Words for a row of so many ids; none without wedges. */
static TG_BOTH uint64_t bits_of_row(uint32_t ids, uint32_t keyed)
{
    if (ids < 2 || keyed == 0) return 0;
    return bits_before_group((ids - 1) / BIT_GROUP + 1, keyed);
}

#endif
