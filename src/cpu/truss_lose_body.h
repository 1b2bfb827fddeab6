/* truss_lose_body.h - the loop, for the variants to include; the compiler makes vectors of the
 * lines. */
#include "cpu/truss_lose.h"

static inline void lose_bits(const tg_lose *job, uint64_t word, uint64_t common)
{
    if (common == 0) return;
    const uint32_t first = job->first + job->before[word];
    const uint64_t all = job->all[word];
    for (; common; common &= common - 1) {
        const uint64_t below = (common & -common) - 1;
        const uint32_t place = first + (uint32_t)__builtin_popcountll(all & below);
        const int16_t half = --job->halves[place];
        if (half > job->near_half) continue;
        const uint64_t w = word * TG_LOSE_WORD_BITS + (uint64_t)__builtin_ctzll(common);
        const tg_low_edge edge = {place, (uint16_t)job->u, (uint16_t)w};
        if (half == job->near_half) job->near->edges[job->near->count++] = edge;
        if (half <= job->low_half) job->low->edges[job->low->count++] = edge;
    }
}

static inline void lose_lines(const tg_lose *job, const uint64_t *other, uint64_t from,
                              uint64_t to)
{
    for (uint64_t word = from; word < to; word += TG_LOSE_LINE_WORDS) {
        const uint64_t *a = job->mine + word, *b = other + word;
        uint64_t common[TG_LOSE_LINE_WORDS], any = 0;
        for (int i = 0; i < TG_LOSE_LINE_WORDS; i++) common[i] = a[i] & b[i];
        for (int i = 0; i < TG_LOSE_LINE_WORDS; i++) any |= common[i];
        if (any == 0) continue;
        for (int i = 0; i < TG_LOSE_LINE_WORDS; i++)
            lose_bits(job, word + (uint64_t)i, common[i]);
    }
}

static void lose_edge(const tg_lose *job)
{
    const uint64_t middle = job->u / TG_LOSE_WORD_BITS;
    const uint64_t line = middle / TG_LOSE_LINE_WORDS * TG_LOSE_LINE_WORDS;
    const uint64_t below = (UINT64_C(1) << job->u % TG_LOSE_WORD_BITS) - 1;

    lose_lines(job, job->kept, 0, line);
    for (uint64_t word = line; word < line + TG_LOSE_LINE_WORDS; word++) {
        const uint64_t kept = job->kept[word], seen = job->seen[word];
        const uint64_t other = word < middle   ? kept
                               : word > middle ? seen
                                               : (kept & below) | (seen & ~below);
        lose_bits(job, word, job->mine[word] & other);
    }
    lose_lines(job, job->seen, line + TG_LOSE_LINE_WORDS, job->words);
}
