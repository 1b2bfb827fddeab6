/* rows.cuh - the rows that an edge of a task is about. */
#ifndef TG_GPU_LOOKUP_ROWS_CUH
#define TG_GPU_LOOKUP_ROWS_CUH

#include "gpu/lookup/cuda_host.cuh"
#include "task/device_task.h"

/* `count` ids from position `start` on in the ids of a tg_device_rows, ascending. */
typedef struct row_part {
    uint32_t start, count;
} row_part;

static TG_BOTH row_part row_of(const tg_device_rows &rows, uint32_t row)
{
    const uint32_t start = load_id(rows.offsets + row);
    const row_part part = {start, load_id(rows.offsets + row + 1) - start};
    return part;
}

/* Of row u of task.from what can also be in row v of task.into, where v is at position `edge` of
 * row u.  In a whole task row v ends below v: the ids before v are enough. */
static TG_BOTH row_part from_part(const tg_device_task &task, uint32_t u, uint32_t edge)
{
    if (task.whole) {
        const uint32_t start = load_id(task.from.offsets + u);
        const row_part part = {start, edge - start};
        return part;
    }
    return row_of(task.from, u);
}

/* Both lists of an edge; when either is empty both counts are 0. */
typedef struct edge_parts {
    row_part from, into;
} edge_parts;

static TG_BOTH edge_parts parts_of_edge(const tg_device_task &task, uint32_t edge)
{
    edge_parts parts = {{0, 0}, {0, 0}};
    parts.from = from_part(task, load_id(task.sources + edge), edge);
    if (parts.from.count > 0) parts.into = row_of(task.into, load_id(task.edges.ids + edge));
    if (parts.into.count == 0) parts.from.count = 0;
    return parts;
}

/* The lists of an edge: keys, each of which is looked up in the table. */
typedef struct key_search {
    const uint32_t *keys, *table;
    uint32_t key_count, table_count;
} key_search;

/* The list of `from` is the table if `turn`, else the keys. */
static TG_BOTH key_search search_of(const tg_device_task &task, const edge_parts &edge, bool turn)
{
    const uint32_t *from = task.from.ids + edge.from.start;
    const uint32_t *into = task.into.ids + edge.into.start;
    const key_search search = {turn ? into : from, turn ? from : into,
                               turn ? edge.into.count : edge.from.count,
                               turn ? edge.from.count : edge.into.count};
    return search;
}

/* The shorter list's ids are the keys. */
static TG_BOTH key_search search_in_longer(const tg_device_task &task, const edge_parts &edge)
{
    return search_of(task, edge, edge.into.count < edge.from.count);
}

#endif
