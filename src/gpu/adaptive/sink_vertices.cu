/* adaptive/sink_vertices.cu - counts the triangles of each vertex, by blocks of vertices.
 *
 * One read of the table (table.cuh) tests a wedge of u and w with all v of the block. The bits
 * that it returns are counted in three ways, so that few atomic additions access device memory:
 *
 * - for w, in counters of 16 bits in shared memory (in device memory for ids without such a
 *   counter);
 * - for each v of the block, by columns of bits in each thread (lookup/bit_columns.cuh);
 * - for u, once at the end of its entry.
 */
#include "gpu/adaptive/sink_units.cuh"
#include "gpu/lookup/bit_columns.cuh"

enum {
    COUNTED_IDS = TG_WIDE_LIMITS, /* this many ids have counters in shared memory */
    COUNTER_BYTES = COUNTED_IDS * 2,
    SHARED_BYTES = TG_TABLE_BYTES + COUNTER_BYTES,
    BLOCK_THREADS = 512,
    WARPS = BLOCK_THREADS / WARP_THREADS,
    BLOCKS_PER_MULTIPROCESSOR = 2,
    MOST_COUNT = (1 << 16) - 1 /* the largest value of a 16-bit counter */
};

/* The data that the threads of a block share. */
typedef struct block_state {
    uint32_t chunk; /* the chunk that was drawn from the queue */
    unsigned int next; /* the next entry of the chunk to draw */
    /* for each warp, the prefix sum of triangles at the end of each entry */
    uint32_t through[WARPS][WARP_THREADS];
} block_state;

/* Adds the counters to the counts of the vertices, and zeroes them. */
static __device__ __forceinline__ void empty_counters(uint32_t *counters, uint32_t ids, uint32_t *vertices)
{
    for (uint32_t i = threadIdx.x; i < (ids + 1) / 2; i += BLOCK_THREADS) {
        const uint32_t two = counters[i];
        if (two == 0) continue;
        counters[i] = 0;
        if (two & MOST_COUNT) atomicAdd(vertices + 2 * i, two & MOST_COUNT);
        if (two >> 16) atomicAdd(vertices + 2 * i + 1, two >> 16);
    }
}

/* The table of a block, and the counters to which its triangles are added for w. */
template <typename Slot> struct counting_table {
    const Slot *slots;
    uint32_t *counters, *vertices;
    uint32_t last; /* the block's last key, in both halves of the word */
};

/* Adds `closed` triangles for w. */
template <typename Slot>
static __device__ __forceinline__ void count_key(const counting_table<Slot> &table, uint32_t w, uint32_t closed)
{
    if (sizeof(Slot) == sizeof(uint32_t) || w < COUNTED_IDS) /* wide blocks have no other ids */
        add_to_counter(table.counters + w / 2, closed << w % 2 * 16);
    else if (closed > 0)
        atomicAdd(table.vertices + w, closed);
}

static __device__ __forceinline__ void add_columns(bit_columns *columns, uint32_t *closed, uint32_t)
{
    add_eight_words(columns, closed);
}

static __device__ __forceinline__ void add_columns(bit_columns *columns, uint32_t *closed, uint16_t)
{
#pragma unroll
    for (uint32_t i = 0; i < 4; i++) closed[i] |= closed[i + 4] << 16;
    add_four_words(columns, closed);
}

static __device__ __forceinline__ void add_columns(bit_columns *columns, uint32_t *closed, uint8_t)
{
#pragma unroll
    for (uint32_t i = 0; i < 2; i++) closed[i] |= closed[i + 2] << 8 | closed[i + 4] << 16 | closed[i + 6] << 24;
    add_two_words(columns, closed);
}

