/* sink_rows.c - counts a graph into a sink: finds the common ids of a row and the rows of its
 * neighbours, with their positions.
 *
 * - Short rows are compared in registers with the prefetched rows of neighbours.
 * - The ids of a longer row u are set in a bitmap. For each of its words the number of earlier
 *   ids is stored, so that a popcount tells the position of a common id in row u.
 * - The edges of short rows are counted separately: a thread adds to the counters of its own rows
 *   without atomics.  It appends matches in other threads' rows to a list of posts, which are
 *   counted between rounds, with prefetched counters.
 */
#include "cpu/sink_rows.h"

#include <omp.h>
#include <stdatomic.h>

#include "base/memory.h"
#include "base/parallel.h"
#include "cpu/common/bitmap.h"
#include "cpu/common/edge_counters.h"
#include "cpu/intersect/intersect.h"
#include "cpu/sink_blocks.h"
#include "cpu/stream_edge.h"
#include "cpu/common/vertex_counters.h"

enum {
    ROWS_AT_ONCE = 128, /* rows that a thread claims at a time */
    WORD_BITS = 64,
    /* at most this many posts from the rows that a thread claims at a time */
    MOST_POSTS = ROWS_AT_ONCE * TG_MATCH_MOST,
    POSTS = 2 * MOST_POSTS /* posts per thread: 4 MB */
};

/* Edges of rows that another thread may be counting, with one entry per triangle. They are
 * counted while no thread counts rows. */
typedef struct posts {
    uint64_t count;
    uint64_t edges[POSTS];
} posts;

typedef struct worker {
    const tg_task *task;
    const tg_kernels *kernels;
    uint64_t *bits; /* the bitmap of a long row; zero between rows */
    uint32_t *before; /* for each word with an id: how many ids of the row are in earlier words */
    uint64_t *counts; /* the triangles of each vertex, or NULL */
    uint32_t *support; /* the triangles of each edge, or NULL */
    tg_matches *matches; /* NULL: short rows use the bitmap too */
    uint32_t ahead; /* how many edges ahead rows are prefetched */
    /* edges of other threads' rows, if short rows are counted separately; otherwise NULL */
    posts *others;
    /* if `others` is set: the position of the first edge of the thread's own rows */
    uint64_t begin;
    uint64_t few_done; /* short rows before this one are counted already */
} worker;

/* Counts the triangles u > v > w of the edge u -> v at position e. Row u is in the bitmap. */
static inline __attribute__((always_inline)) uint64_t sink_edge(
  const worker *own, uint64_t row, uint64_t e, const bool of_edges, const bool shared)
{
    const uint32_t *ids = own->task->into.ids;
    const uint64_t *into = own->task->into.offsets + ids[e];
    uint64_t found = 0;
    for (uint64_t i = into[0]; i < into[1]; i++) {
        if (!tg_bits_get(own->bits, ids[i])) continue;
        found++;
        if (of_edges) {
            const uint64_t place = row + tg_bits_rank(own->bits, own->before, ids[i]);
            tg_support_add(own->support + i, 1, shared);
            tg_support_add(own->support + place, 1, shared);
        } else {
            tg_counter_add(own->counts + ids[i], 1, shared);
        }
    }
    if (found == 0) return 0;
    if (of_edges)
        tg_support_add(own->support + e, (uint32_t)found, shared);
    else
        tg_counter_add(own->counts + ids[e], found, shared);
    return found;
}

static inline __attribute__((always_inline)) uint64_t sink_row(
  const worker *own, uint32_t u, const bool of_edges, const bool shared)
{
    const uint64_t begin = own->task->from.offsets[u], end = own->task->from.offsets[u + 1];
    const uint32_t *ids = own->task->from.ids;
    uint64_t found = 0;
    tg_bits_set_ranked(own->bits, own->before, ids + begin, end - begin);
    for (uint64_t e = begin + 1; e < end; e++) /* no triangle is counted at the first edge */
        found += sink_edge(own, begin, e, of_edges, shared);
    tg_bits_clear(own->bits, ids + begin, end - begin);
    if (!of_edges && found) tg_counter_add(own->counts + u, found, shared);
    return found;
}

