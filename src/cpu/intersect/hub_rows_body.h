/* hub_rows_body.h - tg_kernels.hub_rows; the file of each variant includes it.
 *
 * The ids of row u in one block are gathered once, as bits in registers, and ANDed with the line
 * of each neighbour that is a hub.
 *
 * The including file defines
 *     block                            a type: the ids of one block as bits
 *     block_sums                       a type: sums of counts; {0} is zero
 *     gather_block(&from, end, block)  returns the ids from *from on that are in the block,
 *                                      and advances *from past them
 *     add_shared(&sums, ids, line)     adds how many ids of the block are set in the line
 *     sum_of(sums)                     returns the sum
 */

/* Counts the common bits of the row's blocks and the lines of its neighbours. */
static inline uint64_t hub_row(const tg_hub_pass *pass, const uint32_t *from, const uint32_t *end,
                               const uint32_t *edges, const uint32_t *edges_end)
{
    const tg_hub_matrix *matrix = pass->matrix;
    const uint64_t first_id = (uint64_t)pass->first_block * TG_BLOCK_IDS;
    const uint64_t last_id = (uint64_t)pass->last_block * TG_BLOCK_IDS;
    block_sums sums = {0};

    while (edges_end > edges && edges_end[-1] >= matrix->hubs) edges_end--;
    if (edges == edges_end || edges_end[-1] < first_id) return 0;
    while (from < end && *from < first_id) from++;
    while (from < end && *from < last_id) {
        const uint32_t number = *from >> TG_BLOCK_BITS;
        const block ids = gather_block(&from, end, number);
        while (edges < edges_end && *edges >> TG_BLOCK_BITS < number) edges++;
        for (const uint32_t *v = edges; v < edges_end; v++)
            add_shared(&sums, ids, tg_hub_bits(matrix, number, *v));
    }
    return sum_of(sums);
}

static uint64_t hub_rows(const tg_hub_pass *pass, uint32_t first_row, uint32_t last_row)
{
    const tg_task *task = pass->task;
    const bool whole = tg_task_is_whole(task);
    uint64_t found = 0;
    for (uint32_t u = first_row; u < last_row; u++) {
        const uint32_t *from = task->from.ids + task->from.offsets[u];
        const uint32_t *end = task->from.ids + task->from.offsets[u + 1];
        const uint32_t *edges = task->edges.ids + task->edges.offsets[u];
        const uint32_t *edges_end = task->edges.ids + task->edges.offsets[u + 1];
        /* In a whole graph no triangle is counted at the first edge of a row. */
        if (whole && edges < edges_end) edges++;
        if (edges < edges_end && from < end) found += hub_row(pass, from, end, edges, edges_end);
    }
    return found;
}
