/* simd_merge_edge.c - counts a task by merging the two rows of each edge, a vector at a time.
 *
 * - This is the forward algorithm. Instead of two ids, a step compares all ids of one group with
 *   all ids of another one.
 * - If one row is far longer than the other, the ids of the short one are searched in it by
 *   galloping.
 *
 * Source: Inoue, Ohara, Taura, "Faster Set Intersection with SIMD Instructions by Reducing Branch
 * Mispredictions", PVLDB 2014; Lemire, Boytsov, Kurz, "SIMD Compression and the Intersection of
 * Sorted Integers", SPE 2016 (galloping for different lengths).
 */
#include "cpu/common/chunks.h"
#include "cpu/intersect/intersect.h"
#include "task/algorithm.h"

enum { CHUNK_EDGES = 2048 };

typedef struct merging {
    const tg_task *task;
    const tg_kernels *kernels;
} merging;

static uint64_t count_chunk(const void *user, tg_chunk chunk)
{
    const merging *own = user;
    const tg_task *task = own->task;
    const tg_kernels *kernels = own->kernels;
    const bool whole = tg_task_is_whole(task);
    uint64_t found = 0;
    uint32_t u = chunk.first_row;
    for (uint64_t e = chunk.first_edge; e < chunk.last_edge; e++) {
        while (task->edges.offsets[u + 1] <= e) u++;
        const uint64_t *from = task->from.offsets + u;
        const uint64_t *into = task->into.offsets + task->edges.ids[e];
        /* In a whole graph, the ids of row u after v are above v, so row v contains none of them. */
        const uint64_t from_end = whole ? e : from[1];
        found +=
          kernels->shared(task->from.ids + from[0], from_end - from[0], task->into.ids + into[0], into[1] - into[0]);
    }
    return found;
}

static tricorn_status count(tricorn_context *context, const tg_task *task, const tg_index *nothing, uint64_t *triangles)
{
    const merging own = {task, tg_kernels_of(context->isa)};
    const tg_chunk_job job = {task, CHUNK_EDGES, count_chunk, &own};
    (void)nothing;
    return tg_chunks_count(context, &job, triangles);
}

static const tg_cpu_methods methods = {.count = count};

TG_DEFINE_ALGORITHM(cpu_simd_merge_edge) = {
  .description =
    {
      .name = "cpu-simd-merge-edge",
      .summary = "for each edge, merge the rows of its ends by vectors of ids",
      .device = "cpu",
      .source = "Inoue, Ohara and Taura 2014",
      .year = 2014,
      .iterator = "edge",
      .lookup = "merge",
      .granularity = "coarse",
    },
  .lookup = TG_LOOKUP_MERGE,
  .cpu = &methods,
};
