/* reverse_lists.c - makes the lists in two passes: counts the edges of each vertex, then stores them.
 *
 * If the counters of all threads fit in the room for them, each thread has its own: then neither pass needs atomic
 * additions, and the lists are in the order of the rows.
 */
#include "cpu/reverse_lists.h"

#include <string.h>

#include "base/memory.h"
#include "base/parallel.h"
#include "cpu/common/chunks.h"

enum {
    ROWS_AT_ONCE = 4096, /* rows that a thread claims at a time */
    MOST_APART = 64, /* more threads share atomic counters */
    /* edges that are sampled to cut the rows into equal shares, to within a few percent */
    SAMPLES = 1024
};

bool tg_reverse_lists_fit(const tg_task *task)
{
    const uint64_t ids = task->from.offsets[task->last_row];
    if (ids >> (64 - TG_PREFIX_COUNT_BITS)) return false;
    if (ids >> TG_PREFIX_COUNT_BITS == 0) return true; /* so no row can be longer */
    for (uint32_t u = task->first_row; u < task->last_row; u++)
        if ((task->from.offsets[u + 1] - task->from.offsets[u]) >> TG_PREFIX_COUNT_BITS) return false;
    return true;
}

uint64_t tg_reverse_lists_bytes(const tg_task *task, uint32_t first, uint64_t edges)
{
    const uint64_t vertices = task->into.count > first ? task->into.count - first : 0;
    return (vertices + edges) * sizeof(uint64_t);
}

/* Whether each thread has its own counters, of 32 bits. */
static bool lists_apart(uint64_t vertices, uint64_t edges, uint32_t threads, uint64_t room)
{
    return edges <= UINT32_MAX && threads <= MOST_APART && vertices * threads * sizeof(uint32_t) <= room;
}

/* The data to make lists. */
typedef struct listing {
    const tg_task *task;
    tg_reverse_lists *lists;
    /* whether `edges` and `from` are the same rows, so that a prefix ends at the edge itself */
    bool suffixes;
    /* for each thread and vertex: first the number of edges, then where the next edge is stored;
     * NULL: threads share lists->starts */
    uint32_t *cursors;
} listing;

/* Returns how many ids of from[u] can be in row v, where v is the vertex of the edge at position
 * e. That is at least `least`, the number for the edge before. The edges of a part are mostly
 * the end of the row, so v is first looked for at that end. */
static inline uint64_t ids_up_to(const tg_task *task, uint32_t u, uint64_t e, uint64_t least)
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

/* Counts an edge of row u or, if lists->prefixes exists, stores it. Skips it if its prefix,
 * which has `count` ids, or the row of v is empty. */
static inline void list_edge(const listing *job, uint32_t u, uint32_t v, uint64_t count, uint32_t *own)
{
    const tg_task *task = job->task;
    const tg_reverse_lists *lists = job->lists;
    const uint32_t i = v - lists->first;
    if (count == 0 || task->into.offsets[v] == task->into.offsets[v + 1]) return;
    const uint64_t place = own ? own[i]++ : __atomic_fetch_add(&lists->starts[i + 1], 1, __ATOMIC_RELAXED);
    if (lists->prefixes)
        lists->prefixes[place] = (lists->by_row ? u : task->from.offsets[u]) << TG_PREFIX_COUNT_BITS | count;
}

/* Counts or stores those edges of row u that lead to vertices with lists. */
static inline void list_row(const listing *job, uint32_t u, uint32_t *own)
{
    const tg_task *task = job->task;
    const uint64_t begin = task->edges.offsets[u], end = task->edges.offsets[u + 1];
    const uint32_t *ids = task->edges.ids, first = job->lists->first;
    uint64_t e = end, count = 0;

    if (job->suffixes) {
        for (; e > begin && ids[e - 1] >= first; e--) list_edge(job, u, ids[e - 1], e - 1 - begin, own);
        return;
    }
    while (e > begin && ids[e - 1] >= first) e--;
    for (; e < end; e++) {
        count = ids_up_to(task, u, e, count);
        list_edge(job, u, ids[e], count, own);
    }
}

/* Cuts the rows into shares with about equal sums of rows and listed edges, by a sample of the edges. */
static void cut_rows(const listing *job, uint32_t shares, uint32_t *bounds)
{
    const tg_task *task = job->task;
    const uint64_t edges = tg_task_edges(task), rows = task->last_row - task->first_row;
    const uint64_t samples = edges < SAMPLES ? edges : SAMPLES;
    /* how many samples are in lists, and how many of them are in earlier rows */
    uint64_t listed = 0, before = 0;
    uint32_t share = 1;

    for (uint64_t s = 0; s < samples; s++) {
        const tg_chunk at = tg_chunk_at(task, 1, edges / samples * s + edges % samples * s / samples);
        listed += task->edges.ids[at.first_edge] >= job->lists->first;
    }
    bounds[0] = task->first_row;
    for (uint64_t s = 0; s < samples && share < shares; s++) {
        const tg_chunk at = tg_chunk_at(task, 1, edges / samples * s + edges % samples * s / samples);
        const double all = (double)rows + (double)edges * (double)listed / (double)samples;
        const double here = (double)(at.first_row - task->first_row) + (double)edges * (double)before / (double)samples;
        before += task->edges.ids[at.first_edge] >= job->lists->first;
        while (share < shares && here * shares >= all * share) bounds[share++] = at.first_row;
    }
    while (share <= shares) bounds[share++] = task->last_row;
}

