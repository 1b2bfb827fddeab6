/* adaptive_vertices.cu - wedges at one middle vertex after the other, in a bitmap.
 *
 * The row of v is a bitmap in shared memory; through it go the rows u that have v, as far as v.
 * Ids from 2^18 on share bits with smaller ones: what is found for such a v is looked up in its
 * row, which happens seldom, for rows so far from the hubs are short.
 */
#include "gpu/adaptive_groups.cuh"
#include "gpu/lookup/bitmap.cuh"
#include "gpu/lookup/flatten.cuh"
#include "gpu/lookup/rows.cuh"
#include "gpu/lookup/search.cuh"

enum {
    TABLE_BITS = 1 << 18,
    TABLE_WORDS = TABLE_BITS / WORD_BITS,
    UNIT_IDS = 4, /* of 4 bytes: what one read brings */
    BLOCK_THREADS = 256,
    BLOCKS_PER_MULTIPROCESSOR = 6,
    SHARE_ENTRIES = 1024
};

struct make_vertex_entry {
    tg_device_task task;
    uint32_t from, to; /* v from `from` to `to` - 1 make entries */
    uint32_t *keys;
    tg_vertex_entry *entries;

    __device__ bool operator()(uint32_t e) const
    {
        const uint32_t v = load_id(task.edges.ids + e);
        return v >= from && v < to &&
               e != load_id(task.edges.offsets + load_id(task.sources + e)) &&
               row_of(task.edges, v).count > 0;
    }

    __device__ void operator()(ptrdiff_t i, uint32_t e) const
    {
        const uint32_t start = load_id(task.edges.offsets + load_id(task.sources + e));
        const tg_vertex_entry entry = {start, e - start};
        keys[i] = load_id(task.edges.ids + e) - from;
        entries[i] = entry;
    }
};

struct first_of_group {
    uint32_t from;
    TG_BOTH uint32_t operator()(uint32_t group) const
    {
        return from + group;
    }
};

trigon_status tg_adaptive_arrange_vertices(trigon_context *context, const tg_device_task *task,
                                           tg_adaptive *made)
{
    trigon_status status = TRIGON_OK;
    const make_vertex_entry make = {*task, made->block_ids, made->vertex_ids, NULL, NULL};
    const first_of_group first_of = {made->block_ids};
    uint32_t *keys = NULL, count = 0;
    tg_vertex_entry *entries = NULL;
    share_lengths lengths;

    for (int o = 0; o < TG_OCTAVES; o++) lengths.of_octave[o] = SHARE_ENTRIES;
    made->vertices.groups = made->vertex_ids - made->block_ids;
    TG_TRY(sort_entries(context, task, make, octave_of(made->vertices.groups - 1), &keys,
                        &entries, &count));
    made->vertices.entries = entries;
    TG_TRY(cut_groups(context, keys, count, lengths, first_of, &made->vertices));
cleanup:
    tg_device_free(context, keys);
    return status;
}

/* ---- counting ----------------------------------------------------------------------------- */

typedef struct vertex_view {
    tg_device_rows rows;
    uint32_t from;
    const tg_vertex_entry *entries;
    const tg_share *shares;
    const uint32_t *share_count;
} vertex_view;

typedef struct vertex_state {
    uint32_t share;
    unsigned int next;
} vertex_state;

/* The row of v whose bits the table has. */
typedef struct table_row {
    const uint32_t *ids;
    uint32_t count;
    bool exact; /* no two ids share a bit */
} table_row;

static __device__ __forceinline__ bool table_closes(const uint32_t *table, const table_row &row,
                                                    uint32_t w)
{
    if (!bitmap_has(table, w % TABLE_BITS)) return false;
    return row.exact || search_ids(row.ids, row.count, w);
}

/* Four ids from a position that is a multiple of 4, of which those in first..last-1 are asked
 * about. */
static __device__ __forceinline__ uint32_t closed_of_ids(const uint32_t *table,
                                                         const table_row &row,
                                                         const tg_device_rows &rows,
                                                         uint32_t position, uint32_t first,
                                                         uint32_t count)
{
    uint32_t found = 0;
    uint32_t ids[UNIT_IDS];
    if (rows.id_count - position >= UNIT_IDS) {
        const uint4 four = __ldg(reinterpret_cast<const uint4 *>(rows.ids + position));
        ids[0] = four.x, ids[1] = four.y, ids[2] = four.z, ids[3] = four.w;
    } else {
        for (uint32_t i = 0; i < UNIT_IDS; i++)
            ids[i] = position + i < rows.id_count ? load_id(rows.ids + position + i) : 0;
    }
#pragma unroll
    for (uint32_t i = 0; i < UNIT_IDS; i++)
        found += position + i - first < count && table_closes(table, row, ids[i]);
    return found;
}

