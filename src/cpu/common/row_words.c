/* row_words.c - chooses which rows of hubs are also stored as words, and makes these words on all threads. */
#include "cpu/common/row_words.h"

#include <string.h>

#include "base/memory.h"

enum {
    /* only these first rows may have words: later vertices have few neighbours */
    MOST_ROWS = 1 << 17,
    /* ids per word, on average, that a row must have: a word takes the time of two tests of ids */
    IDS_A_WORD = 2,
    ROOM_SHARE = 8, /* words may use 1/ROOM_SHARE of the free memory */
    ROWS_AT_ONCE = 64, /* rows that a thread claims at a time */
    WORD_BITS = 64,
    WORD_BYTES = sizeof(uint64_t) + sizeof(uint32_t)
};

/* Returns the number of words of row v; 0 if reading its ids is faster. */
static uint32_t words_for(const tg_rows *rows, uint32_t v)
{
    const uint64_t begin = rows->offsets[v], count = rows->offsets[v + UINT64_C(1)] - begin;
    if (count == 0) return 0;
    const uint64_t words = rows->ids[begin + count - 1] / WORD_BITS + UINT64_C(1);
    return words * IDS_A_WORD <= count ? (uint32_t)words : 0;
}

/* Sets words->first and words->last; returns the number of words of all rows. */
static uint32_t choose_rows(const tricorn_context *context, const tg_task *task, tg_row_words *words)
{
    const tg_rows *rows = &task->into;
    const uint64_t bytes = tg_memory_room(context->memory) / ROOM_SHARE;
    const uint32_t hubs = task->lead < MOST_ROWS ? MOST_ROWS - task->lead : 0;
    const uint32_t most = rows->count < hubs ? rows->count : hubs;
    uint64_t all = 0;
    for (uint32_t v = 0; v < most; v++) {
        const uint32_t own = words_for(rows, v);
        if (own == 0) continue;
        const uint32_t first = words->last ? words->first : v;
        const uint64_t starts = (v - first + UINT64_C(2)) * sizeof(uint32_t);
        if ((all + own) * WORD_BYTES + starts > bytes || all + own > UINT32_MAX) break;
        all += own;
        words->first = first;
        words->last = v + 1;
    }
    return (uint32_t)all;
}

static void make_row(const tg_rows *rows, uint32_t v, uint64_t *bits, uint32_t *before, uint32_t count)
{
    const uint64_t begin = rows->offsets[v], end = rows->offsets[v + UINT64_C(1)];
    uint64_t i = begin;
    for (uint32_t k = 0; k < count; k++) {
        uint64_t word = 0;
        before[k] = (uint32_t)(i - begin);
        for (; i < end && rows->ids[i] / WORD_BITS == k; i++) word |= UINT64_C(1) << rows->ids[i] % WORD_BITS;
        bits[k] = word;
    }
}

tricorn_status tg_row_words_create(tricorn_context *context, const tg_task *task, tg_row_words *words)
{
    uint32_t all = choose_rows(context, task, words);
    const uint32_t rows = words->last - words->first;

    if (all == 0) return TRICORN_OK;
    TG_DO(TG_ALLOC(context, rows + UINT64_C(1), &words->starts));
    TG_DO(TG_ALLOC(context, all, &words->bits));
    TG_DO(TG_ALLOC(context, all, &words->before));
    all = 0;
    for (uint32_t r = 0; r < rows; r++) {
        words->starts[r] = all;
        all += words_for(&task->into, words->first + r);
    }
    words->starts[rows] = all;
#pragma omp parallel for num_threads((int)context->threads) schedule(dynamic, ROWS_AT_ONCE)
    for (uint32_t r = 0; r < rows; r++) {
        const uint32_t start = words->starts[r];
        make_row(
          &task->into, words->first + r, words->bits + start, words->before + start, words->starts[r + 1] - start);
    }
    return TRICORN_OK;
}

void tg_row_words_free(tg_row_words *words)
{
    tg_free(words->starts);
    tg_free(words->bits);
    tg_free(words->before);
    *words = (tg_row_words){0};
}
