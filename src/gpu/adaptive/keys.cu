/* adaptive/keys.cu - stores the ids of the rows of `from` as keys of 16 bits, in windows of 2^16
 * - 1 ids.
 *
 * - Keys take half the memory traffic of ids.
 * - In a row the keys of each window start at a multiple of 8, so that one read brings 8 keys.
 *   TG_NO_KEY fills the last unit of a window.
 */
#include "gpu/adaptive/keys.cuh"

#include <cub/device/device_scan.cuh>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>

#include "device/work.cuh"

enum { BLOCK_THREADS = 256, BLOCKS_PER_MULTIPROCESSOR = 8 };

/* Counts the keys of each row, with one thread for each row. */
static __global__ void __launch_bounds__(BLOCK_THREADS)
  count_keys(tg_device_rows rows, uint32_t windows, tg_row_keys *counts)
{
    const uint64_t stride = (uint64_t)gridDim.x * blockDim.x;
    for (uint64_t u = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x; u < rows.count; u += stride) {
        const row_part row = row_of(rows, (uint32_t)u);
        counts[u] = count_row_keys(rows.ids + row.start, row.count, windows);
    }
}

/* Returns how many units of keys a row has: none if it has too few ids for a wedge. */
struct units_of_row {
    const tg_row_keys *counts;
    uint32_t rows, least_ids;
    __device__ uint32_t operator()(uint32_t u) const
    {
        if (u >= rows) return 0;
        const tg_row_keys row = counts[u];
        uint32_t units = 0;
        if (keys_of(row) + has_mark(row, TG_HAS_OTHERS) < least_ids) return 0;
#pragma unroll
        for (uint32_t k = 0; k < TG_WINDOWS; k++) units += units_for(keys_in(row, k));
        return units;
    }
};

/* Where the keys of each row go. */
typedef struct key_places {
    const uint32_t *unit_starts;
    const tg_row_keys *counts;
    uint32_t least_ids; /* shorter rows have no keys */
} key_places;

/* Writes the keys, with one thread for each id. The thread of a window's last key also fills up
 * the last unit with TG_NO_KEY. */
static __global__ void __launch_bounds__(BLOCK_THREADS)
  fill_keys(tg_device_rows rows, const uint32_t *sources, key_places places, uint16_t *keys)
{
    const uint64_t stride = (uint64_t)gridDim.x * blockDim.x;
    for (uint64_t e = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x; e < rows.id_count; e += stride) {
        const uint32_t id = load_id(rows.ids + e), u = load_id(sources + e);
        const row_part row = row_of(rows, u);
        const tg_row_keys in_row = load_row_keys(places.counts + u);
        uint32_t place = (uint32_t)(e - row.start), unit = load_id(places.unit_starts + u);
        uint32_t first_id = 0;
        if (row.count < places.least_ids) continue;
#pragma unroll
        for (uint32_t k = 0; k < TG_WINDOWS; k++, first_id += TG_WINDOW_IDS) {
            const uint32_t here = keys_in(in_row, k);
            if (place < here) {
                uint16_t *const to = keys + (uint64_t)unit * TG_UNIT_KEYS;
                to[place] = (uint16_t)(id - first_id);
                if (place + 1 == here)
                    for (uint32_t i = here; i % TG_UNIT_KEYS != 0; i++) to[i] = TG_NO_KEY;
                break;
            }
            place -= here;
            unit += units_for(here);
        }
    }
}

/* Counts the keys of each row. For rows of `into` this is all: their keys are not stored. */
static tricorn_status make_counts(
  tricorn_context *context, const tg_device_rows *rows, uint32_t windows, tg_row_keys **counts)
{
    tricorn_status status = TRICORN_OK;
    TG_TRY(TG_DEVICE_ALLOC(context, rows->count, counts));
    count_keys<<<tg_device_blocks(context, rows->count, BLOCK_THREADS, BLOCKS_PER_MULTIPROCESSOR), BLOCK_THREADS, 0,
      tg_device_stream(context)>>>(*rows, windows, *counts);
    TG_TRY_CUDA(context, cudaGetLastError());
cleanup:
    return status;
}

/* Sets *room to how many keys to allocate: in a whole task an upper bound, in another task the
 * exact number, for which the host waits. */
static tricorn_status room_for_keys(
  tricorn_context *context, const tg_device_task *task, const uint32_t *unit_starts, uint32_t windows, uint64_t *room)
{
    tricorn_status status = TRICORN_OK;
    const uint64_t rows = task->from.count;
    uint32_t units = 0;
    if (task->whole) { /* rows up to TG_WINDOW_IDS have ids only in the first window */
        const uint64_t far_rows = rows > TG_WINDOW_IDS + 1 ? rows - (TG_WINDOW_IDS + 1) : 0;
        *room = task->from.id_count + (TG_UNIT_KEYS - 1) * (rows + (windows - 1) * far_rows) + TG_UNIT_KEYS;
        return TRICORN_OK;
    }
    TG_TRY(tg_device_copy_out(context, &units, unit_starts + rows, sizeof units));
    *room = (uint64_t)units * TG_UNIT_KEYS;
cleanup:
    return status;
}

static bool same_rows(const tg_device_rows *a, const tg_device_rows *b)
{
    return a->offsets == b->offsets && a->ids == b->ids && a->count == b->count;
}

tricorn_status tg_adaptive_make_keys(
  tricorn_context *context, const tg_device_task *task, uint32_t *unit_starts, tg_adaptive *made)
{
    tricorn_status status = TRICORN_OK;
    const cudaStream_t stream = tg_device_stream(context);
    const tg_device_rows *from = &task->from;
    /* In a whole task v is in row u, too, so a row with a wedge has two ids. */
    const uint32_t least_ids = task->whole ? 2 : 1;
    const uint32_t *sources = task->sources;
    uint32_t *own_sources = NULL;
    uint64_t room = 0;

    TG_TRY(make_counts(context, from, made->windows, &made->row_keys));
    made->into_keys = made->row_keys;
    if (!same_rows(from, &task->into)) {
        made->into_keys = NULL;
        TG_TRY(make_counts(context, &task->into, made->windows, &made->into_keys));
    }
    {
        const units_of_row units_of = {made->row_keys, from->count, least_ids};
        const auto units = thrust::make_transform_iterator(thrust::counting_iterator<uint32_t>(0), units_of);
        TG_TRY(tg_with_work(context, [&](void *work, size_t &bytes) {
            return cub::DeviceScan::ExclusiveSum(work, bytes, units, unit_starts, (int64_t)from->count + 1, stream);
        }));
    }
    TG_TRY(room_for_keys(context, task, unit_starts, made->windows, &room));
    TG_TRY(TG_DEVICE_ALLOC(context, room, &made->keys));
    if (!same_rows(from, &task->edges)) {
        TG_TRY(tg_device_rows_sources(context, from, &own_sources));
        sources = own_sources;
    }
    fill_keys<<<tg_device_blocks(context, from->id_count, BLOCK_THREADS, BLOCKS_PER_MULTIPROCESSOR), BLOCK_THREADS, 0,
      stream>>>(*from, sources, {unit_starts, made->row_keys, least_ids}, made->keys);
    TG_TRY_CUDA(context, cudaGetLastError());
cleanup:
    tg_device_free(context, own_sources);
    return status;
}