/* Counts the keys of a unit, and returns the number of triangles that they close. */
template <typename Slot>
static __device__ __forceinline__ uint32_t count_unit(
  const counting_table<Slot> &table, uint4 unit, uint32_t mask, bit_columns *columns)
{
    uint32_t words[4] = {unit.x, unit.y, unit.z, unit.w};
    uint32_t closed[TG_UNIT_KEYS], found = 0;
#pragma unroll
    for (uint32_t i = 0; i < 4; i++) {
        words[i] = __vminu2(words[i], table.last);
        closed[2 * i] = table.slots[words[i] & 0xffffu] & mask;
        closed[2 * i + 1] = table.slots[words[i] >> 16] & mask;
    }
#pragma unroll
    for (uint32_t i = 0; i < 4; i++) {
        const uint32_t low = (uint32_t)__popc(closed[2 * i]);
        const uint32_t high = (uint32_t)__popc(closed[2 * i + 1]);
        count_key(table, words[i] & 0xffffu, low);
        count_key(table, words[i] >> 16, high);
        found += low + high;
    }
    add_columns(columns, closed, (Slot)0);
    return found;
}

/* The counts of a lane, while its warp counts a chunk. */
typedef struct warp_counts {
    bit_columns columns;
    uint32_t added; /* how many words were added to the columns */
    uint32_t middle; /* triangles of the vertex whose number in the block is `lane` */
} warp_counts;

/* Counts the entries of the warp's lanes, whose units form one sequence. Returns how many
 * triangles this lane's entry closes. */
template <typename Slot>
static __device__ __forceinline__ uint32_t count_batch(const counting_table<Slot> &table, const uint4 *keys,
  const tg_sink_entry &mine, uint32_t *through, warp_counts *counts)
{
    const uint32_t end = warp_sum_through(mine.units);
    const uint32_t total = __shfl_sync(FULL_WARP, end, WARP_THREADS - 1);
    uint32_t sum = 0;
    lane_unit unit = read_unit(keys, mine, end, total, 0);
    __syncwarp(); /* all lanes have read the sums of the batch before */
    for (uint32_t first = 0; first < total; first += WARP_THREADS) {
        lane_unit next = {};
        if (first + WARP_THREADS < total) next = read_unit(keys, mine, end, total, first + WARP_THREADS);
        const uint32_t found = count_unit(table, unit.keys, unit.mask, &counts->columns);
        const uint32_t so_far = sum + warp_sum_through(found);
        if (unit.ends) through[unit.owner] = so_far;
        sum = __shfl_sync(FULL_WARP, so_far, WARP_THREADS - 1);
        counts->added += TG_UNIT_KEYS;
        if (counts->added > MOST_BIT_WORDS - TG_UNIT_KEYS) {
            counts->middle += take_columns(&counts->columns);
            counts->added = 0;
        }
        unit = next;
    }
    __syncwarp();
    if (mine.units == 0) return 0;
    return through[lane_id()] - (lane_id() > 0 ? through[lane_id() - 1] : 0);
}

/* Counts some entries of one block, so few that no counter overflows. The table must be
 * complete, and the counters 0. */
template <typename Slot>
static __device__ __forceinline__ uint64_t count_range(
  const sink_view &view, uint32_t *table, block_state *state, const tg_chunk &range)
{
    enum { WIDTH = 8 * sizeof(Slot) };
    const first_of_block first_of = {all_widths()};
    const uint32_t first_vertex = first_of(range.group);
    const uint32_t last_key = least(first_vertex + WIDTH - 1, TG_WINDOW_IDS);
    const uint32_t batch = entries_drawn(range, WARPS);
    const counting_table<Slot> slots = {
      reinterpret_cast<const Slot *>(table), table + TG_TABLE_BYTES / 4, view.sink.u, last_key | last_key << 16};
    warp_counts counts = {};
    uint32_t first = 0;
    uint64_t found = 0;
    unsigned int *const queue = &state->next;
    tg_sink_entry entry = next_entry(view.entries, queue, batch, range.last, &first);
    while (first < range.last) {
        const tg_sink_entry next = next_entry(view.entries, queue, batch, range.last, &first);
        const uint32_t closed =
          count_batch(slots, view.keys, entry, state->through[threadIdx.x / WARP_THREADS], &counts);
        if (closed > 0) atomicAdd(view.sink.u + load_id(view.sources + entry.edge), closed);
        found += closed;
        entry = next;
    }
    counts.middle += take_columns(&counts.columns);
    if (counts.middle > 0) atomicAdd(view.sink.u + first_vertex + lane_id() % WIDTH, counts.middle);
    return found;
}

