/* sink_blocks.c - counts any task into a sink, row by row. The ids of row u of `from` are in a bitmap.
 *
 * - For each edge u -> v, the ids of row v of `into` are tested, or its words are ANDed if it has
 *   words (common/row_words.h).
 * - Row u belongs to one thread, so its counters need no atomic additions.
 * - Any thread may add to row v. So each thread has its own counters of the first rows, as many
 *   as memory allows, and adds atomically to the others.
 */
#include "cpu/sink_blocks.h"

#include <omp.h>

#include "base/memory.h"
#include "base/parallel.h"
#include "cpu/common/chunks.h"
#include "cpu/common/edge_counters.h"
#include "cpu/common/row_bitmap.h"
#include "cpu/common/row_words.h"

enum {
    /* edges that a thread claims at a time: few, because batches from disk may be small */
    CHUNK_EDGES = 1 << 11,
    WORD_BITS = 64
};

typedef struct worker {
    const tg_task *task;
    const tg_sink *sink;
    const tg_row_words *words; /* words of some rows of `into` */
    tg_row_bitmap bitmap; /* the ids of row u; empty between rows */
    /* for each word of the bitmap that contains ids, but no near ones: how many ids of the row
     * are in earlier words */
    uint32_t *before;
    /* the triangles of each near id of the row (below TG_NEAR_IDS); zero between rows */
    uint32_t *thirds;
    uint64_t ids; /* a bound that all ids of `from` and `into` are below */
    uint32_t *own; /* this thread's counters of the edges of the first rows of `into` */
    uint64_t own_end; /* the position after the last of these edges */
} worker;

/* The counters of the edges of a row. */
typedef struct row_counters {
    uint32_t *edges; /* a counter for each edge, by its position */
    bool shared; /* whether other threads add to them, too */
} row_counters;

/* A row u of the task. */
typedef struct row {
    uint64_t begin, end; /* positions in from.ids */
    row_counters from, edges;
} row;

static void add_to_vertex(uint64_t *count, uint64_t triangles)
{
    __atomic_fetch_add(count, triangles, __ATOMIC_RELAXED);
}

static void add_to_edge(const row_counters *to, uint64_t position, uint32_t triangles)
{
    tg_support_add(to->edges + position, triangles, to->shared);
}

/* Returns the counters of the row of `into` that ends at this position. Either all of them are
 * this thread's own, or none is. */
static inline row_counters counters_of(const worker *own, uint64_t end)
{
    const bool is_own = end <= own->own_end;
    return (row_counters){is_own ? own->own : own->sink->into, !is_own};
}

/* Returns the counters of row u in another array of the sink, which may also be that of
 * `into`. */
static row_counters counters_in(const worker *own, uint32_t *array, uint64_t end)
{
    return array == own->sink->into ? counters_of(own, end) : (row_counters){array, false};
}

/* ---- the bitmap ---- */

static void set_row(const worker *own, const row *u)
{
    const uint32_t *ids = own->task->from.ids + u->begin;
    const uint64_t count = u->end - u->begin;
    tg_row_bitmap_set(&own->bitmap, ids, count);
    for (uint64_t i = count; i > 0 && ids[i - 1] >= TG_NEAR_IDS; i--)
        own->before[ids[i - 1] / WORD_BITS] = (uint32_t)(i - 1);
}

/* Clears the bitmap, and adds the triangles of near ids to their edges or vertices. */
static void clear_row(const worker *own, const row *u, bool of_edges)
{
    const uint32_t *ids = own->task->from.ids;
    tg_row_bitmap_clear(&own->bitmap, ids + u->begin, u->end - u->begin);
    for (uint64_t i = u->begin; i < u->end && ids[i] < TG_NEAR_IDS; i++) {
        uint32_t *third = own->thirds + ids[i];
        if (*third == 0) continue;
        if (of_edges)
            add_to_edge(&u->from, i, *third);
        else
            add_to_vertex(own->sink->w + ids[i], *third);
        *third = 0;
    }
}

/* ---- counting ---- */

/* The kind of counters that a function increases, which is a constant wherever the function is inlined: triangles of
 * vertices, of the thread's own edges of `into`, or of edges of `into` that threads share. */
typedef enum target { VERTICES, OWN_EDGES, SHARED_EDGES } target;

