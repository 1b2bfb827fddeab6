/* pairs_avx512.c - the fast path of text readers for x86 CPUs with AVX-512 VBMI2: one compress
 * instruction lists the positions of 64 bytes, which is half of the work of other variants. */
#if defined(__x86_64__)
#include <immintrin.h>

enum { STEP = 64, POSITIONS_SLACK = STEP };

#include "io/text/pairs_two_lines_avx2.h"

/* The bytes 0, 1, ... 63. */
static inline __m512i byte_numbers(void)
{
    const __m512i eight = _mm512_set1_epi64(0x0706050403020100);
    const __m512i step = _mm512_set_epi64(7, 6, 5, 4, 3, 2, 1, 0);
    /* Eight times 0 to 7, each in eight bytes. */
    const __m512i tens = _mm512_mullo_epi64(step, _mm512_set1_epi64(0x0808080808080808));
    return _mm512_add_epi8(eight, tens);
}

static unsigned list_positions(const char *text, unsigned bytes, uint16_t *positions)
{
    const __m512i numbers = byte_numbers();
    unsigned count = 0;
    for (unsigned offset = 0; offset < bytes; offset += STEP) {
        const __m512i shifted = _mm512_sub_epi8(_mm512_loadu_si512(text + offset), _mm512_set1_epi8('0'));
        const __mmask64 others = _mm512_cmpgt_epu8_mask(shifted, _mm512_set1_epi8(9));
        const __m512i listed = _mm512_maskz_compress_epi8(others, numbers);
        const __m512i base = _mm512_set1_epi16((short)offset);
        const __m512i low = _mm512_cvtepu8_epi16(_mm512_castsi512_si256(listed));
        const __m512i high = _mm512_cvtepu8_epi16(_mm512_extracti64x4_epi64(listed, 1));
        _mm512_storeu_si512(positions + count, _mm512_add_epi16(low, base));
        _mm512_storeu_si512(positions + count + STEP / 2, _mm512_add_epi16(high, base));
        count += (unsigned)_mm_popcnt_u64(others);
    }
    return count;
}

void tg_pairs_read_avx512(tg_pairs *pairs)
{
    read_pairs(pairs);
}
#endif
