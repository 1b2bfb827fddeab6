/* partition.c - cuts a graph into blocks by classes of vertices, in two passes over its rows.
 *
 * - The first pass counts the ids of each class in each row; the second pass writes them.
 * - Only the blocks of a row's class contain the row, at offsets of its own: threads need no
 *   atomic operations.
 */
#include "task/partition.h"

#include "base/memory.h"

enum {
    ROWS_AT_ONCE = 1024, /* rows that a thread processes at a time */
    MOST_CLASSES = 4096  /* few enough that a thread's counters of one row stay in the cache */
};

/* ---- filling blocks ----------------------------------------------------------------------- */

static uint64_t *offset_of(const tg_partition *partition, uint64_t u, uint32_t j)
{
    const uint32_t n = partition->classes;
    return &partition->offsets[u % n * n + j][u / n];
}

/* Counts the ids of each class j in row u: in block (class of u, j), at the offset that follows
 * the row's. */
static void count_row(const tg_rows *graph, const tg_partition *partition, uint64_t u)
{
    const uint32_t n = partition->classes;
    for (uint64_t e = graph->offsets[u]; e < graph->offsets[u + 1]; e++)
        offset_of(partition, u, graph->ids[e] % n)[1]++;
}

/* Writes the ids of row u to its blocks, at the positions that their offsets say. */
static void place_row(const tg_rows *graph, const tg_partition *partition, uint64_t u,
                      uint64_t *ends)
{
    const uint32_t n = partition->classes;
    const uint64_t i = u % n;
    for (uint32_t j = 0; j < n; j++) ends[j] = *offset_of(partition, u, j);
    for (uint64_t e = graph->offsets[u]; e < graph->offsets[u + 1]; e++) {
        const uint32_t j = graph->ids[e] % n;
        partition->ids[i * n + j][ends[j]++] = graph->ids[e] / n;
    }
}

/* Counts the ids of all rows or, if `place`, writes them to the blocks. */
static tricorn_status each_row(tricorn_context *context, const tg_rows *graph,
                               const tg_partition *partition, bool place)
{
    tricorn_status status = TRICORN_OK;
    const uint64_t rows = graph->count, threads = context->threads;
    uint64_t *ends = NULL;

    TG_TRY(TG_ALLOC(context, threads * partition->classes, &ends));
#pragma omp parallel for num_threads((int)threads) schedule(static, 1)
    for (uint64_t t = 0; t < threads; t++) {
        uint64_t *const own = ends + t * partition->classes;
        for (uint64_t first = t * ROWS_AT_ONCE; first < rows; first += threads * ROWS_AT_ONCE) {
            const uint64_t last = rows - first < ROWS_AT_ONCE ? rows : first + ROWS_AT_ONCE;
            for (uint64_t u = first; u < last; u++) {
                if (place)
                    place_row(graph, partition, u, own);
                else
                    count_row(graph, partition, u);
            }
            if (tg_work_add(context, graph->offsets[last] - graph->offsets[first])) break;
        }
    }
    TG_TRY(tg_check_cancelled(context));
cleanup:
    tg_free(ends);
    return status;
}

/* Allocates the offsets of all blocks, all zero. */
static tricorn_status make_offsets(tricorn_context *context, tg_partition *partition)
{
    tricorn_status status = TRICORN_OK;
    const uint32_t n = partition->classes;
    for (uint32_t block = 0; block < n * n; block++)
        TG_TRY(TG_ALLOC_ZERO(context, (uint64_t)partition->rows[block / n] + 1,
                             &partition->offsets[block]));
cleanup:
    return status;
}

/* Turns the lengths of rows into offsets, and allocates memory for the ids. */
static tricorn_status make_ids(tricorn_context *context, tg_partition *partition)
{
    tricorn_status status = TRICORN_OK;
    const uint32_t n = partition->classes;
#pragma omp parallel for num_threads((int)context->threads) schedule(dynamic, 1)
    for (uint32_t block = 0; block < n * n; block++)
        for (uint32_t r = 0; r < partition->rows[block / n]; r++)
            partition->offsets[block][r + 1] += partition->offsets[block][r];
    for (uint32_t block = 0; block < n * n; block++)
        TG_TRY(TG_ALLOC(context, partition->offsets[block][partition->rows[block / n]],
                        &partition->ids[block]));
cleanup:
    return status;
}

