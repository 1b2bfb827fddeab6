/* sink_blocks.c - see sink_blocks.h.
 *
 * Row u of `from` is marked in a bitmap with the rank of each word, so that the position of a
 * common id in row u is known by a popcount.  The ids of row v of `into` are tested in it for
 * each edge u->v.  Threads share the arrays of the sink, so they add atomically.
 */
#include "cpu/sink_blocks.h"

#include "base/memory.h"
#include "base/parallel.h"
#include "cpu/bitmap.h"

enum {
    ROWS_AT_ONCE = 64, /* a thread's next share */
    WORD_BITS = 64
};

typedef struct worker {
    const tg_task *task;
    const tg_sink *sink;
    uint64_t *bits;   /* of the marked row; zero between rows */
    uint32_t *before; /* of each word with a bit: ids of the row in earlier words */
    uint64_t ids;     /* ids below have a bit */
} worker;

static void add_to_vertex(uint64_t *count, uint64_t triangles)
{
    __atomic_fetch_add(count, triangles, __ATOMIC_RELAXED);
}

static void add_to_edge(uint32_t *support, uint32_t triangles)
{
    __atomic_fetch_add(support, triangles, __ATOMIC_RELAXED);
}

/* The triangles of the edge u->v at position e, where row u of `from` is marked and begins at
 * position `row`. */
static uint64_t count_edge(const worker *own, uint64_t row, uint64_t e)
{
    const tg_task *task = own->task;
    const tg_sink *sink = own->sink;
    const uint32_t v = task->edges.ids[e];
    uint64_t found = 0;
    for (uint64_t i = task->into.offsets[v]; i < task->into.offsets[v + 1]; i++) {
        const uint32_t w = task->into.ids[i];
        if (w >= own->ids) break;
        if (!tg_bits_get(own->bits, w)) continue;
        found++;
        if (sink->u) {
            add_to_vertex(&sink->w[w], 1);
        } else {
            add_to_edge(&sink->from[row + tg_bits_rank(own->bits, own->before, w)], 1);
            add_to_edge(&sink->into[i], 1);
        }
    }
    if (found == 0) return 0;
    if (sink->u)
        add_to_vertex(&sink->v[v], found);
    else
        add_to_edge(&sink->edges[e], (uint32_t)found);
    return found;
}

static uint64_t count_row(const worker *own, uint32_t u)
{
    const tg_task *task = own->task;
    const uint64_t *edges = task->edges.offsets + u, *from = task->from.offsets + u;
    uint64_t found = 0;
    if (edges[0] == edges[1] || from[0] == from[1]) return 0;
    tg_bits_set_ranked(own->bits, own->before, task->from.ids + from[0], from[1] - from[0]);
    for (uint64_t e = edges[0]; e < edges[1]; e++) found += count_edge(own, from[0], e);
    tg_bits_clear(own->bits, task->from.ids + from[0], from[1] - from[0]);
    if (own->sink->u && found) add_to_vertex(&own->sink->u[u], found);
    return found;
}

/* Takes rows until there are none left; one call for each thread. */
static tricorn_status count_some(tricorn_context *context, const worker *shape,
                                 _Atomic uint64_t *next, uint64_t *found)
{
    tricorn_status status = TRICORN_OK;
    const tg_task *task = shape->task;
    const uint64_t *offsets = task->edges.offsets;
    worker own = *shape;

    TG_TRY(TG_ALLOC_ZERO(context, own.ids / WORD_BITS + 1, &own.bits));
    TG_TRY(TG_ALLOC(context, own.ids / WORD_BITS + 1, &own.before));
    for (uint64_t first; (first = atomic_fetch_add(next, ROWS_AT_ONCE)) < task->last_row;) {
        const uint64_t left = task->last_row - first;
        const uint64_t last = first + (left < ROWS_AT_ONCE ? left : ROWS_AT_ONCE);
        for (uint64_t u = first; u < last; u++) *found += count_row(&own, (uint32_t)u);
        if (tg_work_add(context, offsets[last] - offsets[first])) break;
    }
cleanup:
    tg_free(own.bits);
    tg_free(own.before);
    return status;
}

tricorn_status tg_sink_blocks_count(tricorn_context *context, const tg_task *task,
                                    const tg_sink *sink, uint64_t *triangles)
{
    tricorn_status status = TRICORN_OK;
    const worker shape = {.task = task,
                          .sink = sink,
                          .ids = tg_rows_id_bound(&task->from, task->first_row, task->last_row)};
    _Atomic uint64_t next = task->first_row;
    _Atomic int failure = TRICORN_OK;
    uint64_t found = 0;

    tg_work_begin(context, "counting", tg_task_edges(task));
#pragma omp parallel num_threads((int)context->threads) reduction(+ : found)
    tg_keep_failure(&failure, count_some(context, &shape, &next, &found));
    TG_TRY((tricorn_status)failure);
    TG_TRY(tg_check_cancelled(context));
    *triangles = found;
cleanup:
    return status;
}
