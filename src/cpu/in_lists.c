/* in_lists.c - makes lists by counting and scattering. */
#include "cpu/in_lists.h"

#include <string.h>

#include "base/memory.h"
#include "base/parallel.h"

enum {
    ROWS_AT_ONCE = 4096, /* a thread's next share while lists are made */
    MOST_APART = 8, /* the most threads that make lists apart: more would read too much, and count
                       atomically */
    SAMPLES = 4096, /* sampled edges to cut the lists: shares are right within a few percent */
    BINS = 4096     /* ranges of vertices in which the samples are counted */
};

bool tg_in_lists_can(const tg_task *task)
{
    const uint64_t ids = task->from.offsets[task->last_row];
    if (ids >> (64 - TG_PREFIX_BITS)) return false;
    if (ids >> TG_PREFIX_BITS == 0) return true; /* no row has more */
    for (uint32_t u = task->first_row; u < task->last_row; u++)
        if ((task->from.offsets[u + 1] - task->from.offsets[u]) >> TG_PREFIX_BITS) return false;
    return true;
}

uint64_t tg_in_lists_bytes(const tg_task *task, uint32_t first, uint64_t edges)
{
    const uint64_t vertices = task->into.count > first ? task->into.count - first : 0;
    return (vertices + edges) * sizeof(uint64_t);
}

/* Increments a counter that several threads may use; returns its former value. */
static inline uint64_t next_of(uint64_t *counter, bool alone)
{
    return alone ? (*counter)++ : __atomic_fetch_add(counter, 1, __ATOMIC_RELAXED);
}

/* A range of vertices whose lists are made together; alone: by a single thread. */
typedef struct vertex_range {
    uint32_t first, last;
    bool alone;
} vertex_range;

/* The number of ids of row u of `from` that can be in the row of v, the vertex at position e of
 * the edges: not less than `least`, the number for the edge before.  The edges of a part are most
 * often the end of the row, so v itself is looked for there first. */
static uint64_t ids_up_to(const tg_task *task, uint32_t u, uint64_t e, uint64_t least)
{
    const uint64_t behind = task->edges.offsets[u + 1] - e;
    const uint64_t v = (uint64_t)task->edges.ids[e] + task->lead;
    const uint64_t length = task->from.offsets[u + 1] - task->from.offsets[u];
    const uint64_t end = v + (task->reach != TG_REACH_BELOW);
    const uint32_t *ids = task->from.ids + task->from.offsets[u];
    uint64_t count = least;
    if (behind <= length && ids[length - behind] == v) count = length - behind;
    while (count < length && ids[count] < end) count++;
    return count;
}

/* For each edge of row u to a vertex of the range whose row is not empty, if row u has an id
 * that may be in it: counts the edge in starts[1 + ...] or, with `prefixes`, stores it. */
static void list_row(const tg_task *task, const tg_in_lists *lists, uint32_t u,
                     vertex_range range)
{
    const uint64_t begin = task->edges.offsets[u], from = task->from.offsets[u];
    const uint32_t *ids = task->edges.ids;
    const bool whole = tg_task_is_whole(task);
    uint64_t end = task->edges.offsets[u + 1], e, count;

    while (end > begin && ids[end - 1] >= range.last) end--;
    for (e = end; e > begin && ids[e - 1] >= range.first;) e--;
    for (count = 0; e < end; e++) {
        const uint32_t v = ids[e];
        count = whole ? e - begin : ids_up_to(task, u, e, count);
        if (count == 0 || task->into.offsets[v] == task->into.offsets[v + 1]) continue;
        const uint64_t place = next_of(&lists->starts[v - lists->first + 1], range.alone);
        if (lists->prefixes)
            lists->prefixes[place] = (lists->by_row ? u : from) << TG_PREFIX_BITS | count;
    }
}

/* Cuts the vertices of the lists into ranges with equally many edges by a sample: at ends of
 * bins, each a small share of all edges even if the first lists are the longest. */
