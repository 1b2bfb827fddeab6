/* adaptive_into_arrange.cu - keys of rows, and rows by the blocks of vertices that they lead to,
 * with the places of their edges. */
#include "gpu/adaptive_groups.cuh"
#include "gpu/adaptive_into.cuh"

#include <cub/device/device_reduce.cuh>

enum {
    FILL_THREADS = 256,
    FILL_BLOCKS_PER_MULTIPROCESSOR = 8,
    LEAST_SHARE = 64, /* entries */
    BLOCKS_PER_MULTIPROCESSOR = 2
};

/* Units of a share: long enough to pay for a table and its counters, so few that its entries do not
 * overflow counters of 16 bits. */
static const double least_share_units = 1 << 12, most_share_units = 1 << 15,
                    shares_per_block = 12;

/* ---- keys --------------------------------------------------------------------------------- */

struct ids_of_row {
    const uint32_t *offsets;
    __device__ uint32_t operator()(uint32_t u) const
    {
        return offsets[u + 1] - offsets[u];
    }
};

static trigon_status find_longest_row(trigon_context *context, const tg_device_task *task,
                                      uint32_t *longest)
{
    trigon_status status = TRIGON_OK;
    const ids_of_row ids_of = {task->edges.offsets};
    const auto ids =
        thrust::make_transform_iterator(thrust::counting_iterator<uint32_t>(0), ids_of);
    uint32_t *found = NULL;
    TG_TRY(TG_DEVICE_ALLOC(context, 1, &found));
    TG_TRY(tg_with_work(context, [&](void *work, size_t &bytes) {
        return cub::DeviceReduce::Max(work, bytes, ids, found, (int64_t)task->edges.count,
                                      tg_device_stream(context));
    }));
    TG_TRY(tg_device_copy_out(context, longest, found, sizeof *longest));
cleanup:
    tg_device_free(context, found);
    return status;
}

/* Units of a row; one without wedges needs none. */
struct units_of_row {
    const uint32_t *offsets;
    uint32_t rows;
    __device__ uint32_t operator()(uint32_t u) const
    {
        if (u >= rows) return 0;
        const uint32_t ids = offsets[u + 1] - offsets[u];
        return ids < 2 ? 0 : ids / TG_INTO_UNIT + (ids % TG_INTO_UNIT > 0);
    }
};

/* The edge at which the keys of a row end says how many there are. */
static __global__ void __launch_bounds__(FILL_THREADS)
    fill_keys(tg_device_task task, const uint32_t *unit_starts, uint16_t *keys, uint32_t *keyed)
{
    const uint64_t stride = (uint64_t)gridDim.x * blockDim.x;
    for (uint64_t e = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x; e < task.edges.id_count;
         e += stride) {
        const uint32_t id = load_id(task.edges.ids + e), u = load_id(task.sources + e);
        const row_part row = row_of(task.edges, u);
        const uint32_t place = (uint32_t)(e - row.start);
        const bool has_key = id < TG_KEY_IDS;
        if (has_key && row.count >= 2)
            keys[(uint64_t)load_id(unit_starts + u) * TG_INTO_UNIT + place] = (uint16_t)id;
        if (has_key && place + 1 == row.count) keyed[u] = row.count;
        if (!has_key && (place == 0 || load_id(task.edges.ids + e - 1) < TG_KEY_IDS))
            keyed[u] = place | TG_BEYOND_KEYS;
    }
}

static trigon_status make_keys(trigon_context *context, const tg_device_task *task, tg_into *made)
{
    trigon_status status = TRIGON_OK;
    const cudaStream_t stream = tg_device_stream(context);
    const uint32_t rows = task->edges.count;
    const uint64_t most = TG_INTO_UNIT * tg_into_most_units(task);
    const units_of_row units_of = {task->edges.offsets, rows};
    const auto units =
        thrust::make_transform_iterator(thrust::counting_iterator<uint32_t>(0), units_of);

    TG_TRY(TG_DEVICE_ALLOC(context, most, &made->keys));
    TG_TRY(TG_DEVICE_ALLOC(context, rows, &made->keyed));
    TG_TRY(TG_DEVICE_ALLOC(context, (uint64_t)rows + 1, &made->unit_starts));
    TG_TRY_CUDA(context, cudaMemsetAsync(made->keyed, 0, rows * sizeof *made->keyed, stream));
    TG_TRY_CUDA(context, cudaMemsetAsync(made->keys, 0xff, most * sizeof *made->keys, stream));
    TG_TRY(tg_with_work(context, [&](void *work, size_t &bytes) {
        return cub::DeviceScan::ExclusiveSum(work, bytes, units, made->unit_starts,
                                             (int64_t)rows + 1, stream);
    }));
    fill_keys<<<tg_device_blocks(context, task->edges.id_count, FILL_THREADS,
                                 FILL_BLOCKS_PER_MULTIPROCESSOR),
                FILL_THREADS, 0, stream>>>(*task, made->unit_starts, made->keys, made->keyed);
    TG_TRY_CUDA(context, cudaGetLastError());
cleanup:
    return status;
}

/* ---- entries ------------------------------------------------------------------------------ */

struct make_entry {
    tg_device_task task;
    tg_into_blocks blocks;
    uint32_t ids; /* v below make entries */
    const uint32_t *unit_starts, *keyed;
    uint16_t *keys; /* of the entries */
    tg_into_entry *entries;

