/* measure_parts.c - the sizes of the parts of those partitions that only workers count. */
#include "schedule/disk/parts.h"
#include "schedule/partitioned.h"

static tricorn_status measure(tricorn_context *context, const tg_plan *plan, tricorn_partition_sizes *sizes)
{
    tricorn_status status = TRICORN_OK;
    tg_parts *parts = NULL;
    tg_pass_limits limits = {0};

    TG_TRY(tg_partition_memory(context, plan, &sizes->memory_bytes));
    TG_TRY(tg_parts_cut(context, plan->graph, &plan->request, &limits, &parts));
    sizes->tasks = tg_parts_count(parts);
    sizes->rows = (uint32_t)sizes->tasks;
    sizes->columns = 1;
    for (uint64_t t = 0; t < sizes->tasks; t++) {
        const tg_worker_size size = tg_worker_tasks_size(tg_parts_tasks(parts), t);
        tg_partition_add_block(sizes, size.bytes);
        sizes->read_bytes += size.bytes;
        sizes->empty_tasks += size.wedges == 0;
    }
cleanup:
    tg_parts_free(parts);
    return status;
}

extern const tg_schedule tg_schedule_joined;
extern const tg_cut_rule tg_cut_rule_workload, tg_cut_rule_polak;

const tg_partition_methods tg_partition_workload = {
  .joined = &tg_schedule_joined, .measure = measure, .rule = &tg_cut_rule_workload};
const tg_partition_methods tg_partition_polak = {
  .joined = &tg_schedule_joined, .measure = measure, .rule = &tg_cut_rule_polak};
