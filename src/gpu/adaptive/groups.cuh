/* adaptive/groups.cuh - makes entries from the edges of a task, sorts them by group, and cuts the
 * groups into chunks of about equal work.
 *
 * - One pass over the edges collects the entries; a radix sort by group follows.
 * - A group, which is a block of vertices, is cut so that all thread blocks end at about the same
 *   time, but no chunk is so short that it is not worth the table that it needs.
 */
#ifndef TG_GPU_ADAPTIVE_GROUPS_CUH
#define TG_GPU_ADAPTIVE_GROUPS_CUH

#include "gpu/adaptive/adaptive.cuh"

#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_scan.cuh>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>

#include "device/work.cuh"

enum {
    GROUP_THREADS = 256,
    GROUP_BLOCKS_PER_MULTIPROCESSOR = 8,
    GROUP_WARPS = GROUP_THREADS / WARP_THREADS,
    /* this many edges are tested by a thread between two prefix sums */
    COLLECTED = 2 * WARP_THREADS / GROUP_WARPS
};

/* starts[] contains how many edges each warp has found in each round, and becomes the positions
 * where these are written. *count grows by their sum. */
static __device__ __forceinline__ void place_found(uint32_t *starts, uint32_t *count)
{
    const uint32_t a = starts[2 * lane_id()], b = starts[2 * lane_id() + 1];
    const uint32_t through = warp_sum_through(a + b);
    uint32_t first = 0;
    if (lane_id() == WARP_THREADS - 1) first = atomicAdd(count, through);
    first = __shfl_sync(FULL_WARP, first, WARP_THREADS - 1) + through - a - b;
    starts[2 * lane_id()] = first;
    starts[2 * lane_id() + 1] = first + a;
}

/* Finds the edges e for which make(e) is true, numbers them from 0 on, and calls make(i, e) for edge e with number i.
 * Within a tile of some thousand edges the numbers ascend with the edges, but tiles come in any order. *count must be
 * 0 before, and becomes the number of edges found. */
template <typename Make>
static __global__ void __launch_bounds__(GROUP_THREADS)
  collect_edges(Make make, uint32_t first_edge, uint32_t last_edge, uint32_t *count)
{
    __shared__ uint32_t starts[COLLECTED * GROUP_WARPS];
    const uint32_t warp = warp_id();
    const uint64_t tile = GROUP_THREADS * COLLECTED;
    for (uint64_t base = first_edge + blockIdx.x * tile; base < last_edge; base += gridDim.x * tile) {
        uint32_t found[COLLECTED];
#pragma unroll
        for (uint32_t i = 0; i < COLLECTED; i++) {
            const uint64_t e = base + i * GROUP_THREADS + threadIdx.x;
            found[i] = __ballot_sync(FULL_WARP, e < last_edge && make((uint32_t)e));
            if (lane_id() == 0) starts[i * GROUP_WARPS + warp] = bits_set(found[i]);
        }
        __syncthreads();
        if (warp == 0) place_found(starts, count);
        __syncthreads();
#pragma unroll
        for (uint32_t i = 0; i < COLLECTED; i++)
            if (found[i] >> lane_id() & 1u)
                make((ptrdiff_t)(starts[i * GROUP_WARPS + warp] + bits_set(found[i] & ((1u << lane_id()) - 1))),
                  (uint32_t)(base + i * GROUP_THREADS + threadIdx.x));
        __syncthreads();
    }
}

/* Allocates *count, and launches collect_edges for the edges of the task. */
template <typename Make>
static tricorn_status collect(tricorn_context *context, const tg_device_task *task, Make make, uint32_t **count)
{
    tricorn_status status = TRICORN_OK;
    const uint32_t edges = task->last_edge - task->first_edge;
    TG_TRY(TG_DEVICE_ALLOC(context, 1, count));
    TG_TRY_CUDA(context, cudaMemsetAsync(*count, 0, sizeof **count, tg_device_stream(context)));
    collect_edges<<<tg_device_blocks(context, edges, GROUP_THREADS * COLLECTED, GROUP_BLOCKS_PER_MULTIPROCESSOR),
      GROUP_THREADS, 0, tg_device_stream(context)>>>(make, task->first_edge, task->last_edge, *count);
    TG_TRY_CUDA(context, cudaGetLastError());
cleanup:
    return status;
}

