/* latapy.c - an array counts the paths of two edges from a vertex to each end, which are the neighbours that both
 * have in common; a list of the ends, in the order of the rows, says which entries are not 0.
 */
#include "cpu/analytics/latapy.h"

#include <stdatomic.h>

#include "base/memory.h"
#include "base/parallel.h"
#include "graph/transpose.h"

enum { VERTICES_AT_ONCE = 16 };

typedef struct latapy_job {
    tricorn_context *context;
    const tg_rows *below, *above;
    const tg_latapy *to;
    uint32_t *degrees;
    _Atomic uint64_t next;
    _Atomic int failure;
} latapy_job;

/* The ends of the paths from one vertex, and the number of paths to each vertex. */
typedef struct path_ends {
    uint32_t *paths, *ends;
    uint64_t count;
} path_ends;

/* Adds the paths over w, whose row in `rows` has some of its neighbours. */
static void add_row(const tg_rows *rows, uint32_t w, path_ends *to)
{
    for (uint64_t e = rows->offsets[w]; e < rows->offsets[w + 1]; e++) {
        const uint32_t x = rows->ids[e];
        if (to->paths[x]++ == 0) to->ends[to->count++] = x;
    }
}

static void add_paths(const latapy_job *job, const tg_rows *rows, uint32_t u, path_ends *to)
{
    for (uint64_t e = rows->offsets[u]; e < rows->offsets[u + 1]; e++) {
        add_row(job->below, rows->ids[e], to);
        add_row(job->above, rows->ids[e], to);
    }
}

/* Computes the values of u, and clears the paths. */
static void count_vertex(const latapy_job *job, uint32_t u, path_ends *of)
{
    const double degree = job->degrees[u];
    double dot = 0, min = 0, max = 0;

    of->count = 0;
    add_paths(job, job->below, u, of);
    add_paths(job, job->above, u, of);
    of->paths[u] = 0; /* u itself is the end of a path over each neighbour */
    for (uint64_t i = 0; i < of->count; i++) {
        const uint32_t x = of->ends[i];
        const double common = of->paths[x], other = job->degrees[x];
        dot += common / (degree + other - common);
        min += common / (degree < other ? degree : other);
        max += common / (degree < other ? other : degree);
        of->paths[x] = 0;
    }
    const double others = of->count > 1 ? (double)(of->count - 1) : 1;
    job->to->dot[u] = dot / others;
    job->to->min[u] = min / others;
    job->to->max[u] = max / others;
}

static tricorn_status work(latapy_job *job)
{
    const uint64_t vertices = job->below->count;
    tricorn_status status = TRICORN_OK;
    path_ends own = {0};

    TG_TRY(TG_ALLOC_ZERO(job->context, vertices + 1, &own.paths));
    TG_TRY(TG_ALLOC(job->context, vertices + 1, &own.ends));
    for (bool ended = false; !ended;) {
        const uint64_t first = atomic_fetch_add(&job->next, VERTICES_AT_ONCE);
        ended = first >= vertices;
        for (uint64_t u = first; u < first + VERTICES_AT_ONCE && u < vertices && !ended; u++) {
            count_vertex(job, (uint32_t)u, &own);
            ended = tg_work_add(job->context, job->degrees[u]);
        }
    }
cleanup:
    tg_free(own.paths);
    tg_free(own.ends);
    return status;
}

tricorn_status tg_latapy_count(
  tricorn_context *context, const tg_rows *below, const tg_rows *above, const tg_latapy *to)
{
    tricorn_status status = TRICORN_OK;
    latapy_job job = {.context = context, .below = below, .above = above, .to = to};

    TG_TRY(TG_ALLOC(context, (uint64_t)below->count + 1, &job.degrees));
    for (uint32_t v = 0; v < below->count; v++) job.degrees[v] = (uint32_t)tg_rows_degree(below, above, v);
    tg_work_begin(context, "comparing neighbours", 2 * below->offsets[below->count]);
#pragma omp parallel num_threads((int)context->threads)
    tg_keep_failure(&job.failure, work(&job));
    TG_TRY((tricorn_status)job.failure);
    TG_TRY(tg_check_cancelled(context));
cleanup:
    tg_free(job.degrees);
    return status;
}
