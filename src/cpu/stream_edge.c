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

enum { CHUNK_EDGES = 4096 };

static uint64_t count_chunk(const void *user, tg_chunk chunk)
{
    return tg_kernels_best()->stream(user, chunk);
}

trigon_status tg_stream_count(trigon_context *context, const tg_task *task, uint32_t ahead,
                              uint64_t *triangles)
{
    const tg_stream stream = {.task = task, .ahead = ahead};
    const tg_chunk_job job = {task, CHUNK_EDGES, count_chunk, &stream};
    return tg_chunks_count(context, &job, triangles);
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