/* Counts the edges for which make(e) is true. */
template <typename Make>
static __global__ void __launch_bounds__(GROUP_THREADS)
  count_collected(Make make, uint32_t first_edge, uint32_t last_edge, uint32_t *count)
{
    const uint64_t stride = (uint64_t)gridDim.x * blockDim.x;
    uint32_t found = 0;
    for (uint64_t e = first_edge + (uint64_t)blockIdx.x * blockDim.x + threadIdx.x; e < last_edge; e += stride)
        found += make((uint32_t)e);
    found = warp_sum(found);
    if (lane_id() == 0 && found > 0) atomicAdd(count, found);
}

/* Sets *things to how many items `make` will make from the task's edges: the exact number if
 * `exactly`, for which it makes one more pass and the host waits; otherwise an upper bound, one
 * item for each edge. */
template <typename Make>
static tricorn_status count_things(
  tricorn_context *context, const tg_device_task *task, const Make &make, bool exactly, uint32_t *things)
{
    tricorn_status status = TRICORN_OK;
    const cudaStream_t stream = tg_device_stream(context);
    uint32_t *count = NULL;
    *things = task->last_edge - task->first_edge;
    if (!exactly) return TRICORN_OK;
    TG_TRY(TG_DEVICE_ALLOC(context, 1, &count));
    TG_TRY_CUDA(context, cudaMemsetAsync(count, 0, sizeof *count, stream));
    count_collected<<<tg_device_blocks(context, *things, GROUP_THREADS, GROUP_BLOCKS_PER_MULTIPROCESSOR), GROUP_THREADS,
      0, stream>>>(make, task->first_edge, task->last_edge, count);
    TG_TRY_CUDA(context, cudaGetLastError());
    TG_TRY(tg_device_copy_out(context, things, count, sizeof *count));
cleanup:
    tg_device_free(context, count);
    return status;
}

/* Calls allocate(room) for the items that `make` will make. In a whole task, `room` is first the upper bound; if
 * memory does not suffice for that, or the task is not whole, it is the exact number. */
template <typename Make, typename Allocate>
static tricorn_status make_room(
  tricorn_context *context, const tg_device_task *task, const Make &make, Allocate allocate)
{
    tricorn_status status = TRICORN_OK;
    uint32_t room = 0;
    if (task->whole) {
        TG_TRY(count_things(context, task, make, false, &room));
        status = allocate(room);
        if (status != TRICORN_OUT_OF_DEVICE_MEMORY) return status;
    }
    TG_TRY(count_things(context, task, make, true, &room));
    status = allocate(room);
cleanup:
    return status;
}

/* Lists the edges for which list(e) is true; *edges and *count are then in device memory. */
template <typename List>
static tricorn_status list_edges(
  tricorn_context *context, const tg_device_task *task, List list, uint32_t **edges, uint32_t **count)
{
    tricorn_status status = TRICORN_OK;
    TG_TRY(make_room(context, task, list, [&](uint32_t room) {
        /* not NULL, which would mean all edges */
        return TG_DEVICE_ALLOC(context, room > 0 ? room : 1, edges);
    }));
    list.listed = *edges;
    TG_TRY(collect(context, task, list, count));
cleanup:
    return status;
}

/* How many entries a chunk has, by the octave of the first limit of its group. */
typedef struct chunk_lengths {
    uint32_t of_octave[TG_OCTAVES];
} chunk_lengths;

/* A chunk has at least least_chunk_units units of keys, so that it is worth its table. Each
 * thread block counts about chunks_per_block chunks, so that all end at about the same time. */
static const double least_chunk_units = 1 << 12, chunks_per_block = 12;

enum { LEAST_CHUNK = 64 /* the fewest entries of a chunk */ };

/* Chooses the lengths of chunks, with about equal work and at most `most_units` units each, for
 * kernels that run blocks_per_multiprocessor thread blocks on each multiprocessor. */
