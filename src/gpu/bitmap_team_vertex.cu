/* bitmap_team_vertex.cu - counts a task with one bitmap for each vertex: the row of a vertex is set as bits in shared
 * memory, and the ids of its neighbours' rows are tested in it.
 *
 * - A test is one read. Hubs have the smallest ids, so most ids are in the bitmap; larger ones
 *   are searched in the end of the row.  So the number of vertices is not limited, and only bits
 *   that were set need to be cleared.
 * - A row of more than 38 ids is counted by a block, a row of more than 3 by a warp, and any
 *   other row by a thread, with a bitmap in a register.
 *
 * In the paper (`by_mean`) the mean length of rows decides for all rows: above 38 each is counted by a block, above
 * 3.8 by a warp, otherwise by a thread. Blocks and warps, and threads, too (`thread_bits`), have a bit for each
 * vertex, in shared memory if a block's bits fit into it, and each thread tests the row of one neighbour.
 *
 * Source: Bisson, Fatica, "High Performance Exact Triangle Counting on GPUs", TPDS 2017; as Li et al. 2024 describe
 * it.
 */
#include "gpu/bitmap_team_vertex.h"

#include "gpu/lookup/index.cuh"
#include "gpu/lookup/bitmap.cuh"
#include "gpu/lookup/fewer_blocks.cuh"
#include "gpu/lookup/mean_class.cuh"
#include "gpu/lookup/search.cuh"
#include "gpu/lookup/two_hop.cuh"

#include <cub/device/device_reduce.cuh>

enum {
    BLOCK_WORDS = 1 << 13, /* bits for 2^18 ids, in 32 KiB */
    WARP_WORDS = 1 << 7, /* bits for 2^12 ids, in 512 bytes */
    THREAD_BLOCK_THREADS = 256,
    THREAD_BLOCKS_PER_MULTIPROCESSOR = 8
};

template <uint32_t BITMAP_WORDS> struct bit_table {
    enum { WORDS = BITMAP_WORDS };
    uint32_t *words;
    const uint32_t *row; /* the row whose ids are set in the bitmap */
    uint32_t count, small; /* how many ids the row has, and how many of them are in the bitmap */

    static __device__ __forceinline__ uint32_t room(void)
    {
        return UINT32_MAX;
    }
    template <typename Team> __device__ __forceinline__ void create(uint32_t)
    {
        for (uint32_t i = Team::rank(); i < WORDS; i += Team::SIZE) words[i] = 0;
        count = small = 0;
    }
    template <typename Team> __device__ __forceinline__ void fill(const uint32_t *ids, uint32_t id_count)
    {
        row = ids;
        count = id_count;
        small = count_up_to(ids, count, (uint32_t)(WORDS * WORD_BITS - 1));
        for (uint32_t i = Team::rank(); i < small; i += Team::SIZE) bitmap_set(words, load_id(ids + i));
    }
    __device__ __forceinline__ bool contains(uint32_t id) const
    {
        if (id < WORDS * WORD_BITS) return bitmap_has(words, id);
        return search_ids(row + small, count - small, id);
    }
    template <typename Team> __device__ __forceinline__ void empty(void)
    {
        for (uint32_t i = Team::rank(); i < small; i += Team::SIZE) words[load_id(row + i) / WORD_BITS] = 0;
    }
};

/* A bitmap in a register: an id has bit id % 64. Several ids share a bit, so an id whose bit is
 * set must then be searched in the row. */
static __device__ __forceinline__ uint64_t thread_bit(uint32_t id)
{
    return UINT64_C(1) << (id % 64);
}

/* Counts the rows of class 2, the shortest, with a thread for each row. */
static __global__ void __launch_bounds__(THREAD_BLOCK_THREADS)
  count_short_rows(tg_device_task task, class_items rows, tg_tally *tally)
{
    uint64_t found = 0;
    for (uint64_t r = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x; r < rows.count;
         r += (uint64_t)gridDim.x * blockDim.x) {
        const uint32_t u = load_id(rows.items + r);
        const row_part edges = row_of(task.edges, u), from = row_of(task.from, u);
        const uint32_t *const row = task.from.ids + from.start;
        uint64_t bits = 0;
        for (uint32_t i = 0; i < from.count; i++) bits |= thread_bit(load_id(row + i));
        for (uint32_t e = task.whole ? 1 : 0; e < edges.count; e++) {
            const row_part into = row_of(task.into, load_id(task.edges.ids + edges.start + e));
            for (uint32_t i = 0; i < into.count; i++) {
                const uint32_t id = load_id(task.into.ids + into.start + i);
                found += (bits & thread_bit(id)) != 0 && search_ids(row, from.count, id);
            }
        }
    }
    __syncwarp();
    tally_add_block<THREAD_BLOCK_THREADS>(tally, found);
}

