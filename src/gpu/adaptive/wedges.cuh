/* adaptive/wedges.cuh - the wedges of an edge u->v: the ids of row u of `from` below the limit of
 * v, which are the first ids of the row.
 *
 * - In a whole task they are the ids before v, which needs no search.
 * - In other tasks binary search finds where they end.
 * - If nothing is known about `into`, they are all ids of the row.
 */
#ifndef TG_GPU_ADAPTIVE_WEDGES_CUH
#define TG_GPU_ADAPTIVE_WEDGES_CUH

#include "device/search.cuh"
#include "gpu/adaptive/classes.cuh"
#include "gpu/lookup/rows.cuh"

/* Returns the position, from `first` on, of the first id that is not below the limit, or of the
 * end. The ids must ascend. */
static TG_BOTH uint32_t end_below(const uint32_t *ids, uint32_t first, uint32_t count, uint32_t limit)
{
    if (first == count || load_id(ids + count - 1) < limit) return count;
    return search_places(first, count, [=](uint32_t i) { return load_id(ids + i) < limit; });
}

/* Returns the limit of v. WHOLE means that the task is whole, which makes these functions faster. */
template <bool WHOLE> static TG_BOTH uint32_t limit_of(const tg_device_task &task, uint32_t v)
{
    return WHOLE ? v : v + limit_shift(task);
}

/* For a task that is not whole: returns how many ids of `from`, a part of a row, are below the limit of v. */
static TG_BOTH uint32_t wedges_within(const tg_device_task &task, row_part from, uint32_t v)
{
    if (task.reach == TG_REACH_ANY) return from.count;
    return end_below(task.from.ids + from.start, 0, from.count, limit_of<false>(task, v));
}

/* Returns how many wedges the edge u->v at position `edge` has. */
template <bool WHOLE>
static TG_BOTH uint32_t wedges_of(const tg_device_task &task, uint32_t u, uint32_t v, uint32_t edge)
{
    if (WHOLE) return edge - load_id(task.edges.offsets + u);
    return wedges_within(task, row_of(task.from, u), v);
}

static TG_BOTH uint32_t wedges_of_any(const tg_device_task &task, uint32_t u, uint32_t v, uint32_t edge)
{
    return task.whole ? wedges_of<true>(task, u, v, edge) : wedges_of<false>(task, u, v, edge);
}

/* Whether the edge has a wedge. */
template <bool WHOLE> static TG_BOTH bool has_wedge(const tg_device_task &task, uint32_t u, uint32_t v, uint32_t edge)
{
    if (WHOLE) return edge > task.first_edge && load_id(task.sources + edge - 1) == u;
    const row_part from = row_of(task.from, u);
    if (from.count == 0) return false;
    return task.reach == TG_REACH_ANY || load_id(task.from.ids + from.start) < limit_of<false>(task, v);
}

/* Returns both lists of an edge: the ids of row u below the limit, and row v. If either is
 * empty, both counts are 0. */
template <bool WHOLE> static TG_BOTH edge_parts wedge_parts(const tg_device_task &task, uint32_t edge)
{
    edge_parts parts = parts_of_edge(task, edge);
    if (WHOLE || parts.from.count == 0) return parts;
    parts.from.count = wedges_within(task, parts.from, load_id(task.edges.ids + edge));
    if (parts.from.count == 0) parts.into.count = 0;
    return parts;
}

#endif
