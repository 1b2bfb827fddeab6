/* stream_edge.c - count a task edge after edge, with rows in registers and fetched ahead.
 *
 * Where rows are short, counting waits for memory more than it computes.  The edges are known
 * long before their turn, so the rows that they need are fetched in time, and small rows are
 * compared all with all in vector registers, without a branch that depends on an id.
 * Source: all-pairs compares are those of Inoue, Ohara, Taura, "Faster Set Intersection with SIMD
 * Instructions by Reducing Branch Mispredictions", PVLDB 2014; the filter is that of Bloom,
 * "Space/Time Trade-offs in Hash Coding with Allowable Errors", CACM 1970, with one hash.
 */
#include "cpu/stream_edge.h"

#include "cpu/features.h"
#include "cpu/intersect/intersect.h"
#include "task/algorithm.h"

enum {
    CHUNK_EDGES = 4096
}; /* a thread's next share: small beside the whole, large beside a lock */

trigon_status tg_stream_count(trigon_context *context, const tg_task *task, uint32_t ahead,
                              uint64_t *triangles)
{
    const tg_stream stream = {.task = task, .ahead = ahead};
    const tg_kernels *kernels = tg_kernels_best();
    const uint64_t chunks = tg_chunk_count(task, CHUNK_EDGES);
    uint64_t found = 0;

    tg_work_begin(context, "counting", tg_task_edges(task));
#pragma omp parallel for num_threads((int)context->threads) schedule(dynamic, 1) reduction(+ : found)
    for (uint64_t c = 0; c < chunks; c++) {
        if (tg_cancelled(context)) continue;
        const tg_chunk chunk = tg_chunk_at(task, CHUNK_EDGES, c);
        found += kernels->stream(&stream, chunk);
        tg_work_add(context, chunk.last_edge - chunk.first_edge);
    }
    const trigon_status status = tg_check_cancelled(context);
    if (status == TRIGON_OK) *triangles = found;
    return status;
}

static trigon_status count(trigon_context *context, const tg_task *task, uint64_t *triangles)
{
    return tg_stream_count(context, task, TG_STREAM_AHEAD, triangles);
}

TG_DEFINE_ALGORITHM(cpu_stream_edge) = {
    .description =
        {
            .name = "cpu-stream-edge",
            .summary =
                "for each edge, compare short rows in registers, fetched ahead of their use",
            .device = "cpu",
            .source = "trigon; compares of Inoue et al. 2014",
            .iterator = "edge",
            .lookup = "merge",
            .granularity = "coarse",
        },
    .device = TG_CPU,
    .lookup = TG_LOOKUP_MERGE,
    .count = count,
};
