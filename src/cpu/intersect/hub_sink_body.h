/* hub_sink_body.h - tg_kernels.hub_rows_sink; the file of each variant includes it.
 *
 * Lines are ANDed in groups of eight.  Their common ids are not counted one by one, but added to
 * the columns of the block by full adders (common/columns.h).
 *
 * The including file defines
 *     sink_block                       a type: the ids of one block as bits
 *     gather_sink(&from, end, block)   returns the ids from *from on that are in the block,
 *                                      and advances *from past them
 *     add_group(group, ids)            counts a group; returns the number of its matches
 */

/* Up to TG_COLUMN_GROUP lines that are ANDed with one block of ids. */
typedef struct into_group {
    const tg_hub_matrix *matrix;
    uint32_t number; /* the number of the block */
    const uint32_t *edges;
    uint64_t count;      /* how many edges: the lines of their vertices v are ANDed */
    uint64_t *counts;    /* counts[v] is increased by the number of matches in the line of v */
    tg_columns *columns; /* the columns of the block, to which the common ids are added */
} into_group;

static inline __attribute__((always_inline)) uint64_t add_group(const into_group *group,
                                                                sink_block ids);

/* Prefetches the first lines of the next block.  That block contains the id at `from`. */
static inline __attribute__((always_inline)) void
fetch_lines(const tg_hub_matrix *matrix, const uint32_t *from, const uint32_t *edges_end)
{
    if (edges_end - from < TG_COLUMN_GROUP) return;
    for (int i = 0; i < TG_COLUMN_GROUP; i++)
        __builtin_prefetch(tg_hub_bits(matrix, *from >> TG_BLOCK_BITS, from[i]));
}

/* ANDs the bits of row u with those of each neighbour v, block by block of TG_BLOCK_IDS ids, and
 * adds each common bit to the counts of v and of the third vertex. */
static inline uint64_t hub_row_sink(const tg_hub_pass *pass, const tg_hub_counters *counters,
                                    uint32_t u)
{
    /* the task is a whole graph: `edges` and `into` are the same rows */
    const tg_rows *rows = &pass->task->from;
    const tg_hub_matrix *matrix = pass->matrix;
    const uint32_t *from = rows->ids + rows->offsets[u], *edges = from + 1;
    const uint32_t *end = rows->ids + rows->offsets[u + 1], *edges_end = end;
    const uint64_t first_id = (uint64_t)pass->first_block * TG_BLOCK_IDS;
    const uint64_t last_id = (uint64_t)pass->last_block * TG_BLOCK_IDS;
    uint64_t found = 0;

    while (edges_end > edges && edges_end[-1] >= matrix->hubs) edges_end--;
    if (edges >= edges_end || edges_end[-1] < first_id) return 0;
    while (from < end && *from < first_id) from++;
    while (from < end && *from < last_id) {
        into_group group = {.matrix = matrix, .number = *from >> TG_BLOCK_BITS};
        const sink_block ids = gather_sink(&from, end, group.number);
        group.counts = counters->counts;
        group.columns = &counters->columns[group.number - pass->first_block];
        fetch_lines(matrix, from, edges_end);
        while (edges < edges_end && *edges >> TG_BLOCK_BITS < group.number) edges++;
        for (group.edges = edges; group.edges < edges_end; group.edges += TG_COLUMN_GROUP) {
            const uint64_t left = (uint64_t)(edges_end - group.edges);
            group.count = left < TG_COLUMN_GROUP ? left : TG_COLUMN_GROUP;
            if (left >= 2 * TG_COLUMN_GROUP)
                for (int i = 0; i < TG_COLUMN_GROUP; i++)
                    __builtin_prefetch(
                        tg_hub_bits(matrix, group.number, group.edges[TG_COLUMN_GROUP + i]));
            found += add_group(&group, ids);
        }
    }
    return found;
}

static uint64_t hub_rows_sink(const tg_hub_pass *pass, uint32_t first_row, uint32_t last_row,
                              const tg_hub_counters *counters)
{
    const uint64_t *offsets = pass->task->from.offsets;
    uint64_t sum = 0;
    for (uint32_t u = first_row; u < last_row; u++) {
        if (offsets[u + 1] - offsets[u] < 2) continue;
        const uint64_t found = hub_row_sink(pass, counters, u);
        if (found == 0) continue;
        counters->counts[u] += found;
        sum += found;
    }
    return sum;
}
