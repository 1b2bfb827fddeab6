/* reverse_lists_count.c - counts with reverse lists: tests the ids of prefixes in a bitmap, and
 * counts matches in total, by vertex or by edge.
 *
 * - The next prefixes are known in advance, so their ids are prefetched in time.
 * - The matches of one list are with ids of one row. So they are added up per id first, and
 *   added to the edges of that row once.
 */
#include "cpu/reverse_lists.h"

#include <omp.h>

#include "base/memory.h"
#include "base/parallel.h"
#include "cpu/common/edge_counters.h"
#include "cpu/common/row_bitmap.h"

enum {
    LISTS_AT_ONCE = 256, /* lists that a thread claims at a time */
    /* prefixes between prefetching one and using it: this takes about as long as a read of memory */
    AHEAD = 16,
    /* bytes of a prefix that are prefetched; the CPU itself prefetches later ones */
    FETCHED_BYTES = 512,
    CACHE_LINE = 64,
    WORD_BITS = 64,
    LATER = 256 /* this many additions can wait: few enough for the first level cache */
};
static const uint64_t count_mask = (UINT64_C(1) << TG_PREFIX_COUNT_BITS) - 1;

/* Values to add to edges to which other threads may also add. An atomic addition waits for memory, and blocks later
 * ones; so it is delayed until the cache line of its edge has arrived. */
typedef struct additions {
    uint32_t count;
    uint64_t waiting[LATER]; /* position << TG_PREFIX_COUNT_BITS | value to add */
} additions;

/* The state of one thread. It counts only the total if `counts` and `support` are NULL. */
typedef struct worker {
    const tg_task *task;
    const tg_reverse_lists *lists;
    tg_row_bitmap bitmap; /* the ids of into[v]; empty between rows */
    uint64_t *counts; /* the triangles of each vertex, or NULL */
    uint32_t *support; /* the triangles of each edge, or NULL */
    /* if `support` is set: the triangles of each id of into[v]; zero between rows */
    uint32_t *thirds;
    /* additions that wait, if `support` is set and several threads count; otherwise NULL */
    additions *later;
} worker;

/* ---- the total ---- */

/* Prefetches the ids of a prefix. Always inlined, because compilers drop calls of a function without an effect. */
static inline __attribute__((always_inline)) void fetch_ids(const uint32_t *ids, uint64_t count)
{
    const uint64_t bytes = count * sizeof *ids;
    for (uint64_t i = 0; i < bytes && i < FETCHED_BYTES; i += CACHE_LINE)
        __builtin_prefetch((const void *)((uintptr_t)ids + i));
}

static uint64_t count_list(const worker *own, uint32_t v)
{
    const tg_task *task = own->task;
    const tg_reverse_lists *lists = own->lists;
    const uint64_t *into = task->into.offsets + v, *starts = lists->starts + (v - lists->first);
    const uint64_t last_prefix = lists->starts[lists->last - lists->first];
    uint64_t found = 0;

    if (starts[0] == starts[1]) return 0;
    tg_row_bitmap_set(&own->bitmap, task->into.ids + into[0], into[1] - into[0]);
    for (uint64_t p = starts[0]; p < starts[1]; p++) {
        const uint64_t prefix = lists->prefixes[p];
        if (p + AHEAD < last_prefix) {
            const uint64_t near = lists->prefixes[p + AHEAD];
            fetch_ids(task->from.ids + (near >> TG_PREFIX_COUNT_BITS), near & count_mask);
        }
        found +=
          tg_row_bitmap_count(&own->bitmap, task->from.ids + (prefix >> TG_PREFIX_COUNT_BITS), prefix & count_mask);
    }
    tg_row_bitmap_clear(&own->bitmap, task->into.ids + into[0], into[1] - into[0]);
    return found;
}

/* ---- into a sink ---- */

