/* save.c - see save.h. */
#include "load/save.h"

#include "io/formats/network/document_write.h"
#include "io/formats/tri/tri.h"
#include "store/edges.h"
#include "store/tri.h"

static tricorn_status write_edges(
  tricorn_context *context, const tricorn_graph *graph, const tg_format *format, tg_output *output)
{
    tricorn_status status = TRICORN_OK;
    tg_stored_edges edges;
    TG_TRY(tg_stored_edges_open(context, graph, format->edge_numbers, &edges));
    TG_TRY(format->write_edges(context, &edges.stream, output));
cleanup:
    tg_stored_edges_close(&edges);
    return status;
}

typedef struct saved {
    const tricorn_graph *graph;
    const tricorn_save_options *options;
} saved;

static tricorn_status write_saved(
  tricorn_context *context, const void *content, const tg_format *format, tg_output *output)
{
    const saved *what = content;
    const tricorn_graph *graph = what->graph;
    TG_DO(tg_graph_require_ids(context, graph));
    if (graph->sides)
        return tg_fail(context, TRICORN_UNSUPPORTED,
          "%s: the same id may be a vertex of each side, which the format '%s' would "
          "make one vertex: write a table (text, csv, tsv, jsonl)",
          tg_output_name(output), format->description.name);
    if (graph->store && format->write == tg_tri_write) return tg_store_write_tri(context, graph, output);
    if (graph->store && format->write_edges) return write_edges(context, graph, format, output);
    if (graph->store)
        return tg_fail(context, TRICORN_UNSUPPORTED,
          "%s: the graph %s, and the format '%s' needs it in memory; %swrite tri, "
          "matrix-market, or a list of edges: edges, pairs32, pairs64, graph500",
          tg_output_name(output), graph->store->folder.scratch ? "does not fit in memory" : "is in a work folder",
          format->description.name, graph->store->folder.scratch ? "" : "leave out " TG_OPTION("work") ", or ");
    if (format->document) return tg_document_write(context, format->document, graph, what->options, output);
    return format->write(context, graph, output);
}

tricorn_status tg_save(tricorn_context *context, const tricorn_graph *graph, const tg_target *target)
{
    const saved what = {graph, target->options};
    return tg_write_by(context, target, write_saved, &what);
}
