/* levels_gpu.c - counts the parts of passes on a GPU.
 *
 * - Two contexts have the GPU open: one copies rows, the other counts, each with a stream of its
 *   own, so that copies and kernels run at the same time.
 * - The rows of a part are consecutive rows of a row set on the GPU, so slices of them are cut
 *   without copying ids.
 */
#include "schedule/disk/levels_gpu.h"

#include "base/memory.h"
#include "base/search.h"
#include "device/device.h"
#include "schedule/device/gpu_worker.h"
#include "schedule/device/on_device.h"

/* The size of the ring of pinned buffers: the most that a context uses (device/staging.cu). */
static const uint64_t RING_BYTES = UINT64_C(32) << 20;

/* The rows of a part on the GPU: consecutive rows of a row set. */
typedef struct gpu_rows {
    tg_device_rows of;
    uint32_t first, first_id; /* the part's first row and first id within the set */
    uint64_t less; /* the offset that this first id has in host memory */
    bool own; /* the set has only this part's rows, and is freed with the part */
} gpu_rows;

/* Some rows of a part, whose edges are counted together. */
typedef struct gpu_slice {
    tg_device_task task;
    /* Arrays that belong to the slice; NULL: the slice uses those of the part. */
    uint32_t *from_offsets, *edge_offsets, *sources;
    tg_device_plan *device_plan;
    tg_running_count *count;
} gpu_slice;

typedef struct gpu_part {
    tg_part_key key;
    uint64_t edge_count, found;
    gpu_rows from, edges;
    gpu_slice slice; /* the slice that is being counted */
    bool taken;
} gpu_part;

struct tg_levels_gpu {
    const tg_plan *plan;
    tg_part_listener listener;
    tricorn_context *copying; /* the context that copies rows */
    /* bytes: of the ring, and those that count against the memory limit. */
    uint64_t ring, charged;
    tg_device_times before;
    tg_device_rows kept;
    gpu_rows last; /* the rows of the pass that were copied last, which are part of `kept` */
    uint64_t most_edges; /* the most edges of a slice, once a slice was too large */
    gpu_part running;
};

/* ---- sizes ---- */

static uint64_t least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* Returns limits by which half of the GPU's memory is for rows. If all rows of the graph fit in that half, the rest
 * is for sources and the index, 33 bytes for each edge of a slice (as gpu-adaptive needs on Kronecker graphs; a slice
 * that needs more is cut); in host memory an edge of a batch takes at least 4 bytes. If they do not fit, the GPU also
 * holds two batches, one that is counted and one that is copied, with about 4 to 7 bytes per edge. */
tg_pass_limits tg_levels_gpu_limits(tg_pass_limits host, uint64_t device_bytes, const tricorn_graph *graph)
{
    enum { KEPT_PARTS = 2, BATCH_PARTS = 24, INDEX_BYTES = 33 };
    const uint64_t most =
      /* The most bytes that the ids of a row set may need. */
      TG_MOST_DEVICE_EDGES * sizeof(uint32_t);
    const uint64_t graph_bytes = tg_device_rows_bytes(graph->active, graph->edges);
    const uint64_t kept = least(device_bytes / KEPT_PARTS, most);
    const uint64_t batch =
      graph_bytes <= kept ? (device_bytes - graph_bytes) / INDEX_BYTES * sizeof(uint32_t) : device_bytes / BATCH_PARTS;
    return (tg_pass_limits){.kept_bytes = kept,
      .batch_bytes = least(least(batch, most), host.kept_bytes + host.batch_bytes),
      .elsewhere = true};
}

/* ---- freeing ---- */

/* Frees a row set; its memory belongs to the context that copies. */
static void drop_rows(const tg_levels_gpu *gpu, tg_device_rows *rows)
{
    if (rows->offsets) tg_device_rows_free(tg_context_device(gpu->copying), rows);
}

static void free_block(tricorn_context *context, uint32_t *block)
{
    if (block) tg_device_free(context, block);
}

