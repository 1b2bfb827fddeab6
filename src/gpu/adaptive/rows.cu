/* adaptive/rows.cu - counts rows whose neighbours have close numbers, as in roads and meshes: in
 * registers, with one thread for each row, or by merging, with one thread for each edge.
 *
 * - Threads that run at the same time read rows that are close to each other in memory, so most
 *   reads hit the cache.
 * - A row of up to 4 ids is in registers. All rows that it leads to are read at once, and
 *   compared without a loop.
 * - Long rows are counted by the whole warp, so that no thread keeps it waiting.
 */
#include "gpu/adaptive/edges.cuh"
#include "gpu/lookup/merge.cuh"
#include "gpu/lookup/rows.cuh"
#include "gpu/lookup/search.cuh"

enum {
    ROW_IDS = 4, /* rows of up to this many ids are counted in registers */
    OWN_IDS = 16, /* rows of up to this many ids are counted by one thread */
    ROW_THREADS = 128,
    BLOCK_ROWS = 2 * ROW_THREADS, /* rows of a thread block */
    /* Thread blocks are small, because one that waits for its slowest warp still occupies the
     * multiprocessor. Registers are limited so that they fill the multiprocessor. */
    MERGE_THREADS = 64,
    MERGE_BLOCKS = 32,
    MERGED_EDGES = 4 * MERGE_THREADS /* edges of a thread block */
};

/* Counts for each id v of a row those ids before v that are in the rest of row v: the part that
 * count_short_row did not read. */
template <uint32_t IDS>
static __device__ __forceinline__ uint32_t count_beyond(
  const tg_device_task &task, const uint32_t (&ids)[IDS], const row_part (&into)[IDS])
{
    uint32_t found = 0;
#pragma unroll
    for (uint32_t i = 1; i < IDS; i++)
        for (uint32_t p = ROW_IDS; p < into[i].count; p++) {
            const uint32_t id = load_id(task.into.ids + into[i].start + p);
#pragma unroll
            for (uint32_t j = 0; j < i; j++) found += ids[j] == id;
        }
    return found;
}

/* Counts a row of at most IDS ids in registers. For each id v it reads the first ids of row v,
 * of all rows at once, and compares them with the ids before v. */
template <uint32_t IDS>
static __device__ __forceinline__ uint32_t count_short_row(const tg_device_task &task, row_part row)
{
    uint32_t ids[IDS], there[IDS][ROW_IDS], found = 0;
    row_part into[IDS];
    bool beyond = false;
#pragma unroll
    for (uint32_t i = 0; i < IDS; i++) ids[i] = i < row.count ? load_id(task.from.ids + row.start + i) : NO_ID;
#pragma unroll
    for (uint32_t i = 1; i < IDS; i++) {
        into[i].start = into[i].count = 0;
        if (i < row.count) into[i] = row_of(task.into, ids[i]);
        beyond |= into[i].count > ROW_IDS;
    }
#pragma unroll
    for (uint32_t i = 1; i < IDS; i++)
#pragma unroll
        for (uint32_t p = 0; p < ROW_IDS; p++)
            there[i][p] = p < into[i].count ? load_id(task.into.ids + into[i].start + p) : NO_ID - 1;
#pragma unroll
    for (uint32_t i = 1; i < IDS; i++)
#pragma unroll
        for (uint32_t j = 0; j < i; j++)
#pragma unroll
            for (uint32_t p = 0; p < ROW_IDS; p++) found += ids[j] == there[i][p];
    return beyond ? found + count_beyond(task, ids, into) : found;
}

/* Counts the lanes' rows of at most ROW_IDS ids, with only as many registers and comparisons as
 * the longest of them needs. */
static __device__ __forceinline__ uint32_t count_short_rows(const tg_device_task &task, row_part row)
{
    if (row.count < 2 || row.count > ROW_IDS) row.count = 0;
    if (__any_sync(FULL_WARP, row.count == ROW_IDS)) return count_short_row<ROW_IDS>(task, row);
    if (__any_sync(FULL_WARP, row.count == 3)) return count_short_row<3>(task, row);
    return count_short_row<2>(task, row);
}

/* Returns how many ids an edge's lists have in common. */
static __device__ __forceinline__ uint32_t merge_parts(const tg_device_task &task, const edge_parts &parts)
{
    return merge_ids(
      task.from.ids + parts.from.start, parts.from.count, task.into.ids + parts.into.start, parts.into.count);
}

/* Counts a longer row, by merging it with the rows of its ids. */
static __device__ __forceinline__ uint32_t count_own_row(const tg_device_task &task, row_part row)
{
    uint32_t found = 0;
    for (uint32_t i = 1; i < row.count; i++) {
        const edge_parts parts = {{row.start, i}, row_of(task.into, load_id(task.edges.ids + row.start + i))};
        found += merge_parts(task, parts);
    }
    return found;
}

