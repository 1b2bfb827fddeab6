/* hash_warp_edge.cu - counts a task with one warp or one block for each edge, by hashing.
 *
 * - The shorter list of an edge is stored in a hash set in shared memory, with interleaved
 *   buckets; the lanes look up the ids of the longer list in it.
 * - A list too long for the set is counted range by range.
 * - The row of a vertex with many edges is hashed again for each of them; hash_team_vertex.cu,
 *   its successor, builds one table for each vertex.
 *
 * The paper has a form with a warp for each edge and one with a block; `block_row` chooses between them by the length
 * of the shorter list. Its set has 32 buckets for a list of any length, which continue in global memory (`fixed`),
 * and lists are whole rows (`whole`).
 *
 * Source: Pandey, Li, Buluc, Li, Liu, "H-INDEX: Hash-Indexing for Parallel Triangle Counting on GPUs", HPEC 2019.
 */
#include "gpu/hash_warp_edge.h"

#include "gpu/lookup/index.cuh"
#include "gpu/lookup/edge_chunks.cuh"
#include "gpu/lookup/edge_set.cuh"

#include <cub/device/device_reduce.cuh>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>

#include "device/work.cuh"

enum {
    BLOCK_THREADS = 256,
    WARPS = BLOCK_THREADS / WARP_THREADS,
    BLOCKS_PER_MULTIPROCESSOR = 6, /* as many as registers allow, of which a thread needs 40 */
    BLOCK_SLOTS = WARPS * SET_SLOTS /* the slots of all warps of a block */
};

/* The threads that count an edge together: the lanes of a warp, or all threads of a block. This
 * thread is number `own` of `all`. The other members describe the memory of the sets. */
typedef struct edge_team {
    uint32_t own, all;
    uint32_t *slots;
    uint32_t slot_count;
    uint32_t least_buckets; /* a power of two */
    uint32_t key; /* of the sets */
    uint32_t builds; /* how often each set is made, more than once only to measure that */
    uint32_t *far; /* global memory for fixed sets; NULL: they are in `slots` alone */
} edge_team;

static __device__ __forceinline__ void team_sync(const edge_team &team)
{
    if (team.all == WARP_THREADS)
        __syncwarp();
    else
        __syncthreads();
}

static __device__ __forceinline__ void clear_set(const edge_team &team, const hash_set &set)
{
    uint4 *const quads = reinterpret_cast<uint4 *>(set.slots);
    for (uint32_t i = team.own; i < set.buckets * SET_LEVELS / 4; i += team.all)
        quads[i] = make_uint4(NO_ID, NO_ID, NO_ID, NO_ID);
}

/* How sets are made. IS_FIXED: the number of buckets does not grow with the list. IS_AGAIN:
 * each set is made `builds` times, so that the time of making sets can be measured. IS_WHOLE: the
 * lists of an edge are whole rows. */
template <bool IS_FIXED, bool IS_AGAIN, bool IS_WHOLE> struct set_form {
    enum { FIXED_SETS = IS_FIXED, WHOLE = IS_WHOLE };
    static __device__ __forceinline__ uint32_t builds(const edge_team &team)
    {
        return IS_AGAIN ? team.builds : 1;
    }
};

/* Counts the keys of the longer list that are in a range of the shorter one; the range may fill
 * at most half of the slots. A key is read one step before it is needed, the first one before
 * the set is made. Keys above the last id of the range cannot be in it. */
template <typename Form>
static __device__ __forceinline__ uint32_t count_range(
  const edge_team &team, const uint32_t *range, uint32_t range_count, const uint32_t *keys, uint32_t key_count)
{
    const hash_set set = growing_set_in(team.slots, team.slot_count, team.least_buckets, range_count, team.key);
    const uint32_t last = load_id(range + range_count - 1);
    uint32_t key = team.own < key_count ? load_id(keys + team.own) : NO_ID;
    uint32_t found = 0;
    for (uint32_t build = 0; build < Form::builds(team); build++) {
        team_sync(team); /* all threads have read the set before */
        clear_set(team, set);
        team_sync(team);
        for (uint32_t i = team.own; i < range_count; i += team.all) hash_insert(set, load_id(range + i));
    }
    team_sync(team);
    for (uint32_t i = team.own + team.all; key <= last; i += team.all) {
        const uint32_t next = i < key_count ? load_id(keys + i) : NO_ID;
        found += hash_contains(set, key);
        key = next;
    }
    return found;
}

/* Returns a search in which the shorter list is the table. */
static __device__ __forceinline__ key_search search_in_shorter(const tg_device_task &task, const edge_parts &edge)
{
    return search_of(task, edge, edge.from.count <= edge.into.count);
}

