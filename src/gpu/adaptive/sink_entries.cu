/* adaptive/sink_entries.cu - builds the index for counts by vertex and by edge: the keys of rows, and the entries.
 *
 * - An entry is a row u and a block of vertices that it leads to, with the position of its edges,
 *   so that a triangle can be added to the right counters.
 * - Entries are sorted by block, so that each block's table is made once for all of its rows.
 */
#include "gpu/adaptive/groups.cuh"
#include "gpu/adaptive/sinks.cuh"
#include "gpu/adaptive/sink_bits.cuh"
#include "gpu/adaptive/wedges.cuh"

enum { FILL_THREADS = 256, FILL_BLOCKS_PER_MULTIPROCESSOR = 8, BLOCKS_PER_MULTIPROCESSOR = 2 };

/* The most units of a chunk. Supports have more counters, so chunks must be longer to be worth their tables. */
static const double most_vertex_units = 1 << 15, most_edge_units = 1 << 17;

/* ---- keys ---- */

/* Returns how many units of keys a row has: none if it has no wedges. */
struct units_of_row {
    const uint32_t *offsets;
    uint32_t rows;
    __device__ uint32_t operator()(uint32_t u) const
    {
        if (u >= rows) return 0;
        const uint32_t ids = offsets[u + 1] - offsets[u];
        return ids < 2 ? 0 : units_for(ids);
    }
};

/* Writes the keys of rows. The thread of the edge at which the keys of a row end also stores their number. */
static __global__ void __launch_bounds__(FILL_THREADS)
  fill_keys(tg_device_task task, const uint32_t *unit_starts, uint16_t *keys, uint32_t *keyed)
{
    const uint64_t stride = (uint64_t)gridDim.x * blockDim.x;
    for (uint64_t e = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x; e < task.edges.id_count; e += stride) {
        const uint32_t id = load_id(task.edges.ids + e), u = load_id(task.sources + e);
        const row_part row = row_of(task.edges, u);
        const uint32_t place = (uint32_t)(e - row.start);
        const bool has_key = id < TG_WINDOW_IDS;
        if (has_key && row.count >= 2) keys[(uint64_t)load_id(unit_starts + u) * TG_UNIT_KEYS + place] = (uint16_t)id;
        if (has_key && place + 1 == row.count) keyed[u] = row.count;
        if (!has_key && (place == 0 || load_id(task.edges.ids + e - 1) < TG_WINDOW_IDS))
            keyed[u] = place | TG_BEYOND_KEYS;
    }
}

static tricorn_status make_keys(tricorn_context *context, const tg_device_task *task, tg_sink_index *made)
{
    tricorn_status status = TRICORN_OK;
    const cudaStream_t stream = tg_device_stream(context);
    const uint32_t rows = task->edges.count;
    const uint64_t most = TG_UNIT_KEYS * tg_sink_most_units(task);
    const units_of_row units_of = {task->edges.offsets, rows};
    const auto units = thrust::make_transform_iterator(thrust::counting_iterator<uint32_t>(0), units_of);

    TG_TRY(TG_DEVICE_ALLOC(context, most, &made->keys));
    TG_TRY(TG_DEVICE_ALLOC(context, rows, &made->keyed));
    TG_TRY(TG_DEVICE_ALLOC(context, (uint64_t)rows + 1, &made->unit_starts));
    TG_TRY_CUDA(context, cudaMemsetAsync(made->keyed, 0, rows * sizeof *made->keyed, stream));
    TG_TRY_CUDA(context, cudaMemsetAsync(made->keys, 0xff, most * sizeof *made->keys, stream));
    TG_TRY(tg_with_work(context, [&](void *work, size_t &bytes) {
        return cub::DeviceScan::ExclusiveSum(work, bytes, units, made->unit_starts, (int64_t)rows + 1, stream);
    }));
    fill_keys<<<tg_device_blocks(context, task->edges.id_count, FILL_THREADS, FILL_BLOCKS_PER_MULTIPROCESSOR),
      FILL_THREADS, 0, stream>>>(*task, made->unit_starts, made->keys, made->keyed);
    TG_TRY_CUDA(context, cudaGetLastError());
cleanup:
    return status;
}

/* ---- entries ---- */

/* The data from which entries are made. */
typedef struct entry_source {
    tg_device_task task;
    tg_block_widths widths;
    tg_hub_bounds hubs; /* edges that are not within these bounds make entries, */
    uint32_t limits; /* if their v is below this */
    const uint32_t *unit_starts, *keyed;
    const uint64_t *bit_starts;
} entry_source;