static void count_far(const worker *own, const row *u, uint32_t w, target to)
{
    if (to != VERTICES)
        add_to_edge(&u->from, u->begin + tg_bits_rank(own->bitmap.bits, own->before, w), 1);
    else
        add_to_vertex(own->sink->w + w, 1);
}

/* Counts a triangle with id w, which is at position `at` in `into`. */
static inline __attribute__((always_inline)) void count_id(
  const worker *own, const row *u, uint32_t w, uint64_t at, const target to)
{
    if (to == OWN_EDGES) tg_support_add(own->own + at, 1, false);
    if (to == SHARED_EDGES) tg_support_add(own->sink->into + at, 1, true);
    if (w < TG_NEAR_IDS)
        own->thirds[w]++;
    else
        count_far(own, u, w, to);
}

/* A row of `into`: the position of its first id, and the numbers of its words. */
typedef struct word_row {
    uint64_t begin;
    uint32_t start, count;
} word_row;

/* Counts the triangles with ids of row v of `into`, by its words. */
static inline __attribute__((always_inline)) uint64_t count_words(
  const worker *own, const row *u, word_row v, const target to)
{
    const uint64_t *bits = own->words->bits + v.start;
    const uint32_t *before = own->words->before + v.start;
    uint64_t found = 0;
    for (uint32_t k = 0; k < v.count; k++) {
        uint64_t common = own->bitmap.bits[k] & bits[k];
        for (; common; common &= common - 1, found++) {
            const uint32_t bit = (uint32_t)__builtin_ctzll(common);
            const uint64_t below = bits[k] & ((UINT64_C(1) << bit) - 1);
            count_id(own, u, WORD_BITS * k + bit, v.begin + before[k] + (uint64_t)__builtin_popcountll(below), to);
        }
    }
    return found;
}

/* Counts the triangles with the ids at positions `begin` to end - 1, which are in one row of
 * `into`. */
static inline __attribute__((always_inline)) uint64_t count_ids(
  const worker *own, const row *u, uint64_t begin, uint64_t end, const target to)
{
    const uint32_t *ids = own->task->into.ids;
    uint64_t found = 0;
    for (uint64_t i = begin; i < end; i += WORD_BITS) {
        const uint64_t left = end - i;
        uint64_t common = tg_row_bitmap_mask(&own->bitmap, ids + i, left < WORD_BITS ? left : WORD_BITS);
        for (; common; common &= common - 1, found++) {
            const uint64_t at = i + (uint64_t)__builtin_ctzll(common);
            count_id(own, u, ids[at], at, to);
        }
    }
    return found;
}

/* Counts the triangles with ids of row v of `into`. */
static inline __attribute__((always_inline)) uint64_t count_with(
  const worker *own, const row *u, uint32_t v, const target to)
{
    const uint64_t begin = own->task->into.offsets[v], end = own->task->into.offsets[v + 1];
    uint32_t start = 0;
    const uint32_t words = tg_row_words_of(own->words, v, &start);
    return words ? count_words(own, u, (word_row){begin, start, words}, to) : count_ids(own, u, begin, end, to);
}

/* Counts the triangles of the edge u -> v at position e. */
static inline __attribute__((always_inline)) uint64_t count_edge(
  const worker *own, const row *u, uint64_t e, const bool of_edges)
{
    const uint32_t v = own->task->edges.ids[e];
    if (!of_edges) {
        const uint64_t found = count_with(own, u, v, VERTICES);
        if (found) add_to_vertex(&own->sink->v[v], found);
        return found;
    }
    const uint64_t found = counters_of(own, own->task->into.offsets[v + 1]).shared ? count_with(own, u, v, SHARED_EDGES)
                                                                                   : count_with(own, u, v, OWN_EDGES);
    if (found) add_to_edge(&u->edges, e, (uint32_t)found);
    return found;
}

static uint64_t count_row(const worker *own, uint32_t u)
{
    const tg_task *task = own->task;
    const tg_sink *sink = own->sink;
    const bool of_edges = sink->u == NULL;
    const uint64_t *edges = task->edges.offsets + u, *from = task->from.offsets + u;
    uint64_t found = 0;
    if (edges[0] == edges[1] || from[0] == from[1]) return 0;
    row of = {.begin = from[0], .end = from[1]};
    if (of_edges) {
        of.from = counters_in(own, sink->from, from[1]);
        of.edges = counters_in(own, sink->edges, edges[1]);
    }
    set_row(own, &of);
    for (uint64_t e = edges[0]; e < edges[1]; e++)
        found += of_edges ? count_edge(own, &of, e, true) : count_edge(own, &of, e, false);
    clear_row(own, &of, of_edges);
    if (!of_edges && found) add_to_vertex(&sink->u[u], found);
    return found;
}