static void cut_lists(const tg_task *task, const tg_in_lists *lists, uint32_t ranges,
                      uint32_t *bounds)
{
    const uint64_t first = task->edges.offsets[task->first_row];
    const uint64_t edges = task->edges.offsets[task->last_row] - first;
    const uint64_t samples = edges < SAMPLES ? edges : SAMPLES;
    uint32_t bins[BINS + 1] = {0}, count = 0, below = 0, range = 1, shift = 0;

    while ((lists->last - lists->first) >> shift >= BINS) shift++;
    for (uint64_t s = 0; s < samples; s++) {
        const uint32_t v =
            task->edges.ids[first + edges / samples * s + edges % samples * s / samples];
        if (v < lists->first) continue;
        bins[(v - lists->first) >> shift]++;
        count++;
    }
    bounds[0] = lists->first;
    for (uint32_t bin = 0; bin < BINS && range < ranges; bin++) {
        below += bins[bin];
        const uint64_t end = lists->first + ((uint64_t)(bin + 1) << shift);
        while (range < ranges && below > 0 && (uint64_t)below * ranges >= (uint64_t)count * range)
            bounds[range++] = (uint32_t)(end < lists->last ? end : lists->last);
    }
    while (range <= ranges) bounds[range++] = lists->last;
}

/* With few threads each reads all edges and makes the lists of its own range of vertices:
 * counters that move between cores cost more than reading. */
static void list_apart(tricorn_context *context, const tg_task *task, const tg_in_lists *lists,
                       const uint32_t *bounds)
{
    const int ranges = (int)context->threads;
#pragma omp parallel for num_threads(ranges) schedule(static, 1)
    for (int r = 0; r < ranges; r++) {
        /* Fresh pages that are read before they are written are mapped twice, and all threads
         * wait for that. */
        if (lists->prefixes == NULL && bounds[r] < bounds[r + 1])
            memset(lists->starts + (bounds[r] - lists->first + 1), 0,
                   (bounds[r + 1] - bounds[r]) * sizeof *lists->starts);
        for (uint32_t u = task->first_row; u < task->last_row; u++)
            list_row(task, lists, u, (vertex_range){bounds[r], bounds[r + 1], true});
    }
}

static void list_rows(tricorn_context *context, const tg_task *task, const tg_in_lists *lists,
                      const uint32_t *bounds)
{
    if (context->threads <= MOST_APART) {
        list_apart(context, task, lists, bounds);
        return;
    }
#pragma omp parallel for num_threads((int)context->threads) schedule(dynamic, ROWS_AT_ONCE)
    for (uint32_t u = task->first_row; u < task->last_row; u++)
        list_row(task, lists, u, (vertex_range){lists->first, lists->last, false});
}

tricorn_status tg_in_lists_create(tricorn_context *context, const tg_task *task, uint32_t first,
                                 bool by_row, tg_in_lists *lists)
{
    tricorn_status status = TRICORN_OK;
    uint32_t bounds[MOST_APART + 1];
    tg_in_lists made = {.first = first, .last = task->into.count, .by_row = by_row};

    if (made.last < first) made.last = first;
    if (context->threads <= MOST_APART) cut_lists(task, &made, context->threads, bounds);
    const uint64_t vertices = made.last - first;
    TG_TRY(TG_ALLOC_ZERO(context, vertices + 2, &made.starts));
    list_rows(context, task, &made, bounds);
    /* The count of vertex i in starts[i + 1] becomes its start there and then, while edges are
     * stored, its end: the start of vertex i + 1. */
    const uint64_t edges = tg_prefix_sum(context, made.starts + 1, vertices);
    TG_TRY(TG_ALLOC(context, edges, &made.prefixes));
    if (edges > 0) list_rows(context, task, &made, bounds);
    *lists = made;
    made = (tg_in_lists){0};
cleanup:
    tg_in_lists_free(&made);
    return status;
}

void tg_in_lists_free(tg_in_lists *lists)
{
    tg_free(lists->starts);
    tg_free(lists->prefixes);
    *lists = (tg_in_lists){0};
}
