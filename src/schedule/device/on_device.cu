/* on_device.cu - plans on a GPU: a task is copied once, indexed once, and counted as often as wanted.
 *
 * - If the rows of a graph are already on the same GPU, the plan borrows them and copies
 *   nothing.
 * - Starting a count does not wait for its end, so several GPUs can count at the same time.
 * - Times are measured by events on the stream.
 */
#include "schedule/device/on_device.h"

#include <string.h>

#include "base/clock.h"
#include "base/hash.h"
#include "base/memory.h"
#include "device/cuda.cuh"
#include "prepare/on_gpu.h"
#include "schedule/device/add_counts.h"
#include "schedule/device/methods.h"

/* Counts that are copied to the host at a time: 4 MiB, which stay in the host's caches until they are added. */
static const uint64_t CHUNK_COUNTS = UINT64_C(1) << 20;

struct tg_device_plan {
    tg_device *device;
    tg_setup setup;
    tg_device_task task;
    /* The graph whose rows are borrowed; NULL: the plan owns its rows. */
    const tricorn_graph *lender;
    uint32_t *degrees; /* degrees of the task's vertices, in device memory; NULL: not counted */
};

static void set_values(const tg_setup *setup, tg_device_task *task)
{
    memcpy(task->values, setup->values, sizeof task->values);
    task->key = tg_hash_seed() | UINT64_C(1) << 32 | 1;
    task->counts = setup->counts;
}

/* Makes the index of the task that the plan's setup needs. */
static tricorn_status make_index(tricorn_context *context, tg_device_plan *plan)
{
    tricorn_status status = TRICORN_OK;
    tg_timer timer = {NULL, NULL};
    tg_device_times *times = tg_device_times_of(context);
    const tg_gpu_methods *methods = tg_gpu_methods_of(plan->setup.algorithm);
    const bool of_total = plan->setup.sink == TG_SINK_TOTAL;

    set_values(&plan->setup, &plan->task);
    TG_TRY(tg_timer_start(context, &timer));
    /* the algorithm's make_index() may trim the task itself, make_sink_index() never does */
    if (!of_total || !methods->trims) TG_TRY(tg_device_task_trim(context, &plan->task));
    if (!of_total)
        TG_TRY(methods->make_sink_index(context, &plan->task, plan->setup.sink));
    else if (methods->make_index)
        TG_TRY(methods->make_index(context, &plan->task));
    TG_TRY(tg_timer_stop(context, &timer));
    TG_TRY(tg_timer_add(context, &timer, &times->index_seconds));
cleanup:
    tg_timer_free(&timer);
    return status;
}

/* Makes an empty plan on the context's GPU. */
static tricorn_status begin_plan(tricorn_context *context, const tg_setup *setup, tg_device_plan **plan)
{
    const tricorn_status status = TG_ALLOC_ZERO(context, 1, plan);
    if (status != TRICORN_OK) return status;
    (*plan)->device = tg_context_device(context);
    (*plan)->setup = *setup;
    tg_device_hold((*plan)->device);
    return TRICORN_OK;
}

extern "C" tricorn_status tg_device_plan_create(
  tricorn_context *context, const tg_task *task, const tg_setup *setup, tg_device_plan **plan)
{
    tricorn_status status = TRICORN_OK;
    tg_device_plan *made = NULL;

    TG_TRY(tg_check_cancelled(context));
    TG_TRY(begin_plan(context, setup, &made));
    TG_TRY(tg_device_task_upload(context, task, tg_needs_of(setup), &made->task));
    TG_TRY(make_index(context, made));
    *plan = made;
    made = NULL;

cleanup:
    tg_device_plan_free(made);
    return status;
}

/* Fills *task so that it is the whole graph. */
static void fill_task(tg_device_task *task, const tg_device_rows *rows, const uint32_t *sources)
{
    task->edges = task->from = task->into = *rows;
    task->sources = sources;
    task->last_row = rows->count;
    task->last_edge = rows->id_count;
    task->reach = TG_REACH_BELOW;
    task->whole = true;
}

/* Makes the task from rows and sources that the graph lends; freeing the plan returns them. */
static void lend(tg_device_plan *plan, const tricorn_graph *graph, const tg_device_rows *rows, const uint32_t *sources)
{
    fill_task(&plan->task, rows, sources);
    plan->task.borrowed = true;
    plan->lender = graph;
}

