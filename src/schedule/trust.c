/* trust.c - the partition trust: its rule, and its sizes; the schedule is that of blocks.
 *
 * Source: Pandey et al., "TRUST", TPDS 2021: section 5.2 has the n^3 tasks, 5.3 the classes x % n
 * and the numbers x / n, 6.5 the rule for n.
 */
#include "base/memory.h"
#include "schedule/blocks.h"
#include "schedule/partitioned.h"
#include "schedule/schedule.h"

extern const tg_schedule tg_schedule_blocks;

tricorn_status tg_trust_classes(tricorn_context *context, const tg_run *run, uint32_t *classes)
{
    enum { BLOCKS = 3 }; /* of a task */
    const uint64_t bytes = BLOCKS * sizeof(uint32_t) * run->graph->edges;
    uint64_t memory = 0, n = 1;
    tricorn_status status = TRICORN_OK;

    TG_TRY(tg_partition_memory(context, run, &memory));
    while (n <= TG_MOST_BLOCK_CLASSES && bytes / n / n >= memory) n++;
    if (n > TG_MOST_BLOCK_CLASSES)
        TG_TRY(tg_fail(
            context, TRICORN_INVALID_ARGUMENT,
            "the partition 'trust' would need more than %d x %d blocks: allow more memory",
            TG_MOST_BLOCK_CLASSES, TG_MOST_BLOCK_CLASSES));
    *classes = n < run->request.classes ? run->request.classes : (uint32_t)n;
cleanup:
    return status;
}

typedef struct counting {
    uint32_t n;
    uint64_t *edges; /* of each block */
} counting;

/* Edge u->v is in block (u % n, v % n).  Parallel by classes of u. */
static tricorn_status count_edges(tricorn_context *context, void *user, const tg_rows *rows,
                                  uint32_t first)
{
    const counting *to = user;
    const uint32_t n = to->n;
#pragma omp parallel for num_threads((int)context->threads) schedule(dynamic, 1)
    for (uint32_t i = 0; i < n; i++)
        for (uint64_t r = (i + n - first % n) % n; r < rows->count; r += n)
            for (uint64_t e = rows->offsets[r]; e < rows->offsets[r + 1]; e++)
                to->edges[(uint64_t)i * n + rows->ids[e] % n]++;
    return TRICORN_OK;
}

/* Adds the blocks that a task reads beside those of the task before, which it replaces. */
static void read_blocks(const uint64_t *bytes, tg_block_numbers task, tg_block_numbers *before,
                        tricorn_partition_sizes *sizes)
{
    for (int b = 0; b < 3; b++) {
        bool there = false;
        for (int c = 0; c < 3; c++) there |= before->of[c] == task.of[b];
        for (int c = 0; c < b; c++) there |= task.of[c] == task.of[b];
        if (!there) sizes->read_bytes += bytes[task.of[b]];
    }
    *before = task;
}

/* The tasks in the order of the schedule, by one worker. */
static void walk_tasks(const uint64_t *edges, const uint64_t *bytes, uint32_t n,
                       tricorn_partition_sizes *sizes)
{
    const tg_partition partition = {.classes = n};
    tg_block_job job = {.partition = &partition};
    tg_block_cursor cursor = {0};
    tg_block_numbers before = {{UINT32_MAX, UINT32_MAX, UINT32_MAX}};
    tg_block_task task;

    while (tg_block_next(&job, &cursor, &task)) {
        const tg_block_numbers numbers = tg_block_numbers_of(&partition, task);
        sizes->tasks++;
        if (edges[numbers.of[0]] == 0 || edges[numbers.of[1]] == 0 || edges[numbers.of[2]] == 0)
            sizes->empty_tasks++;
        else
            read_blocks(bytes, numbers, &before, sizes);
    }
}

static tricorn_status measure(tricorn_context *context, const tg_run *run,
                              tricorn_partition_sizes *sizes)
{
    tricorn_status status = TRICORN_OK;
    const tg_row_source source = tg_row_source_of(run->graph);
    uint64_t *edges = NULL, *bytes = NULL;
    uint32_t n = 0;

    TG_TRY(tg_trust_classes(context, run, &n));
    TG_TRY(tg_partition_memory(context, run, &sizes->memory_bytes));
    TG_TRY(TG_ALLOC_ZERO(context, (uint64_t)n * n, &edges));
    TG_TRY(TG_ALLOC(context, (uint64_t)n * n, &bytes));
    counting to = {n, edges};
    TG_TRY(source.each(context, &source, count_edges, &to));
    for (uint32_t b = 0; b < n * n; b++) {
        const uint64_t of_class = source.count / n + (b / n < source.count % n);
        bytes[b] = sizeof(uint64_t) * (of_class + 1) + sizeof(uint32_t) * edges[b];
        tg_partition_add_block(sizes, bytes[b]);
    }
    sizes->rows = sizes->columns = n;
    walk_tasks(edges, bytes, n, sizes);
cleanup:
    tg_free(edges);
    tg_free(bytes);
    return status;
}

const tg_partition_methods tg_partition_trust = {.schedule = &tg_schedule_blocks,
                                                 .measure = measure};
