/* sources.c - divides ascending parts among threads, and merges them, by binary searches for smaller ends. */
#include "prepare/cpu/sources.h"

#include "base/search.h"

/* Returns the position, among edges `first` to `last` - 1, of the first one whose smaller end is at least `bound`. */
static uint64_t lower_bound(const tg_edge *edges, uint64_t first, uint64_t last, uint64_t bound)
{
    tg_search in = {first, last - first};
    while (in.left > 0) tg_search_step(&in, tg_smaller_end(edges[tg_search_at(&in)]) < bound);
    return in.first;
}

/* Returns a bound such that about `wanted` edges have smaller ends below it. */
static uint64_t bound_for(const tg_preparation *preparation, uint64_t wanted)
{
    const tg_edges *edges = preparation->edges;
    tg_search in = {0, edges->vertices};
    while (in.left > 0) {
        const uint64_t bound = tg_search_at(&in) + 1;
        uint64_t below = 0;
        for (uint32_t p = 0; p < edges->part_count; p++)
            below += lower_bound(edges->parts[p].edges, 0, edges->parts[p].count, bound);
        tg_search_step(&in, below < wanted);
    }
    return in.first;
}

tg_bounds tg_ascending_sources(const tg_preparation *preparation, uint32_t thread, uint32_t threads, tg_source *sources)
{
    const tg_edges *edges = preparation->edges;
    const tg_slice all = tg_slice_of(preparation->input_edges, thread, threads);
    const uint64_t low = thread == 0 ? 0 : bound_for(preparation, all.first);
    const uint64_t high = thread == threads - 1 ? UINT64_MAX : bound_for(preparation, all.last);
    for (uint32_t p = 0; p < edges->part_count; p++) {
        const tg_edge_part *part = &edges->parts[p];
        sources[p].edges = part->edges;
        sources[p].first = lower_bound(part->edges, 0, part->count, low);
        sources[p].at = sources[p].given = sources[p].first;
        /* The search begins at the start of the part, not at `at`, so that the next thread finds
         * the same position even if the edges do not ascend. */
        sources[p].last = lower_bound(part->edges, 0, part->count, high);
    }
    return (tg_bounds){low, high};
}

static uint32_t head_of(const tg_source *from)
{
    return tg_smaller_end(from->edges[from->at]);
}

tg_source *tg_next_run(tg_source *sources, uint32_t count, uint64_t most, uint64_t *run)
{
    tg_source *next = NULL;
    /* one more than the least smaller end that the other sources have next */
    uint64_t bound = UINT64_MAX;
    for (uint32_t p = 0; p < count; p++) {
        tg_source *here = &sources[p];
        if (here->at == here->last) continue;
        tg_source *const other = next == NULL || head_of(here) < head_of(next) ? next : here;
        if (other != here) next = here;
        if (other && head_of(other) + UINT64_C(1) < bound) bound = head_of(other) + UINT64_C(1);
    }
    if (next == NULL) return NULL;
    const uint64_t left = next->last - next->at, step = left < most ? left : most;
    *run = lower_bound(next->edges, next->at, next->at + step, bound) - next->at;
    return next;
}