extern "C" tricorn_status tg_device_plan_of_task(
  tricorn_context *context, const tg_device_task *task, const tg_setup *setup, tg_device_plan **plan)
{
    tricorn_status status = TRICORN_OK;
    tg_device_plan *made = NULL;

    TG_TRY(tg_check_cancelled(context));
    TG_TRY(begin_plan(context, setup, &made));
    made->task = *task;
    made->task.borrowed = true;
    memset(&made->task.index, 0, sizeof made->task.index);
    TG_TRY(make_index(context, made));
    *plan = made;
    made = NULL;

cleanup:
    tg_device_plan_free(made);
    return status;
}

/* ---- in steps ---- */

extern "C" tricorn_status tg_device_plan_load(
  tricorn_context *context, const tricorn_graph *graph, const tg_setup *setup, tg_device_plan **plan)
{
    tricorn_status status = TRICORN_OK;
    tg_device_plan *made = NULL;
    tg_device_rows rows;
    const uint32_t *sources = NULL;
    uint32_t gpu = 0;

    TG_TRY(tg_check_cancelled(context));
    TG_TRY(begin_plan(context, setup, &made));
    if (tg_graph_is_on(graph, &gpu) && gpu == tg_device_properties_of(context)->ordinal &&
        tg_on_gpu_borrow(graph, &rows, &sources)) {
        lend(made, graph, &rows, sources);
    } else {
        tg_task task;
        TG_TRY(tg_task_in_core(context, graph, &task));
        TG_TRY(tg_device_task_upload(context, &task, tg_needs_of(setup), &made->task));
    }
    *plan = made;
    made = NULL;
cleanup:
    tg_device_plan_free(made);
    return status;
}

extern "C" tricorn_status tg_device_plan_copy(
  tricorn_context *context, const tg_device_plan *from, tg_device_plan **plan)
{
    tricorn_status status = TRICORN_OK;
    tg_device_plan *made = NULL;

    TG_TRY(begin_plan(context, &from->setup, &made));
    TG_TRY(tg_device_task_copy(context, &from->task, from->device, tg_needs_of(&from->setup), &made->task));
    *plan = made;
    made = NULL;
cleanup:
    tg_device_plan_free(made);
    return status;
}

/* Finds the first row of each part, and the end of the last part's rows. */
static tricorn_status cut_rows(
  tricorn_context *context, const tg_device_task *task, const tg_gpu_methods *methods, uint32_t parts, uint32_t *rows)
{
    tricorn_status status = TRICORN_OK;
    double *work = NULL;
    uint64_t *edges = NULL;

    TG_TRY(TG_ALLOC(context, TG_WORK_BINS, &work));
    TG_TRY(TG_ALLOC(context, (size_t)parts + 1, &edges));
    TG_TRY(methods->work ? methods->work(context, task, work) : tg_device_task_work(context, task, work));
    tg_split_work(work, TG_WORK_BINS, task->first_edge, task->last_edge, parts, edges);
    TG_TRY(tg_device_task_rows(context, task, edges, parts, rows));
    rows[0] = task->first_row;
    rows[parts] = task->last_row;
cleanup:
    tg_free(work);
    tg_free(edges);
    return status;
}

extern "C" tricorn_status tg_device_plan_split(
  tricorn_context *context, const tg_device_plan *plan, uint32_t parts, tg_device_cut *cut)
{
    tricorn_status status = TRICORN_OK;
    const tg_gpu_methods *methods = tg_gpu_methods_of(plan->setup.algorithm);
    tg_device_task task = plan->task;
    tg_device_cut made = {parts, NULL, NULL};

    set_values(&plan->setup, &task);
    task.parts = parts;
    if (parts > 1 && methods->agree && plan->setup.sink == TG_SINK_TOTAL)
        TG_TRY(methods->agree(context, &task, &made.agreed));
    if (made.agreed == NULL) {
        TG_TRY(TG_ALLOC(context, (size_t)parts + 1, &made.rows));
        TG_TRY(cut_rows(context, &task, methods, parts, made.rows));
    }
    *cut = made;
    memset(&made, 0, sizeof made);
cleanup:
    tg_device_cut_free(&made);
    return status;
}

