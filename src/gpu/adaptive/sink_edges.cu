/* adaptive/sink_edges.cu - counts the support of edges, in blocks of 8 vertices.
 *
 * In shared memory, each vertex v of a block has a bitmap of its row, and a counter for each of its edges. For each
 * row u that contains v, the keys of u before v are tested in the bitmap. A closed wedge counts for three edges:
 *
 * - v->w is counted at once, in its counter. The number of this counter is that of the first id
 *   in the same word of the bitmap, plus the number of set bits of the word below w.  So no
 *   search and no atomic addition in device memory is needed.
 * - u->v and u->w are counted afterwards. One bit for each key tells whether row v has it.
 *   These bits are stored, and read again row by row: the sum of a row of bits counts for u->v,
 *   the sum of a column for u->w.  A warp adds up 32 rows and 32 columns by transposing a square
 *   of bits.
 */
#include "gpu/adaptive/sink_bits.cuh"
#include "gpu/adaptive/sink_units.cuh"
#include "gpu/adaptive/wedges.cuh"
#include "gpu/lookup/bit_columns.cuh"

enum {
    WIDTH = TG_LEAST_WIDTH,
    BLOCK_THREADS = 512,
    WARPS = BLOCK_THREADS / WARP_THREADS,
    ROW_THREADS = BLOCK_THREADS / WIDTH, /* this many threads read one row of the block */
    BLOCKS_PER_MULTIPROCESSOR = 2,
    RESERVED_BYTES = 1 << 10, /* CUDA itself uses this much shared memory of each block */
    MOST_WORDS = (TG_WINDOW_IDS + 1) / WORD_BITS, /* the words of a bitmap */
    /* bitmaps, and the number of each word's first counter */
    TABLE_BYTES = WIDTH * MOST_WORDS * (4 + 2),
    /* A word whose counters belong to another round adds to the cells from NO_CELLS on, which nobody reads. */
    NO_CELLS = 0,
    FIRST_CELL = WORD_BITS,
    LEAST_CELLS = 1 << 10,
    MOST_CELLS = (1 << 16) - 1, /* the numbers of cells must fit into 16 bits */
    SUM_THREADS = 256,
    SUM_WARPS = SUM_THREADS / WARP_THREADS,
    SUM_BLOCKS_PER_MULTIPROCESSOR = 8
};

typedef struct edges_view {
    sink_view into;
    const tg_edge_entry *entries;
    uint8_t *bits;
    uint32_t shared_bytes;
} edges_view;

/* The data that the threads of a block share. */
typedef struct block_state {
    uint32_t chunk; /* the chunk that was drawn from the queue */
    unsigned int next; /* the next entry of the chunk to draw */
    /* the number of each row's first counter; last, of all counters */
    uint32_t starts[WIDTH + 1];
} block_state;

/* The tables in shared memory, for one chunk. */
typedef struct edge_tables {
    uint32_t *bitmaps; /* a bitmap for each vertex, whose words are a power of 2 */
    uint16_t *first_cells; /* for each word of the bitmaps, the number of its first counter */
    uint32_t *cells;
    uint32_t words_log, most_cells;
    uint32_t first_vertex;
} edge_tables;

/* ---- tables ---- */

static __device__ __forceinline__ edge_tables tables_for(
  const edges_view &view, uint32_t *shared, uint32_t first_vertex)
{
    edge_tables tables;
    const uint32_t last_key = least(first_vertex + WIDTH - 1, TG_WINDOW_IDS);
    tables.words_log = log2_floor(last_key / WORD_BITS) + 1;
    const uint32_t words = WIDTH << tables.words_log;
    tables.bitmaps = shared;
    tables.first_cells = reinterpret_cast<uint16_t *>(shared + words);
    tables.cells = shared + words + words / 2;
    tables.most_cells = least(view.shared_bytes / 4 - words - words / 2, MOST_CELLS);
    tables.first_vertex = first_vertex;
    return tables;
}

/* Numbers the counters: each id that has a key, in the rows of the block, has a counter. */
static __device__ __forceinline__ void number_cells(block_state *state, const sink_view &view, uint32_t first_vertex)
{
    if (threadIdx.x >= WARP_THREADS) return;
    const uint32_t v = first_vertex + lane_id();
    const bool there = lane_id() < WIDTH && v < view.rows.count;
    const uint32_t ids = there ? load_id(view.keyed + v) & ~TG_BEYOND_KEYS : 0;
    const uint32_t through = warp_sum_through(ids);
    if (lane_id() <= WIDTH) state->starts[lane_id()] = through - ids;
}

