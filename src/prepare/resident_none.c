/* resident_none.c - stands for graphs on a GPU in a build without CUDA: there are none. */
#include "prepare/resident.h"

trigon_status tg_prepare_resident(trigon_context *context, tg_edges *edges, const char *order,
                                  trigon_graph **graph)
{
    (void)edges;
    (void)order;
    (void)graph;
    return tg_fail(context, TRIGON_UNSUPPORTED, "this build has no GPU support");
}

trigon_status tg_prepare_resident_by_steps(trigon_context *context, tg_edges *edges,
                                           trigon_graph **graph)
{
    return tg_prepare_resident(context, edges, NULL, graph);
}

trigon_status tg_make_resident_rows(trigon_context *context, struct tg_preparation *preparation,
                                    const struct tg_spread *spread)
{
    (void)preparation;
    (void)spread;
    return tg_fail(context, TRIGON_UNSUPPORTED, "this build has no GPU support");
}

trigon_status tg_graph_fetch(trigon_context *context, const trigon_graph *graph)
{
    (void)context;
    (void)graph;
    return TRIGON_OK;
}

bool tg_graph_is_on(const trigon_graph *graph, uint32_t *gpu)
{
    (void)graph;
    (void)gpu;
    return false;
}

bool tg_resident_borrow(const trigon_graph *graph, tg_device_rows *rows, const uint32_t **sources)
{
    (void)graph;
    (void)rows;
    (void)sources;
    return false;
}

void tg_resident_return(const trigon_graph *graph)
{
    (void)graph;
}

trigon_status tg_resident_evict(trigon_context *context, const trigon_graph *graph)
{
    (void)context;
    (void)graph;
    return TRIGON_OK;
}

tg_row_measures tg_graph_measures(const trigon_context *context, const trigon_graph *graph)
{
    return tg_rows_measures(context, graph);
}