extern "C" void tg_device_cut_free(tg_device_cut *cut)
{
    tg_free(cut->agreed);
    tg_free(cut->rows);
    memset(cut, 0, sizeof *cut);
}

extern "C" tricorn_status tg_device_plan_index(
  tricorn_context *context, tg_device_plan *plan, const tg_device_cut *cut, uint32_t part)
{
    tricorn_status status = TRICORN_OK;
    TG_TRY(tg_check_cancelled(context));
    if (cut) {
        plan->task.agreed = cut->agreed;
        plan->task.part = part;
        plan->task.parts = cut->parts;
    }
    if (cut && cut->agreed == NULL)
        TG_TRY(tg_device_task_narrow(context, &plan->task, cut->rows[part], cut->rows[part + 1]));
    TG_TRY(make_index(context, plan));
cleanup:
    return status;
}

/* ---- degrees, before rows are trimmed ---- */

extern "C" tricorn_status tg_device_plan_count_degrees(tricorn_context *context, tg_device_plan *plan)
{
    return tg_device_degrees_count(context, &plan->task.edges, &plan->degrees);
}

extern "C" tricorn_status tg_device_plan_degrees(
  tricorn_context *context, const tg_device_plan *plan, uint64_t *degrees)
{
    return tg_device_counts_copy(context, plan->degrees, plan->task.edges.count, degrees);
}

extern "C" bool tg_device_plan_has_degrees(const tg_device_plan *plan)
{
    return plan->degrees != NULL;
}

/* ---- plans of a graph that was prepared on the GPU ---- */

extern "C" tricorn_status tg_device_plan_of_graph(
  tricorn_context *context, tg_device_graph *graph, const tg_setup *setup, tg_device_plan **plan)
{
    tricorn_status status = TRICORN_OK;
    tg_device_plan *made = NULL;

    TG_TRY(begin_plan(context, setup, &made));
    fill_task(&made->task, &graph->rows, graph->sources);
    graph->rows.offsets = graph->rows.ids = graph->sources = NULL;
    if (graph->trimmed) {
        made->task.last_row = graph->last_row;
        made->task.last_edge = graph->last_edge;
        made->task.trimmed = true;
    }
    TG_TRY(make_index(context, made));
    *plan = made;
    made = NULL;

cleanup:
    tg_device_plan_free(made);
    tg_device_graph_free(context, graph);
    return status;
}

/* ---- counts ---- */

struct tg_running_count {
    tg_tally *tally; /* in GPU memory */
    tg_timer timer;
};

static void free_count(tricorn_context *context, tg_running_count *count)
{
    if (count == NULL) return;
    tg_device_free(context, count->tally);
    tg_timer_free(&count->timer);
    tg_free(count);
}

/* Enqueues the work whose time is the time of the count. */
static tricorn_status enqueue(
  tricorn_context *context, const tg_device_plan *plan, const tg_device_sink *sink, tg_tally *tally)
{
    tricorn_status status = TRICORN_OK;
    const tg_device_task *task = &plan->task;
    const tg_gpu_methods *methods = tg_gpu_methods_of(plan->setup.algorithm);

    TG_TRY_CUDA(context, cudaMemsetAsync(tally, 0, offsetof(tg_tally, draws), tg_device_stream(context)));
    if (task->first_edge < task->last_edge)
        TG_TRY(sink ? methods->enqueue_sink(context, task, sink, tally) : methods->enqueue(context, task, tally));
cleanup:
    return status;
}

/* Another stream may have made the index, but creating the plan waited for it, so it is complete. */
extern "C" tricorn_status tg_device_count_start(
  tricorn_context *context, const tg_device_plan *plan, const tg_device_sink *sink, tg_running_count **count)
{
    tricorn_status status = TRICORN_OK;
    tg_running_count *made = NULL;

    TG_TRY(tg_check_cancelled(context));
    TG_TRY(TG_ALLOC_ZERO(context, 1, &made));
    TG_TRY(TG_DEVICE_ALLOC(context, 1, &made->tally));
    TG_TRY(tg_timer_start(context, &made->timer));
    TG_TRY(enqueue(context, plan, sink, made->tally));
    TG_TRY(tg_timer_stop(context, &made->timer));
    *count = made;
    made = NULL;

cleanup:
    free_count(context, made);
    return status;
}

