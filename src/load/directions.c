#include "load/directions.h"

#include "base/copy.h"
#include "base/memory.h"
#include "prepare/prepare.h"

tricorn_status tg_directions_keep(tricorn_context *context, tg_edges *edges,
                                  tg_read_edges_kept *kept)
{
    tricorn_status status = TRICORN_OK;

    TG_TRY(tg_number_vertices(context, edges));
    TG_TRY(TG_ALLOC(context, tg_edges_count(edges) + 1, &kept->edges));
    for (uint32_t p = 0; p < edges->part_count; p++) {
        const tg_edge_part *part = &edges->parts[p];
        if (part->count == 0) continue;
        tg_copy_parallel(context, kept->edges + kept->count, part->edges,
                         part->count * sizeof(tg_edge));
        kept->count += part->count;
    }
cleanup:
    return status;
}

void tg_directions_free(tg_read_edges_kept *kept)
{
    tg_free(kept->edges);
    *kept = (tg_read_edges_kept){0};
}

tricorn_status tg_directions_set(tricorn_context *context, const tg_read_edges_kept *kept,
                                 tricorn_graph *graph)
{
    tricorn_status status = TRICORN_OK;
    uint32_t *numbers = NULL; /* of the vertex with that number in the input */
    tg_rows rows;

    TG_TRY(tg_graph_rows(context, graph, &rows));
    TG_TRY(TG_ALLOC_ZERO(context, graph->edges + 1, &graph->directions));
    TG_TRY(TG_ALLOC(context, tg_graph_input_numbers(graph) + 1, &numbers));
    for (uint32_t v = 0; v < graph->vertices; v++) numbers[tg_graph_input_id(graph, v)] = v;
#pragma omp parallel for num_threads((int)context->threads) schedule(static)
    for (uint64_t i = 0; i < kept->count; i++) {
        if (kept->edges[i].u == kept->edges[i].v) continue;
        const uint32_t u = numbers[kept->edges[i].u], v = numbers[kept->edges[i].v];
        const uint64_t at = tg_row_position(&rows, u > v ? u : v, u > v ? v : u);
        __atomic_fetch_or(&graph->directions[at], u > v ? TG_DOWN : TG_UP, __ATOMIC_RELAXED);
    }
cleanup:
    tg_free(numbers);
    return status;
}
