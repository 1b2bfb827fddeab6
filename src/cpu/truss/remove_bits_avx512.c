/* remove_bits_avx512.c - converts common bits to bits of places, so that one instruction
 * subtracts from 32 halves and no branch depends on the places. */
#if defined(__x86_64__)
#include <immintrin.h>
#include <string.h>

#include "base/search.h"
#include "cpu/truss/remove_bits.h"

enum {
    /* words of a row that are handled at a time: their lists stay in the first level cache */
    CHUNK_WORDS = 64,
    LANES = 32 /* lanes of 16 bits */
};

/* The words of a chunk that contain common bits, and their numbers. */
typedef struct words {
    uint32_t count;
    uint64_t common[CHUNK_WORDS + TG_REMOVE_LINE_WORDS];
    uint64_t numbers[CHUNK_WORDS + TG_REMOVE_LINE_WORDS];
} words;

static inline void find_words(
  const tg_bit_removal *job, const uint64_t *other, uint64_t from, uint64_t to, words *found)
{
    const __m512i lanes = _mm512_setr_epi64(0, 1, 2, 3, 4, 5, 6, 7);
    found->count = 0;
    for (uint64_t word = from; word < to; word += TG_REMOVE_LINE_WORDS) {
        const __m512i common =
          _mm512_and_si512(_mm512_loadu_si512(job->mine + word), _mm512_loadu_si512(other + (word - from)));
        const __m512i numbers = _mm512_add_epi64(lanes, _mm512_set1_epi64((int64_t)word));
        const __mmask8 some = _mm512_test_epi64_mask(common, common);
        _mm512_storeu_si512(found->common + found->count, _mm512_maskz_compress_epi64(some, common));
        _mm512_storeu_si512(found->numbers + found->count, _mm512_maskz_compress_epi64(some, numbers));
        found->count += (uint32_t)__builtin_popcount(some);
    }
}

/* The halves of row u from which 1 is subtracted: one bit for each place from `base` on. */
typedef struct lowered {
    uint32_t base, end; /* no place from `end` on has a bit */
    uint32_t groups;
    uint64_t bits[CHUNK_WORDS + 2];
} lowered;

/* Sets the bits of the places of all common bits. The set bits of a word have consecutive places. */
static inline void find_lowered(const tg_bit_removal *job, const words *found, lowered *all)
{
    const uint64_t last = found->numbers[found->count - 1];
    all->base = job->before[found->numbers[0]];
    all->end = job->before[last] + (uint32_t)__builtin_popcountll(job->all[last]);
    all->groups = (all->end - all->base + LANES - 1) / LANES;
    memset(all->bits, 0, ((all->end - all->base) / TG_REMOVE_WORD_BITS + 2) * sizeof *all->bits);
    for (uint32_t i = 0; i < found->count; i++) {
        const uint64_t word = found->numbers[i];
        const uint64_t places = _pext_u64(found->common[i], job->all[word]);
        const uint32_t at = job->before[word] - all->base, shift = at % TG_REMOVE_WORD_BITS;
        all->bits[at / TG_REMOVE_WORD_BITS] |= places << shift;
        all->bits[at / TG_REMOVE_WORD_BITS + 1] |= places >> 1 >> (TG_REMOVE_WORD_BITS - 1 - shift);
    }
}

/* Returns the id that belongs to a place; that place must be the one of a common bit. */
static uint32_t id_at(const tg_bit_removal *job, const words *found, uint32_t place)
{
    tg_search in = {1, found->count - UINT64_C(1)};
    while (in.left > 0) tg_search_step(&in, job->before[found->numbers[tg_search_at(&in)]] <= place);
    const uint64_t word = found->numbers[in.first - 1];
    const uint64_t bit = _pdep_u64(UINT64_C(1) << (place - job->before[word]), job->all[word]);
    return (uint32_t)(word * TG_REMOVE_WORD_BITS) + (uint32_t)__builtin_ctzll(bit);
}

/* Lists the edges whose halves have become near or low. Bit i of `listed` belongs to place first
 * + i. */
static void list_halves(const tg_bit_removal *job, const words *found, uint32_t first, uint32_t listed)
{
    for (; listed; listed &= listed - 1) {
        const uint32_t place = first + (uint32_t)__builtin_ctz(listed);
        list_half(job, job->halves[job->first + place], job->first + place, id_at(job, found, place));
    }
}

static inline void subtract_chunk(const tg_bit_removal *job, const words *found)
{
    const __m512i near_half = _mm512_set1_epi16(job->near_half), one = _mm512_set1_epi16(1);
    const __m512i low_half = _mm512_set1_epi16(job->low_half);
    const __m512i below_low = _mm512_sub_epi16(low_half, one);
    lowered all;
    find_lowered(job, found, &all);
    for (uint32_t group = 0; group < all.groups; group++) {
        const uint32_t first = all.base + group * LANES;
        const __mmask32 some = (__mmask32)(all.bits[group / 2] >> group % 2 * LANES);
        if (some == 0) continue;
        int16_t *at = job->halves + job->first + first;
        const __m512i before =
          _mm512_maskz_loadu_epi16(all.end - first < LANES ? (1u << (all.end - first)) - 1 : UINT32_MAX, at);
        const __m512i halves = _mm512_mask_sub_epi16(before, some, before, one);
        const __mmask32 listed = _mm512_mask_cmpeq_epi16_mask(some, halves, near_half) |
                                 _mm512_mask_cmpeq_epi16_mask(some, halves, low_half) |
                                 _mm512_mask_cmpeq_epi16_mask(some, halves, below_low);
        if (all.end - first >= LANES)
            _mm512_storeu_si512(at, halves);
        else /* because the next places may belong to another thread's row */
            _mm512_mask_storeu_epi16(at, some, halves);
        if (listed) list_halves(job, found, first, listed);
    }
}

static inline void subtract_lines(const tg_bit_removal *job, const uint64_t *other, uint64_t from, uint64_t to)
{
    for (uint64_t word = from; word < to; word += CHUNK_WORDS) {
        words found;
        find_words(job, other + (word - from), word, word + CHUNK_WORDS < to ? word + CHUNK_WORDS : to, &found);
        if (found.count > 0) subtract_chunk(job, &found);
    }
}

#include "cpu/truss/remove_bits_body.h"

const tg_remove_variant tg_remove_avx512 = {TG_ISA_AVX512, remove_edge};
#else
typedef int tg_remove_has_no_avx512;
#endif