extern "C" tricorn_status tg_device_count_finish(tricorn_context *context, tg_running_count *count, uint64_t *triangles)
{
    tricorn_status status = TRICORN_OK;
    unsigned long long found = 0;
    tg_device_times *times = tg_device_times_of(context);

    TG_TRY(tg_device_copy_out(context, &found, &count->tally->found, sizeof found));
    TG_TRY(tg_timer_add(context, &count->timer, &times->count_seconds));
    TG_TRY(tg_check_cancelled(context));
    *triangles = found;

cleanup:
    free_count(context, count);
    return status;
}

static tricorn_status run(
  tricorn_context *context, const tg_device_plan *plan, const tg_device_sink *sink, uint64_t *triangles)
{
    tricorn_status status = TRICORN_OK;
    tg_running_count *count = NULL;
    TG_TRY(tg_device_count_start(context, plan, sink, &count));
    TG_TRY(tg_device_count_finish(context, count, triangles));
cleanup:
    return status;
}

extern "C" tricorn_status tg_device_plan_run(tricorn_context *context, const tg_device_plan *plan, uint64_t *triangles)
{
    return run(context, plan, NULL, triangles);
}

/* ---- counts of vertices and edges ---- */

extern "C" tricorn_status tg_device_counts_create(tricorn_context *context, uint64_t count, uint32_t **counts)
{
    tricorn_status status = TRICORN_OK;
    uint32_t *made = NULL;
    TG_TRY(TG_DEVICE_ALLOC(context, count, &made));
    if (made) TG_TRY_CUDA(context, cudaMemsetAsync(made, 0, count * sizeof *made, tg_device_stream(context)));
    *counts = made;
    made = NULL;
cleanup:
    tg_device_free(context, made);
    return status;
}

/* Copies the counts to host memory chunk by chunk, and calls take(first, chunk, size) for each
 * chunk: it has the counts `first` to first + size - 1. */
template <typename Take>
static tricorn_status each_chunk(tricorn_context *context, const uint32_t *counts, uint64_t count, Take take)
{
    tricorn_status status = TRICORN_OK;
    uint32_t *chunk = NULL;

    if (count == 0) return TRICORN_OK;
    TG_TRY(TG_ALLOC(context, count < CHUNK_COUNTS ? count : CHUNK_COUNTS, &chunk));
    for (uint64_t first = 0; first < count; first += CHUNK_COUNTS) {
        const uint64_t left = count - first, size = left < CHUNK_COUNTS ? left : CHUNK_COUNTS;
        TG_TRY(tg_check_cancelled(context));
        TG_TRY(tg_device_copy_out(context, chunk, counts + first, size * sizeof *chunk));
        take(first, chunk, size);
    }
cleanup:
    tg_free(chunk);
    return status;
}

extern "C" tricorn_status tg_device_counts_copy(
  tricorn_context *context, const uint32_t *counts, uint64_t count, uint64_t *wide)
{
    return each_chunk(context, counts, count, [&](uint64_t first, const uint32_t *chunk, uint64_t size) {
        tg_widen_counts(context, chunk, size, wide + first);
    });
}

/* Adds the counts to host memory with `add`, and sets them to zero on the GPU. */
template <typename Add>
static tricorn_status add_counts(tricorn_context *context, uint32_t *counts, uint64_t count, Add add)
{
    tricorn_status status = TRICORN_OK;
    const double start = tg_clock_now();

    if (count == 0) return TRICORN_OK;
    TG_TRY(each_chunk(context, counts, count, add));
    TG_TRY_CUDA(context, cudaMemsetAsync(counts, 0, count * sizeof *counts, tg_device_stream(context)));
    tg_device_times_of(context)->transfer_seconds += tg_clock_now() - start;
cleanup:
    return status;
}

