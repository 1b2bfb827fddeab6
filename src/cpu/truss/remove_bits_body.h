/* remove_bits_body.h - removes an edge from row u, with the subtract_lines() of the variant that includes it. */
#include "cpu/truss/remove_bits.h"

/* Subtracts in those of the words `from` to `to` - 1 in which the job removes the edge. */
static inline void subtract_words(const tg_bit_removal *job, const uint64_t *row, uint64_t from, uint64_t to)
{
    const uint64_t first = from > job->from ? from : job->from;
    const uint64_t last = to < job->to ? to : job->to;
    if (first < last) subtract_lines(job, row + first, first, last);
}

static void remove_edge(const tg_bit_removal *job)
{
    const uint64_t middle = job->u / TG_REMOVE_WORD_BITS;
    const uint64_t line = middle / TG_REMOVE_LINE_WORDS * TG_REMOVE_LINE_WORDS;
    const uint64_t after = line + TG_REMOVE_LINE_WORDS;
    const uint64_t below = (UINT64_C(1) << job->u % TG_REMOVE_WORD_BITS) - 1;
    uint64_t own_line[TG_REMOVE_LINE_WORDS];

    subtract_words(job, job->kept, 0, line);
    subtract_words(job, job->seen, after, job->to);
    if (line < job->from || line >= job->to) return;
    for (uint64_t word = line; word < after; word++) {
        const uint64_t kept = job->kept[word], seen = job->seen[word];
        own_line[word - line] = word < middle ? kept : word > middle ? seen : (kept & below) | (seen & ~below);
    }
    subtract_lines(job, own_line, line, after);
}
