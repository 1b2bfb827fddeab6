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
static inline uint64_t hub_row(const tg_hub_pass *pass, tg_hub_row *row)
{
    const uint64_t last_id = (uint64_t)pass->last_block * TG_BLOCK_IDS;
    const uint32_t *edges = row->edges;
    block_sums sums = {0};

    while (row->from < row->end && *row->from < last_id) {
        const uint32_t number = *row->from >> TG_BLOCK_BITS;
        const block ids = gather_block(&row->from, row->end, number);
        while (edges < row->edges_end && *edges >> TG_BLOCK_BITS < number) edges++;
        for (const uint32_t *v = edges; v < row->edges_end; v++)
            add_shared(&sums, ids, tg_hub_bits(pass->matrix, number, *v));
    }
    return sum_of(sums);
}

static uint64_t hub_rows(const tg_hub_pass *pass, uint32_t first_row, uint32_t last_row)
{
    const bool whole = tg_task_is_whole(pass->task);
    uint64_t found = 0;
    tg_hub_row row;
    for (uint32_t u = first_row; u < last_row; u++) {
        if (!tg_hub_row_begin(pass, u, whole, &row)) continue;
        found += hub_row(pass, &row);
        tg_hub_row_end(pass, u, &row);
    }
    return found;
}
