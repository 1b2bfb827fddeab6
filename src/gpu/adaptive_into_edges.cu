/* adaptive_into_edges.cu - support of edges by blocks of 8 vertices.
 *
 * A read of the table tests a wedge u, w with all v of the block. What it gives counts for three
 * kinds of edges:
 *   u->w  as often as there are bits: sums of 16 bits beside the keys of row u, in device memory,
 *         eight of them by two additions;
 *   u->v  for each bit in the columns of what an entry gives: digits of a unit's columns are turned
 *         over the warp, so that a lane has those of one v for all 32 units;
 *   v->w  for each bit: a cell of shared memory.  Cells are numbered in the order of w, as many as
 *         the rows of the block have ids; their number is the sum before four slots of the table,
 *         and the bits before in these.  If they do not all fit, the entries go through again for
 *         the others.
 */
#include "gpu/adaptive_into_units.cuh"
#include "gpu/lookup/bit_columns.cuh"

enum {
    WIDTH = 8,      /* vertices of a block */
    WORD_IDS = 4,   /* slots in a word of the table */
    WORDS = (TG_KEY_IDS + 1) / WORD_IDS,
    BLOCK_THREADS = 1024,
    WARPS = BLOCK_THREADS / WARP_THREADS,
    ROW_WARPS = WARPS / WIDTH, /* that go through a row of the block */
    LEAST_CELLS = 1 << 12,
    NOT_HERE = 0xffff, /* in `before`: the cells of a word are for another time */
    SUM_BITS = 16,
    DIGITS = 4 /* of how many of 8 keys met v */
};

/* In shared memory; the cells follow. */
typedef struct edge_tables {
    uint32_t table[WORDS];
    uint16_t before[WORDS];
    uint16_t through[WARPS][WARP_THREADS][WIDTH]; /* sums up to the end of each entry of a warp */
    uint32_t warp_sums[WARPS];
    uint32_t share, next_cell; /* the first cell of the time after this one */
    unsigned int next;         /* entry of the share */
} edge_tables;

/* The cells that are there this time: from number `first` on, `most` of them. */
typedef struct cell_range {
    uint32_t first, most;
} cell_range;

/* ---- tables ------------------------------------------------------------------------------- */

/* Sets, for each id in the rows of the block, the bits of these rows. */
static __device__ __forceinline__ void build_table(edge_tables *tables, const tg_device_rows &rows,
                                                   uint32_t first, uint32_t words)
{
    const uint32_t warp = threadIdx.x / WARP_THREADS, r = warp / ROW_WARPS;
    for (uint32_t i = threadIdx.x; i < words; i += BLOCK_THREADS) tables->table[i] = 0;
    __syncthreads();
    if (first + r < rows.count) {
        const row_part row = row_of(rows, first + r);
        for (uint32_t i = threadIdx.x % (ROW_WARPS * WARP_THREADS); i < row.count;
             i += ROW_WARPS * WARP_THREADS) {
            const uint32_t w = load_id(rows.ids + row.start + i);
            if (w < TG_KEY_IDS)
                atomicOr(tables->table + w / WORD_IDS, 1u << (w % WORD_IDS * WIDTH + r));
        }
    }
    __syncthreads();
}

/* The sum of the values of all threads before this one. */
static __device__ __forceinline__ uint32_t block_sum_before(edge_tables *tables, uint32_t value)
{
    const uint32_t warp = threadIdx.x / WARP_THREADS;
    const uint32_t through = warp_sum_through(value);
    if (lane_id() == WARP_THREADS - 1) tables->warp_sums[warp] = through;
    __syncthreads();
    if (warp == 0) tables->warp_sums[lane_id()] = warp_sum_through(tables->warp_sums[lane_id()]);
    __syncthreads();
    return through - value + (warp > 0 ? tables->warp_sums[warp - 1] : 0);
}

