/* remove_bits_body.h - removes an edge from row u, with the subtract_lines() of the variant that
 * includes it. */
#include "cpu/truss/remove_bits.h"

static void remove_edge(const tg_bit_removal *job)
{
    const uint64_t middle = job->u / TG_REMOVE_WORD_BITS;
    const uint64_t line = middle / TG_REMOVE_LINE_WORDS * TG_REMOVE_LINE_WORDS;
    const uint64_t after = line + TG_REMOVE_LINE_WORDS;
    const uint64_t below = (UINT64_C(1) << job->u % TG_REMOVE_WORD_BITS) - 1;
    uint64_t own_line[TG_REMOVE_LINE_WORDS];

    for (uint64_t word = line; word < after; word++) {
        const uint64_t kept = job->kept[word], seen = job->seen[word];
        own_line[word - line] = word < middle   ? kept
                                : word > middle ? seen
                                                : (kept & below) | (seen & ~below);
    }
    subtract_lines(job, job->kept, 0, line);
    subtract_lines(job, own_line, line, after);
    subtract_lines(job, job->seen + after, after, job->words);
}
