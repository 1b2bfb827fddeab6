/* truss_lose_avx512.c - rows of bits lose edges: the places of common bits as a list, so that no
 * branch depends on where they are.
 */
#if defined(__x86_64__)
#include <immintrin.h>

#include "cpu/truss_lose.h"

enum {
    PIECE_WORDS = 64, /* of a row at a time: its lists stay in the first cache */
    PIECE_BITS = PIECE_WORDS * TG_LOSE_WORD_BITS,
    LANES = 32 /* of 16 bits, in a vector */
};

/* Words of a piece that have common bits. */
typedef struct words {
    uint32_t count;
    uint64_t common[PIECE_WORDS + TG_LOSE_LINE_WORDS];
    uint64_t numbers[PIECE_WORDS + TG_LOSE_LINE_WORDS];
} words;

static inline void find_words(const tg_lose *job, const uint64_t *other, uint64_t from,
                              uint64_t to, words *found)
{
    const __m512i lanes = _mm512_setr_epi64(0, 1, 2, 3, 4, 5, 6, 7);
    found->count = 0;
    for (uint64_t word = from; word < to; word += TG_LOSE_LINE_WORDS) {
        const __m512i common = _mm512_and_si512(_mm512_loadu_si512(job->mine + word),
                                                _mm512_loadu_si512(other + (word - from)));
        const __m512i numbers = _mm512_add_epi64(lanes, _mm512_set1_epi64((int64_t)word));
        const __mmask8 some = _mm512_test_epi64_mask(common, common);
        _mm512_storeu_si512(found->common + found->count,
                            _mm512_maskz_compress_epi64(some, common));
        _mm512_storeu_si512(found->numbers + found->count,
                            _mm512_maskz_compress_epi64(some, numbers));
        found->count += (uint32_t)__builtin_popcount(some);
    }
}

/* Appends first + i for each bit i that is set; up to LANES entries beyond are overwritten. */
static inline uint32_t append(uint16_t *list, uint32_t count, uint32_t bits, uint64_t first,
                              __m512i lanes)
{
    const __m512i all = _mm512_add_epi16(lanes, _mm512_set1_epi16((int16_t)first));
    _mm512_storeu_si512(list + count, _mm512_maskz_compress_epi16(bits, all));
    return count + (uint32_t)__builtin_popcount(bits);
}

static inline void lose_piece(const tg_lose *job, const words *found)
{
    static const uint16_t numbers[LANES] = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10,
                                            11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21,
                                            22, 23, 24, 25, 26, 27, 28, 29, 30, 31};
    const __m512i lanes = _mm512_loadu_si512(numbers);
    uint16_t ids[PIECE_BITS + LANES], places[PIECE_BITS + LANES], listed[PIECE_BITS];
    uint32_t count = 0, placed = 0, few = 0;

    for (uint32_t i = 0; i < found->count; i++) {
        const uint64_t word = found->numbers[i], common = found->common[i];
        const uint64_t own = _pext_u64(common, job->all[word]), before = job->before[word];
        const uint64_t first = word * TG_LOSE_WORD_BITS;
        count = append(ids, count, (uint32_t)common, first, lanes);
        count = append(ids, count, (uint32_t)(common >> LANES), first + LANES, lanes);
        placed = append(places, placed, (uint32_t)own, before, lanes);
        if (own >> LANES)
            placed = append(places, placed, (uint32_t)(own >> LANES), before + LANES, lanes);
    }
    int16_t *halves = job->halves + job->first;
    const int16_t near_half = job->near_half;
    for (uint32_t i = 0; i < count; i++) {
        const int16_t half = --halves[places[i]];
        listed[few] = (uint16_t)i;
        few += half <= near_half;
    }
    for (uint32_t i = 0; i < few; i++) {
        const uint32_t place = places[listed[i]];
        list_half(job, halves[place], job->first + place, ids[listed[i]]);
    }
}

static inline void lose_lines(const tg_lose *job, const uint64_t *other, uint64_t from,
                              uint64_t to)
{
    for (uint64_t word = from; word < to; word += PIECE_WORDS) {
        words found;
        find_words(job, other + (word - from), word,
                   word + PIECE_WORDS < to ? word + PIECE_WORDS : to, &found);
        if (found.count > 0) lose_piece(job, &found);
    }
}

#include "cpu/truss_lose_body.h"

const tg_lose_variant tg_lose_avx512 = {TG_ISA_AVX512, lose_edge};
#else
typedef int tg_lose_has_no_avx512;
#endif