/* Counts the keys that are in a range of the shorter list, which is stored in `least_buckets`
 * buckets. These are as deep as memory allows, and in shared memory at most half full. */
template <typename Form>
static __device__ __forceinline__ uint32_t count_fixed(
  const edge_team &team, const uint32_t *range, uint32_t range_count, const uint32_t *keys, uint32_t key_count)
{
    const bucket_table table = fixed_set_in(team.slots, team.slot_count, team.least_buckets, team.key, team.far);
    uint32_t found = 0;
    for (uint32_t build = 0; build < Form::builds(team); build++) {
        team_sync(team); /* all threads have read the set before */
        for (uint32_t i = team.own; i < table.buckets; i += team.all) table.counters[i] = 0;
        team_sync(team);
        for (uint32_t i = team.own; i < range_count; i += team.all) bucket_insert(table, load_id(range + i));
    }
    team_sync(team);
    for (uint32_t i = team.own; i < key_count; i += team.all) found += bucket_contains(table, load_id(keys + i));
    return found;
}

template <typename Form>
static __device__ __forceinline__ uint32_t count_lists(const edge_team &team, const key_search &search)
{
    const uint32_t room = Form::FIXED_SETS && team.far
                            ? far_set_words(team.least_buckets)
                            : set_room(team.slot_count, team.least_buckets, Form::FIXED_SETS);
    uint32_t found = 0;
    for (uint32_t done = 0; done < search.table_count; done += room) {
        const uint32_t *const range = search.table + done;
        const uint32_t count = least(search.table_count - done, room);
        found += Form::FIXED_SETS ? count_fixed<Form>(team, range, count, search.keys, search.key_count)
                                  : count_range<Form>(team, range, count, search.keys, search.key_count);
    }
    return found;
}

/* ---- a warp for each edge ---- */

/* Counts edges, with a warp for each. */
template <typename Form>
static __global__ void __launch_bounds__(BLOCK_THREADS, TG_RESIDENT_BLOCKS(BLOCK_THREADS, BLOCKS_PER_MULTIPROCESSOR))
  count_edges(tg_device_task task, uint32_t draw, tg_tally *tally, uint32_t *far)
{
    __shared__ __align__(16) uint32_t slots[WARPS][SET_SLOTS];
    const uint32_t buckets = 1u << log2_floor(task.values[BUCKETS]);
    const uint64_t number = (uint64_t)blockIdx.x * WARPS + threadIdx.x / WARP_THREADS;
    const edge_team warp = {lane_id(), WARP_THREADS, slots[threadIdx.x / WARP_THREADS], SET_SLOTS, buckets,
      (uint32_t)task.key, task.values[BUILDS], far ? far + number * far_set_words(buckets) : NULL};
    uint64_t found = 0;
    const draw_queue queue = queue_of_one(&tally->next[0]);
    visit_edge_chunks<Form::WHOLE>(task, draw, queue, [&](const edge_parts &edges) {
        visit_each_edge(edges, [&](const edge_parts &edge) {
            const key_search search = search_in_shorter(task, edge);
            if (search.table_count <= task.values[BLOCK_ROW]) found += count_lists<Form>(warp, search);
        });
    });
    tally_add(tally, found);
}

/* ---- a block for each edge ---- */

/* The edges of a draw that blocks are to count. All threads of the block select them together. */
typedef struct block_edges {
    edge_parts edges[BLOCK_THREADS];
    uint32_t count, first;
} block_edges;

/* Draws one edge for each thread of the block. Returns false when no edge is left. */
template <typename Form>
static __device__ __forceinline__ bool draw_block_edges(const tg_device_task &task, block_edges *drawn, tg_tally *tally)
{
    __syncthreads(); /* all threads have counted the edges before */
    if (threadIdx.x == 0) {
        drawn->first = atomicAdd(&tally->next[1], BLOCK_THREADS);
        drawn->count = 0;
    }
    __syncthreads();
    const uint32_t edges = task.last_edge - task.first_edge;
    const uint64_t edge = (uint64_t)drawn->first + threadIdx.x;
    if (drawn->first >= edges) return false;
    if (edge < edges) {
        const edge_parts parts = lists_of_edge(task, task.first_edge + (uint32_t)edge, Form::WHOLE);
        const uint32_t shorter = least(parts.from.count, parts.into.count);
        if (parts.from.count > 0 && shorter > task.values[BLOCK_ROW]) drawn->edges[atomicAdd(&drawn->count, 1)] = parts;
    }
    __syncthreads();
    return true;
}

