/* adaptive/blocks.cu - tests the wedges at hubs in shared memory, for 8 to 32 middle vertices at a time.
 *
 * - A block of vertices v, v + 1, ... has a table in shared memory (table.cuh): slot w has one
 *   bit for each vertex of the block, which is set if its row of `into` has w.
 * - One read of the table, masked by u's neighbours in the block, tests all wedges of u and w
 *   with the vertices of the block.
 * - The rows u of `from` that have neighbours in the block are stored as keys of 16 bits. Only
 *   keys below the limit of the row's last neighbour in the block are read.
 * - For larger v blocks have fewer vertices, so no table is larger than 64 KiB, and a
 *   multiprocessor holds three thread blocks.
 *
 * Blocks are made of limits (classes.cuh): the limit of v is v, or v + 1 where an id w of row v may be v itself, plus
 * the task's lead.
 */
#include "gpu/adaptive/edges.cuh"
#include "gpu/adaptive/groups.cuh"
#include "gpu/adaptive/chunks.cuh"
#include "gpu/adaptive/table.cuh"

enum {
    BLOCK_THREADS = 512,
    BLOCKS_PER_MULTIPROCESSOR = 3,
    IDS_AT_ONCE = 4 /* this many ids are read by a thread before it uses the first of them */
};

/* The most units of a chunk: so few that all thread blocks end at about the same time. */
static const double most_chunk_units = 1 << 15;

/* ---- entries ---- */

template <bool WHOLE> struct make_block_entry {
    tg_device_task task;
    uint32_t limits; /* vertices v whose limits are below this make entries, */
    tg_hub_bounds hubs; /* but edges within these bounds do not */
    const uint32_t *dealt; /* for each block, which slices are counted; NULL: all */
    const uint32_t *unit_starts;
    const tg_row_keys *row_keys;
    uint16_t *keys; /* the entries' sort keys, which are their blocks */
    tg_block_entry *entries;

    __device__ __forceinline__ uint32_t limit_at(uint32_t e) const
    {
        return limit_of<WHOLE>(task, load_id(task.edges.ids + e));
    }

    /* Whether edge e makes an entry: v is the last neighbour of u in its block, and an id of row
     * u that has a key is below the limit of v. */
    __device__ bool operator()(uint32_t e) const
    {
        const uint32_t v = load_id(task.edges.ids + e), limit = limit_of<WHOLE>(task, v);
        if (limit >= limits) return false;
        const uint32_t slices = dealt ? load_id(dealt + block_of(all_widths(), limit)) : ~0u;
        if (slices == 0) return false;
        const uint32_t u = load_id(task.sources + e);
        if (!(slices >> slice_of_row(u) & 1u)) return false;
        /* the row's other neighbours in the block are then within the bounds, too */
        if (WHOLE && is_within(hubs, u, v)) return false;
        if (!has_wedge<WHOLE>(task, u, v, e)) return false;
        if (limit > TG_WINDOW_IDS && keys_of(load_row_keys(row_keys + u)) == 0) return false;
        if (e + 1 == task.last_edge || load_id(task.sources + e + 1) != u) return true;
        const uint32_t next = limit_at(e + 1);
        return next >= limits || block_of(all_widths(), next) != block_of(all_widths(), limit);
    }

    __device__ void operator()(ptrdiff_t i, uint32_t e) const
    {
        const uint32_t u = load_id(task.sources + e), v = load_id(task.edges.ids + e);
        const uint32_t start = load_id(task.edges.offsets + u);
        const uint32_t block = block_of(all_widths(), limit_of<WHOLE>(task, v));
        const first_of_block first_of = {all_widths()};
        const uint32_t first = first_of(block);
        uint32_t mask = 0;
        for (uint32_t at = e;; at--) {
            const uint32_t limit = limit_at(at);
            if (limit < first) break;
            mask |= 1u << (limit - first);
            if (at == start) break;
        }
        tg_block_entry entry = {load_id(unit_starts + u), 0, mask};
        set_units(load_row_keys(row_keys + u), wedges_of<WHOLE>(task, u, v, e), &entry);
        keys[i] = (uint16_t)block;
        entries[i] = entry;
    }
};

template <bool WHOLE>
static tricorn_status index_blocks(
  tricorn_context *context, const tg_device_task *task, const uint32_t *unit_starts, tg_adaptive *made)
{
    tricorn_status status = TRICORN_OK;
    const make_block_entry<WHOLE> make = {
      *task, made->block_limits, made->hubs.bounds, made->dealt, unit_starts, made->row_keys, NULL, NULL};
    const first_of_block first_of = {all_widths()};
    sorted_entries<uint16_t, tg_block_entry> sorted = {NULL, NULL, 0};

    made->blocks.groups = block_of(all_widths(), made->block_limits - 1) + 1;
    TG_TRY(sort_entries(context, task, make, octave_of(made->blocks.groups - 1), &sorted));
    made->blocks.entries = sorted.entries;
    TG_TRY(cut_groups(context, sorted,
      lengths_for(context, &made->features, BLOCKS_PER_MULTIPROCESSOR, most_chunk_units), first_of, &made->blocks));
cleanup:
    tg_device_free(context, sorted.keys);
    return status;
}

