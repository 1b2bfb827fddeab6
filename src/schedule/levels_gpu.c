/* levels_gpu.c - see levels_gpu.h. */
#include "schedule/levels_gpu.h"

#include "base/memory.h"
#include "device/device.h"
#include "schedule/on_device.h"

/* Bytes of pinned buffers: the most that a context has (device/staging.cu). */
static const uint64_t RING_BYTES = UINT64_C(32) << 20;

/* A part on the GPU; rows that are those kept are not its own. */
typedef struct gpu_part {
    tg_part_key key;
    uint64_t edge_count;
    tg_device_rows from, edges; /* its own */
    tg_device_task task;
    uint32_t *sources;
    tg_device_plan *plan;
    tg_running_count *count;
    bool taken;
} gpu_part;

struct tg_levels_gpu {
    const tg_setup *setup;
    tg_part_counted *counted;
    void *user;
    tricorn_context *copying; /* has the GPU open, too, with a stream of its own */
    uint64_t charged;
    tg_device_rows kept;
    tg_part_key pass; /* its ranges, once its rows are kept */
    gpu_part running;
};

/* ---- sizes -------------------------------------------------------------------------------- */

static uint64_t least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* On the GPU a part takes at most as much as in host memory, sources and what algorithms arrange
 * (about 20 bytes an edge, which is at least 4 bytes in host memory) five times as much.  Rows
 * kept are a part themselves; beside them are a batch, the next one and its offsets of 64 bits.
 */
tg_pass_limits tg_levels_gpu_limits(tg_pass_limits host, uint64_t device_bytes)
{
    enum { KEPT_PARTS = 6, BATCH_PARTS = 10 }; /* 1/6 + 8/10 < 1 */
    const uint64_t most =
        TG_MOST_DEVICE_EDGES * sizeof(uint32_t); /* of the ids of a set of rows */
    const uint64_t kept = least(device_bytes / KEPT_PARTS, most);
    const uint64_t batch = least(device_bytes / BATCH_PARTS, most);
    return (tg_pass_limits){.kept_bytes = least(kept, host.kept_bytes),
                            .batch_bytes = least(batch, host.batch_bytes)};
}

/* ---- a part ------------------------------------------------------------------------------- */

/* Rows are memory of the context that copies. */
static void drop_rows(const tg_levels_gpu *gpu, tg_device_rows *rows)
{
    if (rows->offsets) tg_device_rows_free(tg_context_device(gpu->copying), rows);
}

static void free_part(tricorn_context *context, const tg_levels_gpu *gpu, gpu_part *part)
{
    uint64_t forgotten;
    if (part->count) (void)tg_device_count_finish(context, part->count, &forgotten);
    tg_device_plan_free(part->plan);
    if (part->sources) tg_device_free(context, part->sources);
    drop_rows(gpu, &part->edges);
    drop_rows(gpu, &part->from);
    *part = (gpu_part){.taken = false};
}

/* Waits for the part that is being counted, if any, and frees it. */
static tricorn_status finish_part(tricorn_context *context, tg_levels_gpu *gpu)
{
    gpu_part *part = &gpu->running;
    tricorn_status status = TRICORN_OK;
    uint64_t found = 0;
    if (!part->taken) return TRICORN_OK;
    if (part->count) {
        tg_running_count *count = part->count;
        part->count = NULL;
        TG_TRY(tg_device_count_finish(context, count, &found));
    }
    TG_TRY(gpu->counted(gpu->user, &part->key, part->edge_count, found));
cleanup:
    free_part(context, gpu, part);
    return status;
}

static tricorn_status upload(tricorn_context *context, const tg_levels_gpu *gpu,
                             const tg_rows *rows, tg_device_rows *uploaded)
{
    const tricorn_status status = tg_device_rows_upload(gpu->copying, rows, uploaded);
    if (status == TRICORN_OK) return TRICORN_OK;
    return tg_fail(context, status, "%s", tricorn_context_message(gpu->copying));
}

/* Copies what the part has beside the rows kept. */
static tricorn_status upload_part(tricorn_context *context, const tg_levels_gpu *gpu,
                                  const tg_task *task, gpu_part *part)
{
    tricorn_status status = TRICORN_OK;
    const bool kept = tg_same_rows(&task->from, &task->into);
    const bool apart = !tg_same_rows(&task->edges, &task->from);
    if (!kept) TG_TRY(upload(context, gpu, &task->from, &part->from));
    if (apart) TG_TRY(upload(context, gpu, &task->edges, &part->edges));
    part->task.into = gpu->kept;
    part->task.from = kept ? gpu->kept : part->from;
    part->task.edges = apart ? part->edges : part->task.from;
cleanup:
    if (status != TRICORN_OK) free_part(context, gpu, part);
    return status;
}

static bool is_kept(const tg_levels_gpu *gpu, const tg_part_key *part)
{
    return gpu->kept.offsets && gpu->pass.first_range == part->first_range &&
           gpu->pass.last_range == part->last_range;
}

/* Copies the rows of a new pass in place of those kept. */
static tricorn_status keep(tricorn_context *context, tg_levels_gpu *gpu, const tg_part_key *part,
                           const tg_rows *into)
{
    tricorn_status status = TRICORN_OK;
    TG_TRY(finish_part(context, gpu));
    drop_rows(gpu, &gpu->kept);
    TG_TRY(upload(context, gpu, into, &gpu->kept));
    gpu->pass = *part;
cleanup:
    return status;
}

