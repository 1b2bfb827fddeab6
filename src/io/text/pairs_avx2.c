/* pairs_avx2.c - the fast path of text readers for x86 CPUs with AVX2, BMI and POPCNT: it looks
 * at 32 bytes at a time. */
#if defined(__x86_64__)
#include <immintrin.h>

enum { STEP = 64, POSITIONS_SLACK = STEP };

#include "io/text/pairs_two_lines_avx2.h"

static inline uint32_t others_of_half(const char *text)
{
    const __m256i bytes = _mm256_loadu_si256((const __m256i *)(const void *)text);
    /* The digits become the ten smallest signed bytes. */
    const __m256i shifted = _mm256_sub_epi8(bytes, _mm256_set1_epi8('0' - 128));
    return (uint32_t)_mm256_movemask_epi8(_mm256_cmpgt_epi8(shifted, _mm256_set1_epi8(9 - 128)));
}

static unsigned list_positions(const char *text, unsigned bytes, uint16_t *positions)
{
    unsigned count = 0;
    for (unsigned offset = 0; offset < bytes; offset += STEP) {
        const uint64_t others = others_of_half(text + offset) | (uint64_t)others_of_half(text + offset + STEP / 2)
                                                                  << STEP / 2;
        count += list_bits(others, (uint64_t)_mm_popcnt_u64(others), offset, positions + count);
    }
    return count;
}

void tg_pairs_read_avx2(tg_pairs *pairs)
{
    read_pairs(pairs);
}
#endif
