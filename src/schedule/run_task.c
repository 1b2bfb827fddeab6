/* run_task.c - counts one task on the CPU or on a GPU, without a plan. */
#include "schedule/run_task.h"

#include "base/memory.h"
#include "schedule/device/on_device.h"

static uint64_t id_count(const tg_rows *rows)
{
    return rows->count ? rows->offsets[rows->count] : 0;
}

/* A task with fewer ids is counted sooner by one thread than several threads are started. */
enum { FEW_IDS = 1 << 12 };

static uint32_t threads_for(const tricorn_context *context, const tg_task *task)
{
    const uint64_t ids = tg_task_edges(task) + id_count(&task->from) + id_count(&task->into);
    return ids < FEW_IDS ? 1 : context->threads;
}

static tricorn_status count_on_cpu(
  tricorn_context *context, const tg_task *task, const tg_setup *setup, const tg_sink *sink, uint64_t *triangles)
{
    const tg_cpu_methods *methods = setup->algorithm->cpu;
    const uint32_t threads = context->threads;
    tricorn_status status = TRICORN_OK;
    tg_index index = {0};

    context->threads = threads_for(context, task);
    if (sink) {
        TG_TRY(methods->count_sink(context, task, sink, triangles));
    } else {
        if (methods->make_index) TG_TRY(methods->make_index(context, task, &index));
        TG_TRY(methods->count(context, task, &index, triangles));
    }
cleanup:
    tg_index_free(NULL, &index);
    context->threads = threads;
    return status;
}

/* ---- on a GPU ---- */

/* The three arrays of a sink, some of which may be the same array, and their lengths. */
typedef struct sink_arrays {
    uint64_t *vertices[3];
    uint32_t *edges[3];
    uint64_t sizes[3];
    uint32_t *counts[3]; /* the arrays on the GPU */
} sink_arrays;

static sink_arrays arrays_of(const tg_sink *sink, const uint64_t sizes[3])
{
    return (sink_arrays){.vertices = {sink->u, sink->v, sink->w},
      .edges = {sink->edges, sink->from, sink->into},
      .sizes = {sizes[0], sizes[1], sizes[2]}};
}

/* Returns the number of the first array that is the same as array number a. */
static int first_same(const sink_arrays *arrays, int a)
{
    int first = 0;
    while (arrays->vertices[first] != arrays->vertices[a] || arrays->edges[first] != arrays->edges[a]) first++;
    return first;
}

static tricorn_status create_counts(tricorn_context *context, sink_arrays *arrays)
{
    for (int a = 0; a < 3; a++) {
        const int first = first_same(arrays, a);
        if (arrays->sizes[a] > arrays->sizes[first]) arrays->sizes[first] = arrays->sizes[a];
    }
    for (int a = 0; a < 3; a++) {
        const int first = first_same(arrays, a);
        if (first == a)
            TG_DO(tg_device_counts_create(context, arrays->sizes[a], &arrays->counts[a]));
        else
            arrays->counts[a] = arrays->counts[first];
    }
    return TRICORN_OK;
}

/* Adds the counts on the GPU to the arrays in host memory. */
static tricorn_status add_counts(tricorn_context *context, const sink_arrays *arrays)
{
    const tg_numbering same = {.first = 0, .stride = 1};
    for (int a = 0; a < 3; a++) {
        if (first_same(arrays, a) != a) continue;
        TG_DO(arrays->vertices[a]
                ? tg_device_counts_add_vertices(context, arrays->counts[a], arrays->sizes[a], same, arrays->vertices[a])
                : tg_device_counts_add_edges(context, arrays->counts[a], arrays->sizes[a], arrays->edges[a]));
    }
    return TRICORN_OK;
}

