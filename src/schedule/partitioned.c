/* partitioned.c - see partitioned.h. */
#include "schedule/partitioned.h"

#include "base/memory.h"
#include "device/device.h"

#define TG_PARTITION(id, on_disk, from, how, what)                                               \
    extern const tg_partition_methods tg_partition_##id;
#include "registry/partitions.def"
#undef TG_PARTITION

/* In the order of the registry. */
static const tg_partition_methods *const methods[] = {
#define TG_PARTITION(id, on_disk, from, how, what) &tg_partition_##id,
#include "registry/partitions.def"
#undef TG_PARTITION
};

const tg_partition_methods *tg_partition_methods_of(const tg_partition_kind *kind)
{
    return methods[kind - tg_partition_kind_at(0)];
}

const tg_partition_kind *tg_partition_of(const tg_schedule *schedule)
{
    for (size_t p = 0; p < tg_partition_kind_count(); p++)
        if (methods[p]->schedule == schedule) return tg_partition_kind_at(p);
    return NULL;
}

tricorn_status tg_partition_memory(tricorn_context *context, const tg_run *run, uint64_t *bytes)
{
    const tg_request *request = &run->request;
    tricorn_status status = TRICORN_OK;
    uint64_t room = request->device_bytes_limit;

    if (room == 0 && request->setup.algorithm->cpu) room = tg_memory_room(context->memory);
    for (uint32_t g = 0; request->setup.algorithm->gpu && g < request->gpus.count; g++) {
        TG_TRY(tg_device_open(context, request->gpus.numbers[g]));
        tg_device_set_limit(context, request->device_bytes_limit);
        const uint64_t here = tg_device_room(context);
        if (room == 0 || here < room) room = here;
    }
    *bytes = room;
cleanup:
    return status;
}

void tg_partition_add_block(tricorn_partition_sizes *sizes, uint64_t bytes)
{
    if (sizes->blocks == 0 || bytes < sizes->smallest_bytes) sizes->smallest_bytes = bytes;
    if (bytes > sizes->largest_bytes) sizes->largest_bytes = bytes;
    sizes->total_bytes += bytes;
    sizes->blocks++;
}

tricorn_status tg_partition_measure(tricorn_context *context, const tricorn_graph *graph,
                                    const tricorn_options *options,
                                    tricorn_partition_sizes *sizes)
{
    tricorn_status status = TRICORN_OK;
    tricorn_partition_sizes found = TRICORN_PARTITION_SIZES_INIT;
    tg_run run = {.graph = graph};

    TG_TRY(tg_request_read(context, graph, options, TG_SINK_TOTAL, &run.request));
    if (run.request.partition == NULL)
        TG_TRY(tg_fail(context, TRICORN_INVALID_ARGUMENT,
                       "to measure a partition takes its name: give " TG_OPTION("partition")));
    {
        const tg_run_limits before = tg_run_begin(context, &run);
        status = tg_partition_methods_of(run.request.partition)->measure(context, &run, &found);
        tg_run_end(context, &before);
    }
    TG_TRY(status);
    found.partition = run.request.partition->description.name;
    *sizes = found;
cleanup:
    return status;
}
