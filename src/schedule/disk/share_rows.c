/* share_rows.c - counts the wedges of rows from the rows' lengths alone, and cuts rows into
 * shares with about equally many wedges. The edge at position i of its row is in i wedges. */
#include "schedule/disk/share_rows.h"

#include "base/memory.h"

enum { BLOCK_ROWS = 1 << 14 };

uint64_t tg_row_wedges(const tg_task *task, uint32_t first, uint32_t last)
{
    uint64_t wedges = 0;
    for (uint32_t u = first; u < last; u++) {
        const uint64_t ids = task->from.offsets[u + 1] - task->from.offsets[u];
        const uint64_t edges = task->edges.offsets[u + 1] - task->edges.offsets[u];
        /* the last k of d ids have d - 1, d - 2, ..., d - k ids before them */
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

/* Returns the first row of the block such that the rows before it in the block have at least
 * `wedges` wedges. */
static uint32_t find_row(const tg_task *task, uint64_t block, uint64_t wedges)
{
    const uint32_t end = end_of_block(task, block);
    uint32_t u = begin_of_block(task, block);
    for (uint64_t before = 0; u < end && before < wedges; u++) before += tg_row_wedges(task, u, u + 1);
    return u;
}

/* Returns all * share / shares; the product cannot overflow. */
static uint64_t share_of(uint64_t all, uint32_t share, uint32_t shares)
{
    return (uint64_t)((unsigned __int128)all * share / shares);
}

tricorn_status tg_share_rows(tricorn_context *context, const tg_task *task, uint32_t shares, uint32_t *cuts)
{
    tricorn_status status = TRICORN_OK;
    const uint64_t rows = task->last_row - task->first_row;
    const uint64_t blocks = (rows + BLOCK_ROWS - 1) / BLOCK_ROWS;
    uint64_t *sums = NULL, all = 0, before = 0, block = 0;

    TG_TRY(TG_ALLOC(context, blocks, &sums));
#pragma omp parallel for num_threads((int)context->threads) schedule(dynamic, 1)
    for (uint64_t b = 0; b < blocks; b++)
        sums[b] = tg_row_wedges(task, begin_of_block(task, b), end_of_block(task, b));
    for (uint64_t b = 0; b < blocks; b++) all += sums[b];
    cuts[0] = task->first_row;
    for (uint32_t s = 1; s < shares; s++) {
        const uint64_t wanted = share_of(all, s, shares);
        while (block < blocks && before + sums[block] < wanted) before += sums[block++];
        cuts[s] = block < blocks ? find_row(task, block, wanted - before) : task->last_row;
    }
    cuts[shares] = task->last_row;
cleanup:
    tg_free(sums);
    return status;
}
