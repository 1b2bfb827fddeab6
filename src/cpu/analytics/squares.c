/* squares.c - counts cycles of four vertices, each at its smallest vertex v: such a cycle is a
 * pair of paths v-u-x over larger vertices u to the same larger vertex x.
 *
 * An array counts the paths to each end x; n paths to one x form n(n - 1)/2 cycles, so each path
 * forms one with every path that was counted before it. The paths are then visited again to add
 * the cycles to u, to the edges v-u and u-x, and to x, and to clear the array. No vertex or edge
 * is in more cycles than the graph has, so only the total is checked.
 */
#include "cpu/analytics/squares.h"

#include <stdatomic.h>
#include <string.h>

#include "base/memory.h"
#include "base/parallel.h"

enum {
    VERTICES_AT_ONCE = 16,
    CLEARED_AT_ONCE = 8 /* counts in the time of clearing one of a path */
};

typedef struct square_job {
    tricorn_context *context;
    const tg_rows *below, *above;
    uint32_t *places; /* of v in row u of `below`, for each id u of row v of `above` */
    uint64_t *vertices; /* NULL: cycles are not counted by vertex */
    /* the cycles of each edge by its position in `below`, to which those by its position in
     * `above` must be added; NULL: cycles are not counted by edge */
    uint64_t *edges[2];
    _Atomic uint64_t next, total;
    _Atomic bool too_many;
    _Atomic int failure;
} square_job;

static void add(uint64_t *to, uint64_t count)
{
    if (count > 0) __atomic_fetch_add(to, count, __ATOMIC_RELAXED);
}

/* The neighbours x of u that are above its neighbour v: the ids of row u of `below` after v, and
 * all of row u of `above`; with the positions of their edges in the ids of both. */
typedef struct neighbours {
    const uint32_t *ids[2];
    uint64_t firsts[2], counts[2];
} neighbours;

/* e: the position of u in row v of `above`. */
static neighbours neighbours_above(const square_job *job, uint64_t e)
{
    const uint32_t u = job->above->ids[e];
    const uint64_t first = job->below->offsets[u] + job->places[e] + 1;
    const uint64_t *ends = job->above->offsets + u;
    return (neighbours){{job->below->ids + first, job->above->ids + ends[0]}, {first, ends[0]},
      {job->below->offsets[u + 1] - first, ends[1] - ends[0]}};
}

/* One thread does: the ids of a row of `above` ascend, as u does here. */
static tricorn_status find_places(square_job *job)
{
    const tg_rows *below = job->below;
    const uint64_t edges = below->offsets[below->count];
    uint64_t *next = NULL;
    TG_DO(TG_ALLOC(job->context, edges + 1, &job->places));
    TG_DO(TG_ALLOC(job->context, (uint64_t)below->count + 1, &next));
    memcpy(next, job->above->offsets, below->count * sizeof *next);
    for (uint32_t u = 0; u < below->count; u++)
        for (uint64_t e = below->offsets[u]; e < below->offsets[u + 1]; e++)
            job->places[next[below->ids[e]]++] = (uint32_t)(e - below->offsets[u]);
    tg_free(next);
    return TRICORN_OK;
}

/* Counts the paths v-u-x, and returns the number of cycles that they form with those counted before. */
static uint64_t count_paths(const neighbours *of, uint32_t *paths)
{
    uint64_t found = 0;
    for (int part = 0; part < 2; part++)
        for (uint64_t i = 0; i < of->counts[part]; i++) found += paths[of->ids[part][i]]++;
    return found;
}

/* Returns the number of cycles through u: each path v-u-x forms one with every other path to x. */
static uint64_t cycles_over(const neighbours *of, const uint32_t *paths)
{
    uint64_t found = 0;
    for (int part = 0; part < 2; part++)
        for (uint64_t i = 0; i < of->counts[part]; i++) found += paths[of->ids[part][i]] - 1;
    return found;
}

/* Adds the cycles through u to its edges: v-u is in all of them. */
static void add_to_edges(square_job *job, const neighbours *of, const uint32_t *paths)
{
    uint64_t found = 0;
    for (int part = 0; part < 2; part++)
        for (uint64_t i = 0; i < of->counts[part]; i++) {
            const uint64_t cycles = paths[of->ids[part][i]] - 1;
            add(&job->edges[part][of->firsts[part] + i], cycles);
            found += cycles;
        }
    add(&job->edges[0][of->firsts[0] - 1], found);
}

