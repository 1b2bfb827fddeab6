/* hash_vertex.c - counts a task vertex by vertex, with a hash table of the vertex's row.
 *
 * - The ids of a vertex's row are inserted into a table; the ids of its neighbours' rows are
 *   looked up in it.
 * - The table is at most half full, and as small as the row allows, so that short rows stay in
 *   the first level cache.
 * - The method shares no code with the merging algorithms, so each can confirm the other's
 *   results.
 *
 * Source: the vertex iterator with hashing of Schank, Wagner, WEA 2005, and of Pandey et al.,
 * "TRUST: Triangle Counting Reloaded on GPUs", TPDS 2021, section 4.
 */
#include <string.h>

#include "base/hash.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "task/algorithm.h"

enum { ROWS_AT_ONCE = 64 }; /* rows that a thread claims at a time */

/* A hash table with open addressing and linear probing. A slot contains id + 1 (ids are below
 * 2^32 - 1), or 0 if it is free. The table is at most half full, so probing always ends. */
typedef struct hash_table {
    uint32_t *slots;
    uint32_t bits; /* log2 of the number of slots for the present row */
    uint64_t seed;
} hash_table;

static uint32_t slot_of(const hash_table *table, uint32_t id)
{
    return (uint32_t)(tg_hash_id(table->seed, id) >> (64 - table->bits));
}

/* Returns log2 of the smallest number of slots, at least 2, of which `count` ids fill at most half. */
static uint32_t bits_for(uint64_t count)
{
    uint32_t bits = 1;
    while ((UINT64_C(1) << bits) < 2 * count) bits++;
    return bits;
}

static void fill(hash_table *table, const uint32_t *ids, uint64_t count)
{
    const uint32_t mask = (uint32_t)((UINT64_C(1) << bits_for(count)) - 1);
    table->bits = bits_for(count);
    memset(table->slots, 0, ((size_t)mask + 1) * sizeof *table->slots);
    for (uint64_t i = 0; i < count; i++) {
        uint32_t slot = slot_of(table, ids[i]);
        while (table->slots[slot] != 0) slot = (slot + 1) & mask;
        table->slots[slot] = ids[i] + 1;
    }
}

static uint64_t contains(const hash_table *table, uint32_t id)
{
    const uint32_t mask = (uint32_t)((UINT64_C(1) << table->bits) - 1);
    uint32_t slot = slot_of(table, id);
    while (table->slots[slot] != 0) {
        if (table->slots[slot] == id + 1) return 1;
        slot = (slot + 1) & mask;
    }
    return 0;
}

static uint64_t count_row(const tg_task *task, uint32_t u, hash_table *table)
{
    const uint64_t *edges = task->edges.offsets + u, *from = task->from.offsets + u;
    uint64_t found = 0;
    if (edges[0] == edges[1] || from[0] == from[1]) return 0;
    fill(table, task->from.ids + from[0], from[1] - from[0]);
    for (uint64_t e = edges[0]; e < edges[1]; e++) {
        const uint64_t *into = task->into.offsets + task->edges.ids[e];
        for (uint64_t i = into[0]; i < into[1]; i++) found += contains(table, task->into.ids[i]);
    }
    return found;
}

static uint64_t longest_row(const tg_task *task)
{
    uint64_t longest = 0;
    for (uint32_t u = task->first_row; u < task->last_row; u++) {
        const uint64_t length = task->from.offsets[u + 1] - task->from.offsets[u];
        if (length > longest) longest = length;
    }
    return longest;
}

/* Claims rows and counts their triangles, until all rows are claimed; each thread calls this. */
static tricorn_status count_some(
  tricorn_context *context, const tg_task *task, uint64_t longest, _Atomic uint64_t *next, uint64_t *found)
{
    hash_table table = {.seed = tg_hash_seed()};
    TG_DO(TG_ALLOC(context, UINT64_C(1) << bits_for(longest), &table.slots));
    for (uint64_t first; (first = atomic_fetch_add(next, ROWS_AT_ONCE)) < task->last_row;) {
        const uint64_t left = task->last_row - first;
        const uint32_t rows = left < ROWS_AT_ONCE ? (uint32_t)left : ROWS_AT_ONCE;
        for (uint32_t i = 0; i < rows; i++) *found += count_row(task, (uint32_t)first + i, &table);
        if (tg_work_add(context, task->edges.offsets[first + rows] - task->edges.offsets[first])) break;
    }
    tg_free(table.slots);
    return TRICORN_OK;
}

static tricorn_status count(tricorn_context *context, const tg_task *task, const tg_index *nothing, uint64_t *triangles)
{
    (void)nothing;
    const uint64_t longest = longest_row(task);
    _Atomic uint64_t next = task->first_row;
    _Atomic int failure = TRICORN_OK;
    uint64_t found = 0;

    tg_work_begin(context, "counting", tg_task_edges(task));
#pragma omp parallel num_threads((int)context->threads) reduction(+ : found)
    tg_keep_failure(&failure, count_some(context, task, longest, &next, &found));
    TG_DO((tricorn_status)failure);
    TG_DO(tg_check_cancelled(context));
    *triangles = found;
    return TRICORN_OK;
}

static const tg_cpu_methods methods = {.count = count};

TG_DEFINE_ALGORITHM(cpu_hash_vertex) = {
  .description =
    {
      .name = "cpu-hash-vertex",
      .summary = "for each vertex, a hash table of its row, asked for its neighbours' rows",
      .device = "cpu",
      .source = "Schank and Wagner 2005; Pandey et al. 2021 (TRUST), on the CPU",
      .year = 2005,
      .iterator = "vertex",
      .lookup = "hash",
      .granularity = "coarse",
    },
  .lookup = TG_LOOKUP_HASH,
  .cpu = &methods,
};