/* ---- threads ---- */

/* Claims rows and counts their triangles, until all rows are claimed; each thread calls this. */
static tricorn_status count_some(tricorn_context *context, const worker *shape, _Atomic uint64_t *next, uint64_t *found)
{
    tricorn_status status = TRICORN_OK;
    const tg_task *task = shape->task;
    const uint64_t *offsets = task->edges.offsets;
    const uint64_t chunks = tg_chunk_count(task, CHUNK_EDGES);
    worker own = *shape;

    TG_TRY(tg_row_bitmap_create(context, own.ids, &own.bitmap));
    TG_TRY(TG_ALLOC(context, own.ids / WORD_BITS + 1, &own.before));
    TG_TRY(TG_ALLOC_ZERO(context, TG_NEAR_IDS, &own.thirds));
    for (uint64_t c; (c = atomic_fetch_add(next, 1)) < chunks;) {
        uint32_t first, last;
        tg_chunk_rows(task, CHUNK_EDGES, c, &first, &last);
        for (uint32_t u = first; u < last; u++) *found += count_row(&own, u);
        if (tg_work_add(context, offsets[last] - offsets[first])) break;
    }
cleanup:
    tg_row_bitmap_free(&own.bitmap);
    tg_free(own.before);
    tg_free(own.thirds);
    return status;
}

static uint64_t id_bound(const tg_task *task)
{
    const tg_rows *into = &task->into;
    const uint64_t from = tg_rows_id_bound(&task->from, task->first_row, task->last_row);
    const uint64_t reached =
      task->reach == TG_REACH_ANY ? tg_rows_id_bound(into, 0, into->count) : (uint64_t)into->count + task->lead;
    return from > reached ? from : reached;
}

/* Makes each thread's own counters of the first edges of `into`, as many as fit. If memory is
 * too small, threads share all counters. */
static tricorn_status make_counters(
  tricorn_context *context, const tg_task *task, const tg_sink *sink, tg_edge_counters *made)
{
    const uint64_t all = task->into.offsets[task->into.count];
    const uint64_t most = context->threads > 1 ? tg_edge_counters_most(context) : all;
    if (sink->u) return TRICORN_OK;
    const tricorn_status status = tg_edge_counters_create(context, sink->into, all < most ? all : most, made);
    if (status == TRICORN_OK && !tg_edge_counters_shared(made)) return TRICORN_OK;
    *made = (tg_edge_counters){.counts = sink->into, .threads = context->threads};
    return status == TRICORN_OUT_OF_MEMORY ? TRICORN_OK : status;
}

tricorn_status tg_sink_blocks_count(
  tricorn_context *context, const tg_task *task, const tg_sink *sink, uint64_t *triangles)
{
    tricorn_status status = TRICORN_OK;
    tg_row_words words = {0};
    const worker shape = {.task = task, .sink = sink, .words = &words, .ids = id_bound(task)};
    tg_edge_counters counters = {0};
    _Atomic uint64_t next = 0;
    _Atomic int failure = TRICORN_OK;
    uint64_t found = 0;

    TG_TRY(tg_row_words_create(context, task, &words));
    TG_TRY(make_counters(context, task, sink, &counters));
    tg_work_begin(context, "counting", tg_task_edges(task));
#pragma omp parallel num_threads((int)context->threads) reduction(+ : found)
    {
        worker own = shape;
        own.own = tg_edge_counters_of(&counters, (uint32_t)omp_get_thread_num());
        own.own_end = counters.own;
        tg_keep_failure(&failure, count_some(context, &own, &next, &found));
    }
    TG_TRY((tricorn_status)failure);
    TG_TRY(tg_check_cancelled(context));
    tg_edge_counters_sum(&counters);
    *triangles = found;
cleanup:
    tg_edge_counters_free(&counters);
    tg_row_words_free(&words);
    return status;
}