/* Numbers the cells of the words, those of the range from 0 on. */
static __device__ __forceinline__ void number_cells(edge_tables *tables, uint32_t words,
                                                    const cell_range &range)
{
    const uint32_t each = (words + BLOCK_THREADS - 1) / BLOCK_THREADS;
    const uint32_t first = threadIdx.x * each;
    const uint32_t last = first + each < words ? first + each : words;
    uint32_t sum = 0;
    if (threadIdx.x == 0) tables->next_cell = UINT32_MAX;
    for (uint32_t i = first; i < last; i++) sum += bits_set(tables->table[i]);
    uint32_t cell = block_sum_before(tables, sum);
    for (uint32_t i = first; i < last; i++) {
        const uint32_t cells = bits_set(tables->table[i]);
        const bool here = cell >= range.first && cell + cells <= range.first + range.most;
        tables->before[i] = here ? (uint16_t)(cell - range.first) : (uint16_t)NOT_HERE;
        if (!here && cells > 0 && cell >= range.first) atomicMin(&tables->next_cell, cell);
        cell += cells;
    }
    __syncthreads();
}

/* The cell of bit number `bit` of a word of the table. */
static __device__ __forceinline__ uint32_t cell_of(uint32_t before, uint32_t word, uint32_t bit)
{
    return before + bits_set(word & ((1u << bit) - 1));
}

/* Adds what the cells have to the edges of the block's rows, and zeroes them. */
static __device__ __forceinline__ void empty_cells(edge_tables *tables, uint32_t *cells,
                                                   const tg_device_rows &rows, uint32_t first,
                                                   uint32_t *edges)
{
    const uint32_t r = threadIdx.x / WARP_THREADS / ROW_WARPS;
    if (first + r >= rows.count) return;
    const row_part row = row_of(rows, first + r);
    for (uint32_t i = threadIdx.x % (ROW_WARPS * WARP_THREADS); i < row.count;
         i += ROW_WARPS * WARP_THREADS) {
        const uint32_t w = load_id(rows.ids + row.start + i);
        if (w >= TG_KEY_IDS) break;
        const uint32_t before = tables->before[w / WORD_IDS];
        if (before == NOT_HERE) continue;
        const uint32_t cell =
            cell_of(before, tables->table[w / WORD_IDS], w % WORD_IDS * WIDTH + r);
        const uint32_t found = cells[cell];
        if (found == 0) continue;
        atomicAdd(edges + row.start + i, found);
        cells[cell] = 0;
    }
}

/* ---- units -------------------------------------------------------------------------------- */

/* What the keys of a unit meet: a byte for each, in two words. */
typedef struct unit_bits {
    uint32_t bytes[2];
} unit_bits;

static __device__ __forceinline__ unit_bits test_unit(const edge_tables *tables, uint4 unit,
                                                      uint32_t last, uint32_t mask)
{
    const uint32_t words[4] = {unit.x, unit.y, unit.z, unit.w};
    const uint8_t *const slots = reinterpret_cast<const uint8_t *>(tables->table);
    unit_bits bits = {{0, 0}};
#pragma unroll
    for (uint32_t i = 0; i < 4; i++) {
        const uint32_t word = __vminu2(words[i], last);
        const uint32_t low = slots[word & 0xffffu], high = slots[word >> 16];
        bits.bytes[i / 2] |= (low | high << 8) << i % 2 * 16;
    }
    mask *= 0x01010101u; /* for each byte */
    bits.bytes[0] &= mask;
    bits.bytes[1] &= mask;
    return bits;
}

/* Counts for v->w: the bits of all keys of a lane in one loop, so that lanes wait for the one
 * with the most bits in all, not at each key. */
