/* adaptive/sink_units.cuh - lets a thread block read the entries of a block of vertices, for
 * counts by vertex and by edge. Each warp draws 32 entries, whose units form one sequence, so
 * that all lanes are busy even if the entries are short. */
#ifndef TG_GPU_ADAPTIVE_SINK_UNITS_CUH
#define TG_GPU_ADAPTIVE_SINK_UNITS_CUH

#include "gpu/adaptive/sinks.cuh"
#include "gpu/adaptive/chunks.cuh"
#include "gpu/adaptive/table.cuh"
#include "gpu/lookup/flatten.cuh"

/* this many ids are read by a thread before it uses the first of them */
enum { IDS_AT_ONCE = 4 };

typedef struct sink_view {
    tg_device_rows rows;
    const uint32_t *sources;
    const uint4 *keys;
    const tg_sink_entry *entries;
    const tg_chunk *chunks;
    const uint32_t *chunk_count;
    const uint32_t *unit_starts, *keyed;
    tg_device_sink sink;
} sink_view;

static sink_view view_of(const tg_device_task *task, const tg_sink_index *made, const tg_device_sink *sink)
{
    const tg_grouped *entries = &made->entries;
    const sink_view view = {task->edges, task->sources, reinterpret_cast<const uint4 *>(made->keys),
      (const tg_sink_entry *)entries->entries, entries->chunks, entries->chunk_starts + entries->groups,
      made->unit_starts, made->keyed, *sink};
    return view;
}

/* The unit that a lane counts in one round. A lane without a unit has keys that close nothing. */
typedef struct lane_unit {
    uint4 keys;
    uint32_t mask, owner;
    uint32_t at; /* the unit's number among all units */
    bool ends; /* whether the unit is the last one of its entry */
} lane_unit;

static __device__ __forceinline__ lane_unit read_unit(
  const uint4 *keys, const tg_sink_entry &mine, uint32_t end, uint32_t total, uint32_t first)
{
    lane_unit unit;
    const uint32_t before = bits_set(__ballot_sync(FULL_WARP, end <= first));
    const uint32_t marks = warp_or(flat_mark(end, first));
    unit.owner = flat_owner(before, marks, lane_id()) % WARP_THREADS;
    unit.at = __shfl_sync(FULL_WARP, mine.start - (end - mine.units), (int)unit.owner) + first + lane_id();
    unit.mask = __shfl_sync(FULL_WARP, mine.mask, (int)unit.owner);
    unit.ends = first + lane_id() + 1 == __shfl_sync(FULL_WARP, end, (int)unit.owner);
    unit.keys = make_uint4(~0u, ~0u, ~0u, ~0u);
    if (first + lane_id() < total) unit.keys = __ldg(keys + unit.at);
    return unit;
}

/* Adds a value to a counter in shared memory, unless the value is 0: by one instruction with a
 * predicate, where the compiler would branch. Counters may be read only after a barrier. */
static __device__ __forceinline__ void add_to_counter(uint32_t *counter, uint32_t value)
{
    asm volatile("{ .reg .pred some; setp.ne.u32 some, %1, 0;\n\t"
                 "@some red.shared.add.u32 [%0], %1; }" ::"r"((uint32_t)__cvta_generic_to_shared(counter)),
      "r"(value));
}

#endif
