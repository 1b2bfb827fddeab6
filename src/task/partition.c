/* partition.c - blocks of a graph by classes of vertices. */
#include "task/partition.h"

#include "base/memory.h"

/* Counts block (i, j)'s ids by row or, with ids, writes them. */
static void fill_block(const tricorn_graph *graph, const tg_partition *partition, uint32_t i,
                       uint32_t j)
{
    const uint32_t n = partition->classes;
    uint64_t *offsets = partition->offsets[i * n + j];
    uint32_t *ids = partition->ids[i * n + j];
    uint64_t filled = 0;
    for (uint32_t r = 0; r < partition->rows[i]; r++) {
        const uint64_t u = (uint64_t)r * n + i;
        offsets[r] = filled;
        for (uint64_t e = graph->offsets[u]; e < graph->offsets[u + 1]; e++) {
            if (graph->targets[e] % n != j) continue;
            if (ids) ids[filled] = graph->targets[e] / n;
            filled++;
        }
    }
    offsets[partition->rows[i]] = filled;
}

static tricorn_status make_block(tricorn_context *context, const tricorn_graph *graph,
                                tg_partition *partition, uint32_t i, uint32_t j)
{
    tricorn_status status = TRICORN_OK;
    const uint32_t block = i * partition->classes + j;
    TG_TRY(TG_ALLOC(context, (uint64_t)partition->rows[i] + 1, &partition->offsets[block]));
    fill_block(graph, partition, i, j);
    TG_TRY(TG_ALLOC(context, partition->offsets[block][partition->rows[i]],
                    &partition->ids[block]));
    if (partition->ids[block]) fill_block(graph, partition, i, j);
cleanup:
    return status;
}

tricorn_status tg_partition_create(tricorn_context *context, const tricorn_graph *graph,
                                  uint32_t classes, tg_partition *partition)
{
    tricorn_status status = TRICORN_OK;
    tg_partition made = {.classes = classes};
    const uint64_t blocks = (uint64_t)classes * classes;

    TG_TRY(TG_ALLOC_ZERO(context, blocks, &made.offsets));
    TG_TRY(TG_ALLOC_ZERO(context, blocks, &made.ids));
    TG_TRY(TG_ALLOC_ZERO(context, classes, &made.rows));
    for (uint32_t i = 0; i < classes; i++)
        made.rows[i] = graph->active / classes + (i < graph->active % classes);
    for (uint32_t i = 0; i < classes; i++)
        for (uint32_t j = 0; j < classes; j++) TG_TRY(make_block(context, graph, &made, i, j));
    *partition = made;
    made = (tg_partition){0};

cleanup:
    tg_partition_free(&made);
    return status;
}

void tg_partition_free(tg_partition *partition)
{
    const uint64_t blocks = (uint64_t)partition->classes * partition->classes;
    for (uint64_t b = 0; b < blocks; b++) {
        if (partition->offsets) tg_free(partition->offsets[b]);
        if (partition->ids) tg_free(partition->ids[b]);
    }
    tg_free(partition->offsets);
    tg_free(partition->ids);
    tg_free(partition->rows);
    *partition = (tg_partition){0};
}

static tg_rows block_rows(const tg_partition *partition, uint32_t i, uint32_t j)
{
    const uint32_t block = i * partition->classes + j;
    return (tg_rows){partition->rows[i], partition->offsets[block], partition->ids[block]};
}

tg_task tg_partition_task(const tg_partition *partition, uint32_t i, uint32_t j, uint32_t k)
{
    return (tg_task){.edges = block_rows(partition, i, k),
                     .from = block_rows(partition, i, j),
                     .into = block_rows(partition, k, j),
                     .first_row = 0,
                     .last_row = partition->rows[i],
                     .whole = partition->classes == 1};
}
