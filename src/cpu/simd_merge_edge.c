/* simd_merge_edge.c - count a task by merging the two rows of each edge, a vector at a time.
 *
 * The forward algorithm, with groups of ids compared all with all instead of one with one.
 * Source: Inoue, Ohara, Taura, "Faster Set Intersection with SIMD Instructions by Reducing Branch
 * Mispredictions", PVLDB 2014; Lemire, Boytsov, Kurz, "SIMD Compression and the Intersection of
 * Sorted Integers", SPE 2016 (galloping where lengths differ).
 */
#include "cpu/chunks.h"
#include "cpu/intersect/intersect.h"
#include "task/algorithm.h"

enum {
    CHUNK_EDGES = 2048
}; /* a thread's next share: small beside the whole, large beside a lock */

static uint64_t count_chunk(const tg_task *task, tg_chunk chunk, const tg_kernels *kernels)
{
    uint64_t found = 0;
    uint32_t u = chunk.first_row;
    for (uint64_t e = chunk.first_edge; e < chunk.last_edge; e++) {
        while (task->edges.offsets[u + 1] <= e) u++;
        const uint64_t *from = task->from.offsets + u;
        const uint64_t *into = task->into.offsets + task->edges.ids[e];
        /* In a whole graph, ids of u behind v are above v: not in its row. */
        const uint64_t from_end = task->whole ? e : from[1];
        found += kernels->shared(task->from.ids + from[0], from_end - from[0],
                                 task->into.ids + into[0], into[1] - into[0]);
    }
    return found;
}

static trigon_status count(trigon_context *context, const tg_task *task, uint64_t *triangles)
{
    const tg_kernels *kernels = tg_kernels_best();
    const uint64_t chunks = tg_chunk_count(task, CHUNK_EDGES);
    uint64_t found = 0;

    tg_work_begin(context, "counting", tg_task_edges(task));
#pragma omp parallel for num_threads((int)context->threads) schedule(dynamic, 1) reduction(+ : found)
    for (uint64_t c = 0; c < chunks; c++) {
        if (tg_cancelled(context)) continue;
        const tg_chunk chunk = tg_chunk_at(task, CHUNK_EDGES, c);
        found += count_chunk(task, chunk, kernels);
        tg_work_add(context, chunk.last_edge - chunk.first_edge);
    }
    const trigon_status status = tg_check_cancelled(context);
    if (status == TRIGON_OK) *triangles = found;
    return status;
}

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
    .device = TG_CPU,
    .lookup = TG_LOOKUP_MERGE,
    .count = count,
};
