/* share_rows.c - counts the wedges of rows from the rows' lengths alone. The edge at position i of its row is in i
 * wedges. */
#include "schedule/disk/share_rows.h"

static uint64_t wedges_of(const tg_task *task, uint32_t u)
{
    const uint64_t ids = task->from.offsets[u + 1] - task->from.offsets[u];
    const uint64_t edges = task->edges.offsets[u + 1] - task->edges.offsets[u];
    /* the last k of d ids have d - 1, d - 2, ..., d - k ids before them */
    return edges * ids - edges * (edges + 1) / 2;
}

uint32_t tg_share_row(const tg_task *task, uint64_t wedges)
{
    uint32_t u = task->first_row;
    for (uint64_t before = 0; u < task->last_row && before < wedges; u++) before += wedges_of(task, u);
    return u;
}