template <typename Slot>
static __device__ __forceinline__ uint64_t count_chunk(
  const sink_view &view, uint32_t *table, block_state *state, const tg_chunk &chunk)
{
    /* An entry adds to a counter at most the block's width. */
    const uint32_t most = MOST_COUNT / (8 * sizeof(Slot));
    const first_of_block first_of = {all_widths()};
    const uint32_t first_vertex = first_of(chunk.group);
    const uint32_t counted = least(first_vertex + 8 * sizeof(Slot), COUNTED_IDS);
    uint64_t found = 0;
    const auto row = [&](uint32_t v) { return row_of(view.rows, v); };
    const window_ids<decltype(row)> all_keys = {0, row};
    build_table<Slot, BLOCK_THREADS, IDS_AT_ONCE>(table, view.rows, first_vertex, 0, all_keys);
    for (uint32_t first = chunk.first; first < chunk.last; first += most) {
        const tg_chunk range = {chunk.group, first, chunk.last - first < most ? chunk.last : first + most};
        if (threadIdx.x == 0) state->next = first;
        __syncthreads();
        found += count_range<Slot>(view, table, state, range);
        __syncthreads();
        empty_counters(table + TG_TABLE_BYTES / 4, counted, view.sink.u);
        __syncthreads();
    }
    return found;
}

/* Draws chunks with all threads of a block, and counts them, those of narrow blocks first. The
 * warps draw the entries of a chunk. */
static __global__ void __launch_bounds__(BLOCK_THREADS, TG_RESIDENT_BLOCKS(BLOCK_THREADS, BLOCKS_PER_MULTIPROCESSOR))
  count_vertices(sink_view view, tg_tally *tally)
{
    extern __shared__ uint4 table_units[];
    __shared__ block_state state;
    uint32_t *const table = reinterpret_cast<uint32_t *>(table_units);
    const uint32_t chunks = *view.chunk_count;
    const first_of_block first_of = {all_widths()};
    uint64_t found = 0;
    for (uint32_t i = threadIdx.x; i < COUNTER_BYTES / 4; i += BLOCK_THREADS) table[TG_TABLE_BYTES / 4 + i] = 0;
    for (;;) {
        const uint32_t drawn = draw_chunk(&tally->next[0], &state.chunk);
        if (drawn >= chunks) break;
        const tg_chunk chunk = view.chunks[chunks - 1 - drawn];
        const uint32_t width = first_of.width(chunk.group);
        if (width == 32)
            found += count_chunk<uint32_t>(view, table, &state, chunk);
        else if (width == 16)
            found += count_chunk<uint16_t>(view, table, &state, chunk);
        else
            found += count_chunk<uint8_t>(view, table, &state, chunk);
    }
    tally_add(tally, found);
}

bool tg_sink_vertices_fit(const tricorn_context *context)
{
    const tg_device_properties *device = tg_device_properties_of(context);
    return device->shared_block_bytes >= SHARED_BYTES + sizeof(block_state);
}

tricorn_status tg_sink_count_vertices(tricorn_context *context, const tg_device_task *task, const tg_sink_index *made,
  const tg_device_sink *sink, tg_tally *tally)
{
    tricorn_status status = TRICORN_OK;
    const tg_grouped *entries = &made->entries;
    const sink_view view = view_of(task, made, sink);
    const unsigned grid = tg_device_blocks(context, entries->most_chunks, 1, BLOCKS_PER_MULTIPROCESSOR);
    TG_TRY_CUDA(
      context, cudaFuncSetAttribute(count_vertices, cudaFuncAttributeMaxDynamicSharedMemorySize, SHARED_BYTES));
    count_vertices<<<grid, BLOCK_THREADS, SHARED_BYTES, tg_device_stream(context)>>>(view, tally);
    TG_TRY_CUDA(context, cudaGetLastError());
cleanup:
    return status;
}