tricorn_status tg_count_device_plan(tricorn_context *context, const tg_device_plan *plan, const tg_sink *sink,
  const uint64_t sizes[3], uint64_t *triangles)
{
    tricorn_status status = TRICORN_OK;
    sink_arrays arrays = arrays_of(sink, sizes);
    tg_running_count *count = NULL;
    tg_device_sink there = {0};

    TG_TRY(create_counts(context, &arrays));
    if (sink->u)
        there = (tg_device_sink){.u = arrays.counts[0], .v = arrays.counts[1], .w = arrays.counts[2]};
    else
        there = (tg_device_sink){.edges = arrays.counts[0], .from = arrays.counts[1], .into = arrays.counts[2]};
    TG_TRY(tg_device_count_start(context, plan, &there, &count));
    TG_TRY(tg_device_count_finish(context, count, triangles));
    tg_sink_lock(sink);
    status = add_counts(context, &arrays);
    tg_sink_unlock(sink);
cleanup:
    for (int a = 0; a < 3; a++)
        if (first_same(&arrays, a) == a) tg_device_free(context, arrays.counts[a]);
    return status;
}

/* Counts a task into a sink. On the GPU the ids of all rows begin at 0. */
static tricorn_status run_sink(
  tricorn_context *context, const tg_device_plan *plan, const tg_task *task, const tg_sink *sink, uint64_t *triangles)
{
    const tg_rows *rows[] = {&task->edges, &task->from, &task->into};
    uint64_t sizes[] = {task->edges.count, task->into.count, tg_rows_id_bound(&task->from, 0, task->from.count)};
    tg_sink shifted = *sink;
    uint32_t **const edges[] = {&shifted.edges, &shifted.from, &shifted.into};

    for (int a = 0; sink->u == NULL && a < 3; a++) {
        const uint64_t first = rows[a]->count ? rows[a]->offsets[0] : 0;
        *edges[a] += first;
        sizes[a] = id_count(rows[a]) - first;
    }
    return tg_count_device_plan(context, plan, &shifted, sizes, triangles);
}

static tricorn_status count_on_device(
  tricorn_context *context, const tg_task *task, const tg_setup *setup, const tg_sink *sink, uint64_t *triangles)
{
    tricorn_status status = TRICORN_OK;
    tg_device_plan *plan = NULL;

    if (tg_context_device(context) == NULL) TG_TRY(tg_device_open(context, 0));
    TG_TRY(tg_device_plan_create(context, task, setup, &plan));
    TG_TRY(sink ? run_sink(context, plan, task, sink, triangles) : tg_device_plan_run(context, plan, triangles));
cleanup:
    tg_device_plan_free(plan);
    return status;
}

tricorn_status tg_count_task(
  tricorn_context *context, const tg_task *task, const tg_setup *setup, const tg_sink *sink, uint64_t *triangles)
{
    *triangles = 0;
    /* The sums of a task without edges may be NULL. */
    if (tg_task_edges(task) == 0) return TRICORN_OK;
    return tg_device_of(setup->algorithm) == TG_GPU ? count_on_device(context, task, setup, sink, triangles)
                                                    : count_on_cpu(context, task, setup, sink, triangles);
}

tricorn_status tg_count_next_task(
  tricorn_context *context, const tg_task *task, const tg_setup *setup, tg_index *kept, uint64_t *triangles)
{
    const tg_cpu_methods *methods = setup->algorithm->cpu;
    tricorn_status status = TRICORN_OK;

    if (methods == NULL || methods->prune == NULL) return tg_count_task(context, task, setup, NULL, triangles);
    TG_TRY(methods->make_index(context, task, kept));
    TG_TRY(methods->count(context, task, kept, triangles));
    methods->prune(kept);
cleanup:
    if (status != TRICORN_OK) tg_index_free(NULL, kept);
    return status;
}

tricorn_status tg_count_in_core(
  tricorn_context *context, const tricorn_graph *graph, const tg_algorithm *algorithm, uint64_t *triangles)
{
    const tg_setup setup = tg_standard_setup(algorithm, TG_SINK_TOTAL);
    tg_task task;
    TG_DO(tg_task_in_core(context, graph, &task));
    return tg_count_task(context, &task, &setup, NULL, triangles);
}
