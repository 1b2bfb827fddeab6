/* stream_edge.c - counts a task edge by edge, with rows in registers and prefetched rows.
 *
 * - If rows are short, a count waits for memory for longer than it computes. The next edges are
 *   known in advance, so their rows are prefetched in time.
 * - Short rows are compared in vector registers, all ids with all ids, without a branch on an id.
 * - The ids of longer rows are set in an array with a byte for each id or, if that array would
 *   exceed a cache, in a filter.
 *
 * Source: all-pairs compares are those of Inoue, Ohara, Taura, "Faster Set Intersection with SIMD
 * Instructions by Reducing Branch Mispredictions", PVLDB 2014; the filter is that of Bloom,
 * "Space/Time Trade-offs in Hash Coding with Allowable Errors", CACM 1970, with one hash.
 */
#include "cpu/stream_edge.h"

#include <omp.h>
#include <string.h>

#include "base/memory.h"
#include "cpu/cost.h"
#include "cpu/features.h"
#include "cpu/intersect/intersect.h"
#include "task/algorithm.h"

enum { CHUNK_EDGES = 4096 };

typedef struct streaming {
    tg_stream stream;
    const tg_kernels *kernels;
    uint64_t ids; /* bytes of `in_row` per thread */
    uint8_t *in_row; /* for each thread an array with a byte for each id; or NULL */
    bool *zeroed; /* for each thread: whether its array in `in_row` is zero */
} streaming;

static uint64_t count_chunk(const void *user, tg_chunk chunk)
{
    const streaming *job = user;
    tg_stream own = job->stream;
    if (job->in_row) {
        const uint64_t thread = (uint64_t)omp_get_thread_num();
        own.in_row = job->in_row + thread * job->ids;
        if (!job->zeroed[thread]) memset(own.in_row, 0, job->ids);
        job->zeroed[thread] = true;
    }
    return job->kernels->stream(&own, chunk);
}

/* Allocates `in_row` unless it exceeds half of the free memory; without it, the count uses filters. */
static tricorn_status make_in_row(tricorn_context *context, streaming *job)
{
    if (job->ids * context->threads > tg_memory_room(context->memory) / 2) return TRICORN_OK;
    TG_DO(TG_ALLOC_ZERO(context, context->threads, &job->zeroed));
    return TG_ALLOC(context, job->ids * context->threads, &job->in_row);
}

tricorn_status tg_stream_count(tricorn_context *context, const tg_task *task, uint32_t ahead, uint64_t *triangles)
{
    tricorn_status status = TRICORN_OK;
    streaming own = {
      .stream = {.task = task, .ahead = ahead}, .kernels = tg_kernels_of(context->isa), .ids = task->into.count};
    const tg_chunk_job job = {task, CHUNK_EDGES, count_chunk, &own};
    if (tg_stream_marks(task)) TG_TRY(make_in_row(context, &own));
    TG_TRY(tg_chunks_count(context, &job, triangles));
cleanup:
    tg_free(own.in_row);
    tg_free(own.zeroed);
    return status;
}

static tricorn_status count(tricorn_context *context, const tg_task *task, const tg_index *nothing, uint64_t *triangles)
{
    (void)nothing;
    return tg_stream_count(context, task, TG_STREAM_AHEAD, triangles);
}

static double predict(tricorn_context *context, const tg_task *task)
{
    tg_features features;
    tg_features_measure_stream(context, task, &features);
    return tg_cost_of_stream(&features);
}

static const tg_cpu_methods methods = {.count = count, .predict = predict};

TG_DEFINE_ALGORITHM(cpu_stream_edge) = {
  .description =
    {
      .name = "cpu-stream-edge",
      .summary = "for each edge, compare short rows in registers, fetched ahead of their use",
      .device = "cpu",
      .source = "tricorn; compares of Inoue et al. 2014",
      .iterator = "edge",
      .lookup = "merge",
      .granularity = "coarse",
    },
  .lookup = TG_LOOKUP_MERGE,
  .cpu = &methods,
};