/* Counts edges, with a block for each. */
template <typename Form>
static __global__ void __launch_bounds__(BLOCK_THREADS, TG_RESIDENT_BLOCKS(BLOCK_THREADS, BLOCKS_PER_MULTIPROCESSOR))
  count_long_edges(tg_device_task task, tg_tally *tally, uint32_t *far)
{
    __shared__ __align__(16) uint32_t slots[BLOCK_SLOTS];
    __shared__ block_edges drawn;
    const uint32_t buckets = 1u << log2_floor(task.values[BUCKETS]);
    const edge_team block = {threadIdx.x, BLOCK_THREADS, slots, BLOCK_SLOTS, buckets, (uint32_t)task.key,
      task.values[BUILDS], far ? far + (uint64_t)blockIdx.x * far_set_words(buckets) : NULL};
    uint64_t found = 0;
    while (draw_block_edges<Form>(task, &drawn, tally))
        for (uint32_t i = 0; i < drawn.count; i++)
            found += count_lists<Form>(block, search_in_shorter(task, drawn.edges[i]));
    tally_add(tally, found);
}

struct row_length {
    tg_device_rows rows;
    __device__ uint32_t operator()(uint32_t row) const
    {
        return row_of(rows, row).count;
    }
};

/* The index of a task in which blocks may count some edges: the length of the longest row. */
typedef struct longest_row {
    uint32_t ids;
} longest_row;

/* Finds the longest row, which tells whether an edge can be long enough for a block. */
static tricorn_status make_index(tricorn_context *context, tg_device_task *task)
{
    tricorn_status status = TRICORN_OK;
    const row_length length = {task->from};
    const auto lengths = thrust::make_transform_iterator(thrust::counting_iterator<uint32_t>(0), length);
    uint32_t *longest = NULL;
    longest_row *made = NULL;

    if (task->values[BLOCK_ROW] == UINT32_MAX || task->from.count == 0) return TRICORN_OK;
    TG_TRY(alloc_index(context, task, release_host_memory, &made));
    TG_TRY(TG_DEVICE_ALLOC(context, 1, &longest));
    TG_TRY(tg_with_work(context, [&](void *work, size_t &bytes) {
        return cub::DeviceReduce::Max(
          work, bytes, lengths, longest, (int64_t)task->from.count, tg_device_stream(context));
    }));
    TG_TRY(tg_device_copy_out(context, &made->ids, longest, sizeof made->ids));
cleanup:
    tg_device_free(context, longest);
    return status;
}

template <typename Form>
static tricorn_status enqueue_sets(tricorn_context *context, const tg_device_task *task, tg_tally *tally)
{
    tricorn_status status = TRICORN_OK;
    const unsigned blocks =
      tg_device_blocks(context, task->last_edge - task->first_edge, BLOCK_THREADS, BLOCKS_PER_MULTIPROCESSOR);
    const longest_row *longest = (const longest_row *)task->index.data;
    const edge_kernel<uint32_t *> kernel = {count_edges<Form>, BLOCK_THREADS, BLOCKS_PER_MULTIPROCESSOR};
    const uint64_t set_words = far_set_words(1u << log2_floor(task->values[BUCKETS]));
    uint32_t *far = NULL; /* of one warp of each block after the other, or of each block */
    if (task->values[FIXED] == FAR_SETS) TG_TRY(TG_DEVICE_ALLOC(context, blocks * WARPS * set_words, &far));
    if (longest && longest->ids > task->values[BLOCK_ROW])
        count_long_edges<Form><<<blocks, BLOCK_THREADS, 0, tg_device_stream(context)>>>(*task, tally, far);
    TG_TRY_CUDA(context, cudaGetLastError());
    if (task->values[BLOCK_ROW] > 0) TG_TRY(launch_over_edges(context, kernel, task, tally, far));
cleanup:
    tg_device_free(context, far); /* in the order of the stream, after the kernels */
    return status;
}

static tricorn_status enqueue(tricorn_context *context, const tg_device_task *task, tg_tally *tally)
{
    static tricorn_status (*const forms[2][2][2])(tricorn_context *, const tg_device_task *, tg_tally *) = {
      {{enqueue_sets<set_form<false, false, false>>, enqueue_sets<set_form<false, false, true>>},
        {enqueue_sets<set_form<false, true, false>>, enqueue_sets<set_form<false, true, true>>}},
      {{enqueue_sets<set_form<true, false, false>>, enqueue_sets<set_form<true, false, true>>},
        {enqueue_sets<set_form<true, true, false>>, enqueue_sets<set_form<true, true, true>>}}};
    const bool fixed = task->values[FIXED] != 0, again = task->values[BUILDS] > 1;
    return forms[fixed][again][task->values[WHOLE_ROWS] != 0](context, task, tally);
}

TG_DEFINE_GPU_METHODS(gpu_hash_warp_edge) = {
  .make_index = make_index,
  .enqueue = enqueue,
};
