/* adaptive/keys.cu - the ids of rows as keys of 16 bits, a window of 2^16 - 1 ids after the other.
 *
 * In a row the keys of each window begin at a multiple of 8, so that 8 of them are one read; what
 * is left over there is filled with the number that is no key.
 */
#include "gpu/adaptive/keys.cuh"

#include <cub/device/device_scan.cuh>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>

#include "device/work.cuh"
#include "gpu/lookup/rows.cuh"

enum { BLOCK_THREADS = 256, BLOCKS_PER_MULTIPROCESSOR = 8, NO_KEY = 0xffff };

/* The position of the first id of a row that is not below the limit, from `first` on. */
static __device__ __forceinline__ uint32_t end_below(const uint32_t *ids, uint32_t first,
                                                     uint32_t count, uint32_t limit)
{
    uint32_t last = count;
    if (first == count || load_id(ids + count - 1) < limit) return count;
    while (first < last) {
        const uint32_t middle = first + (last - first) / 2;
        if (load_id(ids + middle) < limit)
            first = middle + 1;
        else
            last = middle;
    }
    return first;
}

static __global__ void __launch_bounds__(BLOCK_THREADS)
    count_keys(tg_device_rows rows, uint32_t windows, tg_row_keys *counts)
{
    const uint64_t stride = (uint64_t)gridDim.x * blockDim.x;
    for (uint64_t u = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x; u < rows.count;
         u += stride) {
        const row_part row = row_of(rows, (uint32_t)u);
        const uint32_t *const ids = rows.ids + row.start;
        tg_row_keys made = {{0, 0, 0, 0}};
        uint32_t kept = 0, marks = 0;
        for (uint32_t k = 0; k < windows && kept < row.count && marks == 0; k++) {
            uint32_t keys = end_below(ids, kept, row.count, (k + 1) * TG_HUBS) - kept;
            if (k > 0 && keys > TG_MOST_FAR_KEYS) {
                keys = TG_MOST_FAR_KEYS;
                marks = TG_IS_CUT;
            }
            made.in[k] = (uint16_t)keys;
            kept += keys;
        }
        if (kept < row.count) marks |= TG_HAS_OTHERS;
        made.in[TG_WINDOWS - 1] |= (uint16_t)marks;
        counts[u] = made;
    }
}

/* Units of a row; one without wedges needs none. */
struct units_of_row {
    const tg_row_keys *counts;
    uint32_t rows;
    __device__ uint32_t operator()(uint32_t u) const
    {
        if (u >= rows) return 0;
        const tg_row_keys row = counts[u];
        uint32_t units = 0;
        if (keys_of(row) + has_mark(row, TG_HAS_OTHERS) < 2) return 0;
#pragma unroll
        for (uint32_t k = 0; k < TG_WINDOWS; k++) units += units_for(keys_in(row, k));
        return units;
    }
};

/* A thread an id; that of the last key of a window fills up its unit. */
static __global__ void __launch_bounds__(BLOCK_THREADS)
    fill_keys(tg_device_task task, const uint32_t *unit_starts, const tg_row_keys *counts,
              uint16_t *keys)
{
    const uint64_t stride = (uint64_t)gridDim.x * blockDim.x;
    for (uint64_t e = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x; e < task.edges.id_count;
         e += stride) {
        const uint32_t id = load_id(task.edges.ids + e), u = load_id(task.sources + e);
        const row_part row = row_of(task.edges, u);
        const tg_row_keys in_row = load_row_keys(counts + u);
        uint32_t place = (uint32_t)(e - row.start), unit = load_id(unit_starts + u), first_id = 0;
        if (row.count < 2) continue;
#pragma unroll
        for (uint32_t k = 0; k < TG_WINDOWS; k++, first_id += TG_HUBS) {
            const uint32_t here = keys_in(in_row, k);
            if (place < here) {
                uint16_t *const to = keys + (uint64_t)unit * TG_UNIT_KEYS;
                to[place] = (uint16_t)(id - first_id);
                if (place + 1 == here)
                    for (uint32_t i = here; i % TG_UNIT_KEYS != 0; i++) to[i] = NO_KEY;
                break;
            }
            place -= here;
            unit += units_for(here);
        }
    }
}

tricorn_status tg_adaptive_make_keys(tricorn_context *context, const tg_device_task *task,
                                    uint32_t *unit_starts, tg_adaptive *made)
{
    tricorn_status status = TRICORN_OK;
    const cudaStream_t stream = tg_device_stream(context);
    const uint32_t rows = task->edges.count;
    /* Rows up to TG_HUBS have hubs alone. */
    const uint64_t far_rows = rows > TG_HUBS + 1u ? rows - (TG_HUBS + 1u) : 0;
    const uint64_t most = task->edges.id_count +
                          (TG_UNIT_KEYS - 1) * (rows + (made->windows - 1) * far_rows) +
                          TG_UNIT_KEYS;

    TG_TRY(TG_DEVICE_ALLOC(context, most, &made->keys));
    TG_TRY(TG_DEVICE_ALLOC(context, rows, &made->row_keys));
    count_keys<<<tg_device_blocks(context, rows, BLOCK_THREADS, BLOCKS_PER_MULTIPROCESSOR),
                 BLOCK_THREADS, 0, stream>>>(task->edges, made->windows, made->row_keys);
    TG_TRY_CUDA(context, cudaGetLastError());
    {
        const units_of_row units_of = {made->row_keys, rows};
        const auto units =
            thrust::make_transform_iterator(thrust::counting_iterator<uint32_t>(0), units_of);
        TG_TRY(tg_with_work(context, [&](void *work, size_t &bytes) {
            return cub::DeviceScan::ExclusiveSum(work, bytes, units, unit_starts,
                                                 (int64_t)rows + 1, stream);
        }));
    }
    fill_keys<<<tg_device_blocks(context, task->edges.id_count, BLOCK_THREADS,
                                 BLOCKS_PER_MULTIPROCESSOR),
                BLOCK_THREADS, 0, stream>>>(*task, unit_starts, made->row_keys, made->keys);
    TG_TRY_CUDA(context, cudaGetLastError());
cleanup:
    return status;
}
