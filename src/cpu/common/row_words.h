/* row_words.h - the rows of hubs as words of bits, beside their ids.
 *
 * - One AND of two words finds the common ids of two rows, and popcounts tell the positions of
 *   these ids in the rows.
 * - Only rows with at least two ids per word are stored as words.
 */
#pragma once

#include "task/task.h"

typedef struct tg_row_words {
    uint32_t first, last; /* rows before `first`, and from `last` on, have no words */
    /* row v has words starts[v - first] to starts[v - first + 1] - 1; its word k has the bits of
     * ids 64 * k to 64 * k + 63 */
    uint32_t *starts;
    uint64_t *bits;
    uint32_t *before; /* for each word: how many ids of its row are in earlier words */
} tg_row_words;

/* Makes words for rows of hubs, beginning with the first row, while they fit into a fraction of the free memory.
 * Errors: TRICORN_OUT_OF_MEMORY. tg_row_words_free() must be called also after a failure. */
tricorn_status tg_row_words_create(tricorn_context *context, const tg_task *task, tg_row_words *words);
void tg_row_words_free(tg_row_words *words);

/* Returns the number of words of row v. Sets *start to the number of its first word if it has any. */
static inline uint32_t tg_row_words_of(const tg_row_words *words, uint32_t v, uint32_t *start)
{
    if (v < words->first || v >= words->last) return 0;
    *start = words->starts[v - words->first];
    return words->starts[v - words->first + 1] - *start;
}