static entry_source source_of(const tg_device_task *task, const tg_sink_index *made)
{
    const entry_source source = {
      *task, made->widths, made->hubs.bounds, made->block_limits, made->unit_starts, made->keyed, made->bit_starts};
    return source;
}

/* Returns how many of the ids of row u before position e have keys. */
static __device__ __forceinline__ uint32_t keys_below(const entry_source &from, uint32_t u, uint32_t e)
{
    const uint32_t before = e - load_id(from.task.edges.offsets + u);
    return least(before, load_id(from.keyed + u) & ~TG_BEYOND_KEYS);
}

/* Whether the edge has an entry of its own (for supports), or belongs to an entry (for vertices). */
static __device__ __forceinline__ bool has_entry(const entry_source &from, uint32_t e)
{
    const uint32_t v = load_id(from.task.edges.ids + e);
    if (v >= from.limits) return false;
    const uint32_t u = load_id(from.task.sources + e);
    if (is_within(from.hubs, u, v) || !has_wedge<true>(from.task, u, v, e)) return false;
    return keys_below(from, u, e) > 0;
}

static __device__ __forceinline__ uint32_t units_before(const entry_source &from, uint32_t u, uint32_t e)
{
    return units_for(keys_below(from, u, e));
}

struct make_entry {
    entry_source from;
    uint16_t *keys; /* the entries' sort keys, which are their blocks */
    tg_sink_entry *entries;

    /* Whether edge e makes an entry: v is the last neighbour of u in its block, and row u has a key below v. */
    __device__ bool operator()(uint32_t e) const
    {
        if (!has_entry(from, e)) return false;
        if (e + 1 == from.task.last_edge || load_id(from.task.sources + e + 1) != load_id(from.task.sources + e))
            return true;
        const uint32_t v = load_id(from.task.edges.ids + e);
        const uint32_t next = load_id(from.task.edges.ids + e + 1);
        return next >= from.limits || block_of(from.widths, next) != block_of(from.widths, v);
    }

    __device__ void operator()(ptrdiff_t i, uint32_t e) const
    {
        const uint32_t u = load_id(from.task.sources + e);
        const uint32_t start = load_id(from.task.edges.offsets + u);
        const uint32_t block = block_of(from.widths, load_id(from.task.edges.ids + e));
        const first_of_block first_of = {from.widths};
        const uint32_t first = first_of(block);
        uint32_t mask = 0, first_edge = e;
        for (uint32_t at = e;; at--) {
            const uint32_t v = load_id(from.task.edges.ids + at);
            if (v < first) break;
            mask |= 1u << (v - first);
            first_edge = at;
            if (at == start) break;
        }
        const tg_sink_entry entry = {load_id(from.unit_starts + u), units_before(from, u, e), mask, first_edge};
        keys[i] = (uint16_t)block;
        entries[i] = entry;
    }
};

struct make_edge_entry {
    entry_source from;
    uint16_t *keys;
    tg_edge_entry *entries;

    __device__ bool operator()(uint32_t e) const
    {
        return has_entry(from, e);
    }

    __device__ void operator()(ptrdiff_t i, uint32_t e) const
    {
        const uint32_t u = load_id(from.task.sources + e), v = load_id(from.task.edges.ids + e);
        const uint32_t position = e - load_id(from.task.edges.offsets + u);
        const uint32_t keyed = load_id(from.keyed + u) & ~TG_BEYOND_KEYS;
        const tg_edge_entry entry = {load_id(from.unit_starts + u),
          units_before(from, u, e) * TG_LEAST_WIDTH + v % TG_LEAST_WIDTH,
          (uint32_t)(from.bit_starts[u] + bits_before(position, keyed))};
        keys[i] = (uint16_t)block_of(from.widths, v);
        entries[i] = entry;
    }
};

/* ---- the other edges ---- */

/* Selects the edges that blocks do not count completely. */
struct list_edge {
    tg_device_task task;
    tg_hub_bounds hubs;
    uint32_t block_limits;
    const uint32_t *keyed;
    uint32_t *listed;
    __device__ void operator()(ptrdiff_t i, uint32_t e) const
    {
        listed[i] = e;
    }
    __device__ bool operator()(uint32_t e) const
    {
        const uint32_t v = load_id(task.edges.ids + e);
        if (v < block_limits && v <= TG_WINDOW_IDS) return false;
        const uint32_t u = load_id(task.sources + e);
        if (is_within(hubs, u, v)) return false;
        if (!has_wedge<true>(task, u, v, e)) return false;
        if (v >= block_limits) return row_of(task.edges, v).count > 0;
        return wedges_of<true>(task, u, v, e) > (load_id(keyed + u) & ~TG_BEYOND_KEYS) &&
               (load_id(keyed + v) & TG_BEYOND_KEYS) != 0;
    }
};