static void free_slice(tricorn_context *context, gpu_slice *slice)
{
    uint64_t forgotten;
    if (slice->count) (void)tg_device_count_finish(context, slice->count, &forgotten);
    tg_device_plan_free(slice->device_plan);
    free_block(context, slice->sources);
    free_block(context, slice->from_offsets);
    free_block(context, slice->edge_offsets);
    *slice = (gpu_slice){.device_plan = NULL};
}

static void free_part(tricorn_context *context, const tg_levels_gpu *gpu, gpu_part *part)
{
    free_slice(context, &part->slice);
    if (part->edges.own) drop_rows(gpu, &part->edges.of);
    if (part->from.own) drop_rows(gpu, &part->from.of);
    *part = (gpu_part){.taken = false};
}

/* ---- the end of a part ---- */

/* Waits for the slice that is being counted, if any, and frees it. */
static tricorn_status finish_slice(tricorn_context *context, gpu_part *part)
{
    tricorn_status status = TRICORN_OK;
    tg_running_count *count = part->slice.count;
    uint64_t found = 0;
    part->slice.count = NULL;
    if (count) TG_TRY(tg_device_count_finish(context, count, &found));
    part->found += found;
cleanup:
    free_slice(context, &part->slice);
    return status;
}

/* Waits for the part that is being counted, if any, and frees it. */
static tricorn_status finish_part(tricorn_context *context, tg_levels_gpu *gpu)
{
    gpu_part *part = &gpu->running;
    tricorn_status status = TRICORN_OK;
    if (!part->taken) return TRICORN_OK;
    TG_TRY(finish_slice(context, part));
    TG_TRY(gpu->listener.counted(gpu->listener.user, &part->key, part->edge_count, part->found));
cleanup:
    free_part(context, gpu, part);
    return status;
}

/* ---- copies ---- */

/* Copies rows. If memory is not enough, waits for the part that is being counted, frees its
 * rows, and tries again. An error has the message of the context that copies. */
typedef tricorn_status copy_step(tricorn_context *copying, const tg_rows *rows, tg_device_rows *to);
static tricorn_status copy(
  tricorn_context *context, tg_levels_gpu *gpu, copy_step *step, const tg_rows *rows, tg_device_rows *to)
{
    tricorn_status status = step(gpu->copying, rows, to);
    if (status == TRICORN_OUT_OF_DEVICE_MEMORY && gpu->running.taken) {
        status = finish_part(context, gpu);
        if (status != TRICORN_OK) return status;
        status = step(gpu->copying, rows, to);
    }
    if (status == TRICORN_OK) return TRICORN_OK;
    return tg_fail(context, status, "%s", tricorn_context_message(gpu->copying));
}

static tricorn_status begin(tricorn_context *context, void *user, uint32_t rows, uint64_t ids)
{
    tg_levels_gpu *gpu = user;
    tricorn_status status = TRICORN_OK;
    TG_TRY(finish_part(context, gpu));
    drop_rows(gpu, &gpu->kept);
    status = tg_device_rows_reserve(gpu->copying, rows, ids, &gpu->kept);
    if (status != TRICORN_OK) TG_TRY(tg_fail(context, status, "%s", tricorn_context_message(gpu->copying)));
cleanup:
    return status;
}

static tricorn_status keep(tricorn_context *context, void *user, const tg_rows *rows)
{
    tg_levels_gpu *gpu = user;
    const uint32_t first = gpu->kept.count, first_id = gpu->kept.id_count;
    TG_DO(copy(context, gpu, tg_device_rows_append, rows, &gpu->kept));
    gpu->last = (gpu_rows){.of = gpu->kept, .first = first, .first_id = first_id, .less = rows->offsets[0]};
    return TRICORN_OK;
}

