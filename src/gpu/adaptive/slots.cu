/* adaptive/slots.cu - counts edges between short rows that are far apart in memory, with one read for each edge.
 *
 * - On flat graphs most of the time is spent on reading row v from a random address: first where
 *   it starts, then its ids.  Here each vertex has a slot at a fixed position, with 14 bits of
 *   each of its ids, so one read replaces two.
 * - A slot has room for 16 or 32 ids, which is one or two sectors of memory.
 * - A thread reads the slot of its edge's v, and compares it with the ids before v in row u. It
 *   compares two ids with one instruction, as half-precision numbers: 14 bits make positive
 *   finite numbers, which are equal exactly if their bits are equal.
 * - If a row is too long for its slot, the slot is a bitmap of its keys.
 * - An id that the slot seems to have is then searched in row v.
 */
#include "gpu/adaptive/edges.cuh"

#include <cuda_fp16.h>

enum {
    KEY_BITS = 14,
    KEY_MASK = (1 << KEY_BITS) - 1,
    NO_KEY = 1 << 14, /* fills the rest of a slot, because no id has this key */
    /* the first word of a bitmap: twice a value that no id has as its key */
    LONG_ROW = 0x40014001,
    BLOCK_THREADS = 256,
    BLOCKS_PER_MULTIPROCESSOR = 8,
    OWN_IDS = 8 /* if rows are uneven, a thread compares at most this many ids by itself */
};

/* Returns which word of a bitmap contains the bit of a key. The lowest bits of the key select
 * the bit in that word. */
static __device__ __forceinline__ uint32_t word_of_key(uint32_t key, uint32_t words_per_slot)
{
    return 1 + (key * (words_per_slot - 1) >> KEY_BITS);
}

/* Returns one word of the bitmap of the row's keys. */
static __device__ __forceinline__ uint32_t bits_of_word(
  const tg_device_rows &rows, row_part row, uint32_t word, uint32_t words_per_slot)
{
    uint32_t bits = 0;
    for (uint32_t i = 0; i < row.count; i++) {
        const uint32_t key = load_id(rows.ids + row.start + i) & KEY_MASK;
        if (word_of_key(key, words_per_slot) == word) bits |= 1u << (key % 32);
    }
    return word == 0 ? (uint32_t)LONG_ROW : bits;
}

/* Fills the slots, with one thread for each word of all slots. */
static __global__ void __launch_bounds__(BLOCK_THREADS)
  fill_slots(tg_device_rows rows, uint32_t words_per_slot, uint32_t *slots)
{
    const uint64_t stride = (uint64_t)gridDim.x * blockDim.x;
    const uint64_t words = (uint64_t)rows.count * words_per_slot;
    for (uint64_t i = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x; i < words; i += stride) {
        const row_part row = row_of(rows, (uint32_t)(i / words_per_slot));
        const uint32_t word = (uint32_t)(i % words_per_slot), first = 2 * word;
        uint32_t low = NO_KEY, high = NO_KEY;
        if (first < row.count) low = load_id(rows.ids + row.start + first) & KEY_MASK;
        if (first + 1 < row.count) high = load_id(rows.ids + row.start + first + 1) & KEY_MASK;
        slots[i] = row.count > 2 * words_per_slot ? bits_of_word(rows, row, word, words_per_slot) : low | high << 16;
    }
}

tricorn_status tg_adaptive_index_slots(tricorn_context *context, const tg_device_task *task, tg_adaptive *made)
{
    tricorn_status status = TRICORN_OK;
    const uint64_t words = (uint64_t)task->into.count * made->slot_words;
    TG_TRY(TG_DEVICE_ALLOC(context, words, &made->slots));
    fill_slots<<<tg_device_blocks(context, words, BLOCK_THREADS, BLOCKS_PER_MULTIPROCESSOR), BLOCK_THREADS, 0,
      tg_device_stream(context)>>>(task->into, made->slot_words, made->slots);
    TG_TRY_CUDA(context, cudaGetLastError());
cleanup:
    return status;
}

/* ---- counting ---- */

static __device__ __forceinline__ __half2 as_halves(uint32_t word)
{
    return *reinterpret_cast<__half2 *>(&word);
}

static __device__ __forceinline__ bool row_has(const tg_device_task &task, uint32_t v, uint32_t w)
{
    const row_part row = row_of(task.into, v);
    return search_ids(task.into.ids + row.start, row.count, w);
}

/* Whether any key of the slot's words equals the key that both halves of `both` contain. */
static __device__ __forceinline__ uint32_t same_key(uint4 keys, __half2 both)
{
    return __heq2_mask(as_halves(keys.x), both) | __heq2_mask(as_halves(keys.y), both) |
           __heq2_mask(as_halves(keys.z), both) | __heq2_mask(as_halves(keys.w), both);
}

template <int WORDS> static __device__ __forceinline__ bool may_have(const uint4 *slot, uint32_t id)
{
    const uint32_t key = id & KEY_MASK;
    const __half2 both = as_halves(key | key << 16);
    uint32_t same = 0;
#pragma unroll
    for (int i = 0; i < WORDS / 4; i++) same |= same_key(slot[i], both);
    return same != 0;
}

