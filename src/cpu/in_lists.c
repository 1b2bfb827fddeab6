/* in_lists.c - lists by counting and placing; tests against a bitmap. */
#include "cpu/in_lists.h"

#include <omp.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/parallel.h"
#include "cpu/bitmap.h"

enum {
    ROWS_AT_ONCE = 4096, /* a thread's next share while lists are made */
    LISTS_AT_ONCE = 256, /* and while they are counted */
    AHEAD = 16,          /* prefixes that are fetched before their turn: about a memory latency */
    FETCHED_BYTES = 512, /* of a prefix; the CPU itself follows the longer ones */
    CACHE_LINE = 64,
    MOST_APART = 8, /* threads that make lists apart: more would read too much, and count atomically */
    SAMPLES = 4096  /* of edges, to cut lists apart: shares are right within a few percent */
};

bool tg_in_lists_can(const tg_task *task)
{
    if (task->from.offsets[task->last_row] >> (64 - TG_PREFIX_BITS)) return false;
    for (uint32_t u = task->first_row; u < task->last_row; u++)
        if ((task->from.offsets[u + 1] - task->from.offsets[u]) >> TG_PREFIX_BITS) return false;
    return true;
}

uint64_t tg_in_lists_bytes(const tg_task *task, uint32_t first, uint64_t edges)
{
    const uint64_t vertices = task->into.count > first ? task->into.count - first : 0;
    return (vertices + edges) * sizeof(uint64_t);
}

/* ---- making ------------------------------------------------------------------------------- */

