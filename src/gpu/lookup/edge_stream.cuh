/* edge_stream.cuh - copies the edges of a task from host memory, chunk by chunk.
 *
 * - The GPU counts a chunk while the next one is copied, so copies take no time of their own
 *   unless they are slower than counting.
 * - The GPU holds only the rows and two chunks of the edge list.
 * - One end of each edge is an id of the rows, which the GPU has anyway; so only the other ends,
 *   the sources, are copied.
 *
 * Source: Hu, Liu, Huang, "TriCore: Parallel Triangle Counting on GPUs", SC 2018, section V.
 */
#ifndef TG_GPU_LOOKUP_EDGE_STREAM_CUH
#define TG_GPU_LOOKUP_EDGE_STREAM_CUH

#include "device/staging.cuh"
#include "gpu/lookup/index.cuh"
#include "gpu/lookup/edge_chunks.cuh"

/* Makes the index of the task: the sources of its edges, in host memory. */
static inline tricorn_status edge_stream_make(tricorn_context *context, tg_device_task *task)
{
    tricorn_status status = TRICORN_OK;
    const uint64_t rows = task->last_row - task->first_row;
    uint32_t *offsets = NULL, *streamed = NULL;

    TG_TRY(TG_ALLOC(context, rows + 1, &offsets));
    TG_TRY(TG_ALLOC(context, task->last_edge - task->first_edge, &streamed));
    TG_TRY(tg_device_copy_out(context, offsets, task->edges.offsets + task->first_row, (rows + 1) * sizeof *offsets));
    for (uint32_t r = 0; r < rows; r++)
        for (uint32_t e = offsets[r]; e < offsets[r + 1] && e < task->last_edge; e++)
            streamed[e - task->first_edge] = task->first_row + r;
    task->index.data = streamed;
    task->index.free = release_host_memory;
    streamed = NULL;
cleanup:
    tg_free(offsets);
    tg_free(streamed);
    return status;
}

/* The staging stream has a mark for each buffer, from STREAM_MARK on; tg_staging_begin uses the one before. */
enum { STREAM_BUFFERS = 2, STREAM_MARK = 1 };

typedef struct edge_stream {
    tg_device_task task; /* the task with all edges */
    const uint32_t *sources; /* the sources of all edges, in host memory */
    uint32_t chunk; /* how many edges a chunk has */
    uint32_t *buffers[STREAM_BUFFERS];
} edge_stream;

/* Returns chunk `number` of the edges as a task. A chunk after the last one has no edges. */
static inline tg_device_task edge_stream_part(const edge_stream *stream, uint64_t number)
{
    const uint64_t edges = stream->task.last_edge - stream->task.first_edge;
    const uint64_t first = number * stream->chunk < edges ? number * stream->chunk : edges;
    const uint64_t left = edges - first;
    tg_device_task part = stream->task;
    part.first_edge += (uint32_t)first;
    part.last_edge = part.first_edge + (uint32_t)(left < stream->chunk ? left : stream->chunk);
    /* the kernel indexes sources by positions in the whole list */
    part.sources = stream->buffers[number % STREAM_BUFFERS] - part.first_edge;
    return part;
}

/* Starts copying a chunk to its buffer. */
static inline tricorn_status edge_stream_send(tricorn_context *context, const edge_stream *stream, uint64_t number)
{
    tricorn_status status = TRICORN_OK;
    const tg_device_task part = edge_stream_part(stream, number);
    const uint32_t *from = stream->sources;
    if (part.first_edge == part.last_edge) return TRICORN_OK;
    TG_TRY(tg_staging_in(context, stream->buffers[number % STREAM_BUFFERS],
      from + (part.first_edge - stream->task.first_edge), (part.last_edge - part.first_edge) * sizeof *from));
    TG_TRY(tg_staging_mark(context, STREAM_MARK + number % STREAM_BUFFERS));
cleanup:
    return status;
}

/* Launches a kernel as launch_over_edges does, for the edges of edge_stream_make, chunk by chunk. While the kernel
 * counts a chunk, the next one is copied to the buffer of the chunk before, once that has been counted. */
static inline tricorn_status launch_over_stream(
  tricorn_context *context, const edge_kernel<> &kernel, const tg_device_task *task, uint32_t chunk, tg_tally *tally)
{
    tricorn_status status = TRICORN_OK;
    const uint64_t edges = task->last_edge - task->first_edge;
    edge_stream stream = {*task, (const uint32_t *)task->index.data, chunk, {NULL, NULL}};

    for (int b = 0; b < STREAM_BUFFERS; b++)
        TG_TRY(TG_DEVICE_ALLOC(context, edges < chunk ? edges : chunk, &stream.buffers[b]));
    TG_TRY(tg_staging_begin(context));
    TG_TRY(edge_stream_send(context, &stream, 0));
    for (uint64_t number = 0; number * chunk < edges; number++) {
        const tg_device_task part = edge_stream_part(&stream, number);
        TG_TRY(tg_check_cancelled(context));
        TG_TRY(tg_staging_begin(context));
        TG_TRY(tg_staging_wait(context, STREAM_MARK + number % STREAM_BUFFERS));
        TG_TRY_CUDA(context, cudaMemsetAsync(tally->next, 0, sizeof *tally->next, tg_device_stream(context)));
        TG_TRY(launch_over_edges(context, kernel, &part, tally));
        TG_TRY(edge_stream_send(context, &stream, number + 1));
    }
cleanup:
    if (status != TRICORN_OK) tg_staging_end(context);
    for (int b = 0; b < STREAM_BUFFERS; b++) tg_device_free(context, stream.buffers[b]);
    return status;
}

#endif
