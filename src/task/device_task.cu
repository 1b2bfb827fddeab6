/* device_task.cu - copies tasks to the GPU, with offsets of 32 bits, and finds the row of each edge.
 *
 * - A set of rows that a task uses twice is copied once.
 * - The host makes offsets narrow chunk by chunk, through little memory.
 * - A further GPU copies a task from the first GPU, not from the host.
 */
#include "task/device_task.h"

#include <inttypes.h>
#include <string.h>

#include "base/copy.h"
#include "base/memory.h"
#include "base/search.h"
#include "device/cuda.cuh"
#include "device/search.cuh"

enum {
    BLOCK_THREADS = 256,
    BLOCKS_PER_MULTIPROCESSOR = 8,
    EDGES_PER_THREAD = 16 /* many, so that one search for a row serves many edges */
};
static const uint64_t OFFSETS_AT_ONCE = UINT64_C(1) << 20; /* 4 MiB of narrow offsets */

/* Returns the number of ids in the rows; their offsets may be NULL if the number of rows is 0. */
static uint64_t id_count(const tg_rows *rows)
{
    return rows->count ? rows->offsets[rows->count] - rows->offsets[0] : 0;
}

/* ---- kernels ---- */

static __global__ void subtract(const uint32_t *offsets, uint32_t less, uint32_t *lower, uint64_t count)
{
    const uint64_t stride = (uint64_t)gridDim.x * blockDim.x;
    for (uint64_t i = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x; i < count; i += stride)
        lower[i] = offsets[i] - less;
}

/* Returns the row of an edge: the last row that starts at or before it. Empty rows with the
 * same start come before that row. */
static __device__ uint32_t row_of_edge(const uint32_t *offsets, uint32_t rows, uint32_t edge)
{
    return search_places(1u, rows, [=](uint32_t row) { return offsets[row] <= edge; }) - 1;
}

/* Each thread finds the rows of EDGES_PER_THREAD consecutive edges. The threads of a block
 * exchange them in shared memory, so that neighbouring threads write neighbouring edges. APART
 * is odd, so that threads that write at the same time use different banks. */
static __global__ void __launch_bounds__(BLOCK_THREADS) spread_sources(tg_device_rows rows, uint32_t *sources)
{
    enum { TILE = BLOCK_THREADS * EDGES_PER_THREAD, APART = EDGES_PER_THREAD + 1 };
    __shared__ uint32_t found[BLOCK_THREADS * APART];
    for (uint64_t tile = (uint64_t)blockIdx.x * TILE; tile < rows.id_count; tile += (uint64_t)gridDim.x * TILE) {
        const uint64_t first = tile + threadIdx.x * EDGES_PER_THREAD;
        const uint32_t left = (uint32_t)(rows.id_count - tile < TILE ? rows.id_count - tile : TILE);
        uint32_t row = first < rows.id_count ? row_of_edge(rows.offsets, rows.count, (uint32_t)first) : 0;
        for (uint32_t i = 0; i < EDGES_PER_THREAD && first + i < rows.id_count; i++) {
            while (rows.offsets[row + 1] <= first + i) row++;
            found[threadIdx.x * APART + i] = row;
        }
        __syncthreads();
        for (uint32_t i = threadIdx.x; i < left; i += BLOCK_THREADS)
            sources[tile + i] = found[i / EDGES_PER_THREAD * APART + i % EDGES_PER_THREAD];
        __syncthreads();
    }
}

/* ---- rows ---- */

static tricorn_status check_size(tricorn_context *context, uint64_t ids)
{
    if (ids < TG_MOST_DEVICE_EDGES) return TRICORN_OK;
    return tg_fail(context, TRICORN_OUT_OF_DEVICE_MEMORY,
      "%" PRIu64 " edges are too many for one task on a GPU (%" PRIu64 " at the most)", ids, TG_MOST_DEVICE_EDGES);
}

/* Allocates memory for rows; free it by tg_device_rows_free, also after a failure. */
static tricorn_status make_room(tricorn_context *context, uint32_t count, uint64_t ids, tg_device_rows *rows)
{
    tricorn_status status = TRICORN_OK;
    uint32_t *made = NULL;
    TG_TRY(TG_DEVICE_ALLOC(context, (uint64_t)count + 1, &made));
    rows->offsets = made;
    TG_TRY(TG_DEVICE_ALLOC(context, ids, &made));
    rows->ids = made;
cleanup:
    return status;
}

/* Copies the offsets of `rows`, as positions in the ids on the GPU, where the rows are appended;
 * chunk by chunk, through little memory. */
