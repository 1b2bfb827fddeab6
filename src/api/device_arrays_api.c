/* device_arrays_api.c - graphs from arrays in the memory of a GPU. */
#include "api/api.h"
#include "base/options.h"
#include "graph/integers.h"
#include "load/place.h"
#include "prepare/on_gpu.h"

/* Reads the options, of which few have an effect here. */
static tricorn_status read_wish(tricorn_context *context, const tricorn_load_options *given,
                                tg_device_wish *wish)
{
    tricorn_status status = TRICORN_OK;
    tg_load_request request;
    TG_TRY(tg_api_read_load_options(context, &request, given));
    const tricorn_load_options *known = &request.options;
    if (known->graph.strict || tg_keeps_edges(known) || !tg_is_auto(known->graph.prepare))
        TG_TRY(tg_fail(context, TRICORN_UNSUPPORTED,
                       "strict, prepare, directions and weights are for arrays in host memory"));
    *wish = (tg_device_wish){.order = tg_is_auto(known->graph.order) ? NULL : known->graph.order,
                             .bytes_limit = request.count.device_bytes_limit};
cleanup:
    return status;
}

/* That numbers can be read on a GPU; without any they may be NULL. */
static tricorn_status check_numbers(tricorn_context *context, const tricorn_integers *numbers,
                                    uint64_t count, const char *name)
{
    tricorn_status status = TRICORN_OK;
    if (!tg_integers_are_known(numbers))
        TG_TRY(tg_fail(context, TRICORN_INVALID_ARGUMENT,
                       "%s: the type is %d, which is no tricorn_integer", name,
                       (int)numbers->type));
    const size_t bytes = tg_integers_bytes(numbers);
    if ((uintptr_t)numbers->first % bytes != 0 || numbers->stride % (ptrdiff_t)bytes != 0)
        TG_TRY(tg_fail(context, TRICORN_INVALID_ARGUMENT,
                       "%s: numbers of %zu bytes are not aligned, as a GPU needs them", name,
                       bytes));
    TG_TRY(tg_api_require(context, count ? numbers->first : "none", name));
cleanup:
    return status;
}

tricorn_status tricorn_graph_from_device_columns(tricorn_context *context,
                                                 const tricorn_edge_columns *columns,
                                                 const tricorn_load_options *options,
                                                 tricorn_graph **graph)
{
    tricorn_status status = TRICORN_OK;
    tg_device_wish wish;

    TG_TRY(tg_api_enter(context));
    TG_TRY(tg_api_require(context, graph, "graph"));
    TG_TRY(tg_api_require(context, columns, "columns"));
    TG_TRY(read_wish(context, options, &wish));
    TG_TRY(check_numbers(context, &columns->sources, columns->edges, "sources"));
    TG_TRY(check_numbers(context, &columns->targets, columns->edges, "targets"));
    if (columns->edges == 0) /* memory of no GPU: the empty graph needs none */
        return tricorn_graph_from_columns(context, NULL, 0, options, graph);
    TG_TRY(tg_on_gpu_of_columns(context, columns, &wish, graph));
cleanup:
    return tg_api_leave(context, status);
}

tricorn_status tricorn_graph_from_device_rows(tricorn_context *context, const tricorn_csr *rows,
                                              uint64_t entries,
                                              const tricorn_load_options *options,
                                              tricorn_graph **graph)
{
    tricorn_status status = TRICORN_OK;
    tg_device_wish wish;

    TG_TRY(tg_api_enter(context));
    TG_TRY(tg_api_require(context, graph, "graph"));
    TG_TRY(tg_api_require(context, rows, "rows"));
    TG_TRY(read_wish(context, options, &wish));
    if (rows->vertices >= UINT32_MAX)
        TG_TRY(tg_fail(context, TRICORN_INVALID_ARGUMENT, "more than 2^32 - 2 vertices"));
    TG_TRY(check_numbers(context, &rows->offsets, rows->vertices + 1, "offsets"));
    TG_TRY(check_numbers(context, &rows->targets, entries, "targets"));
    TG_TRY(tg_on_gpu_of_rows(context, rows, entries, &wish, graph));
cleanup:
    return tg_api_leave(context, status);
}