tricorn_status tg_adaptive_index_blocks(tricorn_context *context, const tg_device_task *task, tg_adaptive *made)
{
    tricorn_status status = TRICORN_OK;
    uint32_t *unit_starts = NULL;
    TG_TRY(TG_DEVICE_ALLOC(context, (uint64_t)task->from.count + 1, &unit_starts));
    TG_TRY(tg_adaptive_make_keys(context, task, unit_starts, made));
    TG_TRY(task->whole ? index_blocks<true>(context, task, unit_starts, made)
                       : index_blocks<false>(context, task, unit_starts, made));
cleanup:
    tg_device_free(context, unit_starts);
    return status;
}

/* ---- counting ---- */

typedef struct block_view {
    tg_device_rows rows; /* rows of into */
    const tg_row_keys *row_keys; /* keys of these rows */
    uint32_t shift; /* the limit of row v is v + shift */
    const uint4 *keys;
    const tg_block_entry *entries;
    const tg_chunk *chunks;
    const uint32_t *chunk_count;
    uint32_t windows;
} block_view;

/* A window of ids: its number, and its first id. */
typedef struct block_window {
    uint32_t number, first_id;
} block_window;

/* The data that the threads of a block share. */
typedef struct block_state {
    uint32_t chunk; /* the chunk that was drawn from the queue */
    unsigned int next; /* the next entry of the chunk to draw */
} block_state;

/* Returns how many wedges the two keys of a word close. */
template <typename Slot>
static __device__ __forceinline__ uint32_t closed_of_word(
  const Slot *table, uint32_t word, uint32_t last, uint32_t mask)
{
    word = __vminu2(word, last);
    return (uint32_t)__popc(table[word & 0xffffu] & mask) + (uint32_t)__popc(table[word >> 16] & mask);
}

template <typename Slot>
static __device__ __forceinline__ uint32_t closed_of_unit(const Slot *table, uint4 unit, uint32_t last, uint32_t mask)
{
    return closed_of_word(table, unit.x, last, mask) + closed_of_word(table, unit.y, last, mask) +
           closed_of_word(table, unit.z, last, mask) + closed_of_word(table, unit.w, last, mask);
}

/* A unit of 8 keys, and the mask of its entry. */
typedef struct masked_unit {
    uint4 keys;
    uint32_t mask;
} masked_unit;

/* Reads this lane's unit in the round that begins with unit `first`. A lane without a unit gets
 * keys that close nothing. */
static __device__ __forceinline__ masked_unit read_unit(
  const uint4 *keys, const tg_block_entry &mine, uint32_t end, uint32_t total, uint32_t first)
{
    masked_unit unit;
    const uint32_t before = bits_set(__ballot_sync(FULL_WARP, end <= first));
    const uint32_t marks = warp_or(flat_mark(end, first));
    const int owner = (int)(flat_owner(before, marks, lane_id()) % WARP_THREADS);
    const uint32_t base = __shfl_sync(FULL_WARP, mine.start - (end - mine.units), owner);
    unit.mask = __shfl_sync(FULL_WARP, mine.mask, owner);
    unit.keys = make_uint4(~0u, ~0u, ~0u, ~0u);
    if (first + lane_id() < total) unit.keys = __ldg(keys + (base + first + lane_id()));
    return unit;
}

/* Counts the entries of the warp's lanes. Their units form one sequence, of which each lane
 * counts every 32nd unit. */
template <typename Slot>
static __device__ __forceinline__ uint32_t count_batch(
  const Slot *table, const uint4 *keys, const tg_block_entry &mine, uint32_t last)
{
    const uint32_t end = warp_sum_through(mine.units);
    const uint32_t total = __shfl_sync(FULL_WARP, end, WARP_THREADS - 1);
    uint32_t found = 0;
    masked_unit unit = read_unit(keys, mine, end, total, 0);
    for (uint32_t first = WARP_THREADS; first < total; first += WARP_THREADS) {
        const masked_unit next = read_unit(keys, mine, end, total, first);
        found += closed_of_unit(table, unit.keys, last, unit.mask);
        unit = next;
    }
    return found + closed_of_unit(table, unit.keys, last, unit.mask);
}

/* Returns the position of the set bit of the word that has `rank` set bits below it, or 31 if the
 * word has no such bit. */
