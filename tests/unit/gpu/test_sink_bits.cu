/* test_sink_bits.cu - every byte of a row's bits has a position of its own, which is the one that
 * reading by quads uses. */
#include <vector>

#include "gpu/adaptive/sink_bits.cuh"
#include "host_lookup.cuh"

/* Returns the position that sums read for a word of a row of bits: by group, quad, and number in the quad. */
static uint64_t word_read(uint32_t i, uint32_t word, uint32_t keyed)
{
    const uint32_t group = i / BIT_GROUP, lane = i % BIT_GROUP;
    if (keyed <= WORD_BITS) return (uint64_t)group * BIT_GROUP + lane;
    return bits_before_group(group, keyed) + word / QUAD_WORDS * GROUP_QUAD_WORDS + lane * QUAD_WORDS +
           word % QUAD_WORDS;
}

static void check_row(uint32_t ids, uint32_t keyed)
{
    const uint64_t words = bits_of_row(ids, keyed);
    std::vector<bool> taken(words * 4);
    CHECK_EQ(words % BIT_GROUP, 0, "%u ids, %u keys: the next row is not aligned", ids, keyed);
    for (uint32_t i = 1; i < ids; i++) {
        const uint32_t bytes = ((i < keyed ? i : keyed) + 7) / 8;
        for (uint32_t k = 0; k < bytes; k++) {
            const uint64_t at = bits_before(i, keyed) * 4 + bit_byte(k);
            CHECK(at < words * 4, "%u ids, %u keys: byte %u of %u is behind", ids, keyed, k, i);
            CHECK(!taken[at], "%u ids, %u keys: byte %u of %u twice", ids, keyed, k, i);
            taken[at] = true;
            CHECK_EQ(at / 4, word_read(i, k / 4, keyed), "%u ids, %u keys, id %u", ids, keyed, i);
            CHECK(k / (QUAD_BITS / 8) < bit_quads(i / BIT_GROUP, keyed) || keyed <= WORD_BITS,
              "%u ids, %u keys: quad of byte %u of %u", ids, keyed, k, i);
        }
    }
}

TEST_CASE(places)
{
    static const uint32_t lengths[] = {2, 3, 31, 32, 33, 64, 65, 127, 128, 129, 200, 400, 1000};
    for (const uint32_t ids : lengths)
        for (const uint32_t keyed : lengths)
            if (keyed <= ids) check_row(ids, keyed);
    check_row(500, 1);
}

TEST_CASE(no_wedges)
{
    CHECK_EQ(bits_of_row(0, 0), 0, "no ids");
    CHECK_EQ(bits_of_row(1, 1), 0, "one id");
    CHECK_EQ(bits_of_row(9, 0), 0, "no keys");
}

TEST_MAIN()
