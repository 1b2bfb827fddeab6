/* adaptive_into_edges.cu - support of edges by blocks of 8 vertices.
 *
 * A read of the table tests a wedge u, w with all v of the block. What it gives counts for three
 * kinds of edges:
 *   u->w  as often as there are bits: sums of 16 bits beside the keys of row u, in device memory,
 *         eight of them by two additions;
 *   u->v  for each bit in the columns of what an entry gives: digits of a unit's columns are turned
 *         over the warp, so that a lane has those of one v for all 32 units;
 *   v->w  for each bit, in 8 counters of 16 bits in shared memory for each w that the rows of the
 *         block have: two at a time, without a loop over bits, of which hubs have many and other
 *         keys few.  Counters are numbered in the order of w; their number is the sum before four
 *         slots of the table, and the slots of these before that are not empty.  If not all fit,
 *         the entries go through again for the others.
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
    LEAST_CELLS = 1 << 9,
    CELL_WORDS = WIDTH / 2,
    COUNTER_BITS = 16,
    MOST_COUNT = (1 << COUNTER_BITS) - 1, /* more than a share has entries */
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

/* A bit for each slot of a word of the table that is not empty. */
static __device__ __forceinline__ uint32_t used_slots(uint32_t word)
{
    word |= word >> 4;
    word |= word >> 2;
    word |= word >> 1;
    return word & 0x01010101u;
}

/* The number of the counters of slot number `slot` of a word. */
static __device__ __forceinline__ uint32_t cell_of(uint32_t before, uint32_t word, uint32_t slot)
{
    return before + bits_set(used_slots(word) & ((1u << slot * WIDTH) - 1));
}

/* Numbers the cells of the words, those of the range from 0 on.  A warp has words that follow
 * each other. */
static __device__ __forceinline__ void number_cells(edge_tables *tables, uint32_t words,
                                                    const cell_range &range)
{
    const uint32_t warp = threadIdx.x / WARP_THREADS;
    const uint32_t each = (words + BLOCK_THREADS - 1) / BLOCK_THREADS * WARP_THREADS;
    const uint32_t first = warp * each, last = least(first + each, words);
    uint32_t sum = 0;
    if (threadIdx.x == 0) tables->next_cell = UINT32_MAX;
    for (uint32_t i = first + lane_id(); i < last; i += WARP_THREADS)
        sum += bits_set(used_slots(tables->table[i]));
    sum = warp_sum(sum);
    if (lane_id() == 0) tables->warp_sums[warp] = sum;
    __syncthreads();
    if (warp == 0) tables->warp_sums[lane_id()] = warp_sum_through(tables->warp_sums[lane_id()]);
    __syncthreads();
    uint32_t warp_cell = warp > 0 ? tables->warp_sums[warp - 1] : 0;
    for (uint32_t base = first; base < last; base += WARP_THREADS) {
        const uint32_t i = base + lane_id();
        const uint32_t cells = i < last ? bits_set(used_slots(tables->table[i])) : 0;
        const uint32_t through = warp_sum_through(cells);
        const uint32_t cell = warp_cell + through - cells;
        const bool here = cell >= range.first && cell + cells <= range.first + range.most;
        if (i < last)
            tables->before[i] = here ? (uint16_t)(cell - range.first) : (uint16_t)NOT_HERE;
        if (!here && cells > 0 && cell >= range.first) atomicMin(&tables->next_cell, cell);
        warp_cell += __shfl_sync(FULL_WARP, through, WARP_THREADS - 1);
    }
    __syncthreads();
}

/* Adds what the counters have to the edges of the block's rows. */
static __device__ __forceinline__ void gather_cells(const edge_tables *tables,
                                                    const uint32_t *cells, uint32_t most_cells,
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
        const uint32_t cell = cell_of(before, tables->table[w / WORD_IDS], w % WORD_IDS);
        const uint32_t two = cells[r / 2 * most_cells + cell];
        const uint32_t found = r % 2 ? two >> COUNTER_BITS : two & MOST_COUNT;
        if (found > 0) atomicAdd(edges + row.start + i, found);
    }
}

/* ---- units -------------------------------------------------------------------------------- */

