/* prepare.c - runs the steps from raw edges to the clean oriented graph, most of which sorted
 * edges do not need (presorted.c). */
#include "prepare/prepare.h"

#include "base/clock.h"
#include "base/memory.h"
#include "prepare/cpu/presorted.h"
#include "prepare/steps.h"

/* Frees the room of parts that no edge uses, which readers allocate ahead of need. */
static tricorn_status shrink_parts(tricorn_context *context, tg_edges *edges)
{
    for (uint32_t p = 0; p < edges->part_count; p++) {
        tg_edge_part *part = &edges->parts[p];
        TG_DO(tg_realloc(context, part->count, sizeof(tg_edge), &part->edges));
        part->room = part->count;
    }
    return TRICORN_OK;
}

tricorn_status tg_prepare(
  tricorn_context *context, tg_edges *edges, const tg_prepare_options *options, tricorn_graph **graph)
{
    tricorn_status status = TRICORN_OK;
    tg_preparation preparation = {.edges = edges, .rows_on_device = options->rows_on_device};
    bool made = false;
    const double start = tg_clock_now();

    if (options->strict) TG_TRY(tg_check_strict(context, edges, options->name));
    tg_free(edges->lines);
    edges->lines = NULL;
    TG_TRY(tg_compact_ids(context, edges));
    TG_TRY(shrink_parts(context, edges));
    TG_TRY(TG_ALLOC_ZERO(context, 1, &preparation.graph));
    preparation.input_edges = tg_edges_count(edges);

    TG_TRY(tg_make_presorted_rows(context, &preparation, &made));
    if (!made) {
        if (preparation.degrees == NULL) TG_TRY(tg_count_degrees(context, &preparation));
        TG_TRY(tg_order_vertices(context, &preparation));
        TG_TRY(tg_make_rows(context, &preparation));
    }

    preparation.graph->ids = edges->ids;
    edges->ids = (tg_ids){0};
    tg_edges_free(edges);
    preparation.graph->input_edges = preparation.input_edges;
    preparation.graph->self_loops = preparation.self_loops;
    preparation.graph->source = "arrays";
    preparation.graph->prepare_seconds = tg_clock_now() - start;
    *graph = preparation.graph;
    preparation.graph = NULL;

cleanup:
    tg_free(preparation.degrees);
    tg_free(preparation.few);
    tg_free(preparation.loops);
    tg_free(preparation.new_ids);
    tg_free(preparation.ranks);
    tricorn_graph_free(preparation.graph);
    tg_edges_free(edges);
    return status;
}
