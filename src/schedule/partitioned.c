/* partitioned.c - finds the schedule of a partition by its name, and measures the parts into
 * which a partition cuts a graph. */
#include "schedule/partitioned.h"

#include "base/memory.h"
#include "device/device.h"
#include "schedule/grid_collisions.h"
#include "schedule/list_buffer.h"
#include "schedule/schedule.h"
#include "store/relabel.h"
#include "store/stream.h"

#define TG_PARTITION(id, on_disk, from, how, what) extern const tg_partition_methods tg_partition_##id;
#include "registry/partitions.def"
#undef TG_PARTITION

/* The methods of all partitions, in the order of the registry. */
static const tg_partition_methods *const methods[] = {
#define TG_PARTITION(id, on_disk, from, how, what) &tg_partition_##id,
#include "registry/partitions.def"
#undef TG_PARTITION
};

const tg_partition_methods *tg_partition_methods_of(const tg_partition_kind *kind)
{
    return methods[kind - tg_partition_kind_at(0)];
}

extern const tg_schedule tg_schedule_workers;

bool tg_partition_by_gpus(const tg_plan *plan)
{
    const tg_request *request = &plan->request;
    if (!tg_partition_has_tasks(request->partition) || request->transport.size > 0) return false;
    if (request->setup.algorithm->gpu == NULL || request->gpus.count <= 1) return false;
    if (plan->graph->store) return !tg_store_is_joined(plan->graph->store);
    return !tg_partition_methods_of(request->partition)->several_gpus;
}

const tg_schedule *tg_partition_schedule(const tg_plan *plan)
{
    const tg_partition_methods *of = tg_partition_methods_of(plan->request.partition);
    const bool shared = of->rule != NULL && (plan->request.transport.size > 0 || tg_partition_by_gpus(plan));
    if (tg_store_is_joined(plan->graph->store)) return of->joined;
    return of->schedule == NULL || shared ? &tg_schedule_workers : of->schedule;
}

const tg_partition_kind *tg_partition_of(const tg_schedule *schedule)
{
    for (size_t p = 0; p < tg_partition_kind_count(); p++)
        if (schedule != NULL &&
            (methods[p]->schedule == schedule || (tg_partition_kind_at(p)->on_disk && methods[p]->joined == schedule)))
            return tg_partition_kind_at(p);
    return NULL;
}

tricorn_status tg_gpus_room(tricorn_context *context, const tg_request *request, uint64_t *bytes)
{
    uint64_t room = UINT64_MAX;
    tricorn_status status = TRICORN_OK;
    for (uint32_t g = 0; g < request->gpus.count; g++) {
        TG_TRY(tg_device_open(context, request->gpus.numbers[g]));
        tg_device_set_limit(context, request->device_bytes_limit);
        const uint64_t here = tg_device_room(context);
        if (here < room) room = here;
    }
    *bytes = room;
cleanup:
    return status;
}

tricorn_status tg_partition_memory(tricorn_context *context, const tg_plan *plan, uint64_t *bytes)
{
    /* A graph on disk leaves these shares of the memory to blocks, without and with sums. */
    enum { BLOCK_TENTHS = 6, SUMMED_TENTHS = 3, TENTHS = 10 };
    const bool summed = plan->request.setup.sink != TG_SINK_TOTAL;
    const tg_request *request = &plan->request;
    tricorn_status status = TRICORN_OK;
    if (request->cut_bytes > 0) {
        *bytes = request->cut_bytes;
        return TRICORN_OK;
    }
    uint64_t host = tg_memory_room(context->memory);
    if (plan->graph->store) host = host / TENTHS * (summed ? SUMMED_TENTHS : BLOCK_TENTHS);
    if (plan->graph->store && tg_partition_by_gpus(plan)) host /= request->gpus.count; /* each has blocks of its own */
    uint64_t room = request->device_bytes_limit ? request->device_bytes_limit : host;
    if (request->setup.algorithm->gpu) TG_TRY(tg_gpus_room(context, request, &room));
    *bytes = plan->graph->store && host < room ? host : room;
cleanup:
    return status;
}

tricorn_status tg_partition_check_place(
  tricorn_context *context, const tricorn_graph *graph, const tg_partition_kind *kind)
{
    if (kind == NULL || !kind->on_disk || graph->store != NULL) return TRICORN_OK;
    return tg_fail(context, TRICORN_UNSUPPORTED,
      "the partition '%s' is of graphs on disk, and this one is in memory: it goes "
      "to disk if the partition is named when it is read, from a format of edges",
      kind->name);
}

/* ---- rows ---- */

static tricorn_status each_in_memory(
  tricorn_context *context, const tg_row_source *source, tg_take_rows *take, void *user)
{
    tricorn_status status = TRICORN_OK;
    tg_rows rows;
    if (source->rows)
        rows = *source->rows;
    else
        TG_TRY(tg_graph_rows(context, source->graph, &rows));
    if (rows.count > 0) TG_TRY(take(context, user, &rows, 0));
cleanup:
    return status;
}

typedef struct taking {
    tg_take_rows *take;
    void *user;
} taking;

static tricorn_status take_stored(tricorn_context *context, void *user, const tg_stored_rows *stored)
{
    const taking *to = user;
    const tg_rows rows = {stored->last - stored->first, stored->offsets, stored->ids};
    return to->take(context, to->user, &rows, stored->first);
}