static tricorn_status append_offsets(tricorn_context *context, const tg_rows *rows, const tg_device_rows *to)
{
    tricorn_status status = TRICORN_OK;
    const uint64_t count = (uint64_t)rows->count + 1;
    uint32_t *const first = (uint32_t *)to->offsets + to->count, *narrow = NULL;

    TG_TRY(TG_ALLOC(context, count < OFFSETS_AT_ONCE ? count : OFFSETS_AT_ONCE, &narrow));
    for (uint64_t i = 0; i < count; i += OFFSETS_AT_ONCE) {
        const uint64_t left = count - i, some = left < OFFSETS_AT_ONCE ? left : OFFSETS_AT_ONCE;
        tg_narrow_parallel(context, narrow, rows->offsets + i, some, to->id_count - rows->offsets[0]);
        TG_TRY(tg_device_copy_in(context, first + i, narrow, some * sizeof *narrow));
    }
cleanup:
    tg_free(narrow);
    return status;
}

/* Appends rows to those on the GPU. The last offset of the former rows is also the first of the
 * new ones: it is written again, with the same value. */
static tricorn_status append_rows(tricorn_context *context, const tg_rows *rows, tg_device_rows *to)
{
    tricorn_status status = TRICORN_OK;
    const uint64_t ids = id_count(rows);

    if (rows->count == 0)
        return tg_device_copy_in(context, (uint32_t *)to->offsets + to->count, &to->id_count, sizeof to->id_count);
    TG_TRY(append_offsets(context, rows, to));
    TG_TRY(tg_device_copy_in(
      context, (uint32_t *)to->ids + to->id_count, rows->ids + rows->offsets[0], ids * sizeof *rows->ids));
    to->count += rows->count;
    to->id_count += (uint32_t)ids;
cleanup:
    return status;
}

/* Copies rows to the GPU. After a failure *uploaded still contains the memory that was allocated. */
static tricorn_status upload_rows(tricorn_context *context, const tg_rows *rows, tg_device_rows *uploaded)
{
    tricorn_status status = TRICORN_OK;
    TG_TRY(check_size(context, id_count(rows)));
    TG_TRY(make_room(context, rows->count, id_count(rows), uploaded));
    TG_TRY(append_rows(context, rows, uploaded));
cleanup:
    return status;
}

/* Copies the three sets of rows of a task; equal sets are copied only once. */
static tricorn_status upload_all_rows(tricorn_context *context, const tg_task *task, tg_device_task *made)
{
    tricorn_status status = TRICORN_OK;
    TG_TRY(upload_rows(context, &task->edges, &made->edges));
    if (tg_same_rows(&task->from, &task->edges))
        made->from = made->edges;
    else
        TG_TRY(upload_rows(context, &task->from, &made->from));
    if (tg_same_rows(&task->into, &task->edges))
        made->into = made->edges;
    else if (tg_same_rows(&task->into, &task->from))
        made->into = made->from;
    else
        TG_TRY(upload_rows(context, &task->into, &made->into));
cleanup:
    return status;
}

static tricorn_status make_sources(tricorn_context *context, const tg_device_rows *rows, uint32_t **sources)
{
    tricorn_status status = TRICORN_OK;
    const unsigned blocks =
      tg_device_blocks(context, rows->id_count, BLOCK_THREADS * EDGES_PER_THREAD, BLOCKS_PER_MULTIPROCESSOR);
    uint32_t *made = NULL;
    *sources = NULL;
    if (rows->id_count == 0) return TRICORN_OK;
    TG_TRY(TG_DEVICE_ALLOC(context, rows->id_count, &made));
    spread_sources<<<blocks, BLOCK_THREADS, 0, tg_device_stream(context)>>>(*rows, made);
    TG_TRY_CUDA(context, cudaGetLastError());
    *sources = made;
    made = NULL;
cleanup:
    tg_device_free(context, made);
    return status;
}

/* Runs step() and adds the seconds that it takes on the GPU to *seconds. */
template <typename Step> static tricorn_status timed(tricorn_context *context, double *seconds, Step step)
{
    tricorn_status status = TRICORN_OK;
    tg_timer timer = {NULL, NULL};
    TG_TRY(tg_timer_start(context, &timer));
    TG_TRY(step());
    TG_TRY(tg_timer_stop(context, &timer));
    TG_TRY(tg_timer_add(context, &timer, seconds));
cleanup:
    tg_timer_free(&timer);
    return status;
}

