/* sort_rows.cu - sorts the ids within rows, in three launches, each for the rows for which it is fastest:
 *
 * - rows of up to 32 ids by counting smaller ids, with one thread for each id;
 * - rows of up to 1024 ids in the registers of a warp;
 * - longer rows by a thread block, in shared memory.
 */
#include "prepare/gpu/sort_rows.cuh"

#include "prepare/gpu/launch.cuh"
#include "prepare/gpu/sort_rows_device.cuh"

enum {
    RANKED_IDS = 32, /* rows of up to this many ids are sorted by counting smaller ids */
    WARP_IDS = 1024, /* longer rows of up to this many ids are sorted by a warp */
    WARPS = TG_PREPARE_THREADS / TG_WARP,
    SORTED_BLOCKS = 4 /* thread blocks for each multiprocessor */
};

static __global__ void __launch_bounds__(TG_PREPARE_THREADS) rank_ids(tg_sort_view view)
{
    rank_all_ids(view);
}

static __global__ void __launch_bounds__(TG_PREPARE_THREADS) sort_long_rows(tg_sort_view view)
{
    __shared__ uint32_t ids[TG_SHARED_IDS];
    sort_listed_rows(view, ids);
}

/* ---- rows in the registers of a warp ---- */

static __device__ __forceinline__ void put_in_order(uint32_t &low, uint32_t &high)
{
    const uint32_t a = low, b = high;
    low = min(a, b);
    high = max(a, b);
}

/* Sorts the values of a lane, which are bitonic: compares values N / 2 apart, then those N / 4 apart, and so on. */
template <uint32_t N> static __device__ __forceinline__ void merge_own(uint32_t (&values)[N])
{
#pragma unroll
    for (uint32_t apart = N / 2; apart > 0; apart /= 2)
#pragma unroll
        for (uint32_t i = 0; i < N; i++)
            if ((i & apart) == 0) put_in_order(values[i], values[i + apart]);
}

template <uint32_t N> static __device__ __forceinline__ void sort_own(uint32_t (&values)[N])
{
#pragma unroll
    for (uint32_t size = 2; size <= N; size *= 2) {
#pragma unroll
        for (uint32_t i = 0; i < N; i++)
            if ((i & (size / 2)) == 0) put_in_order(values[i], values[i ^ (size - 1)]);
#pragma unroll
        for (uint32_t apart = size / 4; apart > 0; apart /= 2)
#pragma unroll
            for (uint32_t i = 0; i < N; i++)
                if ((i & apart) == 0) put_in_order(values[i], values[i + apart]);
    }
}

/* Returns which of two values this lane keeps: the smaller one if `is_low`. */
static __device__ __forceinline__ uint32_t compared(uint32_t own, uint32_t other, bool is_low)
{
    return is_low ? min(own, other) : max(own, other);
}

/* Compares the values with those of the lane whose number differs in the bits of `mask`: value i
 * with value i or, if TURNS, with value N - 1 - i. */
template <bool TURNS, uint32_t N>
static __device__ __forceinline__ void compare_lanes(uint32_t (&values)[N], uint32_t mask, bool is_low)
{
#pragma unroll
    for (uint32_t i = 0; i < N / 2; i++) {
        const uint32_t j = N - 1 - i, a = values[i], b = values[j];
        const uint32_t of_a = __shfl_xor_sync(TG_ALL_LANES, a, mask);
        const uint32_t of_b = __shfl_xor_sync(TG_ALL_LANES, b, mask);
        values[i] = compared(a, TURNS ? of_b : of_a, is_low);
        values[j] = compared(b, TURNS ? of_a : of_b, is_low);
    }
}

/* Sorts the values of all lanes, N each, by Batcher's network: lane l then has the sorted values
 * from number N * l on. */
template <uint32_t N> static __device__ __forceinline__ void sort_in_warp(uint32_t (&values)[N])
{
    const uint32_t lane = threadIdx.x % TG_WARP;
    sort_own(values);
#pragma unroll 1
    for (uint32_t lanes = 2; lanes <= TG_WARP; lanes *= 2) {
        compare_lanes<true>(values, lanes - 1, (lane & (lanes / 2)) == 0);
#pragma unroll 1
        for (uint32_t apart = lanes / 4; apart > 0; apart /= 2)
            compare_lanes<false>(values, apart, (lane & apart) == 0);
        merge_own(values);
    }
}

/* Sorts a row of at most 32 N ids. All lanes read consecutive ids, and write them through
 * `own_ids` in the warp's shared memory, so that they are consecutive again. A lane puts N
 * consecutive ids into it; one unused word after every 32 words puts those of different lanes
 * into different banks. */