/* Whether a slot that is a bitmap contains the key of the id. Its words are in registers, which cannot be indexed. */
template <int WORDS> static __device__ __forceinline__ bool bitmap_may_have(const uint4 *slot, uint32_t id)
{
    const uint32_t key = id & KEY_MASK, word = word_of_key(key, WORDS);
    uint32_t bits = 0;
#pragma unroll
    for (uint32_t i = 0; i < WORDS / 4; i++) {
        if (word == 4 * i) bits = slot[i].x;
        if (word == 4 * i + 1) bits = slot[i].y;
        if (word == 4 * i + 2) bits = slot[i].z;
        if (word == 4 * i + 3) bits = slot[i].w;
    }
    return bits >> (key % 32) & 1u;
}

template <int WORDS>
static __device__ __forceinline__ uint32_t count_edge(
  const tg_device_task &task, const uint4 *slots, row_part from, uint32_t v)
{
    uint4 slot[WORDS / 4];
    uint32_t found = 0;
#pragma unroll
    for (int i = 0; i < WORDS / 4; i++) slot[i] = __ldg(slots + (uint64_t)v * (WORDS / 4) + i);
    const bool is_bitmap = slot[0].x == LONG_ROW;
    for (uint32_t i = from.start; i < from.start + from.count; i++) {
        const uint32_t w = load_id(task.from.ids + i);
        if (is_bitmap ? bitmap_may_have<WORDS>(slot, w) : may_have<WORDS>(slot, w)) found += row_has(task, v, w);
    }
    return found;
}

/* Counts edges, with a thread for each. */
template <int WORDS>
static __global__ void __launch_bounds__(BLOCK_THREADS)
  count_slots(tg_device_task task, const uint4 *slots, tg_tally *tally)
{
    const uint64_t stride = (uint64_t)gridDim.x * blockDim.x;
    uint64_t found = 0;
    for (uint64_t e = task.first_edge + (uint64_t)blockIdx.x * blockDim.x + threadIdx.x; e < task.last_edge;
         e += stride) {
        const row_part from = from_part(task, load_id(task.sources + e), (uint32_t)e);
        if (from.count > 0) found += count_edge<WORDS>(task, slots, from, load_id(task.edges.ids + e));
    }
    tally_add_block<BLOCK_THREADS>(tally, found);
}

/* Counts edges whose rows are uneven. A thread that compares many ids would keep its warp
 * waiting, so the whole warp searches edges with more than OWN_IDS ids. */
template <int WORDS>
static __global__ void __launch_bounds__(BLOCK_THREADS)
  count_uneven_slots(tg_device_task task, const uint4 *slots, tg_tally *tally)
{
    __shared__ flat_list lists[BLOCK_THREADS];
    flat_list *const mine = lists + threadIdx.x / WARP_THREADS * WARP_THREADS;
    const uint64_t stride = (uint64_t)gridDim.x * blockDim.x;
    uint64_t found = 0;
    uint64_t first = task.first_edge + (uint64_t)blockIdx.x * blockDim.x + warp_id() * WARP_THREADS;
    for (; first < task.last_edge; first += stride) {
        const uint64_t e = first + lane_id();
        edge_parts parts = {{0, 0}, {0, 0}};
        if (e < task.last_edge) parts.from = from_part(task, load_id(task.sources + e), (uint32_t)e);
        if (parts.from.count > OWN_IDS) {
            parts.into = row_of(task.into, load_id(task.edges.ids + e));
        } else if (parts.from.count > 0) {
            found += count_edge<WORDS>(task, slots, parts.from, load_id(task.edges.ids + e));
            parts.from.count = 0;
        }
        if (__any_sync(FULL_WARP, parts.from.count > 0)) search_parts(task, parts, mine, &found);
    }
    tally_add_block<BLOCK_THREADS>(tally, found);
}

tricorn_status tg_adaptive_count_slots(tricorn_context *context, const tg_device_task *task, tg_tally *tally)
{
    tricorn_status status = TRICORN_OK;
    const tg_adaptive *made = tg_adaptive_of(task);
    const uint4 *slots = reinterpret_cast<const uint4 *>(made->slots);
    const unsigned grid =
      tg_device_blocks(context, task->last_edge - task->first_edge, BLOCK_THREADS, 4 * BLOCKS_PER_MULTIPROCESSOR);
    const auto kernel = made->slot_words == TG_SMALL_SLOT
                          ? made->uneven ? count_uneven_slots<TG_SMALL_SLOT> : count_slots<TG_SMALL_SLOT>
                        : made->uneven ? count_uneven_slots<TG_LARGE_SLOT>
                                       : count_slots<TG_LARGE_SLOT>;
    kernel<<<grid, BLOCK_THREADS, 0, tg_device_stream(context)>>>(*task, slots, tally);
    TG_TRY_CUDA(context, cudaGetLastError());
cleanup:
    return status;
}