static __device__ __forceinline__ int set_bit(uint32_t word, uint32_t rank)
{
    uint32_t at = 0;
#pragma unroll
    for (uint32_t step = WARP_THREADS / 2; step > 0; step /= 2)
        if (bits_set(word & ((1u << (at + step)) - 1)) <= rank) at += step;
    return (int)at;
}

/* Converts the lanes' entries to entries for one window, where the units of a row follow those of
 * the row's earlier windows. Entries without units move to the last lanes, because only
 * neighbouring lanes can form a sequence of units. */
static __device__ __forceinline__ tg_block_entry in_window(tg_block_entry entry, uint32_t window)
{
    for (uint32_t k = 1; k <= window; k++) {
        entry.start += entry.units;
        entry.units = entry.mask >> k * TG_FAR_UNIT_BITS & ((1u << TG_FAR_UNIT_BITS) - 1);
    }
    const uint32_t busy = __ballot_sync(FULL_WARP, entry.units > 0);
    const int from = set_bit(busy, lane_id());
    entry.start = __shfl_sync(FULL_WARP, entry.start, from);
    entry.mask = __shfl_sync(FULL_WARP, entry.mask, from);
    entry.units = __shfl_sync(FULL_WARP, entry.units, from);
    if (lane_id() >= bits_set(busy)) entry.units = 0;
    return entry;
}

/* Returns a part of row v of `into` that contains all of its ids in a window. */
static __device__ __forceinline__ row_part part_in_window(
  const block_view &view, uint32_t v, row_part row, uint32_t window)
{
    const tg_row_keys keys = load_row_keys(view.row_keys + v);
    uint32_t before = 0, here = keys_in(keys, 0);
    if (has_mark(keys, TG_IS_CUT)) return row; /* some ids in the window may have no keys */
#pragma unroll
    for (uint32_t k = 1; k < TG_WINDOWS; k++) {
        before += k <= window ? here : 0;
        here = k <= window ? keys_in(keys, k) : here;
    }
    const row_part part = {row.start + before, here};
    return part;
}

/* Counts the wedges of a chunk whose ids w are in the window. */
template <typename Slot>
static __device__ __forceinline__ uint64_t count_window(
  const block_view &view, uint32_t *table, block_state *state, const tg_chunk &chunk, block_window window)
{
    const first_of_block first_of = {all_widths()};
    const uint32_t first_limit = first_of(chunk.group);
    const uint32_t last_limit = first_limit + 8 * sizeof(Slot) - 1;
    const uint32_t last_key = least(last_limit - window.first_id, TG_NO_KEY);
    const uint32_t batch = entries_drawn(chunk, BLOCK_THREADS / WARP_THREADS);
    unsigned int *const queue = &state->next;
    uint32_t first = 0;
    uint64_t found = 0;
    const auto part_of = [&](uint32_t v) {
        const row_part row = row_of(view.rows, v);
        return sizeof(Slot) == 1 ? part_in_window(view, v, row, window.number) : row;
    };
    const window_ids<decltype(part_of)> ids = {window.first_id, part_of};
    build_table<Slot, BLOCK_THREADS, IDS_AT_ONCE>(table, view.rows, first_limit, view.shift, ids);
    tg_block_entry entry = next_entry(view.entries, queue, batch, chunk.last, &first);
    while (first < chunk.last) {
        const tg_block_entry next = next_entry(view.entries, queue, batch, chunk.last, &first);
        if (sizeof(Slot) == 1) entry = in_window(entry, window.number);
        found += count_batch<Slot>(reinterpret_cast<const Slot *>(table), view.keys, entry, last_key | last_key << 16);
        entry = next;
    }
    return found;
}

/* Counts a chunk of a block of 8 vertices, for each window that has ids below the block's limits. */
static __device__ __forceinline__ uint64_t count_far_chunk(
  const block_view &view, uint32_t *table, block_state *state, const tg_chunk &chunk)
{
    const first_of_block first_of = {all_widths()};
    const uint32_t last_limit = first_of(chunk.group) + TG_LEAST_WIDTH - 1;
    block_window window = {0, 0};
    uint64_t found = 0;
    for (; window.number < view.windows && window.first_id < last_limit;
         window.number++, window.first_id += TG_WINDOW_IDS) {
        if (window.number > 0) {
            __syncthreads(); /* all threads have finished the window before */
            if (threadIdx.x == 0) state->next = chunk.first;
        }
        found += count_window<uint8_t>(view, table, state, chunk, window);
    }
    return found;
}

/* Draws chunks with all threads of a block, and counts them. Chunks of narrow blocks come first.
 * The warps draw the entries of a chunk. */
