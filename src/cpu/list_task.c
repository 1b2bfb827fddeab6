/* list_task.c - lists the triangles of a task: threads list into buffers, as in list_rows.c,
 * which lists those of whole graphs.
 *
 * No bitmap is used: a much shorter row is searched in the longer one, and rows of similar
 * lengths are merged.
 */
#include "cpu/list_task.h"

#include <stdatomic.h>

#include "base/memory.h"
#include "base/parallel.h"
#include "base/search.h"
#include "cpu/intersect/merge.h"

enum {
    /* at most this many triangles in a share, unless it is a single edge */
    SHARE_TRIANGLES = 1 << 13,
    SHARES_A_THREAD = 4,
    /* if a row is more than this many times as long, the other one's ids are searched in it */
    FAR_LONGER = 32
};

/* Consecutive edges, and a buffer for their triangles. */
typedef struct share {
    uint32_t first_row;
    uint64_t first_edge, last_edge, bound;
    uint32_t *triangles;
    uint64_t room, count;
} share;

typedef struct listing {
    tricorn_context *context;
    const tg_task *task;
    share *shares;
    uint32_t share_count;
    uint32_t row; /* where the next share begins: its row, and the position of its first edge */
    uint64_t edge;
} listing;

static uint64_t bound_of(const tg_task *task, uint32_t u, uint64_t e)
{
    const uint64_t from = tg_row_length(&task->from, u);
    const uint64_t into = tg_row_length(&task->into, task->edges.ids[e]);
    return from < into ? from : into;
}

/* Cuts the next share: consecutive edges with at most SHARE_TRIANGLES triangles in total, or one
 * edge. */
static void cut_share(listing *job, share *cut)
{
    const tg_rows *edges = &job->task->edges;
    const uint64_t end = edges->offsets[job->task->last_row];
    uint64_t e = job->edge, bound = 0;
    uint32_t u = job->row;

    while (e < end && edges->offsets[u + 1] <= e) u++;
    cut->first_row = u;
    cut->first_edge = e;
    for (; e < end; e++) {
        while (edges->offsets[u + 1] <= e) u++;
        const uint64_t more = bound_of(job->task, u, e);
        if (e > cut->first_edge && bound + more > SHARE_TRIANGLES) break;
        bound += more;
    }
    cut->last_edge = e;
    cut->bound = bound;
    job->row = u;
    job->edge = e;
}

/* The edge u -> v whose triangles are listed, and the share whose buffer they are written to. */
typedef struct listed_edge {
    uint32_t u, v;
    share *out;
} listed_edge;

static inline void put(listed_edge edge, uint32_t w)
{
    uint32_t *to = edge.out->triangles + 3 * edge.out->count++;
    to[0] = edge.u;
    to[1] = edge.v;
    to[2] = w;
}

/* Searches each id of `few` in `many`, and lists those that are found. */
static void list_searched(const uint32_t *few, uint64_t few_count, const uint32_t *many,
                          uint64_t many_count, listed_edge edge)
{
    uint64_t at = 0;
    for (uint64_t i = 0; i < few_count && at < many_count; i++) {
        at += tg_lower_bound(many + at, many_count - at, few[i]);
        if (at < many_count && many[at] == few[i]) put(edge, few[i]);
    }
}

static void list_edge(const tg_task *task, uint32_t u, uint64_t e, share *out)
{
    const uint32_t v = task->edges.ids[e];
    const listed_edge edge = {u, v, out};
    const uint32_t *from = task->from.ids + task->from.offsets[u];
    const uint32_t *into = task->into.ids + task->into.offsets[v];
    const uint64_t from_count = tg_row_length(&task->from, u),
                   into_count = tg_row_length(&task->into, v);
    if (from_count / FAR_LONGER > into_count) {
        list_searched(into, into_count, from, from_count, edge);
    } else if (into_count / FAR_LONGER > from_count) {
        list_searched(from, from_count, into, into_count, edge);
    } else {
        for (uint64_t i = 0, j = 0; i < from_count && j < into_count;) {
            const uint32_t x = from[i], y = into[j];
            if (x == y) put(edge, x);
            i += x <= y;
            j += y <= x;
        }
    }
}

static tricorn_status list_share(const listing *job, share *out)
{
    const tg_task *task = job->task;
    tricorn_status status = TRICORN_OK;
    uint32_t u = out->first_row;

    out->count = 0;
    if (out->bound > out->room) {
        const uint64_t room = out->bound > SHARE_TRIANGLES ? out->bound : SHARE_TRIANGLES;
        tg_free(out->triangles);
        out->triangles = NULL;
        out->room = 0;
        TG_TRY(TG_ALLOC(job->context, 3 * room, &out->triangles));
        out->room = room;
    }
    for (uint64_t e = out->first_edge; e < out->last_edge; e++) {
        while (task->edges.offsets[u + 1] <= e) u++;
        list_edge(task, u, e, out);
    }
cleanup:
    return status;
}

/* Lists the next shares on all threads, then passes their triangles on in order.  Sets *more to
 * false if no share was left. */
static tricorn_status list_round(listing *job, tg_take_triangles *take, void *user, bool *more,
                                 uint64_t *found)
{
    const uint64_t end = job->task->edges.offsets[job->task->last_row];
    tricorn_status status = TRICORN_OK;
    _Atomic int failure = TRICORN_OK;
    uint32_t count = 0;

    while (count < job->share_count && job->edge < end) cut_share(job, &job->shares[count++]);
#pragma omp parallel for num_threads((int)job->context->threads) schedule(dynamic, 1)
    for (uint32_t s = 0; s < count; s++)
        if (!tg_cancelled(job->context))
            tg_keep_failure(&failure, list_share(job, &job->shares[s]));
    TG_TRY((tricorn_status)atomic_load(&failure));
    TG_TRY(tg_check_cancelled(job->context));
    for (uint32_t s = 0; s < count; s++) {
        if (job->shares[s].count == 0) continue;
        TG_TRY(take(job->context, user, job->shares[s].triangles, job->shares[s].count));
        *found += job->shares[s].count;
    }
    *more = count > 0;
cleanup:
    return status;
}

tricorn_status tg_list_task(tricorn_context *context, const tg_task *task,
                            tg_take_triangles *take, void *user, uint64_t *triangles)
{
    tricorn_status status = TRICORN_OK;
    listing job = {.context = context,
                   .task = task,
                   .share_count = context->threads * SHARES_A_THREAD,
                   .row = task->first_row,
                   .edge = task->edges.offsets[task->first_row]};
    bool more = true;

    TG_TRY(TG_ALLOC_ZERO(context, job.share_count, &job.shares));
    while (more) TG_TRY(list_round(&job, take, user, &more, triangles));
cleanup:
    for (uint32_t s = 0; job.shares && s < job.share_count; s++) tg_free(job.shares[s].triangles);
    tg_free(job.shares);
    return status;
}