static tricorn_status bring(tricorn_context *context, tg_levels_gpu *gpu, const tg_rows *rows, gpu_rows *brought)
{
    TG_DO(copy(context, gpu, tg_device_rows_upload, rows, &brought->of));
    brought->own = true;
    brought->less = rows->offsets[0];
    return TRICORN_OK;
}

/* Copies the rows of a part. If `kept` is true, its rows `from` are rows of the pass, which are
 * already on the GPU. */
static tricorn_status bring_part(
  tricorn_context *context, tg_levels_gpu *gpu, const tg_task *task, bool kept, gpu_part *part)
{
    if (kept)
        part->from = gpu->last;
    else
        TG_DO(bring(context, gpu, &task->from, &part->from));
    if (tg_same_rows(&task->edges, &task->from)) {
        part->edges = part->from;
        part->edges.own = false;
    } else {
        TG_DO(bring(context, gpu, &task->edges, &part->edges));
    }
    return TRICORN_OK;
}

/* ---- slices ---- */

/* The rows `first` to `last` - 1 of a task. */
typedef struct row_range {
    uint32_t first, last;
} row_range;

/* Makes a row set of some rows of a task, which are on the GPU already. */
static tricorn_status cut_rows(
  tricorn_context *context, const tg_rows *host, const gpu_rows *rows, row_range range, tg_device_rows *cut)
{
    /* This difference may be negative: it is modulo 2^64. */
    const uint64_t before = rows->first_id - rows->less;
    const tg_row_span span = {rows->first + range.first, rows->first + range.last,
      (uint32_t)(host->offsets[range.first] + before), (uint32_t)(host->offsets[range.last] + before)};
    return tg_device_rows_part(context, &rows->of, span, cut);
}

/* Returns the offsets of a row set that was cut if it has offsets of its own, otherwise NULL. */
static uint32_t *own_offsets(const gpu_rows *rows, row_range range, const tg_device_rows *cut)
{
    return rows->first + range.first > 0 ? (uint32_t *)(uintptr_t)cut->offsets : NULL;
}

/* Makes the row sets of a slice. If the task is a whole graph and the slice begins with its
 * first row, the slice is a whole graph, too, because its ids are below its last row. */
static tricorn_status cut_slice(
  tricorn_context *context, const tg_levels_gpu *gpu, const tg_task *task, gpu_part *part, row_range range)
{
    gpu_slice *slice = &part->slice;
    tg_device_task *on_gpu = &slice->task;
    TG_DO(cut_rows(context, &task->from, &part->from, range, &on_gpu->from));
    slice->from_offsets = own_offsets(&part->from, range, &on_gpu->from);
    if (tg_same_rows(&task->edges, &task->from)) {
        on_gpu->edges = on_gpu->from;
    } else {
        TG_DO(cut_rows(context, &task->edges, &part->edges, range, &on_gpu->edges));
        slice->edge_offsets = own_offsets(&part->edges, range, &on_gpu->edges);
    }
    on_gpu->whole = tg_task_is_whole(task) && range.first == 0;
    on_gpu->into = on_gpu->whole ? on_gpu->from : gpu->kept;
    return TRICORN_OK;
}

static tricorn_status start_slice(
  tricorn_context *context, const tg_levels_gpu *gpu, const tg_task *task, gpu_part *part, row_range range)
{
    const tg_setup *setup = &gpu->plan->request.setup;
    tricorn_status status = TRICORN_OK;
    gpu_slice *slice = &part->slice;
    tg_device_task *on_gpu = &slice->task;

    TG_TRY(cut_slice(context, gpu, task, part, range));
    on_gpu->last_row = on_gpu->edges.count;
    on_gpu->last_edge = on_gpu->edges.id_count;
    on_gpu->reach = task->reach;
    on_gpu->lead = task->lead;
    on_gpu->borrowed = true;
    if (tg_needs_of(setup) & TG_NEEDS_SOURCES) TG_TRY(tg_device_rows_sources(context, &on_gpu->edges, &slice->sources));
    on_gpu->sources = slice->sources;
    TG_TRY(tg_device_plan_of_task(context, on_gpu, setup, &slice->device_plan));
    TG_TRY(tg_device_count_start(context, slice->device_plan, NULL, &slice->count));
cleanup:
    if (status != TRICORN_OK) {
        /* Kernels on this stream may still read rows that the other context frees. */
        tg_device_wait(context);
        free_slice(context, slice);
    }
    return status;
}