/* Prefetches the ids and the counter of prefix p + AHEAD, and the offset of prefix p + 2 * AHEAD. */
static inline __attribute__((always_inline)) void fetch(const worker *own, uint64_t p, uint64_t last)
{
    if (p + 2 * AHEAD >= last) return;
    const tg_rows *rows = &own->task->from;
    const uint64_t *prefixes = own->lists->prefixes + p;
    const uint64_t near = prefixes[AHEAD] >> TG_PREFIX_COUNT_BITS, count = prefixes[AHEAD] & count_mask;
    __builtin_prefetch(&rows->offsets[prefixes[2 * AHEAD] >> TG_PREFIX_COUNT_BITS]);
    fetch_ids(rows->ids + rows->offsets[near], count);
    if (own->counts) __builtin_prefetch(&own->counts[near], 1);
}

/* Adds 1 to the count of each id of a prefix that is in the bitmap; returns the number of these ids. */
static inline uint64_t count_prefix(const tg_row_bitmap *bitmap, const uint32_t *ids, uint64_t count, uint64_t *counts)
{
    uint64_t found = 0;
    for (uint64_t i = 0; i < count; i += WORD_BITS) {
        const uint64_t left = count - i;
        uint64_t common = tg_row_bitmap_mask(bitmap, ids + i, left < WORD_BITS ? left : WORD_BITS);
        for (; common; common &= common - 1, found++) counts[ids[i + (uint64_t)__builtin_ctzll(common)]]++;
    }
    return found;
}

static void add_waiting(const worker *own)
{
    additions *later = own->later;
    for (uint32_t i = 0; i < later->count; i++)
        tg_support_add(
          own->support + (later->waiting[i] >> TG_PREFIX_COUNT_BITS), (uint32_t)(later->waiting[i] & count_mask), true);
    later->count = 0;
}

/* Adds a value, which is at most the length of a prefix, to the support of an edge. */
static inline void add_to_edge(const worker *own, uint64_t position, uint64_t value)
{
    additions *later = own->later;
    if (later == NULL) {
        own->support[position] += (uint32_t)value;
        return;
    }
    __builtin_prefetch(own->support + position, 1);
    later->waiting[later->count++] = position << TG_PREFIX_COUNT_BITS | value;
    if (later->count == LATER) add_waiting(own);
}

/* Counts a triangle for each id of a prefix that is in the bitmap, at its edges in from[u] and in
 * into[v]. `u` is the position of the first id of row u. Returns the number of triangles. */
static inline uint64_t support_prefix(const worker *own, uint64_t u, uint64_t count)
{
    const uint32_t *ids = own->task->from.ids + u;
    uint64_t found = 0;
    for (uint64_t i = 0; i < count; i += WORD_BITS) {
        const uint64_t left = count - i;
        uint64_t common = tg_row_bitmap_mask(&own->bitmap, ids + i, left < WORD_BITS ? left : WORD_BITS);
        for (; common; common &= common - 1, found++) {
            const uint64_t at = i + (uint64_t)__builtin_ctzll(common);
            own->thirds[ids[at]]++;
            add_to_edge(own, u + at, 1);
        }
    }
    return found;
}

/* Adds the triangles of each id of into[v] to its edge, and clears them. The row is at positions
 * `begin` to end - 1. */
static void move_thirds(const worker *own, uint64_t begin, uint64_t end)
{
    for (uint64_t i = begin; i < end; i++) {
        uint32_t *third = own->thirds + own->task->into.ids[i];
        if (*third) tg_support_add(own->support + i, *third, own->later != NULL);
        *third = 0;
    }
}

/* Counts a prefix into the sink. The edge u -> v is the one after the prefix. */
static inline uint64_t sink_prefix(const worker *own, uint64_t prefix)
{
    const tg_task *task = own->task;
    const uint64_t u = prefix >> TG_PREFIX_COUNT_BITS, count = prefix & count_mask;
    const uint64_t row = task->from.offsets[u];
    uint64_t found;

    if (own->support) {
        found = support_prefix(own, row, count);
        if (found) add_to_edge(own, row + count, found);
    } else {
        found = count_prefix(&own->bitmap, task->from.ids + row, count, own->counts);
        if (found) own->counts[u] += found;
    }
    return found;
}