/* Sets the bits of the block's rows, and the number of each word's first counter. This round has
 * `here` counters, from number `first` on. Before the call all bits are clear, or were set by
 * the round before. */
static __device__ __forceinline__ void set_bits(
  const edge_tables &tables, const block_state &state, const tg_device_rows &rows, uint32_t first, uint32_t here)
{
    const uint32_t r = threadIdx.x / ROW_THREADS;
    const uint32_t count = state.starts[r + 1] - state.starts[r];
    if (count == 0) return;
    const uint32_t *const ids = rows.ids + load_id(rows.offsets + tables.first_vertex + r);
    visit_ids<IDS_AT_ONCE>(
      ids, count, threadIdx.x % ROW_THREADS, ROW_THREADS, [&](uint32_t i, uint32_t w, uint32_t before) {
          const uint32_t word = (r << tables.words_log) + w / WORD_BITS;
          const uint32_t cell = state.starts[r] + i - first;
          atomicOr(tables.bitmaps + word, 1u << w % WORD_BITS);
          if (before / WORD_BITS == w / WORD_BITS) return;
          tables.first_cells[word] = (uint16_t)(cell < here ? FIRST_CELL + cell : NO_CELLS);
      });
}

/* Returns how far w's counter is after the first counter of its word, whose bits are `word`. */
static __device__ __forceinline__ uint32_t cell_in_word(uint32_t word, uint32_t w)
{
    return bits_set(word << (WORD_BITS - 1 - w % WORD_BITS)) - 1;
}

/* Adds the counters to the supports of the block's edges. */
static __device__ __forceinline__ void gather_cells(
  const edge_tables &tables, const block_state &state, const tg_device_rows &rows, uint32_t *edges)
{
    const uint32_t r = threadIdx.x / ROW_THREADS;
    const uint32_t count = state.starts[r + 1] - state.starts[r];
    if (count == 0) return;
    const uint32_t start = load_id(rows.offsets + tables.first_vertex + r);
    visit_ids<IDS_AT_ONCE>(
      rows.ids + start, count, threadIdx.x % ROW_THREADS, ROW_THREADS, [&](uint32_t i, uint32_t w, uint32_t) {
          const uint32_t word = (r << tables.words_log) + w / WORD_BITS;
          const uint32_t first = tables.first_cells[word];
          if (first == NO_CELLS) return;
          const uint32_t found = tables.cells[first + cell_in_word(tables.bitmaps[word], w)];
          if (found > 0) atomicAdd(edges + start + i, found);
      });
}

/* Clears the bitmaps; if few bits are set, only the words that contain the rows' ids. */
static __device__ __forceinline__ void clear_bits(
  const edge_tables &tables, const block_state &state, const tg_device_rows &rows)
{
    const uint32_t words = WIDTH << tables.words_log, r = threadIdx.x / ROW_THREADS;
    if (state.starts[WIDTH] > words / 4) {
        for (uint32_t i = threadIdx.x; i < words; i += BLOCK_THREADS) tables.bitmaps[i] = 0;
        return;
    }
    const uint32_t count = state.starts[r + 1] - state.starts[r];
    if (count == 0) return;
    const uint32_t *const ids = rows.ids + load_id(rows.offsets + tables.first_vertex + r);
    visit_ids<IDS_AT_ONCE>(ids, count, threadIdx.x % ROW_THREADS, ROW_THREADS,
      [&](uint32_t, uint32_t w, uint32_t) { tables.bitmaps[(r << tables.words_log) + w / WORD_BITS] = 0; });
}

/* ---- units ---- */

/* A unit of keys that a lane counts, and the place of its results. */
typedef struct edge_unit {
    uint4 keys;
    uint32_t number; /* the number of v in the block */
    uint64_t place; /* the byte that stores the unit's bits */
    bool there;
} edge_unit;

