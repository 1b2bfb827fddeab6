/* wedge_samples.c - finds the wedges of a batch of samples, and which of them are closed, step by step.
 *
 * Each step reads for all samples the memory that the step before has prefetched: a thread waits for the memory of
 * many samples at a time, not of one.
 */
#include "cpu/analytics/wedge_samples.h"

#include <math.h>

#include "base/memory.h"
#include "base/parallel.h"
#include "base/search.h"
#include "generate/hash.h"

enum {
    BLOCK_ROWS = 16, /* rows of a block, whose offsets are read one after the other */
    BATCH = 64,
    CHUNK = 1 << 13 /* samples that a thread claims at a time */
};

static uint64_t pairs_of(uint64_t length)
{
    return length % 2 ? (length - 1) / 2 * length : length / 2 * (length - 1);
}

static uint64_t pairs_of_row(const tg_rows *rows, uint32_t r)
{
    return pairs_of(rows->offsets[r + 1] - rows->offsets[r]);
}

static uint32_t end_of_block(const tg_rows *rows, uint32_t block)
{
    const uint64_t end = ((uint64_t)block + 1) * BLOCK_ROWS;
    return end < rows->count ? (uint32_t)end : rows->count;
}

tricorn_status tg_wedge_rows_create(tricorn_context *context, const tg_rows *rows, tg_wedge_rows *wedges)
{
    tricorn_status status = TRICORN_OK;
    const uint32_t blocks = (uint32_t)(((uint64_t)rows->count + BLOCK_ROWS - 1) / BLOCK_ROWS);
    tg_wedge_rows made = {.rows = rows, .blocks = blocks};
    double all = 0;

    TG_TRY(TG_ALLOC(context, (uint64_t)blocks + 1, &made.before));
#pragma omp parallel for num_threads((int)context->threads) schedule(static) reduction(+ : all)
    for (uint32_t b = 0; b < blocks; b++) {
        uint64_t sum = 0;
        for (uint32_t r = b * BLOCK_ROWS; r < end_of_block(rows, b); r++) sum += pairs_of_row(rows, r);
        made.before[b] = sum;
        for (uint32_t r = b * BLOCK_ROWS; r < end_of_block(rows, b); r++)
            /* in floating point, because the sum of integers may have overflowed */
            all += (double)pairs_of_row(rows, r);
    }
    if (all >= 0x1p63)
        TG_TRY(tg_fail(context, TRICORN_UNSUPPORTED,
          "the graph has %.3g pairs of neighbours in rows; samples are drawn from "
          "fewer than 2^63",
          all));
    tg_prefix_sum(context, made.before, blocks);
    *wedges = made;
    made.before = NULL;
cleanup:
    tg_free(made.before);
    return status;
}

void tg_wedge_rows_free(tg_wedge_rows *wedges)
{
    tg_free(wedges->before);
    *wedges = (tg_wedge_rows){0};
}

uint64_t tg_wedge_rows_count(const tg_wedge_rows *wedges)
{
    return wedges->before[wedges->blocks];
}

/* ---- a batch, step by step ---- */

typedef struct sample {
    /* the number of the wedge: first among all wedges, then in its block, then in its row */
    uint64_t rank;
    uint64_t v, w; /* first the positions of both ids, then the ids; v is the larger one */
    uint32_t block;
} sample;

static void find_block(const tg_wedge_rows *wedges, sample *one)
{
    one->block = (uint32_t)tg_last_at_most(wedges->before, wedges->blocks, one->rank);
    one->rank -= wedges->before[one->block];
    const uint64_t *offsets = wedges->rows->offsets + (uint64_t)one->block * BLOCK_ROWS;
    __builtin_prefetch(offsets);
    __builtin_prefetch(offsets + BLOCK_ROWS / 2);
}

/* Returns the larger position i of pair number `rank`, where the pairs of positions are ordered
 * (1,0), (2,0), (2,1), (3,0), ... */
static uint64_t larger_of_pair(uint64_t rank)
{
    uint64_t i = (uint64_t)((1 + sqrt(1 + 8 * (double)rank)) / 2);
    while (pairs_of(i) > rank) i--;
    while (pairs_of(i + 1) <= rank) i++;
    return i;
}