/* ---- a bit for each vertex ---- */

/* A bit for each vertex, which each team sets and clears. Ids of other rows may be larger than
 * all vertices that have bits. */
typedef struct vertex_bits {
    uint32_t *words; /* the bits of all teams, zero at first; NULL if they are in shared memory */
    uint32_t count; /* how many words each team has */
} vertex_bits;

/* Returns how many ids of the neighbours' rows have their bits set. Thread number `rank` of
 * `size` reads the rows of the neighbours rank, rank + size, ... */
static __device__ __forceinline__ uint64_t test_rows(
  const tg_device_task &task, row_part edges, const vertex_bits &bits, uint32_t rank, uint32_t size)
{
    uint64_t found = 0;
    for (uint32_t k = rank; k < edges.count; k += size) {
        const row_part into = row_of(task.into, load_id(task.edges.ids + edges.start + k));
        for (uint32_t i = 0; i < into.count; i++) {
            const uint32_t id = load_id(task.into.ids + into.start + i);
            found += id / WORD_BITS < bits.count && bitmap_has(bits.words, id);
        }
    }
    return found;
}

/* A thread alone, with as many of the members of a team as it needs (two_hop.cuh). */
struct thread_team {
    enum { PER_BLOCK = TEAM_BLOCK_THREADS, SIZE = 1 };
    static __device__ __forceinline__ uint32_t rank(void)
    {
        return 0;
    }
    static __device__ __forceinline__ void sync(void)
    {
    }
};

/* Counts the rows of a class with a bit for each vertex, by blocks, warps or threads. */
template <typename Team>
static __global__ void __launch_bounds__(TEAM_BLOCK_THREADS)
  count_with_all_bits(tg_device_task task, class_items rows, vertex_bits bits, tg_tally *tally)
{
    extern __shared__ uint32_t shared[];
    const uint64_t team = (uint64_t)blockIdx.x * Team::PER_BLOCK + threadIdx.x / (uint32_t)Team::SIZE;
    uint32_t *const words = bits.words ? bits.words + team * bits.count : shared;
    const uint64_t teams = (uint64_t)gridDim.x * Team::PER_BLOCK;
    uint64_t found = 0;
    if (bits.words == NULL)
        for (uint32_t i = Team::rank(); i < bits.count; i += Team::SIZE) words[i] = 0;
    Team::sync();
    for (uint64_t r = team; r < rows.count; r += teams) {
        const uint32_t u = load_id(rows.items + r);
        const row_part edges = row_of(task.edges, u), from = row_of(task.from, u);
        for (uint32_t i = Team::rank(); i < from.count; i += Team::SIZE)
            bitmap_set(words, load_id(task.from.ids + from.start + i));
        Team::sync();
        found += test_rows(task, edges, {words, bits.count}, Team::rank(), Team::SIZE);
        Team::sync();
        for (uint32_t i = Team::rank(); i < from.count; i += Team::SIZE)
            words[load_id(task.from.ids + from.start + i) / WORD_BITS] = 0;
        Team::sync();
    }
    __syncwarp();
    tally_add(tally, found);
}

/* Launches count_with_all_bits for a class. All bits together may take at most 4 GiB, because
 * they are zeroed for each count; if they would take more, fewer blocks run. */