static __device__ __forceinline__ void count_cells(const edge_tables *tables, uint32_t *cells,
                                                   uint4 unit, const unit_bits &bits)
{
    uint32_t low = bits.bytes[0], high = bits.bytes[1];
    while ((low | high) > 0) {
        const bool first = low > 0; /* of the keys 0 to 3 */
        const uint32_t left = first ? low : high;
        const uint32_t at = (uint32_t)__ffs((int)left) - 1, key = at / WIDTH;
        const uint32_t even = first ? unit.x : unit.z, odd = first ? unit.y : unit.w;
        const uint32_t w = (key < 2 ? even : odd) >> key % 2 * 16 & 0xffffu;
        const uint32_t before = tables->before[w / WORD_IDS];
        if (before != NOT_HERE)
            atomicAdd(cells + cell_of(before, tables->table[w / WORD_IDS],
                                      w % WORD_IDS * WIDTH + at % WIDTH),
                      1u);
        if (first)
            low &= low - 1;
        else
            high &= high - 1;
    }
}

/* How many bits the four bytes of a word have, as sums beside keys. */
static __device__ __forceinline__ unsigned long long sums_of_bytes(uint32_t bytes)
{
    bytes -= bytes >> 1 & 0x55555555u;
    bytes = (bytes & 0x33333333u) + (bytes >> 2 & 0x33333333u);
    bytes = (bytes + (bytes >> 4)) & 0x0f0f0f0fu;
    const uint32_t low = __byte_perm(bytes, 0, 0x4140), high = __byte_perm(bytes, 0, 0x4342);
    return (unsigned long long)high << 32 | low;
}

/* Counts for u->w; returns how many triangles the unit closes. */
static __device__ __forceinline__ uint32_t add_sums(unsigned long long *sums, uint32_t unit,
                                                    const unit_bits &bits)
{
#pragma unroll
    for (uint32_t i = 0; i < 2; i++)
        if (bits.bytes[i] > 0)
            atomicAdd(sums + 2 * (uint64_t)unit + i, sums_of_bytes(bits.bytes[i]));
    return bits_set(bits.bytes[0]) + bits_set(bits.bytes[1]);
}

/* What the lanes below have of the block's vertex number lane % WIDTH: lanes have a digit each of
 * it, turned; all lanes get the sum. */
static __device__ __forceinline__ uint32_t sum_digits(uint32_t turned, uint32_t lanes)
{
    uint32_t sum = bits_set(turned & lanes) << lane_id() / WIDTH;
    sum += __shfl_xor_sync(FULL_WARP, sum, WIDTH);
    return sum + __shfl_xor_sync(FULL_WARP, sum, 2 * WIDTH);
}

/* Keeps, for each entry that ends among the warp's units, the sums of its columns and of all
 * before it; returns those of all units. */
static __device__ __forceinline__ uint32_t keep_columns(uint16_t (*through)[WIDTH],
                                                        const lane_unit &unit,
                                                        const unit_bits &bits, uint32_t before)
{
    const uint32_t turned = turn_bits(columns_of_bytes(bits.bytes[0], bits.bytes[1]));
    for (uint32_t left = __ballot_sync(FULL_WARP, unit.ends); left > 0; left &= left - 1) {
        const uint32_t owner = __shfl_sync(FULL_WARP, unit.owner, __ffs((int)left) - 1);
        const uint32_t sum = before + sum_digits(turned, left ^ (left - 1));
        if (lane_id() < WIDTH) through[owner][lane_id()] = (uint16_t)sum;
    }
    return before + sum_digits(turned, FULL_WARP);
}

/* ---- entries ------------------------------------------------------------------------------ */

/* Counts for u->v, from the sums of the columns: those of an entry are below 2^16. */
static __device__ __forceinline__ void add_columns(const uint16_t (*through)[WIDTH],
                                                   const tg_into_entry &entry, uint32_t *edges)
{
    const uint32_t lane = lane_id();
    uint32_t edge = entry.edge;
    if (entry.units == 0) return;
    for (uint32_t left = entry.mask; left > 0; left &= left - 1, edge++) {
        const uint32_t v = (uint32_t)__ffs((int)left) - 1;
        const uint32_t before = lane > 0 ? through[lane - 1][v] : 0;
        const uint16_t found = (uint16_t)(through[lane][v] - before);
        if (found > 0) atomicAdd(edges + edge, (uint32_t)found);
    }
}

