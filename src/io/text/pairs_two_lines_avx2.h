/* pairs_two_lines_avx2.h - reads two lines, four numbers, in one register of AVX2; for
 * pairs_avx2.c and pairs_avx512.c. */
#pragma once

#include <immintrin.h>

#include "io/text/pairs_scan.h"

static inline long long load_eight(const char *text)
{
    long long word;
    memcpy(&word, text, sizeof word);
    return word;
}

static inline bool read_two_lines(
  const char *text, const uint16_t *ends, unsigned start, char separator, tg_edge *edges)
{
    const unsigned a = start, b = ends[0] + 1u, c = ends[1] + 1u, d = ends[2] + 1u;
    /* Each number has 1 to 8 digits, or a bit above the lowest three is set. */
    const unsigned a_digits = b - a - 1, b_digits = c - b - 1, c_digits = d - c - 1, d_digits = ends[3] - d;
    const unsigned too_many = ((a_digits - 1) | (b_digits - 1) | (c_digits - 1) | (d_digits - 1)) & ~7u;
    if (too_many | (unsigned)(text[ends[0]] ^ separator) | (unsigned)(text[ends[1]] ^ '\n') |
        (unsigned)(text[ends[2]] ^ separator) | (unsigned)(text[ends[3]] ^ '\n'))
        return false;

    __m256i words =
      _mm256_set_epi64x(load_eight(text + d), load_eight(text + c), load_eight(text + b), load_eight(text + a));
    const __m256i digits = _mm256_set_epi64x(d_digits, c_digits, b_digits, a_digits);
    /* As in short_number, the shift makes zeros of missing leading digits. */
    const __m256i shifts = _mm256_sub_epi64(_mm256_set1_epi64x(64), _mm256_slli_epi64(digits, 3));
    words = _mm256_sllv_epi64(_mm256_xor_si256(words, _mm256_set1_epi8('0')), shifts);
    words = _mm256_maddubs_epi16(words, _mm256_set1_epi16(1 << 8 | 10)); /* below 10^2 */
    words = _mm256_madd_epi16(words, _mm256_set1_epi32(1 << 16 | 100)); /* below 10^4 */
    /* Each 64 bits have the high four digits in their low half, and the low four in their high half. */
    words = _mm256_add_epi64(_mm256_mul_epu32(words, _mm256_set1_epi64x(10000)), _mm256_srli_epi64(words, 32));
    words = _mm256_permutevar8x32_epi32(words, _mm256_set_epi32(7, 5, 3, 1, 6, 4, 2, 0));
    _mm_storeu_si128((__m128i *)(void *)edges, _mm256_castsi256_si128(words));
    return true;
}