/* Counts a short row, comparing ids in registers. */
static inline __attribute__((always_inline)) uint64_t sink_few(
  const worker *own, uint32_t u, const bool of_edges, const bool shared)
{
    const tg_rows *rows = &own->task->from;
    const tg_match_row row = {
      .rows = rows, .begin = rows->offsets[u], .end = rows->offsets[u + 1], .ahead = own->ahead, .placed = of_edges};
    const tg_matches *matches = own->matches;
    const uint64_t found = own->kernels->row_matches(&row, own->matches);
    uint32_t in_row[TG_MATCH_ROW];

    if (found == 0) return 0;
    if (!of_edges) {
        for (uint64_t k = 0; k < found; k++) {
            tg_counter_add(own->counts + rows->ids[row.begin + matches->seconds[k]], 1, shared);
            tg_counter_add(own->counts + rows->ids[matches->thirds[k]], 1, shared);
        }
        tg_counter_add(own->counts + u, found, shared);
        return found;
    }
    for (uint64_t i = 0; i < row.end - row.begin; i++) in_row[i] = 0;
    for (uint64_t k = 0; k < found; k++) {
        in_row[matches->seconds[k]]++;
        in_row[matches->places[k]]++;
        if (own->others && matches->thirds[k] < own->begin)
            own->others->edges[own->others->count++] = matches->thirds[k];
        else
            tg_support_add(own->support + matches->thirds[k], 1, shared);
    }
    for (uint64_t i = 0; i < row.end - row.begin; i++)
        if (in_row[i]) tg_support_add(own->support + row.begin + i, in_row[i], shared);
    return found;
}

static inline bool is_few(const worker *own, uint32_t u)
{
    const uint64_t *offsets = own->task->from.offsets + u;
    return offsets[1] - offsets[0] <= TG_MATCH_ROW;
}

static inline __attribute__((always_inline)) uint64_t sink_any(
  const worker *own, uint32_t u, const bool of_edges, const bool shared)
{
    const uint64_t *offsets = own->task->from.offsets + u;
    if (offsets[1] - offsets[0] < 2 || (u < own->few_done && is_few(own, u))) return 0;
    return own->matches && is_few(own, u) ? sink_few(own, u, of_edges, shared) : sink_row(own, u, of_edges, shared);
}

static uint64_t sink_one(const worker *own, uint32_t u, bool shared)
{
    if (own->support) return shared ? sink_any(own, u, true, true) : sink_any(own, u, true, false);
    return shared ? sink_any(own, u, false, true) : sink_any(own, u, false, false);
}

/* Claims rows and counts their triangles, until all rows are claimed; each thread calls this. */
static tricorn_status sink_some(
  tricorn_context *context, const worker *shape, bool shared, _Atomic uint64_t *next, uint64_t *found)
{
    tricorn_status status = TRICORN_OK;
    const tg_task *task = shape->task;
    const uint64_t *offsets = task->edges.offsets;
    worker own = *shape;

    TG_TRY(TG_ALLOC_ZERO(context, task->into.count / WORD_BITS + 1, &own.bits));
    TG_TRY(TG_ALLOC(context, task->into.count / WORD_BITS + 1, &own.before));
    if (tg_task_edges(task) <= UINT32_MAX) TG_TRY(TG_ALLOC(context, 1, &own.matches));
    for (uint64_t first; (first = atomic_fetch_add(next, ROWS_AT_ONCE)) < task->last_row;) {
        const uint64_t left = task->last_row - first;
        const uint64_t last = first + (left < ROWS_AT_ONCE ? left : ROWS_AT_ONCE);
        for (uint64_t u = first; u < last; u++) *found += sink_one(&own, (uint32_t)u, shared);
        if (tg_work_add(context, offsets[last] - offsets[first])) break;
    }
cleanup:
    tg_free(own.bits);
    tg_free(own.before);
    tg_free(own.matches);
    return status;
}

/* ---- edges of short rows, apart ---- */

/* Data that the threads of a round share. */
typedef struct apart {
    _Atomic uint64_t next; /* the next row to claim */
    _Atomic bool full; /* whether a thread's list of posts is full, which ends the round */
    _Atomic bool any_long; /* whether some rows are long, and were not counted */
} apart;

/* Claims short rows and counts them, until all are claimed or a list of posts is full. Other
 * threads do not write to the counters of these rows; they post their matches. */
static void sink_apart(tricorn_context *context, worker *own, apart *round, uint64_t *found)
{
    const tg_task *task = own->task;
    const uint64_t *offsets = task->edges.offsets;
    while (!atomic_load_explicit(&round->full, memory_order_relaxed)) {
        if (own->others->count > POSTS - MOST_POSTS) {
            atomic_store(&round->full, true);
            return;
        }
        const uint64_t first = atomic_fetch_add(&round->next, ROWS_AT_ONCE);
        if (first >= task->last_row) return;
        const uint64_t left = task->last_row - first;
        const uint64_t last = first + (left < ROWS_AT_ONCE ? left : ROWS_AT_ONCE);
        own->begin = offsets[first];
        for (uint64_t u = first; u < last; u++) {
            if (!is_few(own, (uint32_t)u))
                atomic_store_explicit(&round->any_long, true, memory_order_relaxed);
            else if (offsets[u + 1] - offsets[u] >= 2)
                *found += sink_few(own, (uint32_t)u, true, false);
        }
        if (tg_work_add(context, offsets[last] - offsets[first])) return;
    }
}