static __device__ __forceinline__ edge_unit read_edge_unit(
  const edges_view &view, const tg_edge_entry &mine, uint32_t end, uint32_t total, uint32_t first)
{
    edge_unit unit;
    const uint32_t units = mine.units_and_number / WIDTH, number = mine.units_and_number % WIDTH;
    const uint32_t before = bits_set(__ballot_sync(FULL_WARP, end <= first));
    const uint32_t marks = warp_or(flat_mark(end, first));
    const int owner = (int)(flat_owner(before, marks, lane_id()) % WARP_THREADS);
    const uint32_t start = __shfl_sync(FULL_WARP, mine.start, owner);
    const uint32_t found = __shfl_sync(FULL_WARP, mine.found, owner);
    const uint32_t begin = __shfl_sync(FULL_WARP, (end - units) * WIDTH + number, owner);
    const uint32_t at = first + lane_id() - begin / WIDTH;
    unit.number = begin % WIDTH;
    unit.place = (uint64_t)found * 4 + bit_byte(at);
    unit.there = first + lane_id() < total;
    unit.keys = make_uint4(~0u, ~0u, ~0u, ~0u);
    if (unit.there) unit.keys = __ldg(view.into.keys + (start + at));
    return unit;
}

/* The result of looking up a key in a bitmap: the word of the bitmap, shifted so that the key's
 * bit is the highest, and the offset of that word in bytes. */
typedef struct probe {
    uint32_t bits, offset;
} probe;

/* Looks up a key of `word`: that in the lower half if `low`, otherwise that in the upper half. */
static __device__ __forceinline__ probe probe_key(const edge_tables &tables, uint32_t base, uint32_t word, bool low)
{
    enum {
        WORD_OFFSETS = (MOST_WORDS - 1) * 4,
        TO_OFFSET = 3 /* shifts the number of a bit to the byte offset of its word */
    };
    probe made;
    made.offset = (word >> (low ? TO_OFFSET : TO_OFFSET + 16) & WORD_OFFSETS) | base;
    const char *const bytes = reinterpret_cast<const char *>(tables.bitmaps);
    const uint32_t found = *reinterpret_cast<const uint32_t *>(bytes + made.offset);
    made.bits = __funnelshift_l(0, found, low ? ~word : ~word >> 16);
    return made;
}

/* For each of four keys whose bit is set, counts for v->w. `places` are the addresses where the number of the first
 * counter of each key's word is stored; `cells` is the address of the counters, less one counter. Four keys are
 * counted together, so that their loads overlap. The code uses predicates, by which lanes without a set bit skip it,
 * because the compiler would branch. It would also branch for adding a constant 1, so `one` is a 1 that the compiler
 * does not know. */
static __device__ __forceinline__ void count_four_cells(
  const probe *keys, const uint32_t *places, uint32_t cells, uint32_t one)
{
    asm volatile("{ .reg .pred a, b, c, d; .reg .u32 i, j, k, l, m, n, o, p;\n\t"
                 "setp.lt.s32 a, %0, 0; setp.lt.s32 b, %1, 0;\n\t"
                 "setp.lt.s32 c, %2, 0; setp.lt.s32 d, %3, 0;\n\t"
                 "@a ld.shared.u16 i, [%4]; @b ld.shared.u16 j, [%5];\n\t"
                 "@c ld.shared.u16 k, [%6]; @d ld.shared.u16 l, [%7];\n\t"
                 "popc.b32 m, %0; popc.b32 n, %1; popc.b32 o, %2; popc.b32 p, %3;\n\t"
                 "add.u32 i, i, m; add.u32 j, j, n; add.u32 k, k, o; add.u32 l, l, p;\n\t"
                 "mad.lo.u32 i, i, 4, %8; mad.lo.u32 j, j, 4, %8;\n\t"
                 "mad.lo.u32 k, k, 4, %8; mad.lo.u32 l, l, 4, %8;\n\t"
                 "@a red.shared.add.u32 [i], %9; @b red.shared.add.u32 [j], %9;\n\t"
                 "@c red.shared.add.u32 [k], %9; @d red.shared.add.u32 [l], %9; }" ::"r"(keys[0].bits),
      "r"(keys[1].bits), "r"(keys[2].bits), "r"(keys[3].bits), "r"(places[0]), "r"(places[1]), "r"(places[2]),
      "r"(places[3]), "r"(cells), "r"(one));
}

