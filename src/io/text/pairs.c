/* pairs.c - the fast path of text readers: the portable variant, which looks at eight bytes at a
 * time, and the table of variants. */
#include "io/text/pairs.h"

enum { STEP = 64, POSITIONS_SLACK = STEP };

#include "io/text/pairs_scan.h"

/* Bit i of the result is set if byte i of the eight is no digit. */
static inline uint64_t others_of_eight(const char *text)
{
    const uint64_t low_bits = UINT64_C(0x7F7F7F7F7F7F7F7F);
    uint64_t word;
    memcpy(&word, text, sizeof word);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    word = __builtin_bswap64(word);
#endif
    /* Digits become 0 to 9, the only bytes to which 118 can be added below 128. */
    word ^= EIGHT_ZEROS;
    const uint64_t others = (((word & low_bits) + 118 * UINT64_C(0x0101010101010101)) | word) & ~low_bits;
    /* Gathers the eight high bits: each has its own position in the product's top byte. */
    return ((others >> 7) * UINT64_C(0x0102040810204080)) >> 56;
}

static unsigned list_positions(const char *text, unsigned bytes, uint16_t *positions)
{
    unsigned count = 0;
    for (unsigned offset = 0; offset < bytes; offset += STEP) {
        uint64_t others = 0;
        for (unsigned i = 0; i < STEP; i += 8) others |= others_of_eight(text + offset + i) << i;
        count += list_bits(others, (uint64_t)__builtin_popcountll(others), offset, positions + count);
    }
    return count;
}

/* Reads one line after the other: each number needs multiplications of its own. */
static inline bool read_two_lines(
  const char *text, const uint16_t *ends, unsigned start, char separator, tg_edge *edges)
{
    for (unsigned line = 0; line < 2; line++, ends += 2) {
        const unsigned u_digits = ends[0] - start, v_digits = ends[1] - ends[0] - 1u;
        if (text[ends[0]] != separator || text[ends[1]] != '\n' || u_digits - 1 >= 8 || v_digits - 1 >= 8) return false;
        edges[line].u = (uint32_t)short_number(text + start, u_digits);
        edges[line].v = (uint32_t)short_number(text + ends[0] + 1, v_digits);
        start = ends[1] + 1u;
    }
    return true;
}

/* ---- the table ---- */

static const tg_pairs_reader portable = {TG_ISA_PORTABLE, read_pairs};
#if defined(__x86_64__)
static const tg_pairs_reader avx2 = {TG_ISA_AVX2, tg_pairs_read_avx2};
static const tg_pairs_reader avx512 = {TG_ISA_AVX512, tg_pairs_read_avx512};
#endif

static const void *const variants[TG_ISA_COUNT] = {
  [TG_ISA_PORTABLE] = &portable,
#if defined(__x86_64__)
  [TG_ISA_AVX2] = &avx2,
  [TG_ISA_AVX512] = &avx512,
#endif
};

const tg_pairs_reader *tg_pairs_reader_of(tg_isa isa)
{
    return tg_isa_variant(variants, isa);
}