/* Counts the posts and returns their number. Additions are atomic, because several threads may
 * have posted the same edge. */
static uint64_t count_posts(const worker *own)
{
    enum { POSTS_AHEAD = 16 };
    posts *others = own->others;
    for (uint64_t i = 0; i < others->count; i++) {
        if (i + POSTS_AHEAD < others->count) __builtin_prefetch(own->support + others->edges[i + POSTS_AHEAD], 1);
        tg_support_add(own->support + others->edges[i], 1, true);
    }
    const uint64_t count = others->count;
    others->count = 0;
    return count;
}

/* Counts short rows in rounds, until all are counted or too large a fraction of triangles is
 * posted: then atomic additions cost less. */
static void sink_rounds(tricorn_context *context, worker *workers, apart *round, uint64_t *found)
{
    enum { POSTED_SHARE = 4 }; /* at most one triangle in 4 may be posted */
    const int threads = (int)context->threads;
    uint64_t sum = 0, posted = 0;
    do {
        atomic_store(&round->full, false);
#pragma omp parallel for num_threads(threads) schedule(static, 1) reduction(+ : sum)
        for (int t = 0; t < threads; t++) sink_apart(context, &workers[t], round, &sum);
#pragma omp parallel for num_threads(threads) schedule(static, 1) reduction(+ : posted)
        for (int t = 0; t < threads; t++) posted += count_posts(&workers[t]);
    } while (atomic_load(&round->full) && posted <= sum / POSTED_SHARE && !tg_cancelled(context));
    *found += sum;
}

/* Counts short rows separately. Sets *few_done to the row before which all short rows are counted, and *any_long to
 * whether any rows were longer. If memory is too small for posts, counts no rows. */
static tricorn_status count_apart(
  tricorn_context *context, const worker *shape, bool *any_long, uint64_t *few_done, uint64_t *found)
{
    tricorn_status status = TRICORN_OK;
    worker *workers = NULL;
    apart round = {.next = shape->task->first_row};

    TG_TRY(TG_ALLOC_ZERO(context, context->threads, &workers));
    for (uint32_t t = 0; t < context->threads; t++) {
        workers[t] = *shape;
        TG_TRY(TG_ALLOC(context, 1, &workers[t].matches));
        TG_TRY(TG_ALLOC(context, 1, &workers[t].others));
        workers[t].others->count = 0;
    }
    sink_rounds(context, workers, &round, found);
    *any_long = atomic_load(&round.any_long);
    *few_done = atomic_load(&round.next);
    TG_TRY(tg_check_cancelled(context));
cleanup:
    for (uint32_t t = 0; workers && t < context->threads; t++) {
        tg_free(workers[t].matches);
        tg_free(workers[t].others);
    }
    tg_free(workers);
    return status == TRICORN_OUT_OF_MEMORY ? TRICORN_OK : status;
}

/* ---- all ---- */

tricorn_status tg_sink_rows_count(
  tricorn_context *context, const tg_task *task, const tg_sink *sink, uint64_t *triangles)
{
    tricorn_status status = TRICORN_OK;
    tg_vertex_counters counters = {0};
    _Atomic uint64_t next = task->first_row;
    _Atomic int failure = TRICORN_OK;
    uint64_t found = 0;
    bool any_long = true;
    uint64_t few_done = 0;
    const worker all = {
      .task = task, .kernels = tg_kernels_of(context->isa), .support = sink->edges, .ahead = TG_STREAM_AHEAD};

    if (!tg_task_is_whole(task)) return tg_sink_blocks_count(context, task, sink, triangles);
    if (sink->u) TG_TRY(tg_vertex_counters_create(context, sink->u, task->into.count, &counters));
    tg_work_begin(context, "counting", tg_task_edges(task));
    if (sink->edges && context->threads > 1 && tg_task_edges(task) <= UINT32_MAX)
        TG_TRY(count_apart(context, &all, &any_long, &few_done, &found));
    const bool any_left = any_long || few_done < task->last_row;
    if (few_done > 0 && any_left) tg_work_begin(context, "counting", tg_task_edges(task));
#pragma omp parallel num_threads((int)context->threads) reduction(+ : found)
    {
        worker shape = all;
        bool shared = context->threads > 1;
        if (sink->u) {
            shape.counts = tg_vertex_counters_of(&counters, (uint32_t)omp_get_thread_num());
            shared = tg_vertex_counters_shared(&counters);
        }
        shape.few_done = few_done;
        if (any_left) tg_keep_failure(&failure, sink_some(context, &shape, shared, &next, &found));
    }
    TG_TRY((tricorn_status)failure);
    TG_TRY(tg_check_cancelled(context));
    if (sink->u) tg_vertex_counters_sum(&counters);
    *triangles = found;
cleanup:
    tg_vertex_counters_free(&counters);
    return status;
}
