/* one_launch.cu - makes rows of clean edges in one launch, whose thread blocks wait for each other between steps.
 *
 * - A launch takes the host 3.6 us, a wait for the GPU takes it 9 us, and a barrier of the whole
 *   grid takes 1.2 us.  So the time of small graphs depends on the number of launches.  Here one
 *   launch does all steps after the degrees; results that the host would need between the steps
 *   (the order, the number of vertices) stay on the GPU.
 * - Edges are not sorted, but written to their rows in any order; then each row is sorted alone.
 * - The GPU can do 60 thousand million random additions and writes per second, and each edge
 *   needs four.  So this is good for few edges, or if both ends are close together; rows.cu makes
 *   the rows of other graphs, and of edges that may be repeated.
 */
#include "prepare/gpu/preparing.cuh"

#include <string.h>

#include "device/resident.cuh"
#include "prepare/gpu/one_launch_steps.cuh"

/* ---- the launch ---- */

/* Makes the rows from edges that have their new ids. */
static __device__ void make_rows(const one_launch &job, shared_room *room, const cg::grid_group &grid)
{
    const uint32_t rows = job.sums->vertices.active;
    sum_lengths(job, rows, room, grid);
    grid.sync();
    scatter_edges(job);
    grid.sync();
    rank_all_ids(job.rows);
    measure_all_rows(job, rows, room);
    grid.sync();
    sort_listed_rows(job.rows, room->ids);
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        job.sums->last_edge = job.offsets[job.sums->last_row];
        job.sums->reached = TG_ROWS_MADE;
    }
}

static __global__ void __launch_bounds__(BLOCK_THREADS, TG_RESIDENT_BLOCKS(BLOCK_THREADS, BLOCKS_PER_MULTIPROCESSOR))
  prepare_in_one_launch(const __grid_constant__ one_launch job)
{
    __shared__ shared_room room;
    const cg::grid_group grid = cg::this_grid();
    bool renumbers = true;
    if (!job.numbered) {
        sample_local(
          reinterpret_cast<const tg_edge *>(job.edges), job.count, job.samples, job.view.numbers, &job.sums->sample);
        sum_all_vertices(job.view, &room.vertices, &job.sums->vertices);
        grid.sync();
        const decision made = decide(job); /* every thread makes the same decision */
        const bool waits = made.renumbers && !made.numbers;
        if (blockIdx.x == 0 && threadIdx.x == 0) {
            job.sums->reached = made.numbers ? TG_VERTICES_NUMBERED : TG_VERTICES_SUMMED;
            job.sums->makes_rows = made.makes_rows;
        }
        if (made.numbers) number_vertices(job, made, &room, grid);
        if (waits || !made.makes_rows) return;
        renumbers = made.renumbers;
    }
    if (renumbers) {
        renumber_edges(job);
        grid.sync();
    }
    make_rows(job, &room, grid);
}

/* ---- host ---- */

bool tg_may_prepare_in_one_launch(uint64_t edges, uint64_t numbers)
{
    return edges > 0 && edges <= MOST_EDGES && numbers > 0 && numbers <= MOST_NUMBERS;
}

typedef struct launch {
    unsigned blocks;
    uint32_t *work; /* temporary memory of the kernel, on the GPU */
    one_launch job;
} launch;

/* Sets the number of thread blocks, which is at most as many as can run at the same time. */
static tricorn_status find_blocks(const tg_preparing *job, launch *made)
{
    tricorn_status status = TRICORN_OK;
    const uint64_t items = job->edge_count > job->numbers ? job->edge_count : job->numbers;
    int each = 0;
    TG_TRY_CUDA(
      job->context, cudaOccupancyMaxActiveBlocksPerMultiprocessor(&each, prepare_in_one_launch, BLOCK_THREADS, 0));
    made->blocks = tg_device_blocks(job->context, items, ITEMS_PER_THREAD * BLOCK_THREADS, (uint32_t)each);
cleanup:
    return status;
}

static tricorn_status allocate(tg_preparing *job, launch *made)
{
    tricorn_status status = TRICORN_OK;
    const uint32_t sorted = job->numbers <= MOST_NUMBERED ? job->numbers : 0;
    const uint64_t m = job->edge_count, digits = DIGITS * MOST_TILES;
    one_launch *once = &made->job;
    uint32_t *ids = NULL;

    TG_TRY(
      TG_DEVICE_ALLOC(job->context, 2 * (uint64_t)sorted + digits + made->blocks + m / TG_RANKED_IDS + 1, &made->work));
    once->places = made->work;
    once->vertices = once->places + sorted;
    once->digit_counts = once->vertices + sorted;
    once->block_sums = once->digit_counts + digits;
    once->rows.long_rows = once->block_sums + made->blocks;
    TG_TRY(TG_DEVICE_ALLOC(job->context, sorted, &job->new_ids));
    TG_TRY(TG_DEVICE_ALLOC(job->context, sorted, &job->graph.input_ids));
    TG_TRY(TG_DEVICE_ALLOC(job->context, m, &job->spare));
    TG_TRY(TG_DEVICE_ALLOC(job->context, m, &ids));
    job->graph.rows.ids = ids; /* from here on, freeing the graph frees the ids */
    TG_TRY(TG_DEVICE_ALLOC(job->context, m, &job->graph.sources));
    once->new_ids = job->new_ids;
    once->input_ids = job->graph.input_ids;
    once->scattered = job->spare;
    once->rows.keys = job->spare;
    once->rows.ids = ids;
    once->rows.sources = job->graph.sources;
cleanup:
    return status;
}

