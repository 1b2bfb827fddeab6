/* compact_ids.cuh - numbers vertices by a radix sort of their places; private to this folder.
 * Only the bits in which places differ are sorted. */
#ifndef TG_PREPARE_GPU_COMPACT_IDS_CUH
#define TG_PREPARE_GPU_COMPACT_IDS_CUH

#include <cub/device/device_radix_sort.cuh>

#include "device/work.cuh"
#include "prepare/gpu/launch.cuh"

/* Sets those bits of *differing, zero before, that are not the same in all keys. At least one key is required. */
template <typename Key>
static __global__ void __launch_bounds__(TG_PREPARE_THREADS)
  find_differing_bits(const Key *keys, uint32_t count, unsigned long long *differing)
{
    const Key first = keys[0];
    unsigned long long mine = 0;
    for (uint64_t i = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x; i < count; i += (uint64_t)gridDim.x * blockDim.x)
        mine |= keys[i] ^ first;
    mine = prepare_warp_or(mine);
    if (threadIdx.x % TG_WARP == 0 && mine != 0) atomicOr(differing, mine);
}

/* Finds the smallest range of bits that contains all bits in which the `count` keys differ. Waits for the GPU. */
template <typename Key>
static tricorn_status find_key_bits(tricorn_context *context, const Key *keys, uint32_t count, tg_bits *bits)
{
    tricorn_status status = TRICORN_OK;
    const cudaStream_t stream = tg_device_stream(context);
    unsigned long long *differing = NULL, read = 0;
    TG_TRY(TG_DEVICE_ALLOC(context, 1, &differing));
    TG_TRY_CUDA(context, cudaMemsetAsync(differing, 0, sizeof *differing, stream));
    find_differing_bits<<<prepare_blocks(context, count), TG_PREPARE_THREADS, 0, stream>>>(keys, count, differing);
    TG_TRY_CUDA(context, cudaGetLastError());
    TG_TRY(tg_device_copy_out(context, &read, differing, sizeof read));
    bits->first = read ? (uint32_t)__builtin_ctzll(read) : 0;
    bits->last = read ? 64 - (uint32_t)__builtin_clzll(read) : 0;
cleanup:
    tg_device_free(context, differing);
    return status;
}

static __global__ void __launch_bounds__(TG_PREPARE_THREADS)
  invert_order(const uint32_t *order, uint32_t count, uint32_t *new_ids)
{
    for (uint64_t i = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x; i < count; i += (uint64_t)gridDim.x * blockDim.x)
        new_ids[order[i]] = (uint32_t)i;
}

/* The numbers of vertices in a new order, in both directions: order[i] is the vertex with new
 * number i, new_ids[x] the new number of vertex x. */
typedef struct tg_vertex_numbers {
    uint32_t *order, *new_ids;
} tg_vertex_numbers;

/* Sorts `count` vertices, at least one, stably by their places, which are sort keys. place(blocks, places, ids) must
 * enqueue a kernel, with `blocks` blocks of TG_PREPARE_THREADS threads, that writes the place and the number of each
 * vertex. `bits` is the width of a place; if it is 0, this call finds the width itself, and waits for the GPU to do
 * so. The caller frees both arrays of *numbers. Device memory while it runs: two keys and 8 bytes per vertex. Errors:
 * TRICORN_OUT_OF_DEVICE_MEMORY, TRICORN_DEVICE_ERROR. */
template <typename Key, typename Place>
static tricorn_status number_by_place(
  tricorn_context *context, uint32_t count, uint32_t bits, Place place, tg_vertex_numbers *numbers)
{
    tricorn_status status = TRICORN_OK;
    const cudaStream_t stream = tg_device_stream(context);
    const unsigned blocks = prepare_blocks(context, count);
    tg_bits range = {0, bits};
    Key *places[2] = {NULL, NULL};
    uint32_t *ids[2] = {NULL, NULL};
    int sorted = 0;

    for (int i = 0; i < 2; i++) {
        TG_TRY(TG_DEVICE_ALLOC(context, count, &places[i]));
        TG_TRY(TG_DEVICE_ALLOC(context, count, &ids[i]));
    }
    place(blocks, places[0], ids[0]);
    TG_TRY_CUDA(context, cudaGetLastError());
    if (bits == 0) TG_TRY(find_key_bits(context, places[0], count, &range));
    if (range.first < range.last) {
        cub::DoubleBuffer<Key> by(places[0], places[1]);
        cub::DoubleBuffer<uint32_t> vertices(ids[0], ids[1]);
        TG_TRY(tg_with_work(context, [&](void *work, size_t &bytes) {
            return cub::DeviceRadixSort::SortPairs(
              work, bytes, by, vertices, (int64_t)count, (int)range.first, (int)range.last, stream);
        }));
        sorted = vertices.Current() == ids[1];
    }
    invert_order<<<blocks, TG_PREPARE_THREADS, 0, stream>>>(ids[sorted], count, ids[!sorted]);
    TG_TRY_CUDA(context, cudaGetLastError());
    numbers->order = ids[sorted];
    numbers->new_ids = ids[!sorted];
    ids[0] = ids[1] = NULL;
cleanup:
    for (int i = 0; i < 2; i++) {
        tg_device_free(context, places[i]);
        tg_device_free(context, ids[i]);
    }
    return status;
}

#endif
