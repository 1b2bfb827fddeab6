/* share_rows.c - see share_rows.h. */
#include "schedule/share_rows.h"

#include "base/memory.h"

enum { BLOCK_ROWS = 1 << 14 };

uint64_t tg_row_wedges(const tg_task *task, uint32_t first, uint32_t last)
{
    uint64_t wedges = 0;
    for (uint32_t u = first; u < last; u++) {
        const uint64_t ids = task->from.offsets[u + 1] - task->from.offsets[u];
        const uint64_t edges = task->edges.offsets[u + 1] - task->edges.offsets[u];
        /* Before the last k of d ids are d - 1, d - 2, ..., d - k others. */
        wedges += edges * ids - edges * (edges + 1) / 2;
    }
    return wedges;
}

static uint32_t end_of_block(const tg_task *task, uint64_t block)
{
    const uint64_t end = task->first_row + (block + 1) * BLOCK_ROWS;
    return end < task->last_row ? (uint32_t)end : task->last_row;
}

static uint32_t begin_of_block(const tg_task *task, uint64_t block)
{
    return task->first_row + (uint32_t)(block * BLOCK_ROWS);
}

/* The first row before which, within the block, there are at least so many wedges. */
static uint32_t find_row(const tg_task *task, uint64_t block, uint64_t wedges)
{
    const uint32_t end = end_of_block(task, block);
    uint32_t u = begin_of_block(task, block);
    for (uint64_t before = 0; u < end && before < wedges; u++)
        before += tg_row_wedges(task, u, u + 1);
    return u;
}

/* share / shares of all, without overflow. */
static uint64_t share_of(uint64_t all, uint32_t share, uint32_t shares)
{
    return (uint64_t)((unsigned __int128)all * share / shares);
}

/* Wedges of blocks of rows, and how many are before a block. */
typedef struct block_sums {
    uint64_t *wedges, blocks, all;
    uint64_t block, before; /* where the last search has ended */
} block_sums;

static tricorn_status make_sums(tricorn_context *context, const tg_task *task, block_sums *sums)
{
    const uint64_t rows = task->last_row - task->first_row;
    tricorn_status status = TRICORN_OK;

    sums->blocks = (rows + BLOCK_ROWS - 1) / BLOCK_ROWS;
    TG_TRY(TG_ALLOC(context, sums->blocks, &sums->wedges));
#pragma omp parallel for num_threads((int)context->threads) schedule(dynamic, 1)
    for (uint64_t b = 0; b < sums->blocks; b++)
        sums->wedges[b] = tg_row_wedges(task, begin_of_block(task, b), end_of_block(task, b));
    for (uint64_t b = 0; b < sums->blocks; b++) sums->all += sums->wedges[b];
cleanup:
    return status;
}

/* The first row before which there are at least so many wedges, and these; ascending calls. */
static uint32_t find_cut(const tg_task *task, block_sums *sums, uint64_t wanted)
{
    while (sums->block < sums->blocks && sums->before + sums->wedges[sums->block] < wanted)
        sums->before += sums->wedges[sums->block++];
    if (sums->block == sums->blocks) return task->last_row;
    return find_row(task, sums->block, wanted - sums->before);
}

tricorn_status tg_share_rows(tricorn_context *context, const tg_task *task, uint32_t shares,
                             uint32_t *cuts)
{
    tricorn_status status = TRICORN_OK;
    block_sums sums = {.blocks = 0};

    TG_TRY(make_sums(context, task, &sums));
    cuts[0] = task->first_row;
    for (uint32_t s = 1; s < shares; s++)
        cuts[s] = find_cut(task, &sums, share_of(sums.all, s, shares));
    cuts[shares] = task->last_row;
cleanup:
    tg_free(sums.wedges);
    return status;
}

/* The place in a row of a whole graph before which there are so many wedges of it, at least: edge
 * k of the row has k wedges. */
static uint64_t place_in_row(uint64_t length, uint64_t wedges)
{
    uint64_t low = 0, high = length;
    while (low < high) {
        const uint64_t k = low + (high - low) / 2;
        if (k * (k - (k > 0)) / 2 < wedges)
            low = k + 1;
        else
            high = k;
    }
    return low;
}

/* The place before which there are so many wedges. */
static uint64_t find_edge(const tg_task *whole, block_sums *sums, uint64_t wanted,
                          uint64_t tolerance)
{
    const uint32_t end = find_cut(whole, sums, wanted);
    if (sums->block == sums->blocks || end == begin_of_block(whole, sums->block))
        return whole->edges.offsets[end];
    const uint64_t row = tg_row_wedges(whole, end - 1, end);
    const uint64_t before =
        sums->before + tg_row_wedges(whole, begin_of_block(whole, sums->block), end - 1);
    const uint64_t begin = whole->edges.offsets[end - 1],
                   length = whole->edges.offsets[end] - begin;
    if (wanted - before <= tolerance) return begin;
    if (before + row - wanted <= tolerance) return begin + length;
    return begin + place_in_row(length, wanted - before);
}

tricorn_status tg_share_edges(tricorn_context *context, const tg_task *whole, uint32_t shares,
                              uint64_t *cuts)
{
    enum { TOLERANCE = 256 }; /* of a share */
    tricorn_status status = TRICORN_OK;
    block_sums sums = {.blocks = 0};

    TG_TRY(make_sums(context, whole, &sums));
    cuts[0] = 0;
    for (uint32_t s = 1; s < shares; s++)
        cuts[s] =
            find_edge(whole, &sums, share_of(sums.all, s, shares), sums.all / shares / TOLERANCE);
    cuts[shares] = whole->edges.offsets[whole->last_row];
cleanup:
    tg_free(sums.wedges);
    return status;
}
