/* merge_edge.c - counts a task by merging the two rows of each edge.
 *
 * - This is the forward algorithm. If edges are oriented by degree, no row is longer than about
 *   sqrt(2m) for m edges, so all merges together take O(m^1.5) steps.
 * - A step has no branch on an id, because the CPU could not predict it.
 * - It needs no memory beside the graph.
 *
 * Source: Schank, Wagner, "Finding, Counting and Listing All Triangles in Large Graphs", WEA
 * 2005; the CPU baseline of Polak, "Counting Triangles in Large Graphs on GPU", 2016.
 */
#include "cpu/common/chunks.h"
#include "task/algorithm.h"

enum { CHUNK_EDGES = 2048 };

/* Returns the number of common ids of two ascending rows. */
static uint64_t merge(const uint32_t *a, uint64_t a_count, const uint32_t *b, uint64_t b_count)
{
    uint64_t i = 0, j = 0, found = 0;
    while (i < a_count && j < b_count) {
        const uint32_t x = a[i], y = b[j];
        found += x == y;
        i += x <= y;
        j += y <= x;
    }
    return found;
}

static uint64_t count_chunk(const void *user, tg_chunk chunk)
{
    const tg_task *task = user;
    uint64_t found = 0;
    uint32_t u = chunk.first_row;
    for (uint64_t e = chunk.first_edge; e < chunk.last_edge; e++) {
        while (task->edges.offsets[u + 1] <= e) u++;
        const uint32_t v = task->edges.ids[e];
        const uint64_t *from = task->from.offsets + u, *into = task->into.offsets + v;
        if (from[0] == from[1] || into[0] == into[1]) continue;
        found += merge(task->from.ids + from[0], from[1] - from[0], task->into.ids + into[0], into[1] - into[0]);
    }
    return found;
}

static tricorn_status count(tricorn_context *context, const tg_task *task, const tg_index *nothing, uint64_t *triangles)
{
    (void)nothing;
    const tg_chunk_job job = {task, CHUNK_EDGES, count_chunk, task};
    return tg_chunks_count(context, &job, triangles);
}

/* ---- into a sink ---- */

static void add_vertices(const tg_sink *sink, uint32_t u, uint32_t v, uint32_t w)
{
    __atomic_fetch_add(&sink->u[u], 1, __ATOMIC_RELAXED);
    __atomic_fetch_add(&sink->v[v], 1, __ATOMIC_RELAXED);
    __atomic_fetch_add(&sink->w[w], 1, __ATOMIC_RELAXED);
}

static void add_edges(const tg_sink *sink, uint64_t edge, uint64_t from, uint64_t into)
{
    __atomic_fetch_add(&sink->edges[edge], 1, __ATOMIC_RELAXED);
    __atomic_fetch_add(&sink->from[from], 1, __ATOMIC_RELAXED);
    __atomic_fetch_add(&sink->into[into], 1, __ATOMIC_RELAXED);
}

/* Counts the triangles u, v, w of the edge u -> v at position e into the sink. */
static uint64_t sink_edge(const tg_task *task, const tg_sink *sink, uint32_t u, uint64_t e)
{
    const uint32_t v = task->edges.ids[e];
    const uint64_t *from = task->from.offsets + u, *into = task->into.offsets + v;
    uint64_t i = from[0], j = into[0], found = 0;
    while (i < from[1] && j < into[1]) {
        const uint32_t x = task->from.ids[i], y = task->into.ids[j];
        if (x == y) {
            if (sink->u) add_vertices(sink, u, v, x);
            if (sink->edges) add_edges(sink, e, i, j);
            found++;
        }
        i += x <= y;
        j += y <= x;
    }
    return found;
}

typedef struct sink_job {
    const tg_task *task;
    const tg_sink *sink;
} sink_job;

static uint64_t sink_chunk(const void *user, tg_chunk chunk)
{
    const sink_job *own = user;
    uint64_t found = 0;
    uint32_t u = chunk.first_row;
    for (uint64_t e = chunk.first_edge; e < chunk.last_edge; e++) {
        while (own->task->edges.offsets[u + 1] <= e) u++;
        found += sink_edge(own->task, own->sink, u, e);
    }
    return found;
}

static tricorn_status count_sink(
  tricorn_context *context, const tg_task *task, const tg_sink *sink, uint64_t *triangles)
{
    const sink_job own = {task, sink};
    const tg_chunk_job job = {task, CHUNK_EDGES, sink_chunk, &own};
    return tg_chunks_count(context, &job, triangles);
}

static const tg_cpu_methods methods = {.count = count, .count_sink = count_sink};

TG_DEFINE_ALGORITHM(cpu_merge_edge) = {
  .description =
    {
      .name = "cpu-merge-edge",
      .alias = "forward",
      .summary = "for each edge, merge the rows of its ends",
      .device = "cpu",
      .source = "Schank and Wagner 2005; Polak 2016 (CPU baseline)",
      .year = 2005,
      .iterator = "edge",
      .lookup = "merge",
      .granularity = "coarse",
      .vertices = 1,
      .edges = 1,
      .lists = 1,
    },
  .lookup = TG_LOOKUP_MERGE,
  .cpu = &methods,
};
