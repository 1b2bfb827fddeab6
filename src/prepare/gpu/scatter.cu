/* scatter.cu - makes rows on the GPU from edges that the CPU has oriented and put into buckets of
 * rows, for graphs whose edges do not all fit into GPU memory at once.
 *
 * - A batch is as many buckets as memory allows. The GPU sorts a batch, drops its repetitions
 *   and appends it to the rows.
 * - Device memory: 8 bytes for each edge of the graph, and 16 for each edge of a batch.
 *
 * Source: Polak, "Counting Triangles in Large Graphs on GPU", IPDPSW 2016, section III-D: degrees
 * and directions on the CPU, the rest on the GPU.
 */
#include "prepare/gpu/prepare.h"

#include <inttypes.h>
#include <string.h>

#include "base/memory.h"
#include "device/staging.cuh"
#include "prepare/gpu/keys.cuh"

enum { MOST_BATCH_EDGES = 1 << 22 }; /* 32 MiB to copy; larger batches are no faster */

typedef struct gathering {
    tricorn_context *context;
    cudaStream_t stream;
    const tg_scatter *scatter;
    uint64_t room; /* the most edges of a batch */
    tg_edge *batch; /* the edges of a batch, in host memory */
    uint64_t *keys, *spare;
    unsigned long long *kept;
    tg_described *described;
    uint32_t id_bits;
    uint64_t made; /* how many edges of the graph are complete */
    tg_device_graph graph;
} gathering;

/* ---- memory ---- */

static tricorn_status make_batch_room(gathering *job)
{
    tricorn_status status = TRICORN_OK;
    TG_TRY(TG_DEVICE_ALLOC(job->context, job->room, &job->keys));
    TG_TRY(TG_DEVICE_ALLOC(job->context, job->room, &job->spare));
cleanup:
    if (status != TRICORN_OK) {
        tg_device_free(job->context, job->keys);
        job->keys = NULL;
    }
    return status;
}

/* Allocates the graph, and room for batches as large as fit beside the graph and the memory that the sort needs. */
static tricorn_status make_room(gathering *job)
{
    tricorn_status status = TRICORN_OK;
    const uint64_t edges = job->scatter->starts[job->scatter->buckets];
    uint32_t *ids = NULL;

    TG_TRY(TG_DEVICE_ALLOC(job->context, edges, &ids));
    job->graph.rows.ids = ids; /* from here on, freeing the graph frees the ids */
    TG_TRY(TG_DEVICE_ALLOC(job->context, edges, &job->graph.sources));
    TG_TRY(TG_DEVICE_ALLOC(job->context, 1, &job->kept));
    TG_TRY(TG_DEVICE_ALLOC(job->context, 1, &job->described));
    TG_TRY_CUDA(job->context, cudaMemsetAsync(job->described, 0, sizeof *job->described, job->stream));
    job->room = edges < MOST_BATCH_EDGES ? edges : (uint64_t)MOST_BATCH_EDGES;
    if (job->room < job->scatter->largest) job->room = job->scatter->largest;
    while ((status = make_batch_room(job)) == TRICORN_OUT_OF_DEVICE_MEMORY && job->room / 2 >= job->scatter->largest)
        job->room /= 2;
    if (status == TRICORN_OK) TG_TRY(TG_ALLOC(job->context, job->room, &job->batch));
cleanup:
    return status;
}

/* ---- batches ---- */

/* Gathers the edges of the buckets `first` to `end` - 1 and copies them to the GPU. */
static tricorn_status send_buckets(gathering *job, uint32_t first, uint32_t end)
{
    tricorn_status status = TRICORN_OK;
    const tg_scatter *scatter = job->scatter;
    const uint64_t count = scatter->starts[end] - scatter->starts[first];
    tg_scatter_gather(job->context, scatter, first, end, job->batch);
    TG_TRY(tg_staging_begin(job->context));
    TG_TRY(tg_staging_in(job->context, job->keys, job->batch, count * sizeof *job->batch));
    TG_TRY(tg_staging_mark(job->context, 0));
    TG_TRY(tg_staging_wait(job->context, 0));
cleanup:
    return status;
}