template <uint32_t N>
static __device__ __forceinline__ void sort_row(
  const tg_sort_view &view, uint32_t first, uint32_t count, uint32_t *own_ids)
{
    const uint32_t lane = threadIdx.x % TG_WARP;
    uint32_t values[N];
#pragma unroll
    for (uint32_t i = 0; i < N; i++) {
        const uint32_t place = i * TG_WARP + lane;
        values[i] = place < count ? id_of_key(view, view.keys[first + place]) : 0xffffffffu;
    }
    sort_in_warp(values);
#pragma unroll
    for (uint32_t i = 0; i < N; i++) {
        const uint32_t place = lane * N + i;
        own_ids[place + place / TG_WARP] = values[i];
    }
    __syncwarp();
#pragma unroll
    for (uint32_t i = 0; i < N; i++) {
        const uint32_t place = i * TG_WARP + lane;
        if (place < count) view.ids[first + place] = own_ids[place + i];
    }
    __syncwarp();
}

static __device__ __forceinline__ void sort_any_row(
  const tg_sort_view &view, uint32_t first, uint32_t count, uint32_t *own_ids)
{
    if (count <= 64)
        sort_row<2>(view, first, count, own_ids);
    else if (count <= 128)
        sort_row<4>(view, first, count, own_ids);
    else if (count <= 256)
        sort_row<8>(view, first, count, own_ids);
    else if (count <= 512)
        sort_row<16>(view, first, count, own_ids);
    else
        sort_row<32>(view, first, count, own_ids);
}

/* Sorts the rows that are neither ranked nor long. Rows with near numbers have about the same
 * length, so each warp sorts 32 consecutive rows, and then 32 others far away. */
static __global__ void __launch_bounds__(TG_PREPARE_THREADS, SORTED_BLOCKS)
  sort_rows_by_warps(tg_sort_view view, uint32_t rows)
{
    __shared__ uint32_t own_ids[WARPS][WARP_IDS + WARP_IDS / TG_WARP];
    const uint32_t warp = prepare_warp_first() / TG_WARP, lane = threadIdx.x % TG_WARP;
    const uint64_t stride = (uint64_t)gridDim.x * WARPS * TG_WARP;
    for (uint64_t base = ((uint64_t)blockIdx.x * WARPS + warp) * TG_WARP; base < rows; base += stride) {
        const uint64_t row = base + lane;
        const uint32_t first = row < rows ? view.offsets[row] : 0;
        const uint32_t count = row < rows ? view.offsets[row + 1] - first : 0;
        uint32_t left = __ballot_sync(TG_ALL_LANES, count > view.ranked && count <= view.unlisted);
        for (; left; left &= left - 1) {
            const int of = __ffs((int)left) - 1;
            sort_any_row(
              view, __shfl_sync(TG_ALL_LANES, first, of), __shfl_sync(TG_ALL_LANES, count, of), own_ids[warp]);
        }
    }
}

tricorn_status tg_sort_rows(tricorn_context *context, const tg_unsorted_rows *rows)
{
    tricorn_status status = TRICORN_OK;
    const cudaStream_t stream = tg_device_stream(context);
    const uint32_t edges = rows->rows->id_count, count = rows->rows->count;
    tg_sort_view view = {rows->keys, rows->id_bits, edges, rows->rows->offsets, rows->sources, rows->ids, NULL, NULL,
      RANKED_IDS, WARP_IDS};

    TG_TRY(TG_DEVICE_ALLOC(context, (uint64_t)edges / WARP_IDS + 1, &view.long_rows));
    TG_TRY(TG_DEVICE_ALLOC(context, 1, &view.long_count));
    TG_TRY_CUDA(context, cudaMemsetAsync(view.long_count, 0, sizeof *view.long_count, stream));
    rank_ids<<<tg_device_blocks(context, edges, TG_PREPARE_THREADS, 4 * TG_PREPARE_BLOCKS), TG_PREPARE_THREADS, 0,
      stream>>>(view);
    TG_TRY_CUDA(context, cudaGetLastError());
    sort_rows_by_warps<<<tg_device_blocks(context, count, TG_PREPARE_THREADS, SORTED_BLOCKS), TG_PREPARE_THREADS, 0,
      stream>>>(view, count);
    TG_TRY_CUDA(context, cudaGetLastError());
    sort_long_rows<<<tg_device_blocks(context, edges / WARP_IDS, 1, TG_PREPARE_BLOCKS), TG_PREPARE_THREADS, 0,
      stream>>>(view);
    TG_TRY_CUDA(context, cudaGetLastError());
cleanup:
    tg_device_free(context, view.long_rows);
    tg_device_free(context, view.long_count);
    return status;
}