/* Counts a long row with the whole warp, one lane for each of its ids. */
static __device__ __forceinline__ uint32_t count_long_row(const tg_device_task &task, row_part row)
{
    uint32_t found = 0;
    for (uint32_t i = 1 + lane_id(); i < row.count; i += WARP_THREADS) {
        const row_part into = row_of(task.into, load_id(task.edges.ids + row.start + i));
        for (uint32_t p = into.start; p < into.start + into.count; p++)
            found += search_ids(task.from.ids + row.start, i, load_id(task.into.ids + p));
    }
    return found;
}

/* Counts row u of each lane: the lane counts a short row by itself, the whole warp a long one. */
static __device__ __forceinline__ uint64_t count_lane_rows(const tg_device_task &task, uint64_t u)
{
    row_part row = {0, 0};
    if (u < task.last_row) row = row_of(task.edges, (uint32_t)u);
    uint64_t found = count_short_rows(task, row);
    if (row.count > ROW_IDS && row.count <= OWN_IDS) found = count_own_row(task, row);
    for (uint32_t left = __ballot_sync(FULL_WARP, row.count > OWN_IDS); left; left &= left - 1) {
        const int lane = __ffs((int)left) - 1;
        const row_part longer = {__shfl_sync(FULL_WARP, row.start, lane), __shfl_sync(FULL_WARP, row.count, lane)};
        found += count_long_row(task, longer);
    }
    return found;
}

/* Counts rows with a thread for each. A thread continues with further rows, so that fewer thread
 * blocks and fewer additions to the tally are needed. */
static __global__ void __launch_bounds__(ROW_THREADS) count_rows(tg_device_task task, tg_tally *tally)
{
    const uint64_t first = task.first_row + (uint64_t)blockIdx.x * BLOCK_ROWS + threadIdx.x;
    uint64_t found = 0;
#pragma unroll 1
    for (uint32_t i = 0; i < BLOCK_ROWS; i += ROW_THREADS) found += count_lane_rows(task, first + i);
    tally_add_block<ROW_THREADS>(tally, found);
}

/* Counts in registers only if the task is whole: then the ids of a row ascend and are numbers of rows. */
tricorn_status tg_adaptive_count_rows(tricorn_context *context, const tg_device_task *task, tg_tally *tally)
{
    tricorn_status status = TRICORN_OK;
    const uint64_t rows = task->last_row - task->first_row;
    count_rows<<<(unsigned)((rows + BLOCK_ROWS - 1) / BLOCK_ROWS), ROW_THREADS, 0, tg_device_stream(context)>>>(
      *task, tally);
    TG_TRY_CUDA(context, cudaGetLastError());
cleanup:
    return status;
}

/* Counts edges by merging. Neighbouring threads merge edges of the same row, and read it together; a thread block
 * merges neighbouring edges, so that blocks that run at the same time read rows that are close to each other. If rows
 * are UNEVEN, the whole warp searches edges with long lists, because it would wait for a thread that merges one. */
template <bool UNEVEN>
static __global__ void __launch_bounds__(MERGE_THREADS, TG_RESIDENT_BLOCKS(MERGE_THREADS, MERGE_BLOCKS))
  count_merges(tg_device_task task, tg_tally *tally)
{
    __shared__ flat_list lists[UNEVEN ? MERGE_THREADS : 1];
    const uint64_t first = task.first_edge + (uint64_t)blockIdx.x * MERGED_EDGES;
    uint64_t found = 0;
    for (uint64_t e = first + threadIdx.x; e < first + MERGED_EDGES; e += MERGE_THREADS) {
        edge_parts parts = {{0, 0}, {0, 0}};
        if (e < task.last_edge) parts = parts_of_edge(task, (uint32_t)e);
        if (!UNEVEN || (uint64_t)parts.from.count + parts.into.count <= TG_OWN_IDS) {
            found += merge_parts(task, parts);
            parts.from.count = parts.into.count = 0;
        }
        if (UNEVEN && __any_sync(FULL_WARP, parts.from.count > 0))
            search_parts(task, parts, lists + warp_id() * WARP_THREADS, &found);
    }
    tally_add_block<MERGE_THREADS>(tally, found);
}

tricorn_status tg_adaptive_count_merges(tricorn_context *context, const tg_device_task *task, tg_tally *tally)
{
    tricorn_status status = TRICORN_OK;
    const uint64_t edges = task->last_edge - task->first_edge;
    const auto kernel = tg_adaptive_of(task)->uneven ? count_merges<true> : count_merges<false>;
    kernel<<<(unsigned)((edges + MERGED_EDGES - 1) / MERGED_EDGES), MERGE_THREADS, 0, tg_device_stream(context)>>>(
      *task, tally);
    TG_TRY_CUDA(context, cudaGetLastError());
cleanup:
    return status;
}