static inline chunk_lengths lengths_for(const tricorn_context *context, const tg_gpu_features *features,
  uint32_t blocks_per_multiprocessor, double most_units)
{
    chunk_lengths lengths;
    const double unit_keys = TG_UNIT_KEYS;
    const uint32_t blocks = tg_device_properties_of(context)->multiprocessors * blocks_per_multiprocessor;
    double units = features->wedges / unit_keys / (blocks * chunks_per_block);
    if (units < least_chunk_units) units = least_chunk_units;
    if (units > most_units) units = most_units;
    for (int o = 0; o < TG_OCTAVES; o++) {
        const double edges = features->octave_edges[o];
        const double each = edges > 0 ? features->octave_wedges[o] / edges / unit_keys + 1 : 1;
        const uint32_t entries = (uint32_t)(units / each);
        lengths.of_octave[o] = entries > LEAST_CHUNK ? entries : (uint32_t)LEAST_CHUNK;
    }
    return lengths;
}

/* Finds where the entries of each group start: starts[g] is the position of the first entry of
 * group g or, if it has none, of the next group that has entries; starts[groups] = count. */
template <typename Key>
static __global__ void __launch_bounds__(GROUP_THREADS)
  mark_groups(const Key *keys, uint32_t count, uint32_t groups, uint32_t *starts)
{
    const uint64_t stride = (uint64_t)gridDim.x * blockDim.x;
    for (uint64_t i = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x; i <= count; i += stride) {
        const uint32_t from = i == 0 ? 0 : (uint32_t)keys[i - 1] + 1;
        const uint32_t to = i == count ? groups : (uint32_t)keys[i];
        for (uint32_t g = from; g <= to; g++) starts[g] = (uint32_t)i;
    }
}

/* Returns how many chunks group g has. */
template <typename FirstOf> struct chunks_of_group {
    const uint32_t *starts;
    uint32_t groups;
    chunk_lengths lengths;
    FirstOf first_of;
    __device__ uint32_t length(uint32_t g) const
    {
        return lengths.of_octave[octave_of(first_of(g))];
    }
    __device__ uint32_t operator()(uint32_t g) const
    {
        if (g >= groups) return 0;
        const uint32_t count = starts[g + 1] - starts[g];
        return count / length(g) + (count % length(g) > 0);
    }
};

/* Writes the chunks of each group. */
template <typename FirstOf>
static __global__ void __launch_bounds__(GROUP_THREADS)
  cut_chunks(chunks_of_group<FirstOf> chunks_of, const uint32_t *chunk_starts, tg_chunk *chunks)
{
    const uint64_t stride = (uint64_t)gridDim.x * blockDim.x;
    for (uint64_t g = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x; g < chunks_of.groups; g += stride) {
        const uint32_t last = chunks_of.starts[g + 1], length = chunks_of.length((uint32_t)g);
        uint32_t first = chunks_of.starts[g];
        for (uint32_t s = chunk_starts[g]; s < chunk_starts[g + 1]; s++, first += length) {
            const tg_chunk chunk = {(uint32_t)g, first, last - first < length ? last : first + length};
            chunks[s] = chunk;
        }
    }
}

/* Entries in device memory, sorted by their keys, which are the numbers of their groups. */
template <typename Key, typename Entry> struct sorted_entries {
    Key *keys;
    Entry *entries;
    uint32_t count;
};

