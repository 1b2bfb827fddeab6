#include "load/directions.h"

#include <string.h>

#include "base/copy.h"
#include "base/memory.h"
#include "prepare/prepare.h"

/* Stands for a weight that is not set yet: weights are not negative. */
static const double NO_WEIGHT = -1;

/* Copies the edges of a part, and takes their weights, which are freed. */
static void take_part(const tricorn_context *context, tg_edge_part *part,
                      tg_read_edges_kept *kept)
{
    if (part->count > 0)
        tg_copy_parallel(context, kept->edges + kept->count, part->edges,
                         part->count * sizeof(tg_edge));
    if (part->count > 0 && kept->weights)
        tg_copy_parallel(context, kept->weights + kept->count, part->weights,
                         part->count * sizeof(double));
    kept->count += part->count;
    tg_free(part->weights);
    part->weights = NULL;
    part->weight_room = 0;
}

tricorn_status tg_directions_keep(tricorn_context *context, tg_edges *edges,
                                  tg_read_edges_kept *kept)
{
    tricorn_status status = TRICORN_OK;
    const uint64_t count = tg_edges_count(edges);
    bool weighted = false;

    kept->symmetric = edges->symmetric;
    TG_TRY(tg_compact_ids(context, edges));
    TG_TRY(TG_ALLOC(context, count + 1, &kept->edges));
    for (uint32_t p = 0; p < edges->part_count; p++) weighted |= edges->parts[p].weights != NULL;
    if (weighted) TG_TRY(TG_ALLOC(context, count + 1, &kept->weights));
    for (uint32_t p = 0; p < edges->part_count; p++) take_part(context, &edges->parts[p], kept);
cleanup:
    return status;
}

void tg_directions_free(tg_read_edges_kept *kept)
{
    tg_free(kept->edges);
    tg_free(kept->weights);
    *kept = (tg_read_edges_kept){0};
}

/* Sets the weight of an edge.  Returns false if another weight is set already. */
static bool set_weight(double *to, double weight)
{
    uint64_t before, bits;
    memcpy(&before, &NO_WEIGHT, sizeof before);
    memcpy(&bits, &weight, sizeof bits);
    return __atomic_compare_exchange_n((uint64_t *)(void *)to, &before, bits, false,
                                       __ATOMIC_RELAXED, __ATOMIC_RELAXED) ||
           before == bits;
}

typedef struct setting {
    const tg_read_edges_kept *kept;
    tricorn_graph *graph;
    tg_rows rows;
    const uint32_t *numbers; /* of the vertex with that number in the input */
} setting;

/* Sets direction and weight of edge number i of the input.  Returns false if the edge has another
 * weight already. */
static bool set_edge(const setting *job, uint64_t i)
{
    const tg_edge edge = job->kept->edges[i];
    const uint32_t u = job->numbers[edge.u], v = job->numbers[edge.v];
    if (u == v) return true;
    const uint64_t at = tg_row_position(&job->rows, u > v ? u : v, u > v ? v : u);
    const unsigned char direction = u > v ? TG_DOWN : TG_UP;
    if (job->kept->directed)
        __atomic_fetch_or(&job->graph->directions[at],
                          job->kept->symmetric ? TG_UP | TG_DOWN : direction, __ATOMIC_RELAXED);
    return job->kept->weights == NULL ||
           set_weight(&job->graph->weights[at], job->kept->weights[i]);
}

tricorn_status tg_directions_set(tricorn_context *context, const tg_read_edges_kept *kept,
                                 tricorn_graph *graph)
{
    tricorn_status status = TRICORN_OK;
    uint32_t *numbers = NULL;
    bool differ = false;
    setting job = {.kept = kept, .graph = graph};

    TG_TRY(tg_graph_rows(context, graph, &job.rows));
    if (kept->directed) TG_TRY(TG_ALLOC_ZERO(context, graph->edges + 1, &graph->directions));
    if (kept->weights) TG_TRY(TG_ALLOC(context, graph->edges + 1, &graph->weights));
    for (uint64_t e = 0; kept->weights && e < graph->edges; e++) graph->weights[e] = NO_WEIGHT;
    TG_TRY(TG_ALLOC(context, tg_graph_input_numbers(graph) + 1, &numbers));
    for (uint32_t v = 0; v < graph->vertices; v++) numbers[tg_graph_input_id(graph, v)] = v;
    job.numbers = numbers;
#pragma omp parallel for num_threads((int)context->threads) schedule(static) reduction(||        \
                                                                                       : differ)
    for (uint64_t i = 0; i < kept->count; i++) differ = !set_edge(&job, i) || differ;
    if (differ)
        TG_TRY(tg_fail(
            context, TRICORN_BAD_FORMAT,
            "an edge is given twice, with different weights: leave one of them in the input"));
cleanup:
    tg_free(numbers);
    return status;
}