static __device__ __forceinline__ uint64_t count_chunks(const block_view &view, uint32_t *table, tg_tally *tally)
{
    __shared__ block_state state;
    const uint32_t chunks = *view.chunk_count;
    const block_window hubs = {0, 0};
    uint64_t found = 0;
    for (;;) {
        __syncthreads(); /* all threads have finished the chunk before */
        if (threadIdx.x == 0) {
            state.chunk = atomicAdd(&tally->next[0], 1u);
            if (state.chunk < chunks) state.next = view.chunks[chunks - 1 - state.chunk].first;
        }
        __syncthreads();
        if (state.chunk >= chunks) break;
        const tg_chunk chunk = view.chunks[chunks - 1 - state.chunk];
        if (chunk.group < wide_blocks(all_widths()))
            found += count_window<uint32_t>(view, table, &state, chunk, hubs);
        else if (chunk.group < half_blocks(all_widths()))
            found += count_window<uint16_t>(view, table, &state, chunk, hubs);
        else
            found += count_far_chunk(view, table, &state, chunk);
    }
    return found;
}

/* Counts the wedges of blocks. */
static __global__ void __launch_bounds__(BLOCK_THREADS, TG_RESIDENT_BLOCKS(BLOCK_THREADS, BLOCKS_PER_MULTIPROCESSOR))
  count_blocks(block_view view, tg_tally *tally)
{
    extern __shared__ uint4 table_units[];
    uint32_t *const table = reinterpret_cast<uint32_t *>(table_units);
    tally_add_block<BLOCK_THREADS>(tally, count_chunks(view, table, tally));
}

/* Counts blocks, and then the remaining edges; only for whole tasks. A thread block that finds
 * no more chunks continues with edges, so no thread block waits between the two. */
static __global__ void __launch_bounds__(BLOCK_THREADS, TG_RESIDENT_BLOCKS(BLOCK_THREADS, BLOCKS_PER_MULTIPROCESSOR))
  count_all(tg_device_task task, block_view blocks, edge_view edges, tg_tally *tally)
{
    extern __shared__ uint4 table_units[];
    uint32_t *const table = reinterpret_cast<uint32_t *>(table_units);
    flat_list *const lists = reinterpret_cast<flat_list *>(table_units);
    /* After count_chunks no thread reads the table, so the lists may take its memory. */
    lane_count mine = {lists + threadIdx.x / WARP_THREADS * WARP_THREADS, count_chunks(blocks, table, tally)};
    const uint32_t count = edges_of_list(edges.list);
    const uint32_t chunk = edges_drawn(count, gridDim.x * (BLOCK_THREADS / WARP_THREADS));
    for (;;) {
        const uint32_t first = warp_draw(&tally->next[1], chunk);
        if (first >= count) break;
        count_edges_between<true>(task, edges, first, first + least(chunk, count - first), &mine);
    }
    tally_add_block<BLOCK_THREADS>(tally, mine.found);
}

static block_view view_of_blocks(const tg_device_task *task)
{
    const tg_adaptive *made = tg_adaptive_of(task);
    const tg_grouped *blocks = &made->blocks;
    const block_view view = {task->into, made->into_keys, limit_shift(*task),
      reinterpret_cast<const uint4 *>(made->keys), (const tg_block_entry *)blocks->entries, blocks->chunks,
      blocks->chunk_starts + blocks->groups, made->windows};
    return view;
}

tricorn_status tg_adaptive_count_blocks(tricorn_context *context, const tg_device_task *task, tg_tally *tally)
{
    tricorn_status status = TRICORN_OK;
    const unsigned grid =
      tg_device_blocks(context, tg_adaptive_of(task)->blocks.most_chunks, 1, BLOCKS_PER_MULTIPROCESSOR);
    TG_TRY_CUDA(
      context, cudaFuncSetAttribute(count_blocks, cudaFuncAttributeMaxDynamicSharedMemorySize, TG_TABLE_BYTES));
    count_blocks<<<grid, BLOCK_THREADS, TG_TABLE_BYTES, tg_device_stream(context)>>>(view_of_blocks(task), tally);
    TG_TRY_CUDA(context, cudaGetLastError());
cleanup:
    return status;
}

tricorn_status tg_adaptive_count_all(tricorn_context *context, const tg_device_task *task, tg_tally *tally)
{
    tricorn_status status = TRICORN_OK;
    const tg_adaptive *made = tg_adaptive_of(task);
    /* Even with few chunks, the edges need all multiprocessors. */
    const unsigned grid = tg_device_blocks(
      context, task->last_edge - task->first_edge + made->blocks.most_chunks, 1, BLOCKS_PER_MULTIPROCESSOR);
    TG_TRY_CUDA(context, cudaFuncSetAttribute(count_all, cudaFuncAttributeMaxDynamicSharedMemorySize, TG_TABLE_BYTES));
    count_all<<<grid, BLOCK_THREADS, TG_TABLE_BYTES, tg_device_stream(context)>>>(
      *task, view_of_blocks(task), view_of_edges(task), tally);
    TG_TRY_CUDA(context, cudaGetLastError());
cleanup:
    return status;
}
