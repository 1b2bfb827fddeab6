/* adaptive/sink_bits.cuh - stores which wedges of a row are closed, as a triangle of bits.
 *
 * - Id number i of a row has a row of bits: one for each id before it that has a key. 32 such
 *   rows of bits make a group, in which all are as long as the last one, so that a warp can add
 *   up a group by transposing squares of 32 by 32 bits.
 * - A group is stored in quads of 128 columns: first the 128 bits of each of its 32 rows, then
 *   the next 128 bits of each, and so on.  So a warp reads a quad of all 32 rows with one
 *   instruction.
 * - If a row has at most 32 keys, each of its ids has just one word.
 */
#ifndef TG_GPU_ADAPTIVE_SINK_BITS_CUH
#define TG_GPU_ADAPTIVE_SINK_BITS_CUH

#include "gpu/lookup/bitmap.cuh"

enum {
    BIT_GROUP = WORD_BITS,
    QUAD_WORDS = 4,
    QUAD_BITS = QUAD_WORDS * WORD_BITS,
    QUAD_GROUPS = QUAD_BITS / BIT_GROUP, /* this many groups have the same number of quads */
    GROUP_QUAD_WORDS = BIT_GROUP * QUAD_WORDS
};

/* Returns how many quads of 128 bits the rows of bits in group number `group` have, in a row with
 * `keyed` ids that have keys. */
static TG_BOTH uint32_t bit_quads(uint32_t group, uint32_t keyed)
{
    return least(group / QUAD_GROUPS + 1, (keyed + QUAD_BITS - 1) / QUAD_BITS);
}

/* Returns how many words come before a group. */
static TG_BOTH uint64_t bits_before_group(uint32_t group, uint32_t keyed)
{
    if (keyed <= WORD_BITS) return (uint64_t)BIT_GROUP * group;
    const uint64_t quads = bit_quads(group, keyed); /* no earlier group has more quads */
    const uint64_t grown = QUAD_GROUPS * (quads - 1);
    return GROUP_QUAD_WORDS * (grown * quads / 2 + (group - grown) * quads);
}

/* Returns the word at which the row of bits of id number i starts. */
static TG_BOTH uint64_t bits_before(uint32_t i, uint32_t keyed)
{
    const uint64_t group = bits_before_group(i / BIT_GROUP, keyed);
    return group + (uint64_t)(i % BIT_GROUP) * (keyed <= WORD_BITS ? 1 : QUAD_WORDS);
}

/* Returns where byte number k of a row of bits is, in bytes from the row's start. */
static TG_BOTH uint32_t bit_byte(uint32_t k)
{
    const uint32_t in_quad = k % (QUAD_BITS / 8);
    return (k - in_quad) * BIT_GROUP + in_quad;
}

/* Returns how many words of bits a row of `ids` ids needs: none if it has no wedges. */
static TG_BOTH uint64_t bits_of_row(uint32_t ids, uint32_t keyed)
{
    if (ids < 2 || keyed == 0) return 0;
    return bits_before_group((ids - 1) / BIT_GROUP + 1, keyed);
}

#endif