extern "C" tricorn_status tg_device_rows_upload(tricorn_context *context, const tg_rows *rows, tg_device_rows *uploaded)
{
    tricorn_status status = TRICORN_OK;
    tg_device_times *times = tg_device_times_of(context);
    tg_device_rows made = {0, 0, NULL, NULL};

    TG_TRY(timed(context, &times->transfer_seconds, [&] { return upload_rows(context, rows, &made); }));
    *uploaded = made;
    memset(&made, 0, sizeof made);
cleanup:
    tg_device_rows_free(tg_context_device(context), &made);
    return status;
}

extern "C" tricorn_status tg_device_rows_reserve(
  tricorn_context *context, uint32_t rows, uint64_t ids, tg_device_rows *made)
{
    tricorn_status status = TRICORN_OK;
    tg_device_rows room = {0, 0, NULL, NULL};
    TG_TRY(check_size(context, ids));
    TG_TRY(make_room(context, rows, ids, &room));
    *made = room;
    memset(&room, 0, sizeof room);
cleanup:
    tg_device_rows_free(tg_context_device(context), &room);
    return status;
}

extern "C" tricorn_status tg_device_rows_append(tricorn_context *context, const tg_rows *more, tg_device_rows *to)
{
    tg_device_times *times = tg_device_times_of(context);
    return timed(context, &times->transfer_seconds, [&] { return append_rows(context, more, to); });
}

extern "C" tricorn_status tg_device_rows_part(
  tricorn_context *context, const tg_device_rows *rows, tg_row_span span, tg_device_rows *part)
{
    tricorn_status status = TRICORN_OK;
    const uint64_t offset_count = (uint64_t)span.last - span.first + 1;
    const unsigned blocks = tg_device_blocks(context, offset_count, BLOCK_THREADS, BLOCKS_PER_MULTIPROCESSOR);
    tg_device_rows made = {
      span.last - span.first, span.last_id - span.first_id, rows->offsets, rows->ids + span.first_id};
    uint32_t *offsets = NULL;

    if (span.first > 0) {
        TG_TRY(TG_DEVICE_ALLOC(context, offset_count, &offsets));
        subtract<<<blocks, BLOCK_THREADS, 0, tg_device_stream(context)>>>(
          rows->offsets + span.first, span.first_id, offsets, offset_count);
        TG_TRY_CUDA(context, cudaGetLastError());
        made.offsets = offsets;
        offsets = NULL;
    }
    *part = made;
cleanup:
    tg_device_free(context, offsets);
    return status;
}

extern "C" void tg_device_rows_free(tg_device *device, tg_device_rows *rows)
{
    tg_device_free_held(device, (void *)rows->offsets);
    tg_device_free_held(device, (void *)rows->ids);
    memset(rows, 0, sizeof *rows);
}

extern "C" tricorn_status tg_device_rows_sources(
  tricorn_context *context, const tg_device_rows *rows, uint32_t **sources)
{
    tricorn_status status = TRICORN_OK;
    tg_device_times *times = tg_device_times_of(context);
    uint32_t *made = NULL;

    TG_TRY(timed(context, &times->index_seconds, [&] { return make_sources(context, rows, &made); }));
    *sources = made;
    made = NULL;
cleanup:
    tg_device_free(context, made);
    return status;
}

/* ---- tasks ---- */

/* Makes a task whose members are those of `bounds`, except the pointers: bring(&task) copies the
 * three sets of rows to the GPU and stores them in the task. */
template <typename Bring>
static tricorn_status make_task(
  tricorn_context *context, const tg_device_task &bounds, uint32_t needs, Bring bring, tg_device_task *task)
{
    tricorn_status status = TRICORN_OK;
    tg_device_times *times = tg_device_times_of(context);
    tg_device_task made;

    memset(&made, 0, sizeof made);
    made.first_row = bounds.first_row;
    made.last_row = bounds.last_row;
    made.first_edge = bounds.first_edge;
    made.last_edge = bounds.last_edge;
    made.reach = bounds.reach;
    made.lead = bounds.lead;
    made.whole = bounds.whole;
    TG_TRY(timed(context, &times->transfer_seconds, [&] { return bring(&made); }));
    if (needs & TG_NEEDS_SOURCES) {
        uint32_t *sources = NULL;
        TG_TRY(tg_device_rows_sources(context, &made.edges, &sources));
        made.sources = sources;
    }
    *task = made;
    memset(&made, 0, sizeof made);
cleanup:
    tg_device_task_free(tg_context_device(context), &made);
    return status;
}