/* Counts or stores the edges of all rows. */
static void list_rows(tricorn_context *context, const listing *job, const uint32_t *bounds)
{
    const tg_task *task = job->task;
    const uint64_t vertices = job->lists->last - job->lists->first;
    const uint32_t threads = context->threads;
    if (job->cursors == NULL) {
#pragma omp parallel for num_threads((int)threads) schedule(dynamic, ROWS_AT_ONCE)
        for (uint32_t u = task->first_row; u < task->last_row; u++) list_row(job, u, NULL);
        return;
    }
#pragma omp parallel for num_threads((int)threads) schedule(static, 1)
    for (uint32_t t = 0; t < threads; t++) {
        uint32_t *own = job->cursors + t * vertices;
        if (job->lists->prefixes == NULL) memset(own, 0, vertices * sizeof *own);
        for (uint32_t u = bounds[t]; u < bounds[t + 1]; u++) list_row(job, u, own);
    }
}

/* Adds up the threads' numbers of edges to each vertex in lists->starts. If `place` is set,
 * replaces each thread's number by the place of its first edge instead. */
static void join_cursors(tricorn_context *context, const listing *job, bool place)
{
    const uint64_t vertices = job->lists->last - job->lists->first;
    const uint32_t threads = context->threads;
#pragma omp parallel for num_threads((int)threads) schedule(static)
    for (uint64_t v = 0; v < vertices; v++) {
        uint64_t next = place ? job->lists->starts[v] : 0;
        for (uint32_t t = 0; t < threads; t++) {
            uint32_t *cursor = &job->cursors[t * vertices + v];
            const uint32_t count = *cursor;
            if (place) *cursor = (uint32_t)next;
            next += count;
        }
        if (!place) job->lists->starts[v] = next;
    }
}

/* Makes lists->starts and the prefixes with threads that share counters. starts[i + 1] is first
 * the number of edges of vertex i, then where its list begins. Storing the edges moves it to the
 * end of the list, where that of i + 1 begins. */
static tricorn_status list_together(tricorn_context *context, const listing *job)
{
    tg_reverse_lists *lists = job->lists;
    const uint64_t vertices = lists->last - lists->first;

    TG_DO(TG_ALLOC_ZERO(context, vertices + 2, &lists->starts));
    list_rows(context, job, NULL);
    const uint64_t edges = tg_prefix_sum(context, lists->starts + 1, vertices);
    TG_DO(TG_ALLOC(context, edges, &lists->prefixes));
    if (edges > 0) list_rows(context, job, NULL);
    return TRICORN_OK;
}

/* Makes lists->starts and the prefixes with threads that have their own counters, and some rows each. */
static tricorn_status list_apart(tricorn_context *context, listing *job)
{
    tricorn_status status = TRICORN_OK;
    tg_reverse_lists *lists = job->lists;
    const uint64_t vertices = lists->last - lists->first;
    uint32_t bounds[MOST_APART + 1];

    TG_TRY(TG_ALLOC(context, vertices + 1, &lists->starts));
    TG_TRY(TG_ALLOC(context, vertices * context->threads + 1, &job->cursors));
    cut_rows(job, context->threads, bounds);
    list_rows(context, job, bounds);
    join_cursors(context, job, false);
    const uint64_t edges = tg_prefix_sum(context, lists->starts, vertices);
    TG_TRY(TG_ALLOC(context, edges, &lists->prefixes));
    join_cursors(context, job, true);
    if (edges > 0) list_rows(context, job, bounds);
cleanup:
    tg_free(job->cursors);
    return status;
}

tricorn_status tg_reverse_lists_create(
  tricorn_context *context, const tg_task *task, const tg_listing *asked, tg_reverse_lists *lists)
{
    tg_reverse_lists made = {.first = asked->first, .last = task->into.count, .by_row = asked->by_row};
    listing job = {.task = task,
      .lists = &made,
      .suffixes = tg_same_rows(&task->edges, &task->from) && task->lead == 0 && task->reach == TG_REACH_BELOW};

    if (made.last < made.first) made.last = made.first;
    const bool apart = lists_apart(made.last - made.first, tg_task_edges(task), context->threads, asked->room);
    const tricorn_status status = apart ? list_apart(context, &job) : list_together(context, &job);
    if (status == TRICORN_OK)
        *lists = made;
    else
        tg_reverse_lists_free(&made);
    return status;
}

void tg_reverse_lists_free(tg_reverse_lists *lists)
{
    tg_free(lists->starts);
    tg_free(lists->prefixes);
    *lists = (tg_reverse_lists){0};
}