static uint64_t edges_between(const tg_task *task, uint32_t first, uint32_t last)
{
    return task->edges.offsets[last] - task->edges.offsets[first];
}

/* Returns the end of the slice that begins with row `first`: it has at most most_edges edges, or one row. */
static uint32_t end_of_slice(const tg_task *task, uint32_t first, uint64_t most_edges)
{
    tg_search in = {first + UINT64_C(2), task->last_row - first - UINT64_C(1)};
    if (edges_between(task, first, task->last_row) <= most_edges) return task->last_row;
    while (in.left > 0) tg_search_step(&in, edges_between(task, first, (uint32_t)tg_search_at(&in)) <= most_edges);
    return (uint32_t)in.first - 1;
}

/* Counts the slices of a part, except that the last one is only started. A slice whose index
 * does not fit is cut in two, unless it is already a small fraction of the part: then its index
 * would not become smaller with fewer edges. */
static tricorn_status count_slices(tricorn_context *context, tg_levels_gpu *gpu, const tg_task *task, gpu_part *part)
{
    enum { MOST_SLICES = 32 };
    tricorn_status status = TRICORN_OK;
    uint32_t end;
    for (uint32_t row = task->first_row; row < task->last_row; row = end) {
        end = end_of_slice(task, row, gpu->most_edges);
        const uint64_t edges = edges_between(task, row, end);
        if (edges == 0) continue;
        TG_TRY(finish_slice(context, part));
        status = start_slice(context, gpu, task, part, (row_range){row, end});
        if (status == TRICORN_OUT_OF_DEVICE_MEMORY && end - row > 1 && edges > part->edge_count / MOST_SLICES) {
            gpu->most_edges = edges / 2;
            end = row;
            status = TRICORN_OK;
        }
        TG_TRY(status);
    }
cleanup:
    return status;
}

/* ---- all parts ---- */

/* Starts to count a part. If `kept` is true, its rows `from` are the rows of the pass that were copied last. */
static tricorn_status take_part(
  tricorn_context *context, tg_levels_gpu *gpu, const tg_part_key *part, const tg_task *task, bool kept)
{
    tricorn_status status = TRICORN_OK;
    gpu_part next = {.taken = true, .key = *part, .edge_count = tg_task_edges(task)};
    const bool counts = next.edge_count > 0 && gpu->kept.id_count > 0;

    if (counts) TG_TRY(bring_part(context, gpu, task, kept, &next));
    TG_TRY(finish_part(context, gpu));
    if (counts) TG_TRY(count_slices(context, gpu, task, &next));
    gpu->running = next;
    next = (gpu_part){.taken = false};
cleanup:
    free_part(context, gpu, &next);
    return status;
}

static tricorn_status take(tricorn_context *context, void *user, const tg_part_key *part, const tg_task *task)
{
    return take_part(context, user, part, task, false);
}

static tricorn_status take_kept(tricorn_context *context, void *user, const tg_part_key *part, const tg_task *task)
{
    return take_part(context, user, part, task, true);
}

static bool is_done(void *user, const tg_part_key *part)
{
    const tg_part_listener *listener = &((const tg_levels_gpu *)user)->listener;
    return listener->is_done && listener->is_done(listener->user, part);
}

tg_pass_visitor tg_levels_gpu_visitor(tg_levels_gpu *gpu)
{
    return (tg_pass_visitor){
      .is_done = is_done, .take = take, .begin = begin, .keep = keep, .take_kept = take_kept, .user = gpu};
}

tricorn_status tg_levels_gpu_finish(tricorn_context *context, tg_levels_gpu *gpu)
{
    return finish_part(context, gpu);
}

