/* on_gpu_none.c - replaces on_gpu.cu in a build without CUDA: no graph is on a GPU. */
#include "prepare/on_gpu.h"

tricorn_status tg_prepare_on_gpu(tricorn_context *context, tg_edges *edges, const char *order,
                                 tricorn_graph **graph)
{
    (void)edges;
    (void)order;
    (void)graph;
    return tg_fail(context, TRICORN_UNSUPPORTED, "this build has no GPU support");
}

tricorn_status tg_prepare_on_gpu_by_steps(tricorn_context *context, tg_edges *edges,
                                          tricorn_graph **graph)
{
    return tg_prepare_on_gpu(context, edges, NULL, graph);
}

tricorn_status tg_on_gpu_of_columns(tricorn_context *context, const tricorn_edge_columns *columns,
                                    const tg_device_wish *wish, tricorn_graph **graph)
{
    (void)columns;
    (void)wish;
    (void)graph;
    return tg_fail(context, TRICORN_UNSUPPORTED, "this build has no GPU support");
}

tricorn_status tg_on_gpu_of_rows(tricorn_context *context, const tricorn_csr *rows,
                                 uint64_t entries, const tg_device_wish *wish,
                                 tricorn_graph **graph)
{
    (void)rows;
    (void)entries;
    return tg_on_gpu_of_columns(context, NULL, wish, graph);
}

tricorn_status tg_make_rows_on_gpu(tricorn_context *context, struct tg_preparation *preparation,
                                   const struct tg_scatter *scatter)
{
    (void)preparation;
    (void)scatter;
    return tg_fail(context, TRICORN_UNSUPPORTED, "this build has no GPU support");
}

bool tg_graph_is_on(const tricorn_graph *graph, uint32_t *gpu)
{
    (void)graph;
    (void)gpu;
    return false;
}

bool tg_on_gpu_borrow(const tricorn_graph *graph, tg_device_rows *rows, const uint32_t **sources)
{
    (void)graph;
    (void)rows;
    (void)sources;
    return false;
}

void tg_on_gpu_return(const tricorn_graph *graph)
{
    (void)graph;
}

tricorn_status tg_on_gpu_evict(tricorn_context *context, const tricorn_graph *graph)
{
    (void)context;
    (void)graph;
    return TRICORN_OK;
}

tricorn_status tg_graph_measures(tricorn_context *context, const tricorn_graph *graph,
                                 tg_row_measures *measures)
{
    tg_rows rows;
    const tricorn_status status = tg_graph_rows(context, graph, &rows);
    if (status == TRICORN_OK) *measures = tg_rows_measures(context, &rows);
    return status;
}
