/* build.c - see build.h. */
#include "load/build.h"

#include "base/clock.h"
#include "load/directions.h"

/* Only a file made to do harm has vertices with the same number. */
static tricorn_status set_cleaned(tricorn_context *context, const char *name,
                                  const tg_cleaned *cleaned, tricorn_graph *graph)
{
    if (graph->vertices != cleaned->vertices || graph->edges != cleaned->edges)
        return tg_fail(context, TRICORN_BAD_FORMAT,
                       "%s: is damaged: vertices have the same number; make it again from its "
                       "source",
                       name);
    graph->input_edges = cleaned->input_edges;
    graph->self_loops = cleaned->self_loops;
    graph->duplicates = cleaned->duplicates;
    graph->both_directions = cleaned->both_directions;
    return TRICORN_OK;
}

/* Without directions and weights. */
static tricorn_status build_rows(tricorn_context *context, tg_placement *placement,
                                 tg_edges *edges, const tg_prepare_options *how,
                                 tricorn_graph **graph)
{
    const uint64_t declarations = edges->declarations;
    const tg_cleaned cleaned = edges->cleaned;
    const double start = tg_clock_now();
    bool on_disk = false;
    tricorn_status status = TRICORN_OK;
    TG_TRY(tg_out_of_core_needed(context, &placement->out_of_core, edges, &on_disk));
    const double seconds = tg_clock_now() - start;
    TG_TRY(on_disk ? tg_out_of_core_prepare(context, &placement->out_of_core, edges, graph)
                   : tg_placement_prepare(context, placement, edges, how, graph));
    (*graph)->input_edges -= declarations;
    (*graph)->self_loops -= declarations;
    (*graph)->prepare_seconds += seconds;
    if (cleaned.known) TG_TRY(set_cleaned(context, how->name, &cleaned, *graph));
cleanup:
    return status;
}

tricorn_status tg_build(tricorn_context *context, tg_placement *placement, tg_edges *edges,
                        const tg_prepare_options *how, tricorn_graph **graph)
{
    tricorn_status status = TRICORN_OK;
    tricorn_graph *made = NULL;
    tg_read_edges_kept kept = {.directed = placement->directed};
    if (placement->keeps_edges) TG_TRY(tg_directions_keep(context, edges, &kept));
    TG_TRY(build_rows(context, placement, edges, how, &made));
    if (placement->keeps_edges) TG_TRY(tg_directions_set(context, &kept, made));
    *graph = made;
    made = NULL;
cleanup:
    tricorn_graph_free(made);
    tg_directions_free(&kept);
    return status;
}
