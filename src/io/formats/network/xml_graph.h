/* xml_graph.h - what GraphML and GEXF share: one graph in a document of XML, or a refusal. */
#pragma once

#include "io/formats/network/document.h"
#include "io/formats/network/xml.h"

/* What is read. A format's own structure, which its tg_xml_reader has as `user`, begins with it.
 */
typedef struct tg_xml_graph {
    tg_document document;
    bool has_graph;
    bool directs; /* edges have a direction, unless they say otherwise */
} tg_xml_graph;

/* Whether the text, which may be NULL, is that word. */
bool tg_xml_is(const char *text, const char *word);

/* Fails with TRICORN_BAD_FORMAT, which names the line that is read. */
tricorn_status tg_xml_graph_refuse(const tg_xml *xml, const char *what);

/* Notes that the graph begins; a second one is refused. */
tricorn_status tg_xml_graph_begin(const tg_xml *xml, bool directs);

/* Reads the whole input into *edges, which is empty, by a reader whose `user` is a graph of zeros. */
tricorn_status tg_xml_graph_read(tricorn_context *context, tg_input *input, const tricorn_load_options *options,
  tg_edges *edges, const tg_xml_reader *reader);