/* Cuts sorted entries into chunks; first_of(g) must return the first limit of group g. */
template <typename Key, typename Entry, typename FirstOf>
static tricorn_status cut_groups(tricorn_context *context, const sorted_entries<Key, Entry> &sorted,
  const chunk_lengths &lengths, FirstOf first_of, tg_grouped *grouped)
{
    tricorn_status status = TRICORN_OK;
    const cudaStream_t stream = tg_device_stream(context);
    const uint32_t groups = grouped->groups;
    uint32_t *starts = NULL, least = lengths.of_octave[0];
    for (int o = 1; o < TG_OCTAVES; o++)
        if (lengths.of_octave[o] < least) least = lengths.of_octave[o];
    grouped->most_chunks = sorted.count / least + groups;

    TG_TRY(TG_DEVICE_ALLOC(context, (uint64_t)groups + 1, &starts));
    TG_TRY(TG_DEVICE_ALLOC(context, (uint64_t)groups + 1, &grouped->chunk_starts));
    TG_TRY(TG_DEVICE_ALLOC(context, grouped->most_chunks, &grouped->chunks));
    {
        const chunks_of_group<FirstOf> chunks_of = {starts, groups, lengths, first_of};
        const auto counts = thrust::make_transform_iterator(thrust::counting_iterator<uint32_t>(0), chunks_of);
        mark_groups<<<tg_device_blocks(
                        context, (uint64_t)sorted.count + 1, GROUP_THREADS, GROUP_BLOCKS_PER_MULTIPROCESSOR),
          GROUP_THREADS, 0, stream>>>(sorted.keys, sorted.count, groups, starts);
        TG_TRY_CUDA(context, cudaGetLastError());
        TG_TRY(tg_with_work(context, [&](void *work, size_t &bytes) {
            return cub::DeviceScan::ExclusiveSum(
              work, bytes, counts, grouped->chunk_starts, (int64_t)groups + 1, stream);
        }));
        cut_chunks<<<tg_device_blocks(context, groups, GROUP_THREADS, GROUP_BLOCKS_PER_MULTIPROCESSOR), GROUP_THREADS,
          0, stream>>>(chunks_of, grouped->chunk_starts, grouped->chunks);
        TG_TRY_CUDA(context, cudaGetLastError());
    }
cleanup:
    tg_device_free(context, starts);
    return status;
}

/* Makes the entries of the task's edges, sorted by key. make(e) tells whether edge e makes an entry, and make(i, e)
 * writes it as entry i of make.keys and make.entries, which are allocated here. The caller frees sorted->keys. */
template <typename Key, typename Entry, typename Make>
static tricorn_status sort_entries(tricorn_context *context, const tg_device_task *task, Make make, uint32_t key_bits,
  sorted_entries<Key, Entry> *sorted)
{
    tricorn_status status = TRICORN_OK;
    const cudaStream_t stream = tg_device_stream(context);
    uint32_t *found = NULL, count = 0;
    Key *other_keys = NULL;
    Entry *other_entries = NULL;

    TG_TRY(make_room(context, task, make, [&](uint32_t room) {
        /* left over if memory did not suffice for the entries before */
        tg_device_free(context, make.keys);
        make.keys = NULL;
        const tricorn_status made = TG_DEVICE_ALLOC(context, room, &make.keys);
        return made == TRICORN_OK ? TG_DEVICE_ALLOC(context, room, &make.entries) : made;
    }));
    TG_TRY(collect(context, task, make, &found));
    TG_TRY(tg_device_copy_out(context, &count, found, sizeof count));
    if (count > 0) {
        TG_TRY(TG_DEVICE_ALLOC(context, count, &other_keys));
        TG_TRY(TG_DEVICE_ALLOC(context, count, &other_entries));
        cub::DoubleBuffer<Key> key_buffer(make.keys, other_keys);
        cub::DoubleBuffer<Entry> entry_buffer(make.entries, other_entries);
        TG_TRY(tg_with_work(context, [&](void *work, size_t &bytes) {
            return cub::DeviceRadixSort::SortPairs(
              work, bytes, key_buffer, entry_buffer, (int64_t)count, 0, (int)key_bits, stream);
        }));
        make.keys = key_buffer.Current();
        other_keys = key_buffer.Alternate();
        make.entries = entry_buffer.Current();
        other_entries = entry_buffer.Alternate();
    }
    sorted->keys = make.keys;
    sorted->entries = make.entries;
    sorted->count = count;
    make.keys = NULL;
    make.entries = NULL;
cleanup:
    tg_device_free(context, found);
    tg_device_free(context, make.keys);
    tg_device_free(context, make.entries);
    tg_device_free(context, other_keys);
    tg_device_free(context, other_entries);
    return status;
}

#endif