/* Counts a unit of keys for v->w. Returns a bit for each key, which is set if row v contains its id. */
static __device__ __forceinline__ uint32_t count_edge_unit(const edge_tables &tables, const edge_unit &unit)
{
    const uint32_t words[4] = {unit.keys.x, unit.keys.y, unit.keys.z, unit.keys.w};
    const uint32_t last = least(tables.first_vertex + unit.number, TG_WINDOW_IDS) * 0x10001u;
    const uint32_t base = unit.number << tables.words_log << 2;
    const uint32_t first_cells = (uint32_t)__cvta_generic_to_shared(tables.first_cells);
    const uint32_t cells = (uint32_t)__cvta_generic_to_shared(tables.cells) - 4;
    uint32_t found = 0, places[TG_UNIT_KEYS];
    probe keys[TG_UNIT_KEYS];
#pragma unroll
    for (int i = TG_UNIT_KEYS - 1; i >= 0; i--) {
        keys[i] = probe_key(tables, base, __vminu2(words[i / 2], last), i % 2 == 0);
        places[i] = first_cells + keys[i].offset / 2;
        found = __funnelshift_l(keys[i].bits, found, 1);
    }
    const uint32_t one = least(tables.most_cells, 1);
    count_four_cells(keys, places, cells, one);
    count_four_cells(keys + 4, places + 4, cells, one);
    return found;
}

/* ---- entries ---- */

/* Counts the entries of the warp's lanes, whose units form one sequence. Returns how many wedges
 * this lane's units close. */
static __device__ __forceinline__ uint32_t count_batch(
  const edges_view &view, const edge_tables &tables, const tg_edge_entry &mine)
{
    const uint32_t end = warp_sum_through(mine.units_and_number / WIDTH);
    const uint32_t total = __shfl_sync(FULL_WARP, end, WARP_THREADS - 1);
    uint32_t found = 0;
    edge_unit unit = read_edge_unit(view, mine, end, total, 0);
    for (uint32_t first = 0; first < total; first += WARP_THREADS) {
        edge_unit next = {};
        if (first + WARP_THREADS < total) next = read_edge_unit(view, mine, end, total, first + WARP_THREADS);
        const uint32_t bits = count_edge_unit(tables, unit);
        if (unit.there) view.bits[unit.place] = (uint8_t)bits;
        found += bits_set(bits);
        unit = next;
    }
    return found;
}

static __device__ __forceinline__ uint64_t count_entries(
  const edges_view &view, const edge_tables &tables, block_state *state, const tg_chunk &entries)
{
    const uint32_t batch = entries_drawn(entries, WARPS);
    uint32_t first = 0;
    uint64_t found = 0;
    tg_edge_entry entry = next_entry(view.entries, &state->next, batch, entries.last, &first);
    while (first < entries.last) {
        const tg_edge_entry next = next_entry(view.entries, &state->next, batch, entries.last, &first);
        found += count_batch(view, tables, entry);
        entry = next;
    }
    return found;
}

/* Counts the entries of a chunk. If not all counters fit into shared memory, the entries are counted in rounds, each
 * with some of the counters. *clear_log is the size of the bitmaps that are clear, before and after the call. */
static __device__ __forceinline__ uint64_t count_chunk(
  const edges_view &view, uint32_t *shared, block_state *state, const tg_chunk &chunk, uint32_t *clear_log)
{
    const edge_tables tables = tables_for(view, shared, chunk.group * WIDTH);
    /* less than all, because the counters of the last word may end later */
    const uint32_t here = tables.most_cells - 2 * WORD_BITS;
    uint64_t found = 0;
    number_cells(state, view.into, tables.first_vertex);
    if (*clear_log != tables.words_log)
        for (uint32_t i = threadIdx.x; i < WIDTH << tables.words_log; i += BLOCK_THREADS) tables.bitmaps[i] = 0;
    *clear_log = tables.words_log;
    __syncthreads();
    for (uint32_t first = 0; first == 0 || first < state->starts[WIDTH]; first += here) {
        const uint32_t left = state->starts[WIDTH] - first;
        const uint32_t used = FIRST_CELL + (left < here ? left : here + WORD_BITS);
        for (uint32_t i = threadIdx.x; i < used; i += BLOCK_THREADS) tables.cells[i] = 0;
        set_bits(tables, *state, view.into.rows, first, here);
        if (threadIdx.x == 0) state->next = chunk.first;
        __syncthreads();
        const uint64_t closed = count_entries(view, tables, state, chunk);
        if (first == 0) found = closed;
        __syncthreads();
        gather_cells(tables, *state, view.into.rows, view.into.sink.edges);
        __syncthreads();
    }
    clear_bits(tables, *state, view.into.rows);
    return found;
}

