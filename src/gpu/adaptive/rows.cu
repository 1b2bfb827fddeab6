/* adaptive/rows.cu - counts rows of a few ids whose neighbours are near, in registers, with one
 * thread for each row.
 *
 * This is for roads and meshes, where threads close by have just read the rows of the neighbours.
 */
#include "gpu/adaptive/adaptive.cuh"
#include "gpu/lookup/merge.cuh"
#include "gpu/lookup/rows.cuh"
#include "gpu/lookup/search.cuh"

enum {
    ROW_IDS = 4, /* ids of a row that fit into registers */
    BLOCK_THREADS = 256,
    MERGE_BLOCKS_PER_MULTIPROCESSOR = 64 /* some rounds for each, since merges differ */
};

/* Counts the row of u with its ids in registers.  For each id v it reads the first ids of row v,
 * all at once, and compares them with the ids before v. */
static __device__ __forceinline__ uint32_t count_short_row(const tg_device_task &task,
                                                           row_part row)
{
    uint32_t ids[ROW_IDS], there[ROW_IDS][ROW_IDS], found = 0;
    row_part into[ROW_IDS];
#pragma unroll
    for (uint32_t i = 0; i < ROW_IDS; i++)
        ids[i] = i < row.count ? load_id(task.from.ids + row.start + i) : NO_ID;
#pragma unroll
    for (uint32_t i = 1; i < ROW_IDS; i++) {
        into[i].start = into[i].count = 0;
        if (i < row.count) into[i] = row_of(task.into, ids[i]);
    }
#pragma unroll
    for (uint32_t i = 1; i < ROW_IDS; i++)
#pragma unroll
        for (uint32_t p = 0; p < ROW_IDS; p++)
            there[i][p] =
                p < into[i].count ? load_id(task.into.ids + into[i].start + p) : NO_ID - 1;
#pragma unroll
    for (uint32_t i = 1; i < ROW_IDS; i++) {
#pragma unroll
        for (uint32_t j = 0; j < i; j++) {
#pragma unroll
            for (uint32_t p = 0; p < ROW_IDS; p++) found += ids[j] == there[i][p];
            for (uint32_t p = ROW_IDS; p < into[i].count; p++)
                found += ids[j] == load_id(task.into.ids + into[i].start + p);
        }
    }
    return found;
}

/* Counts a longer row with the whole warp, one lane for each of its ids. */
static __device__ __forceinline__ uint32_t count_long_row(const tg_device_task &task,
                                                          row_part row)
{
    uint32_t found = 0;
    for (uint32_t i = 1 + lane_id(); i < row.count; i += WARP_THREADS) {
        const row_part into = row_of(task.into, load_id(task.edges.ids + row.start + i));
        for (uint32_t p = into.start; p < into.start + into.count; p++)
            found += search_ids(task.from.ids + row.start, i, load_id(task.into.ids + p));
    }
    return found;
}

/* Counts rows with one thread for each, or with the warp for longer ones. */
static __global__ void __launch_bounds__(BLOCK_THREADS)
    count_rows(tg_device_task task, tg_tally *tally)
{
    const uint64_t u = task.first_row + (uint64_t)blockIdx.x * blockDim.x + threadIdx.x;
    row_part row = {0, 0};
    uint64_t found = 0;
    if (u < task.last_row) row = row_of(task.edges, (uint32_t)u);
    if (row.count > 1 && row.count <= ROW_IDS) found = count_short_row(task, row);
    for (uint32_t left = __ballot_sync(FULL_WARP, row.count > ROW_IDS); left; left &= left - 1) {
        const int lane = __ffs((int)left) - 1;
        const row_part longer = {__shfl_sync(FULL_WARP, row.start, lane),
                                 __shfl_sync(FULL_WARP, row.count, lane)};
        found += count_long_row(task, longer);
    }
    tally_add_block<BLOCK_THREADS>(tally, found);
}

/* Only for whole tasks: there the ids of a row ascend, and are themselves numbers of rows. */
tricorn_status tg_adaptive_count_rows(tricorn_context *context, const tg_device_task *task,
                                      tg_tally *tally)
{
    tricorn_status status = TRICORN_OK;
    const uint64_t rows = task->last_row - task->first_row;
    count_rows<<<(unsigned)((rows + BLOCK_THREADS - 1) / BLOCK_THREADS), BLOCK_THREADS, 0,
                 tg_device_stream(context)>>>(*task, tally);
    TG_TRY_CUDA(context, cudaGetLastError());
cleanup:
    return status;
}

/* Counts edges by merging.  Neighbouring threads have edges of the same row, and read it
 * together. */
static __global__ void __launch_bounds__(BLOCK_THREADS)
    count_merges(tg_device_task task, tg_tally *tally)
{
    const uint64_t stride = (uint64_t)gridDim.x * BLOCK_THREADS;
    uint64_t found = 0;
    for (uint64_t e = task.first_edge + (uint64_t)blockIdx.x * BLOCK_THREADS + threadIdx.x;
         e < task.last_edge; e += stride) {
        const edge_parts parts = parts_of_edge(task, (uint32_t)e);
        found += merge_ids(task.from.ids + parts.from.start, parts.from.count,
                           task.into.ids + parts.into.start, parts.into.count);
    }
    tally_add_block<BLOCK_THREADS>(tally, found);
}

tricorn_status tg_adaptive_count_merges(tricorn_context *context, const tg_device_task *task,
                                        tg_tally *tally)
{
    tricorn_status status = TRICORN_OK;
    const unsigned grid = tg_device_blocks(context, task->last_edge - task->first_edge,
                                           BLOCK_THREADS, MERGE_BLOCKS_PER_MULTIPROCESSOR);
    count_merges<<<grid, BLOCK_THREADS, 0, tg_device_stream(context)>>>(*task, tally);
    TG_TRY_CUDA(context, cudaGetLastError());
cleanup:
    return status;
}
