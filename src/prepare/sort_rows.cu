/* sort_rows.cu - ids within rows put in order.
 *
 * A thread for each edge of a row of up to 256 counts the smaller ones: the row is in the cache,
 * and all its threads read the same id at once.  Longer rows are sorted in shared memory, by a
 * block each; where that is too small, the block counts smaller ones, too.
 */
#include "prepare/sort_rows.cuh"

enum { RANKED_IDS = 256, BLOCK_THREADS = 256, BLOCKS_PER_MULTIPROCESSOR = 8, SHARED_IDS = 8192 };

typedef struct sort_view {
    const uint64_t *keys;
    uint32_t id_bits, edges;
    const uint32_t *offsets;
    uint32_t *sources, *ids;
    uint32_t *long_rows, *long_count;
} sort_view;

static __device__ __forceinline__ uint32_t id_of(const sort_view &view, uint64_t key)
{
    return (uint32_t)(key & ((UINT64_C(1) << view.id_bits) - 1));
}

static __global__ void __launch_bounds__(BLOCK_THREADS) rank_ids(sort_view view)
{
    const uint64_t stride = (uint64_t)gridDim.x * blockDim.x;
    for (uint64_t e = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x; e < view.edges;
         e += stride) {
        const uint64_t key = view.keys[e];
        const uint32_t row = (uint32_t)(key >> view.id_bits);
        const uint32_t first = view.offsets[row], last = view.offsets[row + 1];
        uint32_t rank = 0;
        view.sources[e] = row;
        if (last - first > RANKED_IDS) {
            if (e == first) view.long_rows[atomicAdd(view.long_count, 1u)] = row;
            continue;
        }
        for (uint32_t i = first; i < last; i++) rank += view.keys[i] < key;
        view.ids[first + rank] = id_of(view, key);
    }
}

/* The ids, filled up to a power of 2 by larger ones, in place: Batcher's bitonic network. */
static __device__ void sort_shared(uint32_t *ids, uint32_t count)
{
    for (uint32_t size = 2; size <= count; size *= 2)
        for (uint32_t step = size / 2; step > 0; step /= 2) {
            for (uint32_t i = threadIdx.x; i < count; i += BLOCK_THREADS) {
                const uint32_t other = i ^ step;
                if (other < i) continue; /* the other thread's pair */
                const uint32_t a = ids[i], b = ids[other];
                if ((a > b) == ((i & size) == 0)) ids[i] = b, ids[other] = a;
            }
            __syncthreads();
        }
}

static __global__ void __launch_bounds__(BLOCK_THREADS) sort_long_rows(sort_view view)
{
    __shared__ uint32_t ids[SHARED_IDS];
    for (uint32_t r = blockIdx.x; r < *view.long_count; r += gridDim.x) {
        const uint32_t row = view.long_rows[r], first = view.offsets[row];
        const uint32_t count = view.offsets[row + 1] - first;
        if (count > SHARED_IDS) {
            for (uint32_t i = threadIdx.x; i < count; i += BLOCK_THREADS) {
                const uint64_t key = view.keys[first + i];
                uint32_t rank = 0;
                for (uint32_t j = 0; j < count; j++) rank += view.keys[first + j] < key;
                view.ids[first + rank] = id_of(view, key);
            }
            continue;
        }
        uint32_t room = RANKED_IDS;
        while (room < count) room *= 2;
        for (uint32_t i = threadIdx.x; i < room; i += BLOCK_THREADS)
            ids[i] = i < count ? id_of(view, view.keys[first + i]) : 0xffffffffu;
        __syncthreads();
        sort_shared(ids, room);
        for (uint32_t i = threadIdx.x; i < count; i += BLOCK_THREADS)
            view.ids[first + i] = ids[i];
        __syncthreads();
    }
}

trigon_status tg_sort_rows(trigon_context *context, const tg_unsorted_rows *rows)
{
    trigon_status status = TRIGON_OK;
    const cudaStream_t stream = tg_device_stream(context);
    const uint32_t edges = rows->rows->id_count;
    sort_view view = {rows->keys,    rows->id_bits, edges, rows->rows->offsets,
                      rows->sources, rows->ids,     NULL,  NULL};

    TG_TRY(TG_DEVICE_ALLOC(context, (uint64_t)edges / RANKED_IDS + 1, &view.long_rows));
    TG_TRY(TG_DEVICE_ALLOC(context, 1, &view.long_count));
    TG_TRY_CUDA(context, cudaMemsetAsync(view.long_count, 0, sizeof *view.long_count, stream));
    rank_ids<<<tg_device_blocks(context, edges, BLOCK_THREADS, 4 * BLOCKS_PER_MULTIPROCESSOR),
               BLOCK_THREADS, 0, stream>>>(view);
    TG_TRY_CUDA(context, cudaGetLastError());
    sort_long_rows<<<tg_device_blocks(context, edges / RANKED_IDS, 1, BLOCKS_PER_MULTIPROCESSOR),
                     BLOCK_THREADS, 0, stream>>>(view);
    TG_TRY_CUDA(context, cudaGetLastError());
cleanup:
    tg_device_free(context, view.long_rows);
    tg_device_free(context, view.long_count);
    return status;
}
