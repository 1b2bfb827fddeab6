/* sorted_runs_body.h - tg_sorted_runs, for the variants to include.
 *
 * The including file defines
 *     enum { GROUP }   edges checked together
 *     ascend(edges)    whether each edge of a group, and the one before, has its smaller end
 *                      first, and each edge of the group a larger key than the one before it
 */
static inline bool count_one(tg_run_counts *at, tg_edge edge)
{
    const uint64_t key = tg_key_of(edge);
    if (key <= at->key || key >= at->bound || edge.u == edge.v) return false;
    at->key = key;
    at->ends[tg_smaller_end(edge)] = ++at->kept;
    at->counts[tg_larger_end(edge)]++;
    return true;
}

/* Counts a group of edges that ascend. It writes the end of the row for each edge, because that
 * costs less than finding the last edge of each row. */
static inline void count_group(tg_run_counts *at, const tg_edge *edges)
{
    uint32_t *const ends = at->ends;
    uint16_t *const counts = at->counts;
    const uint32_t kept = at->kept;
#pragma GCC unroll 8
    for (uint32_t i = 0; i < GROUP; i++) {
        ends[edges[i].u] = kept + i + 1;
        counts[edges[i].v]++;
    }
    at->kept = kept + GROUP;
}

static uint64_t count_run(tg_run_counts *at, const tg_edge *edges, uint64_t count)
{
    uint64_t i = 0;
    if (count == 0 || !count_one(at, edges[0])) return 0;
    for (i = 1; i + GROUP <= count;) {
        const uint64_t end = i + GROUP;
        if (at->fetched)
            for (uint64_t k = i; k < end && k + TG_AHEAD < count; k++)
                __builtin_prefetch(&at->counts[tg_larger_end(edges[k + TG_AHEAD])], 1);
        if (ascend(edges + i) && tg_key_of(edges[end - 1]) < at->bound) {
            count_group(at, edges + i);
            at->key = tg_key_of(edges[end - 1]);
            i = end;
        } else {
            for (; i < end; i++)
                if (!count_one(at, edges[i])) return i;
        }
    }
    for (; i < count; i++)
        if (!count_one(at, edges[i])) return i;
    return count;
}

static tg_block_sums sum_block(uint32_t *ends, uint32_t before, const uint32_t *larger)
{
    uint32_t degrees[TG_RUN_BLOCK], most = 0, longest = 0, end = before;
    uint64_t squares = 0, tests = 0, all_larger = 0, bits = 0;
    for (int i = 0; i < TG_RUN_BLOCK; i++) ends[i] = end = ends[i] > end ? ends[i] : end;
    for (int i = 0; i < TG_RUN_BLOCK; i++) {
        const uint32_t smaller = ends[i] - (i > 0 ? ends[i - 1] : before);
        degrees[i] = smaller + larger[i];
        longest = smaller > longest ? smaller : longest;
        tests += (uint64_t)smaller * larger[i];
        all_larger += larger[i];
    }
    for (int i = 0; i < TG_RUN_BLOCK; i++) {
        most = degrees[i] > most ? degrees[i] : most;
        squares += (uint64_t)degrees[i] * degrees[i];
    }
    for (int i = 0; i < TG_RUN_BLOCK; i++) bits |= (uint64_t)(degrees[i] > 0) << i;
    return (tg_block_sums){squares, tests, all_larger, bits, most, longest};
}

static void write_run(const tg_edge *edges, uint64_t count, uint32_t last, uint32_t *to_end)
{
    for (uint64_t i = 0; i < count; i++) *--to_end = last - tg_larger_end(edges[i]);
}

static void write_ranked(
  const tg_edge *edges, uint64_t count, const tg_rank_word *ranks, uint32_t last, uint32_t *to_end)
{
    for (uint64_t i = 0; i < count; i++) *--to_end = last - tg_rank(ranks, tg_larger_end(edges[i]));
}
