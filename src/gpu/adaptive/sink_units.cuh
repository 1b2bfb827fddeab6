/* adaptive/sink_units.cuh - how blocks of threads go through the entries of a block of vertices:
 * warps draw 32 entries and put their units end to end, so that all lanes are busy.
 */
#ifndef TG_GPU_ADAPTIVE_SINK_UNITS_CUH
#define TG_GPU_ADAPTIVE_SINK_UNITS_CUH

#include "gpu/adaptive/sinks.cuh"
#include "gpu/adaptive/shares.cuh"
#include "gpu/lookup/flatten.cuh"

typedef struct sink_view {
    tg_device_rows rows;
    const uint32_t *sources;
    tg_sink_blocks blocks;
    const uint4 *keys;
    const tg_sink_entry *entries;
    const tg_share *shares;
    const uint32_t *share_count;
    const uint32_t *unit_starts, *keyed;
    tg_device_sink sink;
} sink_view;

static sink_view view_of(const tg_device_task *task, const tg_sink_plan *made,
                         const tg_device_sink *sink)
{
    const tg_grouped *entries = &made->entries;
    const sink_view view = {task->edges,
                            task->sources,
                            made->blocks,
                            reinterpret_cast<const uint4 *>(made->keys),
                            (const tg_sink_entry *)entries->entries,
                            entries->shares,
                            entries->share_starts + entries->groups,
                            made->unit_starts,
                            made->keyed,
                            *sink};
    return view;
}

/* Calls visit(i, w, before) for the ids w of a row that this thread has, numbers first, first +
 * stride, ...; before: the id before, or NO_ID.  Reads of several are under way together. */
template <typename Visit>
static __device__ __forceinline__ void visit_ids(const uint32_t *ids, uint32_t count,
                                                 uint32_t first, uint32_t stride, Visit visit)
{
    enum { AT_ONCE = 4 };
    for (uint32_t i = first; i < count; i += AT_ONCE * stride) {
        uint32_t w[AT_ONCE], before[AT_ONCE];
#pragma unroll
        for (uint32_t k = 0; k < AT_ONCE; k++) {
            const uint32_t at = i + k * stride;
            w[k] = at < count ? load_id(ids + at) : NO_ID;
            before[k] = at < count && at > 0 ? load_id(ids + at - 1) : NO_ID;
        }
#pragma unroll
        for (uint32_t k = 0; k < AT_ONCE; k++)
            if (w[k] != NO_ID) visit(i + k * stride, w[k], before[k]);
    }
}

/* A unit of an entry of the warp, read if it is there; otherwise keys that close nothing. */
typedef struct lane_unit {
    uint4 keys;
    uint32_t mask, owner;
    uint32_t at; /* its number among all units */
    bool ends;   /* it is the last one of its entry */
} lane_unit;

static __device__ __forceinline__ lane_unit read_unit(const uint4 *keys,
                                                      const tg_sink_entry &mine, uint32_t end,
                                                      uint32_t total, uint32_t first)
{
    lane_unit unit;
    const uint32_t before = bits_set(__ballot_sync(FULL_WARP, end <= first));
    const uint32_t marks = warp_or(flat_mark(end, first));
    unit.owner = flat_owner(before, marks, lane_id()) % WARP_THREADS;
    unit.at = __shfl_sync(FULL_WARP, mine.start - (end - mine.units), (int)unit.owner) + first +
              lane_id();
    unit.mask = __shfl_sync(FULL_WARP, mine.mask, (int)unit.owner);
    unit.ends = first + lane_id() + 1 == __shfl_sync(FULL_WARP, end, (int)unit.owner);
    unit.keys = make_uint4(~0u, ~0u, ~0u, ~0u);
    if (first + lane_id() < total) unit.keys = __ldg(keys + unit.at);
    return unit;
}

/* Adds to a counter in shared memory unless it is 0: one instruction that some lanes leave out,
 * where the compiler would branch.  Counters are read behind a barrier. */
static __device__ __forceinline__ void add_to_counter(uint32_t *counter, uint32_t value)
{
    asm volatile(
        "{ .reg .pred some; setp.ne.u32 some, %1, 0;\n\t"
        "@some red.shared.add.u32 [%0], %1; }" ::"r"((uint32_t)__cvta_generic_to_shared(counter)),
        "r"(value));
}

#endif
