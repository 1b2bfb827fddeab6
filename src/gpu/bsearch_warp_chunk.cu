/* bsearch_warp_chunk.cu - count a task with one warp for each 32 edges, by binary search.
 *
 * The ids of the shorter list of each edge are searched in the longer one.  Short lists of 32
 * edges are put end to end, so that lanes have equal work; longer lists are searched edge by
 * edge, two ids a lane at once.  The paper gives a block 256 edges and finds the edge of an id by
 * searching; a warp needs no barriers and no search.
 * Source: Li, Xu, Pham, Tu, Zhou, "A Comparative Study of Intersection-Based Triangle Counting
 * Algorithms on GPUs", 2024 (GroupTC).
 */
#include "gpu/lookup/edge_chunks.cuh"
#include "gpu/lookup/flatten.cuh"
#include "gpu/lookup/search.cuh"

enum {
    BLOCK_THREADS = 256,
    WARPS = BLOCK_THREADS / WARP_THREADS,
    BLOCKS_PER_MULTIPROCESSOR = 8,
    LONG_KEYS = WARP_THREADS / 2 /* from here a warp for the edge alone is busy enough */
};

/* The keys of an edge and what they are searched in: the shorter list in the longer.  (The paper
 * turns them only at twice the length; on an H100 that costs 2 % on s24, four times 17 %.) */
typedef struct key_search {
    const uint32_t *key_ids, *table_ids;
    row_part keys, table;
} key_search;

static __device__ __forceinline__ key_search search_of(const tg_device_task &task,
                                                       const edge_parts &edge)
{
    key_search search = {task.from.ids, task.into.ids, edge.from, edge.into};
    if (edge.into.count < edge.from.count) {
        const key_search turned = {task.into.ids, task.from.ids, edge.into, edge.from};
        search = turned;
    }
    return search;
}

/* The whole warp on one edge. */
static __device__ __forceinline__ uint32_t count_long(const key_search &search)
{
    const uint32_t *const keys = search.key_ids + search.keys.start;
    const uint32_t *const table = search.table_ids + search.table.start;
    uint32_t found = 0, i = lane_id();
    for (; i + WARP_THREADS < search.keys.count; i += 2 * WARP_THREADS)
        found += search_two(table, search.table.count, load_id(keys + i),
                            load_id(keys + i + WARP_THREADS));
    if (i < search.keys.count) found += search_ids(table, search.table.count, load_id(keys + i));
    return found;
}

/* Lists of one edge a lane that are too short for a warp.  In a whole graph they are all in the
 * same ids; else keys are always of `from`, since a lane cannot tell the list of another. */
static __device__ __forceinline__ uint32_t count_short(const tg_device_task &task,
                                                       flat_list *lists, const edge_parts &edge)
{
    const bool turn = task.whole && edge.into.count < edge.from.count;
    const row_part keys = turn ? edge.into : edge.from, table = turn ? edge.from : edge.into;
    uint32_t found = 0;
    visit_lists(lists, keys.start, keys.count, table.start, table.count,
                [&](uint32_t position, uint32_t start, uint32_t count) {
                    const uint32_t key = load_id(task.from.ids + position);
                    found += search_ids(task.into.ids + start, count, key);
                });
    return found;
}

static __device__ __forceinline__ uint32_t count_chunk(const tg_device_task &task,
                                                       flat_list *lists, const edge_parts &mine)
{
    const bool is_long = least(mine.from.count, mine.into.count) >= LONG_KEYS;
    const edge_parts none = {{0, 0}, {0, 0}};
    uint32_t found = 0;
    visit_each_edge(is_long ? mine : none,
                    [&](const edge_parts &edge) { found += count_long(search_of(task, edge)); });
    return found + count_short(task, lists, is_long ? none : mine);
}

static __global__ void
__launch_bounds__(BLOCK_THREADS, TG_RESIDENT_BLOCKS(BLOCK_THREADS, BLOCKS_PER_MULTIPROCESSOR))
    count_edges(tg_device_task task, uint32_t draw, tg_tally *tally)
{
    __shared__ flat_list lists[WARPS][WARP_THREADS];
    flat_list *const mine = lists[threadIdx.x / WARP_THREADS];
    uint64_t found = 0;
    visit_edge_chunks(task, draw, tally,
                      [&](const edge_parts &parts) { found += count_chunk(task, mine, parts); });
    tally_add(tally, found);
}

static trigon_status enqueue(trigon_context *context, const tg_device_task *task, tg_tally *tally)
{
    return launch_over_edges(context, count_edges, task, tally,
                             dim3(BLOCK_THREADS, BLOCKS_PER_MULTIPROCESSOR));
}

TG_DEFINE_ALGORITHM(gpu_bsearch_warp_chunk) = {
    .description =
        {
            .name = "gpu-bsearch-warp-chunk",
            .alias = "grouptc",
            .summary =
                "a warp for each 32 edges searches the ids of the shorter rows in the longer",
            .device = "gpu",
            .source = "Li et al. 2024 (GroupTC)",
        },
    .device = TG_GPU,
    .lookup = TG_LOOKUP_SEARCH,
    .needs = TG_NEEDS_SOURCES,
    .enqueue = enqueue,
};