extern "C" tricorn_status tg_device_task_upload(
  tricorn_context *context, const tg_task *task, uint32_t needs, tg_device_task *uploaded)
{
    tg_device_task bounds;
    memset(&bounds, 0, sizeof bounds);
    bounds.first_row = task->first_row;
    bounds.last_row = task->last_row;
    if (task->edges.count > 0) { /* without rows, the offsets may be NULL */
        const uint64_t *offsets = task->edges.offsets; /* those on the GPU begin at 0 */
        bounds.first_edge = (uint32_t)(offsets[task->first_row] - offsets[0]);
        bounds.last_edge = (uint32_t)(offsets[task->last_row] - offsets[0]);
    }
    bounds.reach = task->reach;
    bounds.lead = task->lead;
    bounds.whole = tg_task_is_whole(task);
    return make_task(
      context, bounds, needs, [&](tg_device_task *made) { return upload_all_rows(context, task, made); }, uploaded);
}

/* ---- parts on several GPUs ---- */

static tricorn_status copy_rows(
  tricorn_context *context, const tg_device_rows *from, const tg_device *source, tg_device_rows *copied)
{
    tricorn_status status = TRICORN_OK;
    TG_TRY(make_room(context, from->count, from->id_count, copied));
    copied->count = from->count;
    copied->id_count = from->id_count;
    TG_TRY(tg_device_copy_peer(
      context, (void *)copied->offsets, source, from->offsets, ((uint64_t)from->count + 1) * sizeof *from->offsets));
    TG_TRY(tg_device_copy_peer(context, (void *)copied->ids, source, from->ids, from->id_count * sizeof *from->ids));
cleanup:
    return status;
}

extern "C" tricorn_status tg_device_task_copy(
  tricorn_context *context, const tg_device_task *from, const tg_device *source, uint32_t needs, tg_device_task *copied)
{
    return make_task(
      context, *from, needs,
      [&](tg_device_task *made) {
          const tricorn_status status = copy_rows(context, &from->edges, source, &made->edges);
          made->from = made->into = made->edges;
          return status;
      },
      copied);
}

/* Each thread adds the work of one sampled edge to the sum of the edge's range: 1 plus the number
 * of ids before it in its row. */
static __global__ void __launch_bounds__(BLOCK_THREADS)
  sample_wedges(tg_device_task task, uint32_t samples, double *work)
{
    const uint64_t edges = task.last_edge - task.first_edge;
    const uint64_t i = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= samples) return;
    const uint32_t e = task.first_edge + (uint32_t)(edges * i / samples);
    const uint32_t u = row_of_edge(task.edges.offsets, task.edges.count, e);
    atomicAdd(work + i * TG_WORK_BINS / samples, 1.0 + (e - task.edges.offsets[u]));
}

extern "C" tricorn_status tg_device_task_work(tricorn_context *context, const tg_device_task *task, double *work)
{
    enum { SAMPLES = TG_WORK_BINS * 256 };
    tricorn_status status = TRICORN_OK;
    const cudaStream_t stream = tg_device_stream(context);
    double *sums = NULL;
    TG_TRY(TG_DEVICE_ALLOC(context, TG_WORK_BINS, &sums));
    TG_TRY_CUDA(context, cudaMemsetAsync(sums, 0, TG_WORK_BINS * sizeof *sums, stream));
    if (task->first_edge < task->last_edge)
        sample_wedges<<<SAMPLES / BLOCK_THREADS, BLOCK_THREADS, 0, stream>>>(*task, SAMPLES, sums);
    TG_TRY_CUDA(context, cudaGetLastError());
    TG_TRY(tg_device_copy_out(context, work, sums, TG_WORK_BINS * sizeof *sums));
cleanup:
    tg_device_free(context, sums);
    return status;
}

extern "C" tricorn_status tg_device_task_rows(
  tricorn_context *context, const tg_device_task *task, const uint64_t *edges, uint32_t count, uint32_t *rows)
{
    tricorn_status status = TRICORN_OK;
    for (uint32_t i = 0; i < count; i++) {
        tg_search in = {task->first_row, task->last_row - task->first_row};
        while (in.left > 0) { /* finds the first row whose end is after the edge */
            uint32_t end = 0;
            TG_TRY(tg_device_copy_out(context, &end, task->edges.offsets + tg_search_at(&in) + 1, sizeof end));
            tg_search_step(&in, end <= edges[i]);
        }
        rows[i] = (uint32_t)in.first;
    }
cleanup:
    return status;
}

