/* row_words.h - rows as words of bits beside their ids, where these take fewer words than ids.
 *
 * Rows of hubs have one id in few.  A word of such a row and of another one gives their common ids
 * by one AND, and their positions in the row by a popcount.
 */
#ifndef TG_CPU_COMMON_ROW_WORDS_H
#define TG_CPU_COMMON_ROW_WORDS_H

#include "task/task.h"

typedef struct tg_row_words {
    uint32_t first, last; /* rows before and behind have no words */
    uint32_t *starts;     /* of row v: its first word is starts[v - first], the last is before
                             starts[v - first + 1]; word k has ids 64 * k to 64 * k + 63 */
    uint64_t *bits;       /* of each word */
    uint32_t *before;     /* of each word: the row's ids in earlier words */
} tg_row_words;

/* Makes words for rows of hubs, from the first on, while these take a share of the free memory at
 * most; none, if there is no memory for any.  Errors: none but TRICORN_OUT_OF_MEMORY. Call
 * tg_row_words_free(words) also after a failure. */
tricorn_status tg_row_words_create(tricorn_context *context, const tg_task *task,
                                   tg_row_words *words);
void tg_row_words_free(tg_row_words *words);

/* The number of words of row v; 0: it has none. */
static inline uint32_t tg_row_words_of(const tg_row_words *words, uint32_t v, uint32_t *start)
{
    if (v < words->first || v >= words->last) return 0;
    *start = words->starts[v - words->first];
    return words->starts[v - words->first + 1] - *start;
}

#endif
