/* squares.c - counts cycles of four vertices, each at its smallest vertex v: such a cycle is a
 * pair of paths v-u-x over larger vertices u to the same larger vertex x.
 *
 * An array counts the paths to each end x; n paths to one x form n(n - 1)/2 cycles.  The paths
 * are then visited again to add the cycles to u, and a third time to add them to x and to clear
 * the array.  No vertex is in more cycles than the graph has, so only the total is checked.
 */
#include "cpu/analytics/squares.h"

#include <stdatomic.h>

#include "base/memory.h"
#include "base/parallel.h"

enum { VERTICES_AT_ONCE = 16 };

typedef struct square_job {
    tricorn_context *context;
    const tg_rows *below, *above;
    uint64_t *squares;
    _Atomic uint64_t next, total;
    _Atomic bool too_many;
    _Atomic int failure;
} square_job;

static void add(uint64_t *to, uint64_t count)
{
    if (count > 0) __atomic_fetch_add(to, count, __ATOMIC_RELAXED);
}

/* The neighbours of u that are above its neighbour v: the ids of row u after v, and all
 * neighbours above u. */
typedef struct neighbours {
    const uint32_t *ids[2];
    uint64_t counts[2];
} neighbours;

static neighbours neighbours_above(const square_job *job, uint32_t u, uint32_t v)
{
    const uint64_t first = tg_row_position(job->below, u, v) + 1;
    const uint64_t *ends = job->above->offsets + u;
    return (neighbours){{job->below->ids + first, job->above->ids + ends[0]},
                        {job->below->offsets[u + 1] - first, ends[1] - ends[0]}};
}

static void count_paths(const neighbours *of, uint32_t *paths)
{
    for (int part = 0; part < 2; part++)
        for (uint64_t i = 0; i < of->counts[part]; i++) paths[of->ids[part][i]]++;
}

/* Returns the number of cycles through u: each path v-u-x forms one with every other path to
 * x. */
static uint64_t cycles_over(const neighbours *of, const uint32_t *paths)
{
    uint64_t found = 0;
    for (int part = 0; part < 2; part++)
        for (uint64_t i = 0; i < of->counts[part]; i++) found += paths[of->ids[part][i]] - 1;
    return found;
}

/* Adds the cycles to their vertices x, clears the counts of paths, and returns the number of
 * cycles. */
static uint64_t cycles_to(square_job *job, const neighbours *of, uint32_t *paths)
{
    uint64_t found = 0;
    for (int part = 0; part < 2; part++)
        for (uint64_t i = 0; i < of->counts[part]; i++) {
            const uint32_t x = of->ids[part][i];
            const uint64_t count = paths[x];
            if (count > 1) {
                const uint64_t cycles = count * (count - 1) / 2;
                add(&job->squares[x], cycles);
                if (found + cycles < found) atomic_store(&job->too_many, true);
                found += cycles;
            }
            paths[x] = 0;
        }
    return found;
}

static void count_vertex(square_job *job, uint32_t *paths, uint32_t v)
{
    const uint64_t first = job->above->offsets[v], last = job->above->offsets[v + 1];
    const uint32_t *ids = job->above->ids;
    uint64_t found = 0;

    for (uint64_t e = first; e < last; e++) {
        const neighbours of = neighbours_above(job, ids[e], v);
        count_paths(&of, paths);
    }
    for (uint64_t e = first; e < last; e++) {
        const neighbours of = neighbours_above(job, ids[e], v);
        add(&job->squares[ids[e]], cycles_over(&of, paths));
    }
    for (uint64_t e = first; e < last; e++) {
        const neighbours of = neighbours_above(job, ids[e], v);
        const uint64_t more = cycles_to(job, &of, paths);
        if (found + more < found) atomic_store(&job->too_many, true);
        found += more;
    }
    add(&job->squares[v], found);
    const uint64_t before = atomic_fetch_add(&job->total, found);
    if (before + found < before) atomic_store(&job->too_many, true);
}

static tricorn_status work(square_job *job)
{
    const uint64_t vertices = job->below->count;
    uint32_t *paths = NULL;
    const tricorn_status status = TG_ALLOC_ZERO(job->context, vertices + 1, &paths);

    bool ended = status != TRICORN_OK;
    while (!ended) {
        const uint64_t first = atomic_fetch_add(&job->next, VERTICES_AT_ONCE);
        ended = first >= vertices;
        for (uint64_t v = first; v < first + VERTICES_AT_ONCE && v < vertices && !ended; v++) {
            count_vertex(job, paths, (uint32_t)v);
            /* reported after each vertex, because the last one may take long */
            ended = tg_work_add(job->context, 1);
        }
    }
    tg_free(paths);
    return status;
}

tricorn_status tg_squares_count(tricorn_context *context, const tg_rows *below,
                                const tg_rows *above, uint64_t *squares, uint64_t *total)
{
    square_job job = {.context = context, .below = below, .above = above, .squares = squares};

    tg_work_begin(context, "counting squares", below->count);
#pragma omp parallel num_threads((int)context->threads)
    tg_keep_failure(&job.failure, work(&job));
    *total = job.total;
    if (job.failure != TRICORN_OK) return (tricorn_status)job.failure;
    return job.too_many ? tg_fail(context, TRICORN_UNSUPPORTED,
                                  "the graph has 2^64 cycles of four vertices or more")
                        : tg_check_cancelled(context);
}