/* What the warps of a block need to go through a share. */
typedef struct share_view {
    edge_tables *tables;
    uint32_t *cells;
    unsigned long long *sums;
    uint32_t last; /* the largest key, twice in a word */
    bool cells_alone; /* the rest is counted already */
} share_view;

/* The entries of the warp's lanes, put end to end; returns what the lane's units close. */
static __device__ __forceinline__ uint32_t count_batch(const into_view &view,
                                                       const share_view &share,
                                                       const tg_into_entry &mine)
{
    uint16_t(*const through)[WIDTH] = share.tables->through[threadIdx.x / WARP_THREADS];
    const uint32_t end = warp_sum_through(mine.units);
    const uint32_t total = __shfl_sync(FULL_WARP, end, WARP_THREADS - 1);
    uint32_t sum = 0, found = 0;
    lane_unit unit = read_unit(view.keys, mine, end, total, 0);
    for (uint32_t first = 0; first < total; first += WARP_THREADS) {
        lane_unit next = {};
        if (first + WARP_THREADS < total)
            next = read_unit(view.keys, mine, end, total, first + WARP_THREADS);
        const unit_bits bits = test_unit(share.tables, unit.keys, share.last, unit.mask);
        count_cells(share.tables, share.cells, unit.keys, bits);
        if (!share.cells_alone) {
            found += add_sums(share.sums, unit.at, bits);
            sum = keep_columns(through, unit, bits, sum);
        }
        unit = next;
    }
    __syncwarp();
    if (!share.cells_alone) add_columns(through, mine, view.sink.edges);
    __syncwarp();
    return found;
}

static __device__ __forceinline__ uint64_t count_entries(const into_view &view,
                                                         const share_view &share,
                                                         const tg_share &entries)
{
    const uint32_t even = (entries.last - entries.first) / (2 * WARPS) + 1;
    const uint32_t batch = even < WARP_THREADS ? even : WARP_THREADS;
    unsigned int *const queue = &share.tables->next;
    uint32_t first = 0;
    uint64_t found = 0;
    tg_into_entry entry = next_entry(view.entries, queue, batch, entries.last, &first);
    while (first < entries.last) {
        const tg_into_entry next =
            next_entry(view.entries, queue, batch, entries.last, &first);
        found += count_batch(view, share, entry);
        entry = next;
    }
    return found;
}

static __device__ __forceinline__ uint64_t count_share(const into_view &view, share_view share,
                                                       const tg_share &entries,
                                                       uint32_t most_cells)
{
    edge_tables *const tables = share.tables;
    const uint32_t first_vertex = entries.group * WIDTH;
    const uint32_t last_key = least(first_vertex + WIDTH - 1, TG_KEY_IDS);
    const uint32_t words = last_key / WORD_IDS + 1;
    cell_range range = {0, most_cells};
    uint64_t found = 0;
    share.last = last_key | last_key << 16;
    build_table(tables, view.rows, first_vertex, words);
    do {
        number_cells(tables, words, range);
        if (threadIdx.x == 0) tables->next = entries.first;
        __syncthreads();
        share.cells_alone = range.first > 0;
        found += count_entries(view, share, entries);
        __syncthreads();
        empty_cells(tables, share.cells, view.rows, first_vertex, view.sink.edges);
        range.first = tables->next_cell;
        __syncthreads();
    } while (range.first != UINT32_MAX);
    return found;
}

/* ---- all ---------------------------------------------------------------------------------- */

