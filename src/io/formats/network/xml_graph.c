/* xml_graph.c - see xml_graph.h. */
#include "io/formats/network/xml_graph.h"

#include <string.h>

bool tg_xml_is(const char *text, const char *word)
{
    return text && strcmp(text, word) == 0;
}

tricorn_status tg_xml_graph_refuse(const tg_xml *xml, const char *what)
{
    const tg_xml_graph *graph = tg_xml_user(xml);
    return tg_input_refuse_line(graph->document.context, graph->document.input, tg_xml_line(xml), "%s", what);
}

tricorn_status tg_xml_graph_begin(const tg_xml *xml, bool directs)
{
    tg_xml_graph *graph = tg_xml_user(xml);
    if (graph->has_graph) return tg_xml_graph_refuse(xml, "a second graph begins: keep one in the file");
    graph->has_graph = true;
    graph->directs = directs;
    return TRICORN_OK;
}

tricorn_status tg_xml_graph_read(tricorn_context *context, tg_input *input, const tricorn_load_options *options,
  tg_edges *edges, const tg_xml_reader *reader)
{
    tricorn_status status = TRICORN_OK;
    tg_xml_graph *graph = reader->user;
    TG_TRY(tg_document_begin(context, input, options, edges, &graph->document));
    TG_TRY(tg_xml_read(context, input, reader));
    if (!graph->has_graph) TG_TRY(tg_fail(context, TRICORN_BAD_FORMAT, "%s: has no <graph>", tg_input_name(input)));
    TG_TRY(tg_document_finish(&graph->document));
cleanup:
    tg_document_end(&graph->document);
    return status;
}