static void find_ids(const tg_rows *rows, sample *one)
{
    uint32_t r = one->block * BLOCK_ROWS;
    uint64_t pairs;
    /* This ends within the block, whose rows have more wedges than the rank. */
    while ((pairs = pairs_of_row(rows, r)) <= one->rank) {
        one->rank -= pairs;
        r++;
    }
    const uint64_t i = larger_of_pair(one->rank);
    one->v = rows->offsets[r] + i;
    one->w = rows->offsets[r] + one->rank - pairs_of(i);
    __builtin_prefetch(rows->ids + one->v);
    __builtin_prefetch(rows->ids + one->w);
}

static void read_ids(const tg_rows *rows, sample *one)
{
    one->v = rows->ids[one->v];
    one->w = rows->ids[one->w];
    __builtin_prefetch(rows->offsets + one->v);
}

/* A binary search in row v for the smaller id: `at` points to the last id that is known to be no
 * larger, or to the first id of the row. */
typedef struct search {
    const uint32_t *at;
    uint64_t left;
} search;

/* Begins the search; returns the length of the row. */
static uint64_t begin_search(const tg_rows *rows, const sample *one, search *to)
{
    const uint64_t first = rows->offsets[one->v];
    *to = (search){rows->ids + first, rows->offsets[one->v + 1] - first};
    __builtin_prefetch(to->at + to->left / 2);
    return to->left;
}

/* Counts the samples that are closed. All searches take each step together, even those that have
 * ended, so that memory is read for all of them at a time. Row v may be empty, but the row of
 * the wedge comes after it and is not empty: `at` always points to an id. */
static uint64_t count_closed(const tg_rows *rows, const sample *batch, uint64_t count)
{
    search searches[BATCH];
    uint64_t longest = 0, closed = 0;

    for (uint64_t i = 0; i < count; i++) {
        const uint64_t length = begin_search(rows, &batch[i], &searches[i]);
        if (length > longest) longest = length;
    }
    for (; longest > 1; longest -= longest / 2)
        for (uint64_t i = 0; i < count; i++) {
            const uint64_t half = searches[i].left / 2;
            const uint32_t *const middle = searches[i].at + half;
            const uint64_t taken = *middle <= batch[i].w ? half : 0;
            searches[i].at += taken;
            searches[i].left -= half;
            __builtin_prefetch(searches[i].at + searches[i].left / 2);
        }
    for (uint64_t i = 0; i < count; i++) closed += searches[i].left > 0 && *searches[i].at == batch[i].w;
    return closed;
}

static uint64_t sample_batch(const tg_wedge_rows *wedges, uint64_t key, uint64_t first, uint64_t count)
{
    const uint64_t all = tg_wedge_rows_count(wedges);
    sample batch[BATCH];

    for (uint64_t i = 0; i < count; i++) {
        batch[i].rank = (uint64_t)((unsigned __int128)tg_hash(key, first + i) * all >> 64);
        find_block(wedges, &batch[i]);
    }
    for (uint64_t i = 0; i < count; i++) find_ids(wedges->rows, &batch[i]);
    for (uint64_t i = 0; i < count; i++) read_ids(wedges->rows, &batch[i]);
    return count_closed(wedges->rows, batch, count);
}

tricorn_status tg_wedges_sample(
  tricorn_context *context, const tg_wedge_rows *wedges, const tg_wedge_samples *samples, uint64_t *closed)
{
    const uint64_t count = samples->count;
    const uint64_t chunks = (count + CHUNK - 1) / CHUNK;
    uint64_t found = 0;

    tg_work_begin(context, "sampling", chunks);
#pragma omp parallel for num_threads((int)context->threads) schedule(static) reduction(+ : found)
    for (uint64_t p = 0; p < chunks; p++) {
        const uint64_t end = (p + 1) * CHUNK < count ? (p + 1) * CHUNK : count;
        if (tg_work_add(context, 1)) continue;
        for (uint64_t i = p * CHUNK; i < end; i += BATCH)
            found += sample_batch(wedges, samples->key, samples->first + i, end - i < BATCH ? end - i : BATCH);
    }
    *closed = found;
    return tg_check_cancelled(context);
}
