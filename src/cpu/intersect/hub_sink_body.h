/* hub_sink_body.h - tg_kernels.hub_rows_sink; the file of each variant includes it.
 *
 * Lines are ANDed in groups of eight. Their common ids are not counted one by one, but added to
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
    uint64_t count; /* how many edges: the lines of their vertices v are ANDed */
    uint64_t *counts; /* counts[v] is increased by the number of matches in the line of v */
    tg_columns *columns; /* the columns of the block, to which the common ids are added */
} into_group;

static inline __attribute__((always_inline)) uint64_t add_group(const into_group *group, sink_block ids);

/* Prefetches the first lines of the next block. That block contains the id at `from`. */
static inline __attribute__((always_inline)) void fetch_lines(
  const tg_hub_matrix *matrix, const uint32_t *from, const uint32_t *edges_end)
{
    if (edges_end - from < TG_COLUMN_GROUP) return;
    for (int i = 0; i < TG_COLUMN_GROUP; i++) __builtin_prefetch(tg_hub_bits(matrix, *from >> TG_BLOCK_BITS, from[i]));
}

/* ANDs the bits of row u with those of each neighbour v, block by block of TG_BLOCK_IDS ids, and
 * adds each common bit to the counts of v and of the third vertex. */
static inline uint64_t hub_row_sink(const tg_hub_pass *pass, const tg_hub_counters *counters, tg_hub_row *row)
{
    const uint64_t last_id = (uint64_t)pass->last_block * TG_BLOCK_IDS;
    const uint32_t *edges = row->edges, *edges_end = row->edges_end;
    uint64_t found = 0;

    while (row->from < row->end && *row->from < last_id) {
        into_group group = {.matrix = pass->matrix, .number = *row->from >> TG_BLOCK_BITS};
        const sink_block ids = gather_sink(&row->from, row->end, group.number);
        group.counts = counters->counts;
        group.columns = &counters->columns[group.number - pass->first_block];
        fetch_lines(pass->matrix, row->from, edges_end);
        while (edges < edges_end && *edges >> TG_BLOCK_BITS < group.number) edges++;
        for (group.edges = edges; group.edges < edges_end; group.edges += TG_COLUMN_GROUP) {
            const uint64_t left = (uint64_t)(edges_end - group.edges);
            group.count = left < TG_COLUMN_GROUP ? left : TG_COLUMN_GROUP;
            if (left >= 2 * TG_COLUMN_GROUP)
                for (int i = 0; i < TG_COLUMN_GROUP; i++)
                    __builtin_prefetch(tg_hub_bits(pass->matrix, group.number, group.edges[TG_COLUMN_GROUP + i]));
            found += add_group(&group, ids);
        }
    }
    return found;
}

static uint64_t hub_rows_sink(
  const tg_hub_pass *pass, uint32_t first_row, uint32_t last_row, const tg_hub_counters *counters)
{
    uint64_t sum = 0;
    tg_hub_row row;
    for (uint32_t u = first_row; u < last_row; u++) {
        /* the task is a whole graph */
        if (!tg_hub_row_begin(pass, u, true, &row)) continue;
        const uint64_t found = hub_row_sink(pass, counters, &row);
        tg_hub_row_end(pass, u, &row);
        if (found == 0) continue;
        counters->counts[u] += found;
        sum += found;
    }
    return sum;
}