template <typename Team>
static tricorn_status enqueue_all_bits(
  tricorn_context *context, const tg_device_task *task, uint32_t number, tg_tally *tally)
{
    enum { BLOCKS = 8 };
    const uint64_t most_bytes = UINT64_C(4) << 30;
    tricorn_status status = TRICORN_OK;
    const class_items rows = items_of_class(task, number);
    const uint32_t there = tg_device_properties_of(context)->shared_block_bytes;
    vertex_bits bits = {NULL, classes_of(task)->bound / WORD_BITS + 1};
    const uint64_t block_words = (uint64_t)bits.count * Team::PER_BLOCK;
    const uint64_t block_bytes = block_words * sizeof *bits.words;
    const bool near = Team::PER_BLOCK == 1 && block_bytes <= there;
    unsigned blocks = tg_device_blocks(context, rows.count, Team::PER_BLOCK, BLOCKS);

    if (rows.count == 0) return TRICORN_OK;
    if (near) {
        TG_TRY_CUDA(context, cudaFuncSetAttribute(count_with_all_bits<Team>,
                               cudaFuncAttributeMaxDynamicSharedMemorySize, (int)block_bytes));
    } else {
        while (blocks > 1 && blocks * block_bytes > most_bytes) blocks /= 2;
        TG_TRY(allocate_for_blocks(
          &blocks, [&](unsigned wanted) { return TG_DEVICE_ALLOC(context, wanted * block_words, &bits.words); }));
        TG_TRY_CUDA(context, cudaMemsetAsync(bits.words, 0, blocks * block_bytes, tg_device_stream(context)));
    }
    count_with_all_bits<Team>
      <<<blocks, TEAM_BLOCK_THREADS, near ? block_bytes : 0, tg_device_stream(context)>>>(*task, rows, bits, tally);
    TG_TRY_CUDA(context, cudaGetLastError());
cleanup:
    /* this frees the words in the order of the stream, after the kernel */
    tg_device_free(context, bits.words);
    return status;
}

/* Finds the largest id of the rows that are set as bits. */
static tricorn_status find_bound(tricorn_context *context, const tg_device_task *task, uint32_t *bound)
{
    tricorn_status status = TRICORN_OK;
    uint32_t *largest = NULL;
    TG_TRY(TG_DEVICE_ALLOC(context, 1, &largest));
    TG_TRY(tg_with_work(context, [&](void *work, size_t &bytes) {
        return cub::DeviceReduce::Max(
          work, bytes, task->from.ids, largest, (int64_t)task->from.id_count, tg_device_stream(context));
    }));
    TG_TRY(tg_device_copy_out(context, bound, largest, sizeof *bound));
cleanup:
    tg_device_free(context, largest);
    return status;
}

/* ---- the algorithm ---- */

static row_classes classes_of_task(const tg_device_task *task)
{
    const mean_class all = class_by_mean(task->edges.id_count, task->edges.count);
    if (!task->values[BY_MEAN]) return {task->values[BLOCK_ROW], task->values[WARP_ROW], false};
    return {all == MEAN_BLOCK ? 0 : UINT32_MAX, all == MEAN_WARP ? 0 : UINT32_MAX, false};
}

static tricorn_status make_index(tricorn_context *context, tg_device_task *task)
{
    const bool all_bits = task->values[BY_MEAN] || task->values[THREAD_BITS];
    tricorn_status status = TRICORN_OK;
    TG_TRY(index_rows(context, task, classes_of_task(task)));
    if (all_bits && task->from.id_count > 0) TG_TRY(find_bound(context, task, &classes_of(task)->bound));
cleanup:
    return status;
}

static tricorn_status enqueue_short_rows(tricorn_context *context, const tg_device_task *task, tg_tally *tally)
{
    tricorn_status status = TRICORN_OK;
    const class_items rows = items_of_class(task, 2);
    const unsigned blocks =
      tg_device_blocks(context, rows.count, THREAD_BLOCK_THREADS, THREAD_BLOCKS_PER_MULTIPROCESSOR);
    if (rows.count == 0) return TRICORN_OK;
    count_short_rows<<<blocks, THREAD_BLOCK_THREADS, 0, tg_device_stream(context)>>>(*task, rows, tally);
    TG_TRY_CUDA(context, cudaGetLastError());
cleanup:
    return status;
}

static tricorn_status enqueue(tricorn_context *context, const tg_device_task *task, tg_tally *tally)
{
    tricorn_status status = TRICORN_OK;
    if (task->values[BY_MEAN]) {
        TG_TRY(enqueue_all_bits<block_team>(context, task, 0, tally));
        TG_TRY(enqueue_all_bits<warp_team>(context, task, 1, tally));
    } else {
        TG_TRY((enqueue_class<block_team, bit_table<BLOCK_WORDS>>(context, task, 0, 0, tally)));
        TG_TRY((enqueue_class<warp_team, bit_table<WARP_WORDS>>(context, task, 1, 0, tally)));
    }
    if (task->values[THREAD_BITS])
        TG_TRY(enqueue_all_bits<thread_team>(context, task, 2, tally));
    else
        TG_TRY(enqueue_short_rows(context, task, tally));
cleanup:
    return status;
}

TG_DEFINE_GPU_METHODS(gpu_bitmap_team_vertex) = {
  .make_index = make_index,
  .enqueue = enqueue,
};
