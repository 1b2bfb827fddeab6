/* device_arrays.c - graphs from arrays in the memory of a GPU; see arrays.h. */
#include "base/options.h"
#include "graph/integers.h"
#include "io/text/dialect/where.h"
#include "load/arrays.h"
#include "load/place.h"
#include "prepare/on_gpu.h"

/* Reads the options, of which few have an effect on a GPU. */
static tricorn_status read_wish(tricorn_context *context, const tricorn_load_options *options, tg_device_wish *wish)
{
    if (options->graph.strict || tg_keeps_edges(options) || !tg_is_auto(options->graph.prepare))
        return tg_fail(
          context, TRICORN_UNSUPPORTED, "strict, prepare, directions and weights are for arrays in host memory");
    TG_DO(tg_refuse_where(context, options, "arrays"));
    *wish = (tg_device_wish){.order = tg_is_auto(options->graph.order) ? NULL : options->graph.order,
      .bytes_limit = options->count ? options->count->device_bytes_limit : 0};
    return TRICORN_OK;
}

/* Refuses integers that no array can hold, or that are not aligned as a GPU needs them. */
static tricorn_status check_numbers(
  tricorn_context *context, const tricorn_integers *numbers, uint64_t count, const char *name)
{
    TG_DO(tg_load_check_integers(context, numbers, count, name));
    const size_t bytes = tg_integers_bytes(numbers);
    if ((uintptr_t)numbers->first % bytes == 0 && numbers->stride % (ptrdiff_t)bytes == 0) return TRICORN_OK;
    return tg_fail(
      context, TRICORN_INVALID_ARGUMENT, "%s: numbers of %zu bytes are not aligned, as a GPU needs them", name, bytes);
}

tricorn_status tg_load_device_columns(tricorn_context *context, const tricorn_edge_columns *columns,
  const tricorn_load_options *options, tricorn_graph **graph)
{
    tg_device_wish wish;
    TG_DO(read_wish(context, options, &wish));
    TG_DO(check_numbers(context, &columns->sources, columns->edges, "sources"));
    TG_DO(check_numbers(context, &columns->targets, columns->edges, "targets"));
    if (columns->edges == 0) /* memory of no GPU: the empty graph needs none */
        return tg_load_columns(context, NULL, 0, options, graph);
    return tg_on_gpu_of_columns(context, columns, &wish, graph);
}

tricorn_status tg_load_device_rows(tricorn_context *context, const tricorn_csr *rows, uint64_t entries,
  const tricorn_load_options *options, tricorn_graph **graph)
{
    tg_device_wish wish;
    TG_DO(read_wish(context, options, &wish));
    if (rows->vertices >= UINT32_MAX) return tg_fail(context, TRICORN_INVALID_ARGUMENT, "vertices is above 2^32 - 2");
    TG_DO(check_numbers(context, &rows->offsets, rows->vertices + 1, "offsets"));
    TG_DO(check_numbers(context, &rows->targets, entries, "targets"));
    return tg_on_gpu_of_rows(context, rows, entries, &wish, graph);
}
