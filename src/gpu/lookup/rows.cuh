/* rows.cuh - the rows of the two ends of an edge of a task, and the parts of them that can have
 * ids in common: in a whole task, only the ids before v in row u. */
#ifndef TG_GPU_LOOKUP_ROWS_CUH
#define TG_GPU_LOOKUP_ROWS_CUH

#include "gpu/lookup/cuda_host.cuh"
#include "task/device_task.h"

/* A part of a row: `count` ascending ids from position `start` on in the ids of a tg_device_rows. */
typedef struct row_part {
    uint32_t start, count;
} row_part;

static TG_BOTH row_part row_of(const tg_device_rows &rows, uint32_t row)
{
    const uint32_t start = load_id(rows.offsets + row);
    const row_part part = {start, load_id(rows.offsets + row + 1) - start};
    return part;
}

/* Returns those ids of row u of task.from that may also be in row v of task.into, where v is at position `edge`. In a
 * whole task all ids of row v are below v, so these are the ids before v. */
static TG_BOTH row_part from_part(const tg_device_task &task, uint32_t u, uint32_t edge)
{
    if (task.whole) {
        const uint32_t start = load_id(task.from.offsets + u);
        const row_part part = {start, edge - start};
        return part;
    }
    return row_of(task.from, u);
}

/* Both lists of an edge. If one of them is empty, both counts are 0. */
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

/* Returns both lists of an edge as whole rows: the list of u then also contains the ids from v
 * on, which are not in row v. */
static TG_BOTH edge_parts whole_rows_of_edge(const tg_device_task &task, uint32_t edge)
{
    edge_parts parts = {
      row_of(task.from, load_id(task.sources + edge)), row_of(task.into, load_id(task.edges.ids + edge))};
    if (parts.from.count == 0 || parts.into.count == 0) parts.from.count = parts.into.count = 0;
    return parts;
}

/* Returns both lists of an edge: as whole rows if `whole`, as most papers have them; otherwise the
 * list of u ends before v. */
static TG_BOTH edge_parts lists_of_edge(const tg_device_task &task, uint32_t edge, bool whole)
{
    return whole ? whole_rows_of_edge(task, edge) : parts_of_edge(task, edge);
}

/* The lists of an edge as keys and a table: each key is looked up in the table. */
typedef struct key_search {
    const uint32_t *keys, *table;
    uint32_t key_count, table_count;
} key_search;

/* If `turn`, makes the list of `from` the table and that of `into` the keys; otherwise the other way. */
static TG_BOTH key_search search_of(const tg_device_task &task, const edge_parts &edge, bool turn)
{
    const uint32_t *from = task.from.ids + edge.from.start;
    const uint32_t *into = task.into.ids + edge.into.start;
    const key_search search = {turn ? into : from, turn ? from : into, turn ? edge.into.count : edge.from.count,
      turn ? edge.from.count : edge.into.count};
    return search;
}

/* Makes the shorter list the keys and the longer one the table. */
static TG_BOTH key_search search_in_longer(const tg_device_task &task, const edge_parts &edge)
{
    return search_of(task, edge, edge.into.count < edge.from.count);
}

#endif