/* Draws chunks with all threads of a block, and counts them. Early vertices have the longest
 * chunks, which come first. The warps draw the entries of a chunk. */
static __global__ void __launch_bounds__(BLOCK_THREADS, TG_RESIDENT_BLOCKS(BLOCK_THREADS, BLOCKS_PER_MULTIPROCESSOR))
  count_supports(edges_view view, tg_tally *tally)
{
    extern __shared__ uint4 shared_units[];
    __shared__ block_state state;
    uint32_t *const shared = reinterpret_cast<uint32_t *>(shared_units);
    const uint32_t chunks = *view.into.chunk_count;
    uint32_t clear_log = UINT32_MAX;
    uint64_t found = 0;
    for (;;) {
        const uint32_t drawn = draw_chunk(&tally->next[0], &state.chunk);
        if (drawn >= chunks) break;
        found += count_chunk(view, shared, &state, view.into.chunks[drawn], &clear_log);
    }
    tally_add(tally, found);
}

/* ---- rows of bits ---- */

/* A row and its bits; `keyed` is 0 if the row has no bits. */
typedef struct row_bits {
    const uint32_t *words;
    uint32_t start, ids, keyed;
} row_bits;

static __device__ __forceinline__ uint32_t groups_of(const row_bits &row)
{
    return (row.ids + BIT_GROUP - 1) / BIT_GROUP;
}

/* Transposes a square of bits, of which each lane has one row, and returns the sum of this lane's column. */
static __device__ __forceinline__ uint32_t column_sum(uint32_t word)
{
    return bits_set(turn_bits(word));
}

/* Adds the bits of a row with at most 32 keys, whose ids have one word each, to the supports. */
static __device__ __forceinline__ void sum_narrow(const row_bits &row, uint32_t *edges)
{
    uint32_t columns = 0;
    for (uint32_t i = lane_id(), group = 0; group < groups_of(row); group++, i += BIT_GROUP) {
        const uint32_t word = __ldg(row.words + i);
        const uint32_t sum = bits_set(word);
        columns += column_sum(word);
        if (i < row.ids && sum > 0) edges[i] += sum;
    }
    if (lane_id() < row.keyed && columns > 0) edges[lane_id()] += columns;
}

/* Adds the bits of a row with more keys to the supports, 128 columns at a time. */
static __device__ __forceinline__ void sum_wide(const row_bits &row, uint32_t *edges)
{
    const uint32_t quads = bit_quads(groups_of(row) - 1, row.keyed);
    for (uint32_t quad = 0; quad < quads; quad++) {
        uint4 columns = make_uint4(0, 0, 0, 0);
        for (uint32_t group = quad * QUAD_GROUPS; group < groups_of(row); group++) {
            const uint64_t place =
              bits_before_group(group, row.keyed) + quad * GROUP_QUAD_WORDS + lane_id() * QUAD_WORDS;
            const uint4 four = __ldg(reinterpret_cast<const uint4 *>(row.words + place));
            const uint32_t sum = bits_set(four.x) + bits_set(four.y) + bits_set(four.z) + bits_set(four.w);
            const uint32_t i = group * BIT_GROUP + lane_id();
            if (i < row.ids && sum > 0) edges[i] += sum;
            columns.x += column_sum(four.x);
            if (group > quad * QUAD_GROUPS) columns.y += column_sum(four.y);
            if (group > quad * QUAD_GROUPS + 1) columns.z += column_sum(four.z);
            if (group > quad * QUAD_GROUPS + 2) columns.w += column_sum(four.w);
        }
        const uint32_t sums[QUAD_WORDS] = {columns.x, columns.y, columns.z, columns.w};
#pragma unroll
        for (uint32_t word = 0; word < QUAD_WORDS; word++) {
            const uint32_t i = quad * QUAD_BITS + word * WORD_BITS + lane_id();
            if (i < row.keyed && sums[word] > 0) edges[i] += sums[word];
        }
    }
}

static __device__ __forceinline__ row_bits find_bits(
  const sink_view &view, const uint32_t *bits, const uint64_t *bit_starts, uint64_t u, uint32_t block_limits)
{
    row_bits row = {bits, 0, 0, 0};
    if (u >= view.rows.count) return row;
    const row_part ids = row_of(view.rows, (uint32_t)u);
    if (ids.count < 2 || bit_starts[u] == bit_starts[u + 1]) return row;
    row.words += bit_starts[u];
    row.start = ids.start;
    row.ids = end_below(view.rows.ids + ids.start, 0, ids.count, block_limits);
    row.keyed = load_id(view.keyed + u) & ~TG_BEYOND_KEYS;
    return row;
}