/* The entries of the warp's lanes, put end to end in units. */
static __device__ __forceinline__ uint32_t count_batch(const uint32_t *table,
                                                       const table_row &row,
                                                       const tg_device_rows &rows,
                                                       const tg_vertex_entry &mine)
{
    const uint32_t skipped = mine.start % UNIT_IDS;
    const uint32_t units = mine.count > 0 ? (skipped + mine.count + UNIT_IDS - 1) / UNIT_IDS : 0;
    const uint32_t end = warp_sum_through(units);
    const uint32_t total = __shfl_sync(FULL_WARP, end, WARP_THREADS - 1);
    const uint32_t base = mine.start / UNIT_IDS - (end - units);
    uint32_t found = 0;
    for (uint32_t first = 0; first < total; first += WARP_THREADS) {
        const uint32_t before = bits_set(__ballot_sync(FULL_WARP, end <= first));
        const uint32_t marks = warp_or(flat_mark(end, first));
        const int owner = (int)(flat_owner(before, marks, lane_id()) % WARP_THREADS);
        const uint32_t unit = __shfl_sync(FULL_WARP, base, owner) + first + lane_id();
        const uint32_t start = __shfl_sync(FULL_WARP, mine.start, owner);
        const uint32_t count = __shfl_sync(FULL_WARP, mine.count, owner);
        if (first + lane_id() < total)
            found += closed_of_ids(table, row, rows, unit * UNIT_IDS, start, count);
    }
    return found;
}

static __device__ __forceinline__ uint64_t count_share(const vertex_view &view, uint32_t *table,
                                                       vertex_state *state, const tg_share &share)
{
    const uint32_t v = view.from + share.group;
    const row_part part = row_of(view.rows, v);
    const table_row row = {view.rows.ids + part.start, part.count, v <= TABLE_BITS};
    const uint32_t even = (share.last - share.first) / (2 * BLOCK_THREADS / WARP_THREADS) + 1;
    const uint32_t batch = even < WARP_THREADS ? even : WARP_THREADS;
    uint64_t found = 0;
    for (uint32_t i = threadIdx.x; i < row.count; i += BLOCK_THREADS)
        bitmap_set(table, load_id(row.ids + i) % TABLE_BITS);
    __syncthreads();
    for (;;) {
        const uint32_t first = warp_draw(&state->next, batch);
        if (first >= share.last) break;
        tg_vertex_entry entry = {0, 0};
        if (lane_id() < batch && share.last - first > lane_id())
            entry = view.entries[first + lane_id()];
        found += count_batch(table, row, view.rows, entry);
    }
    __syncthreads();
    for (uint32_t i = threadIdx.x; i < row.count; i += BLOCK_THREADS)
        table[load_id(row.ids + i) % TABLE_BITS / WORD_BITS] = 0;
    return found;
}

static __global__ void
__launch_bounds__(BLOCK_THREADS, TG_RESIDENT_BLOCKS(BLOCK_THREADS, BLOCKS_PER_MULTIPROCESSOR))
    count_vertices(vertex_view view, tg_tally *tally)
{
    __shared__ uint32_t table[TABLE_WORDS];
    __shared__ vertex_state state;
    const uint32_t shares = *view.share_count;
    uint64_t found = 0;
    for (uint32_t i = threadIdx.x; i < TABLE_WORDS; i += BLOCK_THREADS) table[i] = 0;
    for (;;) {
        __syncthreads();
        if (threadIdx.x == 0) {
            state.share = atomicAdd(&tally->next[1], 1u);
            if (state.share < shares) state.next = view.shares[state.share].first;
        }
        __syncthreads();
        if (state.share >= shares) break;
        found += count_share(view, table, &state, view.shares[state.share]);
    }
    tally_add(tally, found);
}

trigon_status tg_adaptive_count_vertices(trigon_context *context, const tg_device_task *task,
                                         tg_tally *tally)
{
    trigon_status status = TRIGON_OK;
    const tg_adaptive *made = task->arranged.adaptive;
    const tg_grouped *vertices = &made->vertices;
    const vertex_view view = {task->edges, made->block_ids,
                              (const tg_vertex_entry *)vertices->entries, vertices->shares,
                              vertices->share_starts + vertices->groups};
    const unsigned grid =
        tg_device_blocks(context, vertices->most_shares, 1, BLOCKS_PER_MULTIPROCESSOR);
    count_vertices<<<grid, BLOCK_THREADS, 0, tg_device_stream(context)>>>(view, tally);
    TG_TRY_CUDA(context, cudaGetLastError());
cleanup:
    return status;
}