extern "C" tricorn_status tg_device_counts_add_vertices(
  tricorn_context *context, uint32_t *counts, uint64_t count, tg_numbering numbering, uint64_t *vertices)
{
    return add_counts(context, counts, count, [&](uint64_t first, const uint32_t *chunk, uint64_t size) {
        const uint64_t stride = numbering.stride;
        tg_add_spaced(context, chunk, size, stride, vertices + numbering.first + stride * first);
    });
}

extern "C" tricorn_status tg_device_counts_add_edges(
  tricorn_context *context, uint32_t *counts, uint64_t count, uint32_t *edges)
{
    return add_counts(context, counts, count, [&](uint64_t first, const uint32_t *chunk, uint64_t size) {
        tg_add_counts(context, chunk, size, edges + first);
    });
}

/* Writes the counts to the arrays of the sink; the task's rows must be one whole graph. */
static tricorn_status copy_counts(
  tricorn_context *context, const tg_device_plan *plan, const uint32_t *counts, const tg_sink *sink)
{
    tricorn_status status = TRICORN_OK;
    const tg_device_rows *rows = &plan->task.edges;
    const double start = tg_clock_now();
    if (plan->setup.sink == TG_SINK_VERTICES)
        TG_TRY(tg_device_counts_copy(context, counts, rows->count, sink->u));
    else
        TG_TRY(tg_device_copy_out(context, sink->edges, counts, rows->id_count * sizeof *sink->edges));
    tg_device_times_of(context)->transfer_seconds += tg_clock_now() - start;
cleanup:
    return status;
}

extern "C" tricorn_status tg_device_plan_run_sink(
  tricorn_context *context, const tg_device_plan *plan, const tg_sink *sink, uint64_t *triangles)
{
    tricorn_status status = TRICORN_OK;
    const bool of_vertices = plan->setup.sink == TG_SINK_VERTICES;
    const tg_device_rows *rows = &plan->task.edges;
    const uint64_t count = of_vertices ? rows->count : rows->id_count;
    uint32_t *counts = NULL;
    tg_device_sink there = {NULL, NULL, NULL, NULL, NULL, NULL};

    TG_TRY(tg_device_counts_create(context, count, &counts));
    if (of_vertices)
        there.u = there.v = there.w = counts;
    else
        there.edges = there.from = there.into = counts;
    TG_TRY(run(context, plan, &there, triangles));
    TG_TRY(copy_counts(context, plan, counts, sink));
cleanup:
    tg_device_free(context, counts);
    return status;
}

extern "C" tricorn_status tg_device_plan_run_there(
  tricorn_context *context, const tg_device_plan *plan, tg_device_supported *edges, uint64_t *triangles)
{
    tricorn_status status = TRICORN_OK;
    tg_device_sink there = {NULL, NULL, NULL, NULL, NULL, NULL};

    *edges = {plan->task.edges, plan->task.sources, NULL, NULL, true};
    TG_TRY(tg_device_counts_create(context, edges->rows.id_count, &edges->support));
    there.edges = there.from = there.into = edges->support;
    TG_TRY(run(context, plan, &there, triangles));
cleanup:
    return status;
}

extern "C" tricorn_status tg_device_supported_count(
  tricorn_context *context, const tg_setup *setup, tg_device_supported *edges, uint64_t *triangles)
{
    tricorn_status status = TRICORN_OK;
    tg_device_plan *plan = NULL;
    tg_device_supported counted;
    tg_device_task task;

    memset(&counted, 0, sizeof counted);
    memset(&task, 0, sizeof task);
    fill_task(&task, &edges->rows, edges->sources);
    TG_TRY(tg_device_plan_of_task(context, &task, setup, &plan));
    TG_TRY(tg_device_plan_run_there(context, plan, &counted, triangles));
    edges->support = counted.support;
    counted.support = NULL;
cleanup:
    tg_device_free(context, counted.support);
    tg_device_plan_free(plan);
    return status;
}

extern "C" double tg_device_plan_predicted(const tg_device_plan *plan)
{
    return plan->task.index.predicted_seconds;
}

extern "C" void tg_device_plan_free(tg_device_plan *plan)
{
    if (plan == NULL) return;
    tg_device_task_free(plan->device, &plan->task);
    tg_device_free_held(plan->device, plan->degrees);
    if (plan->lender) tg_on_gpu_return(plan->lender);
    tg_device_release(plan->device);
    tg_free(plan);
}
