/* prepare.cu - preparation on the GPU: degrees, order, rows.
 *
 * - Degrees count repeated edges, so that nothing has to be sorted before the vertices have their
 *   new numbers.
 * - Degrees are counted while edges are copied.
 * - Clean edges of small graphs and of flat ones become rows in one launch (one_launch.cu), other
 *   edges by one sort (rows.cu).
 */
#include "prepare/gpu/preparing.cuh"

#include <inttypes.h>
#include <string.h>

#include "base/memory.h"
#include "device/staging.cuh"

/* Does all steps after the degrees. */
static tricorn_status make_graph(tg_preparing *job)
{
    tricorn_status status = TRICORN_OK;
    if (job->offsets) TG_TRY(tg_prepare_in_one_launch(job));
    if (job->read.reached == TG_ROWS_MADE) return TRICORN_OK;
    TG_TRY(tg_decide_order_on_device(job));
    TG_TRY(tg_order_vertices_on_device(job));
    tg_device_free(job->context, job->offsets);
    job->offsets = NULL;
    TG_TRY(tg_make_rows_on_device(job));
    if (job->describe) TG_TRY(measure_graph(job->context, &job->sums->described, &job->graph));
cleanup:
    return status;
}

/* Allocates offsets, which one_launch.cu needs; if memory does not suffice, rows.cu will make the rows. */
static tricorn_status begin_offsets(tg_preparing *job)
{
    tricorn_status status = TRICORN_OK;
    const uint64_t count = (uint64_t)job->numbers + 1;
    status = TG_DEVICE_ALLOC(job->context, count, &job->offsets);
    if (status == TRICORN_OUT_OF_DEVICE_MEMORY) return TRICORN_OK;
    TG_TRY(status);
    TG_TRY_CUDA(job->context, cudaMemsetAsync(job->offsets, 0, count * sizeof *job->offsets, job->stream));
cleanup:
    return status;
}

static tricorn_status begin(tg_preparing *job)
{
    tricorn_status status = TRICORN_OK;
    const uint64_t bytes = (uint64_t)job->numbers * sizeof *job->degrees;
    if (job->edge_count >= TG_DEGREE_MASK)
        TG_TRY(tg_fail(job->context, TRICORN_OUT_OF_DEVICE_MEMORY,
          "%" PRIu64 " edges are too many to prepare on one GPU (2^31 - 2)", job->edge_count));
    if (job->keys == NULL) TG_TRY(TG_DEVICE_ALLOC(job->context, job->edge_count, &job->keys));
    TG_TRY(TG_DEVICE_ALLOC(job->context, job->numbers, &job->degrees));
    TG_TRY(TG_DEVICE_ALLOC(job->context, 1, &job->sums));
    if (bytes > 0) TG_TRY_CUDA(job->context, cudaMemsetAsync(job->degrees, 0, bytes, job->stream));
    TG_TRY_CUDA(job->context, cudaMemsetAsync(job->sums, 0, sizeof *job->sums, job->stream));
    if (tg_may_prepare_in_one_launch(job->edge_count, job->numbers)) TG_TRY(begin_offsets(job));
cleanup:
    return status;
}

/* Copies `edges` to the GPU and runs all steps; if it is NULL, the edges are in job->keys already. */
static tricorn_status run_steps(tg_preparing *job, const tg_edges *edges, tg_device_preparation_times *times)
{
    tricorn_status status = TRICORN_OK;
    tg_timer timer = {NULL, NULL};

    if (times) TG_TRY(tg_timer_start(job->context, &timer));
    TG_TRY(begin(job));
    if (edges) {
        TG_TRY(tg_copy_and_count_degrees(job, edges));
        if (times) {
            TG_TRY(tg_timer_stop(job->context, &timer));
            TG_TRY(tg_timer_add(job->context, &timer, &times->transfer));
            TG_TRY(tg_timer_start(job->context, &timer));
        }
    } else {
        TG_TRY(tg_count_degrees_on_device(job, (const tg_edge *)job->keys, job->edge_count));
    }
    TG_TRY(make_graph(job));
    if (times) {
        TG_TRY(tg_timer_stop(job->context, &timer));
        TG_TRY(tg_timer_add(job->context, &timer, &times->prepare));
    }
    TG_TRY(tg_check_cancelled(job->context));
cleanup:
    tg_timer_free(&timer);
    return status;
}

static tricorn_status prepare(
  tg_preparing *job, const tg_edges *edges, tg_device_graph *graph, tg_device_preparation_times *times)
{
    tg_device_preparation_times taken = {0, 0};
    job->stream = tg_device_stream(job->context);
    job->graph.input_edges = job->edge_count;
    const tricorn_status status = run_steps(job, edges, times ? &taken : NULL);
    if (status == TRICORN_OK) {
        *graph = job->graph;
        if (times) *times = taken;
    } else {
        if (edges) tg_staging_end(job->context);
        tg_device_graph_free(job->context, &job->graph);
    }
    tg_device_free(job->context, job->keys);
    tg_device_free(job->context, job->spare);
    tg_device_free(job->context, job->degrees);
    tg_device_free(job->context, job->offsets);
    tg_device_free(job->context, job->new_ids);
    tg_device_free(job->context, job->sums);
    return status;
}

extern "C" tricorn_status tg_prepare_on_device(
  tricorn_context *context, const tg_edges *edges, tg_device_graph *graph, tg_device_preparation_times *times)
{
    tg_preparing job;
    memset(&job, 0, sizeof job);
    job.context = context;
    job.edge_count = tg_edges_count(edges);
    job.numbers = (uint32_t)edges->vertices;
    job.declared = edges->declared;
    job.describe = true;
    return prepare(&job, edges, graph, times);
}

extern "C" tricorn_status tg_prepare_device_edges(
  tricorn_context *context, tg_device_edges *edges, tg_device_graph *graph, tg_device_preparation_times *times)
{
    tg_preparing job;
    memset(&job, 0, sizeof job);
    job.context = context;
    job.keys = (uint64_t *)edges->edges;
    job.edge_count = edges->count;
    job.numbers = edges->numbers;
    job.declared = edges->declared;
    job.describe = edges->describe;
    edges->edges = NULL;
    return prepare(&job, NULL, graph, times);
}

extern "C" void tg_device_graph_free(tricorn_context *context, tg_device_graph *graph)
{
    tg_device_free(context, (void *)graph->rows.offsets);
    tg_device_free(context, (void *)graph->rows.ids);
    tg_device_free(context, graph->sources);
    tg_device_free(context, graph->input_ids);
    memset(graph, 0, sizeof *graph);
}