/* ---- all ---- */

/* Builds the entries of one kind, by `make`, and lists the remaining edges. */
template <typename Entry, typename Make>
static tricorn_status index_entries(
  tricorn_context *context, const tg_device_task *task, Make make, double most_units, tg_sink_index *made)
{
    tricorn_status status = TRICORN_OK;
    sorted_entries<uint16_t, Entry> sorted = {NULL, NULL, 0};
    const first_of_block first_of = {made->widths};
    const list_edge list = {*task, made->hubs.bounds, made->block_limits, made->keyed, NULL};

    made->entries.groups = block_of(made->widths, made->block_limits - 1) + 1;
    TG_TRY(sort_entries(context, task, make, octave_of(made->entries.groups - 1), &sorted));
    made->entries.entries = sorted.entries;
    TG_TRY(cut_groups(context, sorted, lengths_for(context, &made->features, BLOCKS_PER_MULTIPROCESSOR, most_units),
      first_of, &made->entries));
    TG_TRY(list_edges(context, task, list, &made->edges, &made->edge_count));
cleanup:
    tg_device_free(context, sorted.keys);
    return status;
}

tricorn_status tg_sink_index_vertices(tricorn_context *context, const tg_device_task *task, tg_sink_index *made)
{
    tricorn_status status = TRICORN_OK;
    TG_TRY(make_keys(context, task, made));
    {
        const make_entry make = {source_of(task, made), NULL, NULL};
        TG_TRY(index_entries<tg_sink_entry>(context, task, make, most_vertex_units, made));
    }
cleanup:
    return status;
}

struct words_of_row {
    tg_device_rows edges;
    uint32_t first_row, last_row; /* other rows have no bits */
    uint32_t limits;
    const uint32_t *keyed;
    __device__ uint64_t operator()(uint32_t u) const
    {
        if (u < first_row || u >= last_row) return 0;
        const row_part row = row_of(edges, u);
        return bits_of_row(
          end_below(edges.ids + row.start, 0, row.count, limits), load_id(keyed + u) & ~TG_BEYOND_KEYS);
    }
};

/* Allocates the bits of closed wedges, all 0, because no entry writes the padding. */
static tricorn_status make_bits(tricorn_context *context, const tg_device_task *task, tg_sink_index *made)
{
    tricorn_status status = TRICORN_OK;
    const cudaStream_t stream = tg_device_stream(context);
    const uint64_t rows = task->edges.count;
    const uint32_t first_row = task->first_row > made->hub_rows ? task->first_row : made->hub_rows;
    const words_of_row words_of = {task->edges, first_row, task->last_row, made->block_limits, made->keyed};
    const auto words = thrust::make_transform_iterator(thrust::counting_iterator<uint32_t>(0), words_of);
    uint64_t count = 0;

    TG_TRY(TG_DEVICE_ALLOC(context, rows + 1, &made->bit_starts));
    TG_TRY(tg_with_work(context, [&](void *work, size_t &bytes) {
        return cub::DeviceScan::ExclusiveSum(work, bytes, words, made->bit_starts, (int64_t)rows + 1, stream);
    }));
    TG_TRY(tg_device_copy_out(context, &count, made->bit_starts + rows, sizeof count));
    if (count > UINT32_MAX) /* an entry has only 32 bits for such a position */
        TG_TRY(tg_fail(context, TRICORN_OUT_OF_DEVICE_MEMORY, "too many wedges for a bit each"));
    TG_TRY(TG_DEVICE_ALLOC(context, count + 1, &made->bits));
    TG_TRY_CUDA(context, cudaMemsetAsync(made->bits, 0, count * sizeof *made->bits, stream));
cleanup:
    return status;
}

tricorn_status tg_sink_index_edges(tricorn_context *context, const tg_device_task *task, tg_sink_index *made)
{
    tricorn_status status = TRICORN_OK;
    TG_TRY(make_keys(context, task, made));
    TG_TRY(make_bits(context, task, made));
    {
        const make_edge_entry make = {source_of(task, made), NULL, NULL};
        TG_TRY(index_entries<tg_edge_entry>(context, task, make, most_edge_units, made));
    }
cleanup:
    return status;
}