extern "C" tricorn_status tg_device_task_narrow(
  tricorn_context *context, tg_device_task *task, uint32_t first_row, uint32_t last_row)
{
    tricorn_status status = TRICORN_OK;
    uint32_t ends[2] = {0, 0};
    if (task->edges.count > 0) { /* without rows, the offsets must not be read */
        TG_TRY(tg_device_copy_out(context, &ends[0], task->edges.offsets + first_row, sizeof ends[0]));
        TG_TRY(tg_device_copy_out(context, &ends[1], task->edges.offsets + last_row, sizeof ends[1]));
    }
    task->trimmed = false;
    task->first_row = first_row;
    task->last_row = last_row;
    task->first_edge = ends[0];
    task->last_edge = ends[1];
cleanup:
    return status;
}

/* ---- rows without triangles ---- */

/* Sets end->last_row to the end of the last row with two or more ids, since no triangle begins in a shorter row. The
 * block that finishes last sets end->last_edge to the position where that row ends. */
static __global__ void __launch_bounds__(BLOCK_THREADS) find_last_row(tg_device_task task, tg_task_end *end)
{
    __shared__ unsigned int last;
    const uint64_t stride = (uint64_t)gridDim.x * blockDim.x;
    unsigned int mine = 0;
    if (threadIdx.x == 0) last = 0;
    __syncthreads();
    for (uint64_t r = task.first_row + (uint64_t)blockIdx.x * blockDim.x + threadIdx.x; r < task.last_row; r += stride)
        if (task.from.offsets[r + 1] - task.from.offsets[r] > 1) mine = (unsigned int)r + 1;
    if (mine > 0) atomicMax(&last, mine);
    __syncthreads();
    if (threadIdx.x != 0) return;
    if (last > 0) atomicMax(&end->last_row, last);
    __threadfence(); /* the result is visible before this block counts itself as done */
    if (atomicAdd(&end->blocks_done, 1u) + 1 < gridDim.x) return;
    const unsigned int row = atomicMax(&end->last_row, task.first_row);
    end->last_row = row > task.first_row ? row : task.first_row;
    end->last_edge = task.from.offsets[end->last_row];
}

extern "C" tricorn_status tg_device_task_find_end(
  tricorn_context *context, const tg_device_task *task, tg_task_end *end)
{
    tricorn_status status = TRICORN_OK;
    const uint64_t rows = task->last_row - task->first_row;
    const unsigned blocks = tg_device_blocks(context, rows, BLOCK_THREADS, BLOCKS_PER_MULTIPROCESSOR);
    find_last_row<<<blocks, BLOCK_THREADS, 0, tg_device_stream(context)>>>(*task, end);
    TG_TRY_CUDA(context, cudaGetLastError());
cleanup:
    return status;
}

extern "C" void tg_device_task_set_end(tg_device_task *task, const tg_task_end *read)
{
    task->last_row = read->last_row;
    task->last_edge = read->last_edge;
    task->trimmed = true;
}

extern "C" tricorn_status tg_device_task_trim(tricorn_context *context, tg_device_task *task)
{
    tricorn_status status = TRICORN_OK;
    tg_task_end *end = NULL, read;
    if (!task->whole || task->trimmed || task->last_row == task->first_row) return TRICORN_OK;

    TG_TRY(TG_DEVICE_ALLOC(context, 1, &end));
    TG_TRY_CUDA(context, cudaMemsetAsync(end, 0, sizeof *end, tg_device_stream(context)));
    TG_TRY(tg_device_task_find_end(context, task, end));
    TG_TRY(tg_device_copy_out(context, &read, end, sizeof read));
    tg_device_task_set_end(task, &read);
cleanup:
    tg_device_free(context, end);
    return status;
}

/* ---- freeing ---- */

static void free_own_rows(tg_device *device, tg_device_task *task)
{
    const bool from_is_own = task->from.offsets != task->edges.offsets;
    const bool into_is_own = task->into.offsets != task->edges.offsets && task->into.offsets != task->from.offsets;
    if (into_is_own) tg_device_rows_free(device, &task->into);
    if (from_is_own) tg_device_rows_free(device, &task->from);
    tg_device_rows_free(device, &task->edges);
    tg_device_free_held(device, (void *)task->sources);
}

extern "C" void tg_device_task_free(tg_device *device, tg_device_task *task)
{
    tg_index_free(device, &task->index);
    if (!task->borrowed) free_own_rows(device, task);
    memset(task, 0, sizeof *task);
}