void tg_levels_gpu_empty(tricorn_context *context, tg_levels_gpu *gpu)
{
    free_part(context, gpu, &gpu->running);
    drop_rows(gpu, &gpu->kept);
}

void tg_levels_gpu_trim(tricorn_context *context, tg_levels_gpu *gpu)
{
    gpu->most_edges = UINT64_MAX;
    /* A context cannot use memory that is free in another context's pool. */
    tg_device_trim(gpu->copying);
    tg_device_trim(context);
}

/* ---- the GPU ---- */

/* Makes the context that copies, with a ring of pinned buffers if the memory of `context` has room for it. */
static tricorn_status open_copying(tricorn_context *context, tg_levels_gpu *gpu)
{
    const tricorn_context_options options = {.struct_size = sizeof options, .threads = context->threads};
    const tg_gpus *gpus = &gpu->plan->request.gpus;
    tricorn_status status = TRICORN_OK;

    if (tricorn_context_create(&options, &gpu->copying) != TRICORN_OK)
        return tg_fail(context, TRICORN_OUT_OF_MEMORY, "no memory for another GPU's context");
    gpu->ring = least(gpu->plan->graph->edges * sizeof(uint32_t), RING_BYTES);
    if (tg_memory_charge(context, gpu->ring) == TRICORN_OK)
        tg_memory_discharge(context->memory, gpu->ring);
    else
        gpu->ring = 0;
    status = tg_device_start(gpu->copying, gpus, gpu->ring);
    if (status == TRICORN_OK) status = tg_device_open(gpu->copying, gpus->numbers[0]);
    if (status != TRICORN_OK) return tg_fail(context, status, "%s", tricorn_context_message(gpu->copying));
    return TRICORN_OK;
}

tricorn_status tg_levels_gpu_create(tricorn_context *context, const tg_plan *plan, tg_levels_gpu **gpu)
{
    tricorn_status status = TRICORN_OK;
    tg_levels_gpu *made = NULL;

    TG_TRY(TG_ALLOC_ZERO(context, 1, &made));
    made->plan = plan;
    made->most_edges = UINT64_MAX;
    TG_TRY(open_copying(context, made));
    *gpu = made;
    made = NULL;
cleanup:
    tg_levels_gpu_free(made);
    return status;
}

void tg_levels_gpu_free(tg_levels_gpu *gpu)
{
    if (gpu == NULL) return;
    tricorn_context_free(gpu->copying);
    tg_free(gpu);
}

/* Opens the GPU. While it is open, the ring counts against the memory limit of the context that counts. */
tricorn_status tg_levels_gpu_open(tricorn_context *context, tg_levels_gpu *gpu, const tg_part_listener *listener)
{
    gpu->listener = *listener;
    TG_DO(tg_request_open_gpu(context, &gpu->plan->request));
    tg_device_share_account(gpu->copying, context);
    if (tg_memory_charge(context, gpu->ring) == TRICORN_OK) gpu->charged = gpu->ring;
    gpu->before = *tg_device_times_of(context);
    return TRICORN_OK;
}

void tg_levels_gpu_close(tricorn_context *context, tg_levels_gpu *gpu)
{
    if (gpu == NULL) return;
    tg_levels_gpu_empty(context, gpu);
    tg_memory_discharge(context->memory, gpu->charged);
    gpu->charged = 0;
}

/* Sets the times of the result. The time that is neither for the index nor for counting is that
 * of the disk, the host and copies. */
void tg_levels_gpu_describe(
  const tricorn_context *context, const tg_levels_gpu *gpu, double seconds, tricorn_result *result)
{
    tg_gpu_use use = tg_gpu_use_since(context, gpu->before);
    const double rest = seconds - use.times.index_seconds - use.times.count_seconds;
    use.times.transfer_seconds = rest > 0 ? rest : 0;
    tg_gpu_use_add(&use, result);
}