/* What the keys of a unit meet: a byte for each, in two words. */
typedef struct unit_bits {
    uint32_t bytes[2];
} unit_bits;

/* Counts for v->w; closed: which v have w.  Two of its bits at a time go to the counters of two
 * v, halves of a word. */
static __device__ __forceinline__ void count_cells(const edge_tables *tables, uint32_t *cells,
                                                   uint32_t most_cells, uint32_t w,
                                                   uint32_t closed)
{
    if (closed == 0) return;
    const uint32_t before = tables->before[w / WORD_IDS];
    if (before == NOT_HERE) return;
    uint32_t *const cell =
        cells + cell_of(before, tables->table[w / WORD_IDS], w % WORD_IDS);
#pragma unroll
    for (uint32_t i = 0; i < WIDTH / 2; i++)
        add_to_counter(cell + i * most_cells, (closed >> 2 * i & 3u) * 0x8001u & 0x10001u);
}

static __device__ __forceinline__ unit_bits count_unit(const edge_tables *tables, uint32_t *cells,
                                                       uint32_t most_cells, uint4 unit,
                                                       uint32_t last, uint32_t mask)
{
    const uint32_t words[4] = {unit.x, unit.y, unit.z, unit.w};
    const uint8_t *const slots = reinterpret_cast<const uint8_t *>(tables->table);
    unit_bits bits = {{0, 0}};
#pragma unroll
    for (uint32_t i = 0; i < 4; i++) {
        const uint32_t word = __vminu2(words[i], last);
        const uint32_t low = slots[word & 0xffffu] & mask, high = slots[word >> 16] & mask;
        bits.bytes[i / 2] |= (low | high << 8) << i % 2 * 16;
    }
#pragma unroll
    for (uint32_t i = 0; i < TG_INTO_UNIT; i++)
        count_cells(tables, cells, most_cells, words[i / 2] >> i % 2 * 16 & 0xffffu,
                    bits.bytes[i / 4] >> i % 4 * 8 & 0xffu);
    return bits;
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
    uint32_t *cells;     /* two counters of each, then the next two */
    uint32_t most_cells;
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
        const unit_bits bits = count_unit(share.tables, share.cells, share.most_cells, unit.keys,
                                          share.last, unit.mask);
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
                                                       const tg_share &entries)
{
    edge_tables *const tables = share.tables;
    const uint32_t first_vertex = entries.group * WIDTH;
    const uint32_t last_key = least(first_vertex + WIDTH - 1, TG_KEY_IDS);
    const uint32_t words = last_key / WORD_IDS + 1;
    cell_range range = {0, share.most_cells};
    uint64_t found = 0;
    share.last = last_key | last_key << 16;
    build_table(tables, view.rows, first_vertex, words);
    do {
        for (uint32_t i = threadIdx.x; i < CELL_WORDS * share.most_cells; i += BLOCK_THREADS)
            share.cells[i] = 0;
        number_cells(tables, words, range);
        if (threadIdx.x == 0) tables->next = entries.first;
        __syncthreads();
        share.cells_alone = range.first > 0;
        found += count_entries(view, share, entries);
        __syncthreads();
        gather_cells(tables, share.cells, share.most_cells, view.rows, first_vertex,
                     view.sink.edges);
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
    const share_view share = {tables, cells, most_cells, sums, 0, false};
    const uint32_t shares = *view.share_count;
    uint64_t found = 0;
    for (;;) {
        __syncthreads(); /* the share before is done with */
        if (threadIdx.x == 0) tables->share = atomicAdd(&tally->next[0], 1u);
        __syncthreads();
        const uint32_t drawn = tables->share;
        if (drawn >= shares) break;
        found += count_share(view, share, view.shares[shares - 1 - drawn]);
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
    const uint32_t cell_bytes = CELL_WORDS * sizeof(uint32_t);
    const uint32_t cells =
        there > sizeof(edge_tables) ? (there - (uint32_t)sizeof(edge_tables)) / cell_bytes : 0;
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
    const size_t shared = sizeof(edge_tables) + cells * CELL_WORDS * sizeof(uint32_t);
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
