/* arrays_api.c - graphs from arrays, in the memory of the caller or of a GPU. */
#include "api/api.h"
#include "load/arrays.h"

tricorn_status tricorn_graph_from_edges32(tricorn_context *context, const uint32_t *pairs, uint64_t count,
  const tricorn_load_options *options, tricorn_graph **graph)
{
    tg_load_request known;
    const tricorn_status status = TG_ENTER(context, TG_GIVEN(graph), TG_LOAD_OPTIONS(options, &known));
    return TG_LEAVE(context, status, tg_load_pairs(context, pairs, count, &known.options, graph));
}

tricorn_status tricorn_graph_from_columns(tricorn_context *context, const tricorn_edge_columns *chunks, uint64_t count,
  const tricorn_load_options *options, tricorn_graph **graph)
{
    tg_load_request known;
    const tricorn_status status = TG_ENTER(context, TG_GIVEN(graph), TG_LOAD_OPTIONS(options, &known));
    return TG_LEAVE(context, status, tg_load_columns(context, chunks, count, &known.options, graph));
}

tricorn_status tricorn_graph_from_edges64(tricorn_context *context, const uint64_t *pairs, uint64_t count,
  const tricorn_load_options *options, tricorn_graph **graph)
{
    const ptrdiff_t stride = 2 * sizeof *pairs;
    const tricorn_edge_columns columns = {
      .sources = {pairs, stride, TRICORN_UINT64},
      .targets = {pairs ? pairs + 1 : NULL, stride, TRICORN_UINT64},
      .edges = count,
    };
    return tricorn_graph_from_columns(context, &columns, 1, options, graph);
}

tricorn_status tricorn_graph_from_rows(
  tricorn_context *context, const tricorn_csr *rows, const tricorn_load_options *options, tricorn_graph **graph)
{
    tg_load_request known;
    const tricorn_status status = TG_ENTER(context, TG_GIVEN(graph), TG_GIVEN(rows), TG_LOAD_OPTIONS(options, &known));
    return TG_LEAVE(context, status, tg_load_rows(context, rows, &known.options, graph));
}

tricorn_status tricorn_graph_from_csr(tricorn_context *context, uint32_t vertices, const uint64_t *offsets,
  const uint32_t *targets, const tricorn_load_options *options, tricorn_graph **graph)
{
    const tricorn_csr rows = {
      .offsets = {offsets, sizeof *offsets, TRICORN_UINT64},
      .targets = {targets, sizeof *targets, TRICORN_UINT32},
      .vertices = vertices,
    };
    return tricorn_graph_from_rows(context, &rows, options, graph);
}

tricorn_status tricorn_graph_from_device_columns(tricorn_context *context, const tricorn_edge_columns *columns,
  const tricorn_load_options *options, tricorn_graph **graph)
{
    tg_load_request known;
    const tricorn_status status =
      TG_ENTER(context, TG_GIVEN(graph), TG_GIVEN(columns), TG_LOAD_OPTIONS(options, &known));
    return TG_LEAVE(context, status, tg_load_device_columns(context, columns, &known.options, graph));
}

tricorn_status tricorn_graph_from_device_rows(tricorn_context *context, const tricorn_csr *rows, uint64_t entries,
  const tricorn_load_options *options, tricorn_graph **graph)
{
    tg_load_request known;
    const tricorn_status status = TG_ENTER(context, TG_GIVEN(graph), TG_GIVEN(rows), TG_LOAD_OPTIONS(options, &known));
    return TG_LEAVE(context, status, tg_load_device_rows(context, rows, entries, &known.options, graph));
}