static tricorn_status each_on_disk(
  tricorn_context *context, const tg_row_source *source, tg_take_rows *take, void *user)
{
    taking to = {take, user};
    return tg_store_each_row(context, source->graph->store, "measuring", take_stored, &to);
}

static tricorn_status each_relabelled(
  tricorn_context *context, const tg_row_source *source, tg_take_rows *take, void *user)
{
    return tg_store_each_relabelled(context, source->graph->store, source->relabelling, take, user);
}

tg_row_source tg_row_source_of(const tg_plan *plan)
{
    const tricorn_graph *graph = plan->graph;
    if (graph->store)
        return (tg_row_source){.graph = graph,
          .count = (uint32_t)graph->store->label_count,
          .each = plan->relabelling ? each_relabelled : each_on_disk,
          .relabelling = plan->relabelling};
    return (tg_row_source){.graph = graph,
      .count = graph->active,
      .each = each_in_memory,
      .rows = plan->request.relabel ? &plan->relabelled : NULL};
}

/* ---- sizes ---- */

void tg_partition_add_block(tricorn_partition_sizes *sizes, uint64_t bytes)
{
    if (sizes->blocks == 0 || bytes < sizes->smallest_bytes) sizes->smallest_bytes = bytes;
    if (bytes > sizes->largest_bytes) sizes->largest_bytes = bytes;
    sizes->total_bytes += bytes;
    sizes->blocks++;
}

/* Adds the bytes of those blocks of a task that the task before did not leave in memory, and of
 * its list of edges; then the task becomes *before. */
static void read_task(const tg_grid *grid, tg_grid_at at, tg_grid_numbers *before, tricorn_partition_sizes *sizes)
{
    const tg_grid_numbers task = tg_grid_numbers_of(grid, at);
    for (int b = grid->ranges ? 1 : 0; b < 3; b++) {
        const uint32_t block = task.of[b];
        bool held = tg_grid_numbers_have(before, block);
        for (int c = grid->ranges ? 1 : 0; c < b; c++) held |= task.of[c] == block;
        if (!held) sizes->read_bytes += tg_grid_bytes(tg_grid_range(grid, block / grid->columns), grid->entries[block]);
    }
    if (grid->ranges) sizes->read_bytes += TG_LIST_EDGE_BYTES * tg_grid_edges(grid, at.i, at.j);
    *before = task;
}

/* Adds the sizes of all tasks, in the order in which one worker counts them. */
static void add_tasks(tg_grid *grid, tricorn_partition_sizes *sizes)
{
    tg_block_job job = {.grid = grid};
    tg_block_cursor cursor = {0};
    tg_grid_numbers before = {{UINT32_MAX, UINT32_MAX, UINT32_MAX}};
    tg_grid_at at;

    sizes->tasks = sizes->empty_tasks = tg_grid_tasks(grid);
    for (; tg_block_next(&job, &cursor, &at); sizes->empty_tasks--) read_task(grid, at, &before, sizes);
}

tricorn_status tg_blocks_measure(tricorn_context *context, const tg_plan *plan, tricorn_partition_sizes *sizes)
{
    const tg_row_source source = tg_row_source_of(plan);
    tricorn_status status = TRICORN_OK;
    tg_grid_shape shape;
    tg_grid grid = {0};

    TG_TRY(tg_partition_memory(context, plan, &sizes->memory_bytes));
    TG_TRY(tg_partition_methods_of(plan->request.partition)->shape(context, plan, &shape));
    TG_TRY(tg_grid_make(context, plan, &shape, &grid));
    TG_TRY(tg_grid_count(context, &source, &grid));
    sizes->rows = grid.rows;
    sizes->columns = grid.columns;
    if (shape.ranges) {
        sizes->list_bytes = TG_LIST_EDGE_BYTES * plan->graph->edges;
        sizes->buffer_bytes = TG_LIST_EDGE_BYTES * tg_list_buffer_edges(shape.block_bytes);
    }
    for (uint32_t b = 0; b < grid.rows * grid.columns; b++)
        tg_partition_add_block(sizes, tg_grid_bytes(tg_grid_range(&grid, b / grid.columns), grid.entries[b]));
    add_tasks(&grid, sizes);
    if (!shape.ranges) TG_TRY(tg_grid_collide(context, &source, &grid, sizes));
cleanup:
    tg_grid_free(&grid);
    return status;
}

tricorn_status tg_partition_measure(
  tricorn_context *context, const tricorn_graph *graph, const tricorn_options *options, tricorn_partition_sizes *sizes)
{
    tricorn_status status = TRICORN_OK;
    tricorn_partition_sizes found = TRICORN_PARTITION_SIZES_INIT;
    tg_plan plan = {.graph = graph};

    TG_TRY(tg_request_read(context, graph, options, TG_SINK_TOTAL, &plan.request));
    if (plan.request.partition == NULL)
        TG_TRY(tg_fail(
          context, TRICORN_INVALID_ARGUMENT, "to measure a partition takes its name: give " TG_OPTION("partition")));
    TG_TRY(tg_partition_check_place(context, graph, plan.request.partition));
    {
        const tg_plan_limits before = tg_plan_begin(context, &plan);
        status = tg_plan_relabel(context, &plan);
        if (status == TRICORN_OK)
            status = tg_partition_methods_of(plan.request.partition)->measure(context, &plan, &found);
        tg_plan_end(context, &before);
    }
    TG_TRY(status);
    found.partition = plan.request.partition->name;
    *sizes = found;
cleanup:
    tg_plan_drop_relabelled(&plan);
    return status;
}