/* Blocks draw shares, those of late vertices first; their warps draw entries. */
static __global__ void __launch_bounds__(BLOCK_THREADS, 1)
    count_supports(into_view view, unsigned long long *sums, uint32_t most_cells, tg_tally *tally)
{
    extern __shared__ uint4 shared_units[];
    edge_tables *const tables = reinterpret_cast<edge_tables *>(shared_units);
    uint32_t *const cells = reinterpret_cast<uint32_t *>(tables + 1);
    const share_view share = {tables, cells, sums, 0, false};
    const uint32_t shares = *view.share_count;
    uint64_t found = 0;
    for (uint32_t i = threadIdx.x; i < most_cells; i += BLOCK_THREADS) cells[i] = 0;
    for (;;) {
        __syncthreads(); /* the share before is done with */
        if (threadIdx.x == 0) tables->share = atomicAdd(&tally->next[0], 1u);
        __syncthreads();
        const uint32_t drawn = tables->share;
        if (drawn >= shares) break;
        found += count_share(view, share, view.shares[shares - 1 - drawn], most_cells);
    }
    tally_add(tally, found);
}

/* Adds the sums beside keys to the edges that the keys are of. */
static __global__ void __launch_bounds__(BLOCK_THREADS)
    gather_sums(into_view view, const uint16_t *sums)
{
    const uint64_t stride = (uint64_t)gridDim.x * blockDim.x;
    for (uint64_t e = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x; e < view.rows.id_count;
         e += stride) {
        if (load_id(view.rows.ids + e) >= TG_KEY_IDS) continue;
        const uint32_t u = load_id(view.sources + e);
        const row_part row = row_of(view.rows, u);
        if (row.count < 2) continue;
        const uint64_t key =
            (uint64_t)load_id(view.unit_starts + u) * TG_INTO_UNIT + (e - row.start);
        view.sink.edges[e] += sums[key];
    }
}

static uint32_t cells_that_fit(const trigon_context *context)
{
    const uint32_t there = tg_device_properties_of(context)->shared_block_bytes;
    const uint32_t cells =
        there > sizeof(edge_tables) ? (there - (uint32_t)sizeof(edge_tables)) / 4 : 0;
    return cells < NOT_HERE ? cells : NOT_HERE - 1;
}

bool tg_into_edges_fit(const trigon_context *context, const tg_into *made)
{
    return cells_that_fit(context) >= LEAST_CELLS && made->longest_row < 1u << SUM_BITS;
}

trigon_status tg_into_count_edges(trigon_context *context, const tg_device_task *task,
                                  const tg_into *made, const tg_device_sink *sink,
                                  tg_tally *tally)
{
    trigon_status status = TRIGON_OK;
    const cudaStream_t stream = tg_device_stream(context);
    const into_view view = view_of(task, made, sink);
    const uint32_t cells = cells_that_fit(context);
    const size_t shared = sizeof(edge_tables) + cells * sizeof(uint32_t);
    const unsigned grid = tg_device_blocks(context, made->entries.most_shares, 1, 1);
    const uint64_t sum_count = 2 * tg_into_most_units(task);
    unsigned long long *sums = NULL;

    TG_TRY(TG_DEVICE_ALLOC(context, sum_count, &sums));
    TG_TRY_CUDA(context, cudaMemsetAsync(sums, 0, sum_count * sizeof *sums, stream));
    TG_TRY_CUDA(context, cudaFuncSetAttribute(count_supports,
                                              cudaFuncAttributeMaxDynamicSharedMemorySize,
                                              (int)shared));
    count_supports<<<grid, BLOCK_THREADS, shared, stream>>>(view, sums, cells, tally);
    TG_TRY_CUDA(context, cudaGetLastError());
    gather_sums<<<tg_device_blocks(context, task->edges.id_count, BLOCK_THREADS, 2),
                  BLOCK_THREADS, 0, stream>>>(view, reinterpret_cast<uint16_t *>(sums));
    TG_TRY_CUDA(context, cudaGetLastError());
cleanup:
    tg_device_free(context, sums);
    return status;
}