/* Makes rows of the `count` edges of a batch, and appends them. */
static tricorn_status append_rows(gathering *job, uint64_t count)
{
    tricorn_status status = TRICORN_OK;
    const unsigned blocks = prepare_blocks(job->context, count);
    const split_key split = {job->graph.sources + job->made, (uint32_t *)job->graph.rows.ids + job->made, job->id_bits};
    unsigned long long kept = 0;

    make_keys<<<blocks, TG_PREPARE_THREADS, 0, job->stream>>>(job->keys, count, NULL, job->id_bits, TURNED);
    TG_TRY_CUDA(job->context, cudaGetLastError());
    TG_TRY(radix_sort_keys(job->context, &job->keys, &job->spare, count, {0, 2 * job->id_bits}));
    count_turns<<<blocks, TG_PREPARE_THREADS, 0, job->stream>>>(job->keys, count, job->described);
    TG_TRY_CUDA(job->context, cudaGetLastError());
    TG_TRY(write_once(job->context, thrust::make_transform_iterator(job->keys, without_turn()), count,
      thrust::make_tabulate_output_iterator(split), job->kept));
    TG_TRY(tg_device_copy_out(job->context, &kept, job->kept, sizeof kept));
    job->made += kept;
cleanup:
    return status;
}

static tricorn_status make_batches(gathering *job)
{
    tricorn_status status = TRICORN_OK;
    const tg_scatter *scatter = job->scatter;
    uint32_t end = 0;
    for (uint32_t first = 0; first < scatter->buckets; first = end) {
        for (end = first + 1; end < scatter->buckets && scatter->starts[end + 1] - scatter->starts[first] <= job->room;)
            end++;
        const uint64_t count = scatter->starts[end] - scatter->starts[first];
        if (count == 0) continue;
        TG_TRY(tg_check_cancelled(job->context));
        TG_TRY(send_buckets(job, first, end));
        TG_TRY(append_rows(job, count));
    }
cleanup:
    return status;
}

/* ---- all steps ---- */

static tricorn_status finish(gathering *job)
{
    tricorn_status status = TRICORN_OK;
    job->graph.rows.id_count = (uint32_t)job->made;
    TG_TRY(find_row_offsets(job->context, row_of_source{job->graph.sources}, &job->graph.rows));
    TG_TRY(measure_graph(job->context, job->described, &job->graph));
cleanup:
    return status;
}

static tricorn_status check_sizes(gathering *job)
{
    const uint64_t edges = job->scatter->starts[job->scatter->buckets];
    if (edges >= TG_MOST_DEVICE_EDGES)
        return tg_fail(job->context, TRICORN_OUT_OF_DEVICE_MEMORY,
          "%" PRIu64 " edges are too many for one GPU (%" PRIu64 " at the most)", edges, TG_MOST_DEVICE_EDGES);
    if (2 * job->id_bits >= 64)
        return tg_fail(job->context, TRICORN_UNSUPPORTED,
          "%" PRIu32 " vertices are too many to prepare on a GPU (2^31)", job->graph.rows.count);
    return TRICORN_OK;
}

extern "C" tricorn_status tg_device_rows_of_scatter(
  tricorn_context *context, const tg_preparation *preparation, const tg_scatter *scatter, tg_device_graph *graph)
{
    tricorn_status status = TRICORN_OK;
    const uint32_t rows = preparation->graph->active;
    gathering job;
    memset(&job, 0, sizeof job);
    job.context = context;
    job.stream = tg_device_stream(context);
    job.scatter = scatter;
    job.id_bits = bits_of(rows > 0 ? rows - 1 : 0);
    job.graph.rows.count = rows;
    job.graph.vertices = preparation->graph->vertices;
    job.graph.order = preparation->graph->order;
    job.graph.input_edges = preparation->input_edges;
    job.graph.self_loops = preparation->self_loops;

    TG_TRY(check_sizes(&job));
    TG_TRY(make_room(&job));
    TG_TRY(make_batches(&job));
    TG_TRY(finish(&job));
    *graph = job.graph;
    memset(&job.graph, 0, sizeof job.graph);
cleanup:
    tg_staging_end(context);
    tg_free(job.batch);
    tg_device_free(context, job.keys);
    tg_device_free(context, job.spare);
    tg_device_free(context, job.kept);
    tg_device_free(context, job.described);
    tg_device_graph_free(context, &job.graph);
    return status;
}