static int by_id(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* One more at a counter that several threads may want; what it was. */
static inline uint64_t next_of(uint64_t *counter, bool alone)
{
    return alone ? (*counter)++ : __atomic_fetch_add(counter, 1, __ATOMIC_RELAXED);
}

/* Vertices whose lists are made together; alone: by one thread, which nobody else disturbs. */
typedef struct vertex_range {
    uint32_t first, last;
    bool alone;
} vertex_range;

/* For each edge of row u to a vertex of the range that has an id at or below it beside it and a
 * row of its own: counts it in starts[1 + ...] or, with `prefixes`, places it. */
static void list_row(const tg_task *task, const tg_in_lists *lists, uint32_t u,
                     vertex_range range)
{
    const uint64_t begin = task->edges.offsets[u];
    const uint64_t from = task->from.offsets[u], from_end = task->from.offsets[u + 1];
    const uint32_t *ids = task->edges.ids;
    uint64_t end = task->edges.offsets[u + 1], e, count;

    while (end > begin && ids[end - 1] >= range.last) end--;
    for (e = end; e > begin && ids[e - 1] >= range.first;) e--;
    for (count = 0; e < end; e++) {
        const uint32_t v = ids[e];
        if (task->whole)
            count = e - begin;
        else
            while (from + count < from_end && task->from.ids[from + count] <= v) count++;
        if (count == 0 || task->into.offsets[v] == task->into.offsets[v + 1]) continue;
        const uint64_t place = next_of(&lists->starts[v - lists->first + 1], range.alone);
        if (lists->prefixes)
            lists->prefixes[place] = (lists->by_row ? u : from) << TG_PREFIX_BITS | count;
    }
}

/* Cuts the lists' vertices where a sample of the edges says that each range has as many. */
static void cut_lists(const tg_task *task, const tg_in_lists *lists, uint32_t ranges,
                      uint32_t *bounds)
{
    const uint64_t first = task->edges.offsets[task->first_row];
    const uint64_t edges = task->edges.offsets[task->last_row] - first;
    uint32_t sample[SAMPLES], count = 0;

    for (uint64_t s = 0; s < SAMPLES && edges > 0; s++) {
        const uint32_t v =
            task->edges.ids[first + edges / SAMPLES * s + edges % SAMPLES * s / SAMPLES];
        if (v >= lists->first) sample[count++] = v;
    }
    qsort(sample, count, sizeof *sample, by_id);
    for (uint32_t r = 1; r < ranges; r++)
        bounds[r] = count > 0 ? sample[(uint64_t)count * r / ranges] : lists->last;
    bounds[0] = lists->first;
    bounds[ranges] = lists->last;
}

/* Few threads read all edges each and make the lists of vertices of their own: counters that move
 * between cores cost more than reading. */
static void list_apart(trigon_context *context, const tg_task *task, const tg_in_lists *lists,
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

static void list_rows(trigon_context *context, const tg_task *task, const tg_in_lists *lists,
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

static trigon_status create(trigon_context *context, const tg_task *task, tg_in_lists shape,
                            tg_in_lists *lists)
{
    trigon_status status = TRIGON_OK;
    const uint32_t first = shape.first;
    uint32_t bounds[MOST_APART + 1];
    tg_in_lists made = shape;

    if (made.last < first) made.last = first;
    if (context->threads <= MOST_APART) cut_lists(task, &made, context->threads, bounds);
    const uint64_t vertices = made.last - first;
    TG_TRY(TG_ALLOC_ZERO(context, vertices + 2, &made.starts));
    list_rows(context, task, &made, bounds);
    /* Counts of vertex i in starts[i + 1] become its start there, and then, by placing, its end:
     * the start of vertex i + 1. */
    const uint64_t edges = tg_prefix_sum(context, made.starts + 1, vertices);
    TG_TRY(TG_ALLOC(context, edges, &made.prefixes));
    if (edges > 0) list_rows(context, task, &made, bounds);
    *lists = made;
    made = (tg_in_lists){0};
cleanup:
    tg_in_lists_free(&made);
    return status;
}

trigon_status tg_in_lists_create(trigon_context *context, const tg_task *task, uint32_t first,
                                 tg_in_lists *lists)
{
    return create(context, task, (tg_in_lists){.first = first, .last = task->into.count}, lists);
}

trigon_status tg_in_lists_create_by_row(trigon_context *context, const tg_task *task,
                                        uint32_t first, tg_in_lists *lists)
{
    return create(context, task,
                  (tg_in_lists){.first = first, .last = task->into.count, .by_row = true}, lists);
}

void tg_in_lists_free(tg_in_lists *lists)
{
    tg_free(lists->starts);
    tg_free(lists->prefixes);
    *lists = (tg_in_lists){0};
}

/* ---- counting ----------------------------------------------------------------------------- */

/* Always inlined: compilers find that it has no effect, and drop calls. */
static inline __attribute__((always_inline)) void fetch_prefix(const tg_task *task,
                                                               uint64_t prefix)
{
    const uint64_t bytes = (prefix & ((UINT64_C(1) << TG_PREFIX_BITS) - 1)) * sizeof(uint32_t);
    const uintptr_t ids = (uintptr_t)(task->from.ids + (prefix >> TG_PREFIX_BITS));
    for (uint64_t i = 0; i < bytes && i < FETCHED_BYTES; i += CACHE_LINE)
        __builtin_prefetch((const void *)(ids + i));
}

static uint64_t count_list(const tg_task *task, const tg_in_lists *lists, uint32_t v,
                           uint64_t *bits)
{
    const uint64_t *into = task->into.offsets + v, *starts = lists->starts + (v - lists->first);
    const uint64_t last_prefix = lists->starts[lists->last - lists->first];
    uint64_t found = 0;

    if (starts[0] == starts[1]) return 0;
    tg_bits_set(bits, task->into.ids + into[0], into[1] - into[0]);
    for (uint64_t p = starts[0]; p < starts[1]; p++) {
        const uint64_t prefix = lists->prefixes[p];
        if (p + AHEAD < last_prefix) fetch_prefix(task, lists->prefixes[p + AHEAD]);
        found += tg_bits_count(bits, task->from.ids + (prefix >> TG_PREFIX_BITS),
                               prefix & ((UINT64_C(1) << TG_PREFIX_BITS) - 1));
    }
    tg_bits_clear(bits, task->into.ids + into[0], into[1] - into[0]);
    return found;
}

/* Takes lists until there are none left; one call for each thread. */
static trigon_status count_some(trigon_context *context, const tg_task *task,
                                const tg_in_lists *lists, _Atomic uint64_t *next, uint64_t *found)
{
    uint64_t *bits = NULL;
    const trigon_status status = TG_ALLOC_ZERO(context, lists->last / 64 + 1, &bits);
    if (status != TRIGON_OK) return status;
    for (uint64_t v; (v = atomic_fetch_add(next, LISTS_AT_ONCE)) < lists->last;) {
        const uint64_t left = lists->last - v,
                       count = left < LISTS_AT_ONCE ? left : LISTS_AT_ONCE;
        const uint64_t *starts = lists->starts + (v - lists->first);
        for (uint64_t i = 0; i < count; i++)
            *found += count_list(task, lists, (uint32_t)(v + i), bits);
        if (tg_work_add(context, starts[count] - starts[0])) break;
    }
    tg_free(bits);
    return TRIGON_OK;
}

trigon_status tg_in_lists_count(trigon_context *context, const tg_task *task,
                                const tg_in_lists *lists, uint64_t *found)
{
    trigon_status status = TRIGON_OK;
    _Atomic uint64_t next = lists->first;
    _Atomic int failure = TRIGON_OK;
    uint64_t sum = 0;

    tg_work_begin(context, "counting", lists->starts[lists->last - lists->first]);
    if (lists->prefixes == NULL) return TRIGON_OK;
#pragma omp parallel num_threads((int)context->threads) reduction(+ : sum)
    tg_keep_failure(&failure, count_some(context, task, lists, &next, &sum));
    TG_TRY((trigon_status)failure);
    TG_TRY(tg_check_cancelled(context));
    *found += sum;
cleanup:
    return status;
}