/* Adds the cycles to their vertices x, and clears the counts of paths. */
static void add_to_ends(square_job *job, const neighbours *of, uint32_t *paths)
{
    for (int part = 0; part < 2; part++)
        for (uint64_t i = 0; i < of->counts[part]; i++) {
            const uint32_t x = of->ids[part][i];
            const uint64_t count = paths[x];
            if (count > 1) add(&job->vertices[x], count * (count - 1) / 2);
            paths[x] = 0;
        }
}

static void clear(const neighbours *of, uint32_t *paths)
{
    for (int part = 0; part < 2; part++)
        for (uint64_t i = 0; i < of->counts[part]; i++) paths[of->ids[part][i]] = 0;
}

/* Clears the counts of the ends of all paths of v: one for each path, or those of all larger vertices in order where
 * that takes less time. */
static void clear_paths(const square_job *job, uint32_t v, uint64_t counted, uint32_t *paths)
{
    const uint64_t above = job->below->count - v;
    if (counted >= above / CLEARED_AT_ONCE) {
        memset(paths + v, 0, above * sizeof *paths);
        return;
    }
    for (uint64_t e = job->above->offsets[v]; e < job->above->offsets[v + 1]; e++) {
        const neighbours of = neighbours_above(job, e);
        clear(&of, paths);
    }
}

static void count_vertex(square_job *job, uint32_t *paths, uint32_t v)
{
    const uint64_t first = job->above->offsets[v], last = job->above->offsets[v + 1];
    const uint32_t *ids = job->above->ids;
    uint64_t found = 0, counted = 0;
    bool too_many = false;

    for (uint64_t e = first; e < last; e++) {
        const neighbours of = neighbours_above(job, e);
        counted += of.counts[0] + of.counts[1];
        too_many |= __builtin_add_overflow(found, count_paths(&of, paths), &found);
    }
    for (uint64_t e = first; e < last && (job->vertices || job->edges[0]); e++) {
        const neighbours of = neighbours_above(job, e);
        if (job->vertices) add(&job->vertices[ids[e]], cycles_over(&of, paths));
        if (job->edges[0]) add_to_edges(job, &of, paths);
    }
    for (uint64_t e = first; e < last && job->vertices; e++) {
        const neighbours of = neighbours_above(job, e);
        add_to_ends(job, &of, paths);
    }
    if (!job->vertices) clear_paths(job, v, counted, paths);
    if (job->vertices) add(&job->vertices[v], found);
    const uint64_t before = atomic_fetch_add(&job->total, found);
    if (too_many || before + found < before) atomic_store(&job->too_many, true);
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

/* Adds the cycles of edges that were counted by their positions in `above`. */
static void fold_edges(const square_job *job)
{
    const tg_rows *above = job->above;
#pragma omp parallel for num_threads((int)job->context->threads) schedule(dynamic, 256)
    for (uint32_t v = 0; v < above->count; v++)
        for (uint64_t e = above->offsets[v]; e < above->offsets[v + 1]; e++)
            job->edges[0][job->below->offsets[above->ids[e]] + job->places[e]] += job->edges[1][e];
}

tricorn_status tg_squares_count(
  tricorn_context *context, const tg_rows *below, const tg_rows *above, tg_squares *squares)
{
    tricorn_status status = TRICORN_OK;
    square_job job = {
      .context = context, .below = below, .above = above, .vertices = squares->vertices, .edges = {squares->edges}};

    TG_TRY(find_places(&job));
    if (squares->edges) TG_TRY(TG_ALLOC_ZERO(context, below->offsets[below->count] + 1, &job.edges[1]));
    tg_work_begin(context, "counting squares", below->count);
#pragma omp parallel num_threads((int)context->threads)
    tg_keep_failure(&job.failure, work(&job));
    TG_TRY((tricorn_status)job.failure);
    if (job.too_many)
        TG_TRY(tg_fail(context, TRICORN_UNSUPPORTED, "the graph has 2^64 cycles of four vertices or more"));
    TG_TRY(tg_check_cancelled(context));
    if (squares->edges) fold_edges(&job);
    squares->total = job.total;
cleanup:
    tg_free(job.places);
    tg_free(job.edges[1]);
    return status;
}
