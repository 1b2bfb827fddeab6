/* opposite_supports.c - finds triangles by a table of supports.
 *
 * The supports of the edges of row u are written to a table, indexed by id. For each id w of the
 * rows v of its ids, one load then tells the support of u-w, which is 0 without a triangle.
 * Threads add to the sums of all at the end of a row.
 */
#include "cpu/analytics/opposite_supports.h"

#include <stdatomic.h>

#include "base/memory.h"
#include "base/parallel.h"

enum { ROWS_AT_ONCE = 16, STEPS_OF_SEARCH = 16 };

typedef struct opposite_job {
    tricorn_context *context;
    const tg_rows *rows;
    const uint32_t *support;
    uint64_t *sums;
    _Atomic uint64_t next;
    _Atomic int failure;
} opposite_job;

/* The arrays of a thread, by vertex; all entries are 0 between rows. */
typedef struct worker {
    uint32_t *supports; /* of the edges of the row */
    uint64_t *sums; /* what the triangles of the row add to its ids */
} worker;

static void add(uint64_t *to, uint64_t count)
{
    if (count > 0) __atomic_fetch_add(to, count, __ATOMIC_RELAXED);
}

/* Visits the triangle of the edges u-v at position e and v-w at f, and returns what it adds to u.
 */
static inline uint64_t visit(const opposite_job *job, const worker *own, uint64_t e, uint64_t f)
{
    const uint32_t *ids = job->rows->ids;
    own->sums[ids[e]] += own->supports[ids[f]] - 1;
    own->sums[ids[f]] += job->support[e] - 1;
    return job->support[f] - 1;
}

/* Visits the triangles of the edge at position e of a row that begins at `begin`, and returns what they add to the
 * row's vertex. In a far longer row of the other end v the ids below v are searched for. */
static uint64_t visit_edge(const opposite_job *job, const worker *own, uint64_t begin, uint64_t e)
{
    const tg_rows *rows = job->rows;
    const uint32_t *ids = rows->ids, v = ids[e];
    const uint64_t first = rows->offsets[v], last = rows->offsets[v + 1];
    uint64_t of_u = 0;

    if (job->support[e] == 0) return 0;
    if (last - first > STEPS_OF_SEARCH * (e - begin)) {
        for (uint64_t i = begin; i < e; i++) {
            const uint64_t f = tg_row_position(rows, v, ids[i]);
            if (f < last && ids[f] == ids[i]) of_u += visit(job, own, e, f);
        }
        return of_u;
    }
    for (uint64_t f = first; f < last; f++)
        if (own->supports[ids[f]] > 0) of_u += visit(job, own, e, f);
    return of_u;
}

static void visit_row(const opposite_job *job, const worker *own, uint32_t u)
{
    const uint64_t first = job->rows->offsets[u], last = job->rows->offsets[u + 1];
    const uint32_t *ids = job->rows->ids;
    uint64_t of_u = 0;

    if (last - first < 2) return;
    for (uint64_t e = first; e < last; e++) own->supports[ids[e]] = job->support[e];
    for (uint64_t e = first; e < last; e++) of_u += visit_edge(job, own, first, e);
    for (uint64_t e = first; e < last; e++) {
        add(&job->sums[ids[e]], own->sums[ids[e]]);
        own->supports[ids[e]] = 0;
        own->sums[ids[e]] = 0;
    }
    add(&job->sums[u], of_u);
}

static tricorn_status work(opposite_job *job)
{
    const uint64_t rows = job->rows->count;
    tricorn_status status = TRICORN_OK;
    worker own = {0};
    bool ended = false;

    TG_TRY(TG_ALLOC_ZERO(job->context, rows + 1, &own.supports));
    TG_TRY(TG_ALLOC_ZERO(job->context, rows + 1, &own.sums));
    while (!ended) {
        const uint64_t first = atomic_fetch_add(&job->next, ROWS_AT_ONCE);
        ended = first >= rows;
        for (uint64_t u = first; u < first + ROWS_AT_ONCE && u < rows && !ended; u++) {
            visit_row(job, &own, (uint32_t)u);
            ended = tg_work_add(job->context, 1);
        }
    }
cleanup:
    tg_free(own.supports);
    tg_free(own.sums);
    return status;
}

tricorn_status tg_opposite_supports(
  tricorn_context *context, const tg_rows *rows, const uint32_t *support, uint64_t *sums)
{
    opposite_job job = {.context = context, .rows = rows, .support = support, .sums = sums};

    tg_work_begin(context, "counting diamonds", rows->count);
#pragma omp parallel num_threads((int)context->threads)
    tg_keep_failure(&job.failure, work(&job));
    return job.failure != TRICORN_OK ? (tricorn_status)job.failure : tg_check_cancelled(context);
}
