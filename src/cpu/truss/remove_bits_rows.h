/* remove_bits_rows.h - visits common bits one after another, for instruction sets that have no
 * vector code for remove_bits.h. */
#include "cpu/truss/remove_bits.h"

static inline void subtract_bits(const tg_bit_removal *job, uint64_t word, uint64_t common)
{
    if (common == 0) return;
    const uint32_t first = job->first + job->before[word];
    const uint64_t all = job->all[word];
    for (; common; common &= common - 1) {
        const uint64_t below = (common & -common) - 1;
        const uint32_t place = first + (uint32_t)__builtin_popcountll(all & below);
        const int16_t half = --job->halves[place];
        if (half > job->near_half) continue;
        list_half(job, half, place, word * TG_REMOVE_WORD_BITS + (uint64_t)__builtin_ctzll(common));
    }
}

/* Subtracts 1 from the half of each bit that row u has in common with another row, in words
 * `from` to `to` - 1. `other` points to word `from` of the other row. */
static inline void subtract_lines(const tg_bit_removal *job, const uint64_t *other, uint64_t from, uint64_t to)
{
    for (uint64_t word = from; word < to; word += TG_REMOVE_LINE_WORDS) {
        const uint64_t *a = job->mine + word, *b = other + (word - from);
        uint64_t common[TG_REMOVE_LINE_WORDS], any = 0;
        for (int i = 0; i < TG_REMOVE_LINE_WORDS; i++) common[i] = a[i] & b[i];
        for (int i = 0; i < TG_REMOVE_LINE_WORDS; i++) any |= common[i];
        if (any == 0) continue;
        for (int i = 0; i < TG_REMOVE_LINE_WORDS; i++) subtract_bits(job, word + (uint64_t)i, common[i]);
    }
}