static tricorn_status start_part(tricorn_context *context, const tg_levels_gpu *gpu,
                                 const tg_task *task, gpu_part *part)
{
    tricorn_status status = TRICORN_OK;
    tg_device_task *there = &part->task;
    there->first_row = task->first_row;
    there->last_row = task->last_row;
    there->first_edge = (uint32_t)task->edges.offsets[task->first_row];
    there->last_edge = (uint32_t)task->edges.offsets[task->last_row];
    there->reach = task->reach;
    there->lead = task->lead;
    there->whole = tg_task_is_whole(task);
    there->borrowed = true;
    if (tg_needs_of(gpu->setup) & TG_NEEDS_SOURCES)
        TG_TRY(tg_device_rows_sources(context, &there->edges, &part->sources));
    there->sources = part->sources;
    TG_TRY(tg_device_plan_of_task(context, there, gpu->setup, &part->plan));
    TG_TRY(tg_device_count_start(context, part->plan, NULL, &part->count));
cleanup:
    return status;
}

/* ---- all parts ---------------------------------------------------------------------------- */

static bool has_edges(const tg_task *task)
{
    return tg_task_edges(task) > 0 && task->into.offsets[task->into.count] > 0;
}

tricorn_status tg_levels_gpu_take(tricorn_context *context, tg_levels_gpu *gpu,
                                  const tg_part_key *part, const tg_task *task)
{
    tricorn_status status = TRICORN_OK;
    gpu_part next = {.taken = true};

    if (has_edges(task)) {
        if (!is_kept(gpu, part)) TG_TRY(keep(context, gpu, part, &task->into));
        status = upload_part(context, gpu, task, &next);
        if (status == TRICORN_OUT_OF_DEVICE_MEMORY && gpu->running.taken) {
            TG_TRY(finish_part(context, gpu)); /* which makes room */
            status = upload_part(context, gpu, task, &next);
        }
        TG_TRY(status);
    }
    next.key = *part;
    next.taken = true;
    next.edge_count = tg_task_edges(task);
    TG_TRY(finish_part(context, gpu));
    if (has_edges(task)) TG_TRY(start_part(context, gpu, task, &next));
    gpu->running = next;
    next = (gpu_part){.taken = false};
cleanup:
    free_part(context, gpu, &next);
    return status;
}

tricorn_status tg_levels_gpu_finish(tricorn_context *context, tg_levels_gpu *gpu)
{
    return finish_part(context, gpu);
}

void tg_levels_gpu_empty(tricorn_context *context, tg_levels_gpu *gpu)
{
    free_part(context, gpu, &gpu->running);
    drop_rows(gpu, &gpu->kept);
    if (gpu->copying) tg_device_trim(gpu->copying); /* one context cannot use the other's */
    tg_device_trim(context);
}

void tg_levels_gpu_free(tricorn_context *context, tg_levels_gpu *gpu)
{
    if (gpu == NULL) return;
    tg_levels_gpu_empty(context, gpu);
    tricorn_context_free(gpu->copying);
    tg_memory_discharge(context, gpu->charged);
    tg_free(gpu);
}

/* A context that copies: its pinned buffers are memory of `context`. */
static tricorn_status open_copying(tricorn_context *context, const tg_run *run,
                                   tg_levels_gpu *gpu)
{
    const tricorn_context_options options = {.struct_size = sizeof options,
                                             .threads = context->threads};
    const uint32_t number = run->request.gpus.numbers[0];
    const uint64_t bytes = run->graph->edges * sizeof(uint32_t);
    const uint64_t ring = bytes < RING_BYTES ? bytes : RING_BYTES;
    tricorn_status status = TRICORN_OK;

    if (tricorn_context_create(&options, &gpu->copying) != TRICORN_OK)
        return tg_fail(context, TRICORN_OUT_OF_MEMORY, "no memory for another GPU's context");
    const bool room = tg_memory_charge(context, ring) == TRICORN_OK;
    if (room) gpu->charged = ring;
    status = tg_device_start(gpu->copying, number, room ? ring : 0);
    if (status == TRICORN_OK) status = tg_device_open(gpu->copying, number);
    if (status != TRICORN_OK)
        return tg_fail(context, status, "%s", tricorn_context_message(gpu->copying));
    tg_device_share_account(gpu->copying, context);
    return TRICORN_OK;
}

tricorn_status tg_levels_gpu_create(tricorn_context *context, const tg_run *run,
                                    tg_part_counted *counted, void *user, tg_levels_gpu **gpu)
{
    tricorn_status status = TRICORN_OK;
    tg_levels_gpu *made = NULL;

    TG_TRY(TG_ALLOC_ZERO(context, 1, &made));
    made->setup = &run->request.setup;
    made->counted = counted;
    made->user = user;
    TG_TRY(tg_device_open(context, run->request.gpus.numbers[0]));
    tg_device_set_limit(context, run->request.device_bytes_limit);
    TG_TRY(open_copying(context, run, made));
    *gpu = made;
    made = NULL;
cleanup:
    tg_levels_gpu_free(context, made);
    return status;
}