static uint64_t sink_list(const worker *own, uint32_t v)
{
    const tg_reverse_lists *lists = own->lists;
    const uint64_t *into = own->task->into.offsets + v;
    const uint64_t *starts = lists->starts + (v - lists->first);
    const uint64_t last_prefix = lists->starts[lists->last - lists->first];
    const uint32_t *ids = own->task->into.ids + into[0];
    uint64_t sum = 0;

    if (starts[0] == starts[1]) return 0;
    tg_row_bitmap_set(&own->bitmap, ids, into[1] - into[0]);
    for (uint64_t p = starts[0]; p < starts[1]; p++) {
        fetch(own, p, last_prefix);
        sum += sink_prefix(own, lists->prefixes[p]);
    }
    tg_row_bitmap_clear(&own->bitmap, ids, into[1] - into[0]);
    if (own->counts) own->counts[v] += sum;
    if (own->support && sum) move_thirds(own, into[0], into[1]);
    return sum;
}

/* ---- the lists ---- */

static uint64_t count_one(const worker *own, uint32_t v)
{
    return own->counts || own->support ? sink_list(own, v) : count_list(own, v);
}

/* Claims lists and counts them, until all lists are claimed; each thread calls this. */
static tricorn_status count_some(tricorn_context *context, const worker *shape, _Atomic uint64_t *next, uint64_t *found)
{
    tricorn_status status = TRICORN_OK;
    const tg_reverse_lists *lists = shape->lists;
    worker own = *shape;

    TG_TRY(tg_row_bitmap_create(context, (uint64_t)lists->last + own.task->lead, &own.bitmap));
    if (own.support) TG_TRY(TG_ALLOC_ZERO(context, lists->last, &own.thirds));
    if (own.support && context->threads > 1) TG_TRY(TG_ALLOC_ZERO(context, 1, &own.later));
    for (uint64_t v; (v = atomic_fetch_add(next, LISTS_AT_ONCE)) < lists->last;) {
        const uint64_t left = lists->last - v, count = left < LISTS_AT_ONCE ? left : LISTS_AT_ONCE;
        const uint64_t *starts = lists->starts + (v - lists->first);
        for (uint64_t i = 0; i < count; i++) *found += count_one(&own, (uint32_t)(v + i));
        if (tg_work_add(context, starts[count] - starts[0])) break;
    }
    if (own.later) add_waiting(&own);
cleanup:
    tg_row_bitmap_free(&own.bitmap);
    tg_free(own.thirds);
    tg_free(own.later);
    return status;
}

tricorn_status tg_reverse_lists_count(tricorn_context *context, const tg_task *task, const tg_reverse_lists *lists,
  const tg_hub_sink *sink, uint64_t *found)
{
    const worker shape = {.task = task, .lists = lists, .support = sink->edges};
    _Atomic uint64_t next = lists->first;
    _Atomic int failure = TRICORN_OK;
    uint64_t sum = 0;

    tg_work_begin(context, "counting", lists->starts[lists->last - lists->first]);
    if (lists->prefixes == NULL) return TRICORN_OK;
#pragma omp parallel num_threads((int)context->threads) reduction(+ : sum)
    {
        worker own = shape;
        if (sink->vertices) own.counts = tg_vertex_counters_of(sink->vertices, (uint32_t)omp_get_thread_num());
        tg_keep_failure(&failure, count_some(context, &own, &next, &sum));
    }
    TG_DO((tricorn_status)failure);
    TG_DO(tg_check_cancelled(context));
    *found += sum;
    return TRICORN_OK;
}