tricorn_status tg_partition_create(tricorn_context *context, const tricorn_graph *graph,
                                   uint32_t classes, tg_partition *partition)
{
    tricorn_status status = TRICORN_OK;
    tg_partition made = {.classes = classes};
    const uint64_t blocks = (uint64_t)classes * classes;
    tg_rows rows;

    if (classes > MOST_CLASSES)
        return tg_fail(context, TRICORN_INVALID_ARGUMENT,
                       "a graph can be cut into at most %d x %d blocks", MOST_CLASSES,
                       MOST_CLASSES);
    TG_TRY(tg_graph_rows(context, graph, &rows));
    TG_TRY(TG_ALLOC_ZERO(context, blocks, &made.offsets));
    TG_TRY(TG_ALLOC_ZERO(context, blocks, &made.ids));
    TG_TRY(TG_ALLOC_ZERO(context, classes, &made.rows));
    for (uint32_t i = 0; i < classes; i++)
        made.rows[i] = graph->active / classes + (i < graph->active % classes);
    tg_work_begin(context, "cutting the graph into blocks", 2 * graph->edges);
    TG_TRY(make_offsets(context, &made));
    TG_TRY(each_row(context, &rows, &made, false));
    TG_TRY(make_ids(context, &made));
    TG_TRY(each_row(context, &rows, &made, true));
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

/* ---- tasks -------------------------------------------------------------------------------- */

tg_rows tg_partition_block(const tg_partition *partition, uint32_t i, uint32_t j)
{
    const uint32_t block = i * partition->classes + j;
    return (tg_rows){partition->rows[i], partition->offsets[block], partition->ids[block]};
}

tg_task tg_partition_task(const tg_partition *partition, uint32_t i, uint32_t j, uint32_t k)
{
    /* With the numbers w and v that vertices have in classes j and k, vertex w is below vertex v
     * if w * n + j < v * n + k. */
    return (tg_task){.edges = tg_partition_block(partition, i, k),
                     .from = tg_partition_block(partition, i, j),
                     .into = tg_partition_block(partition, k, j),
                     .last_row = partition->rows[i],
                     .reach = j < k ? TG_REACH_EQUAL : TG_REACH_BELOW,
                     .u = tg_partition_numbering(partition, i),
                     .v = tg_partition_numbering(partition, k),
                     .w = tg_partition_numbering(partition, j)};
}

/* ---- counts ------------------------------------------------------------------------------- */

void tg_partition_add_vertices(const tricorn_context *context, const tg_partition *partition,
                               uint32_t i, const uint64_t *counts, uint64_t *vertices)
{
    const tg_numbering numbering = tg_partition_numbering(partition, i);
#pragma omp parallel for num_threads((int)context->threads)
    for (uint32_t x = 0; x < partition->rows[i]; x++)
        vertices[tg_vertex_of(numbering, x)] += counts[x];
}

tricorn_status tg_partition_add_edges(tricorn_context *context, const tg_partition *partition,
                                      const tricorn_graph *graph, uint32_t *const *blocks,
                                      uint32_t *edges)
{
    const uint32_t n = partition->classes;
    tg_rows rows;
    const tricorn_status status = tg_graph_rows(context, graph, &rows);
    if (status != TRICORN_OK) return status;
#pragma omp parallel for num_threads((int)context->threads) schedule(dynamic, ROWS_AT_ONCE)
    for (uint64_t u = 0; u < rows.count; u++)
        for (uint32_t j = 0; j < n; j++) {
            const uint32_t *from = blocks[u % n * n + j] + *offset_of(partition, u, j);
            for (uint64_t e = rows.offsets[u]; e < rows.offsets[u + 1]; e++)
                if (rows.ids[e] % n == j) edges[e] += *from++;
        }
    return TRICORN_OK;
}