/* Returns the row that lane `lane` has. */
static __device__ __forceinline__ row_bits row_of_lane(const row_bits &mine, int lane)
{
    const unsigned long long words = (unsigned long long)mine.words;
    const row_bits row = {reinterpret_cast<const uint32_t *>(__shfl_sync(FULL_WARP, words, lane)),
      __shfl_sync(FULL_WARP, mine.start, lane), __shfl_sync(FULL_WARP, mine.ids, lane),
      __shfl_sync(FULL_WARP, mine.keyed, lane)};
    return row;
}

/* Adds the bits of all rows to the supports. A warp adds up one row at a time, and no other warp adds to its edges at
 * that time, so additions need not be atomic. The lanes fetch 32 rows at once, because most rows are so short that
 * fetching them one by one would take longer than summing them. */
static __global__ void __launch_bounds__(SUM_THREADS, TG_RESIDENT_BLOCKS(SUM_THREADS, SUM_BLOCKS_PER_MULTIPROCESSOR))
  sum_bits(sink_view view, const uint32_t *bits, const uint64_t *bit_starts, uint32_t hub_rows, uint32_t block_limits)
{
    const uint64_t warps = (uint64_t)gridDim.x * SUM_WARPS;
    for (uint64_t u = (uint64_t)hub_rows + blockIdx.x * SUM_WARPS + warp_id(); u < view.rows.count;
         u += warps * WARP_THREADS) {
        const row_bits mine = find_bits(view, bits, bit_starts, u + warps * lane_id(), block_limits);
        for (uint32_t left = __ballot_sync(FULL_WARP, mine.keyed > 0); left > 0; left &= left - 1) {
            const row_bits row = row_of_lane(mine, __ffs((int)left) - 1);
            if (row.keyed <= WORD_BITS)
                sum_narrow(row, view.sink.edges + row.start);
            else
                sum_wide(row, view.sink.edges + row.start);
        }
    }
}

/* ---- all ---- */

/* Returns how much shared memory a thread block gets: the most with which a multiprocessor can
 * hold two blocks, otherwise the most of one; 0 if not even one fits. */
static uint32_t shared_bytes_of(const tricorn_context *context)
{
    const uint32_t there = tg_device_properties_of(context)->shared_block_bytes;
    const uint32_t state = sizeof(block_state), needed = TABLE_BYTES + LEAST_CELLS * 4 + state;
    const uint32_t half = (there + RESERVED_BYTES) / BLOCKS_PER_MULTIPROCESSOR - RESERVED_BYTES;
    if (half >= needed) return (half - state) / 16 * 16;
    return there >= needed ? (there - state) / 16 * 16 : 0;
}

bool tg_sink_edges_fit(const tricorn_context *context)
{
    return shared_bytes_of(context) > 0;
}

tricorn_status tg_sink_count_edges(tricorn_context *context, const tg_device_task *task, const tg_sink_index *made,
  const tg_device_sink *sink, tg_tally *tally)
{
    tricorn_status status = TRICORN_OK;
    const cudaStream_t stream = tg_device_stream(context);
    const edges_view view = {view_of(task, made, sink), (const tg_edge_entry *)made->entries.entries,
      reinterpret_cast<uint8_t *>(made->bits), shared_bytes_of(context)};
    const unsigned grid = tg_device_blocks(context, made->entries.most_chunks, 1, BLOCKS_PER_MULTIPROCESSOR);

    TG_TRY_CUDA(context,
      cudaFuncSetAttribute(count_supports, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)view.shared_bytes));
    count_supports<<<grid, BLOCK_THREADS, view.shared_bytes, stream>>>(view, tally);
    TG_TRY_CUDA(context, cudaGetLastError());
    sum_bits<<<tg_device_blocks(context, task->edges.count, SUM_WARPS, SUM_BLOCKS_PER_MULTIPROCESSOR), SUM_THREADS, 0,
      stream>>>(view.into, made->bits, made->bit_starts, made->hub_rows, made->block_limits);
    TG_TRY_CUDA(context, cudaGetLastError());
cleanup:
    return status;
}