static void fill_job(const tg_preparing *job, one_launch *once)
{
    once->edges = reinterpret_cast<uint2 *>(job->keys);
    once->count = (uint32_t)job->edge_count;
    once->samples = order_samples(job->edge_count);
    once->view = degrees_of(job);
    once->offsets = job->offsets;
    once->rows.id_bits = 32;
    once->rows.ranked = once->rows.unlisted = TG_RANKED_IDS;
    once->rows.edges = once->count;
    once->rows.offsets = job->offsets;
    once->rows.long_count = &job->sums->long_rows;
    once->sums = job->sums;
}

/* Runs the launch. If its blocks cannot all run at the same time, it does nothing and does not fail. */
static tricorn_status run_launch(tg_preparing *job, launch *made)
{
    tricorn_status status = TRICORN_OK;
    void *arguments[] = {&made->job};
    const cudaError_t error = cudaLaunchCooperativeKernel(
      (const void *)prepare_in_one_launch, dim3(made->blocks), dim3(BLOCK_THREADS), arguments, 0, job->stream);
    if (error == cudaErrorCooperativeLaunchTooLarge || error == cudaErrorNotSupported) {
        cudaGetLastError();
        return TRICORN_OK;
    }
    TG_TRY_CUDA(job->context, error);
    TG_TRY(tg_device_copy_out(job->context, &job->read, job->sums, sizeof job->read));
cleanup:
    return status;
}

/* Numbers the vertices by a sort, then makes the rows in a second launch. */
static tricorn_status run_numbered(tg_preparing *job, launch *made)
{
    tricorn_status status = TRICORN_OK;
    const uint64_t bytes = ((uint64_t)job->numbers + 1) * sizeof *job->offsets;
    TG_TRY(tg_decide_order_on_device(job));
    TG_TRY(tg_order_vertices_on_device(job));
    TG_TRY_CUDA(job->context, cudaMemsetAsync(job->offsets, 0, bytes, job->stream));
    made->job.numbered = true;
    made->job.new_ids = job->new_ids;
    TG_TRY(run_launch(job, made));
cleanup:
    return status;
}

/* Frees the arrays of new numbers: vertices keep their ids, or were not numbered. */
static void drop_numbers(tg_preparing *job)
{
    tg_device_free(job->context, job->new_ids);
    tg_device_free(job->context, job->graph.input_ids);
    job->new_ids = job->graph.input_ids = NULL;
}

static void drop_rows(tg_preparing *job)
{
    tg_device_free(job->context, job->spare);
    tg_device_free(job->context, (void *)job->graph.rows.ids);
    tg_device_free(job->context, job->graph.sources);
    job->spare = NULL;
    job->graph.sources = NULL;
    job->graph.rows.ids = NULL;
}

static void take_rows(tg_preparing *job)
{
    tg_device_graph *graph = &job->graph;
    graph->rows.id_count = (uint32_t)job->edge_count;
    graph->rows.offsets = job->offsets;
    job->offsets = NULL;
    graph->wedges = job->read.described.wedges;
    graph->longest = job->read.described.longest;
    graph->trimmed = true;
    graph->last_row = job->read.last_row;
    graph->last_edge = job->read.last_edge;
}

static tricorn_status run_all(tg_preparing *job, launch *made)
{
    tricorn_status status = TRICORN_OK;
    fill_job(job, &made->job);
    TG_TRY(run_launch(job, made));
    if (job->read.reached == TG_NOTHING_DONE) return TRICORN_OK;
    TG_TRY(tg_decide_order_on_device(job));
    if (!tg_renumbers(job)) drop_numbers(job);
    if (job->read.makes_rows && job->read.reached == TG_VERTICES_SUMMED) TG_TRY(run_numbered(job, made));
cleanup:
    return status;
}

tricorn_status tg_prepare_in_one_launch(tg_preparing *job)
{
    tricorn_status status = TRICORN_OK;
    launch made;
    memset(&made, 0, sizeof made);
    TG_TRY(find_blocks(job, &made));
    status = allocate(job, &made);
    if (status == TRICORN_OK) status = run_all(job, &made);
    if (status == TRICORN_OUT_OF_DEVICE_MEMORY)
        status = TRICORN_OK; /* no failure: rows.cu needs less memory at a time */
    TG_TRY(status);
    if (job->read.reached == TG_NOTHING_DONE) drop_numbers(job);
    if (job->read.reached == TG_ROWS_MADE)
        take_rows(job);
    else
        drop_rows(job);
cleanup:
    tg_device_free(job->context, made.work);
    return status;
}