    /* Ids with keys in row u below its neighbour at e. */
    __device__ uint32_t keys_below(uint32_t u, uint32_t e) const
    {
        const uint32_t before = e - load_id(task.edges.offsets + u);
        return least(before, load_id(keyed + u) & ~TG_BEYOND_KEYS);
    }

    /* The last neighbour of a row in a block, if any key is below it. */
    __device__ bool operator()(uint32_t e) const
    {
        const uint32_t v = load_id(task.edges.ids + e);
        if (v >= ids) return false;
        const uint32_t u = load_id(task.sources + e);
        if (e == task.first_edge || load_id(task.sources + e - 1) != u) return false;
        if (keys_below(u, e) == 0) return false;
        if (e + 1 == task.last_edge || load_id(task.sources + e + 1) != u) return true;
        const uint32_t next = load_id(task.edges.ids + e + 1);
        return next >= ids || into_block_of(blocks, next) != into_block_of(blocks, v);
    }

    __device__ void operator()(ptrdiff_t i, uint32_t e) const
    {
        const uint32_t u = load_id(task.sources + e);
        const uint32_t start = load_id(task.edges.offsets + u);
        const uint32_t block = into_block_of(blocks, load_id(task.edges.ids + e));
        const tg_into_first_of first_of = {blocks};
        const uint32_t first = first_of(block);
        uint32_t mask = 0, first_edge = e;
        for (uint32_t at = e;; at--) {
            const uint32_t v = load_id(task.edges.ids + at);
            if (v < first) break;
            mask |= 1u << (v - first);
            first_edge = at;
            if (at == start) break;
        }
        const tg_into_entry entry = {load_id(unit_starts + u),
                                     (keys_below(u, e) + TG_INTO_UNIT - 1) / TG_INTO_UNIT, mask,
                                     first_edge};
        keys[i] = (uint16_t)block;
        entries[i] = entry;
    }
};

static share_lengths lengths_for(const trigon_context *context, const tg_gpu_features *features)
{
    share_lengths lengths;
    const double unit_keys = TG_INTO_UNIT;
    const uint32_t blocks =
        tg_device_properties_of(context)->multiprocessors * BLOCKS_PER_MULTIPROCESSOR;
    double units = features->wedges / unit_keys / (blocks * shares_per_block);
    if (units < least_share_units) units = least_share_units;
    if (units > most_share_units) units = most_share_units;
    for (int o = 0; o < TG_OCTAVES; o++) {
        const double edges = features->octave_edges[o];
        const double each = edges > 0 ? features->octave_wedges[o] / edges / unit_keys + 1 : 1;
        const uint32_t entries = (uint32_t)(units / each);
        lengths.of_octave[o] = entries > LEAST_SHARE ? entries : (uint32_t)LEAST_SHARE;
    }
    return lengths;
}

/* ---- the other edges ---------------------------------------------------------------------- */

struct list_edge {
    tg_device_task task;
    uint32_t block_ids;
    const uint32_t *keyed;
    uint32_t *listed;
    __device__ void operator()(ptrdiff_t i, uint32_t e) const
    {
        listed[i] = e;
    }
    __device__ bool operator()(uint32_t e) const
    {
        const uint32_t v = load_id(task.edges.ids + e);
        if (v < block_ids && v <= TG_KEY_IDS) return false;
        const uint32_t u = load_id(task.sources + e);
        if (e == task.first_edge || load_id(task.sources + e - 1) != u) return false;
        if (v >= block_ids) return row_of(task.edges, v).count > 0;
        const uint32_t before = e - load_id(task.edges.offsets + u);
        return before > (load_id(keyed + u) & ~TG_BEYOND_KEYS) &&
               (load_id(keyed + v) & TG_BEYOND_KEYS) != 0;
    }
};

trigon_status tg_into_arrange_blocks(trigon_context *context, const tg_device_task *task,
                                     tg_into *made)
{
    trigon_status status = TRIGON_OK;
    uint32_t count = 0;
    uint16_t *group_keys = NULL;
    tg_into_entry *entries = NULL;
    const tg_into_first_of first_of = {made->blocks};
    make_entry make = {*task, made->blocks, made->block_ids, NULL, NULL, NULL, NULL};
    list_edge list = {*task, made->block_ids, NULL, NULL};

    TG_TRY(find_longest_row(context, task, &made->longest_row));
    TG_TRY(make_keys(context, task, made));
    make.unit_starts = made->unit_starts;
    make.keyed = list.keyed = made->keyed;
    made->entries.groups = into_block_of(made->blocks, made->block_ids - 1) + 1;
    TG_TRY(sort_entries(context, task, make, octave_of(made->entries.groups - 1), &group_keys,
                        &entries, &count));
    made->entries.entries = entries;
    TG_TRY(cut_groups(context, group_keys, count, lengths_for(context, &made->features), first_of,
                      &made->entries));
    TG_TRY(TG_DEVICE_ALLOC(context, task->last_edge - task->first_edge, &made->edges));
    list.listed = made->edges;
    TG_TRY(collect(context, task, list, &made->edge_count));
cleanup:
    tg_device_free(context, group_keys);
    return status;
}
