/* gexf.c - GEXF, the format of Gephi.
 *
 *     <gexf><graph defaultedgetype="undirected"><nodes><node id="a" label="A"/></nodes>
 *       <edges><edge source="a" target="b" weight="2"/></edges>
 *
 * Vertices are called by their ids, as labels may come again. An edge without a weight has the weight 1. Graphs that
 * change in time, and nodes within nodes, are refused. Source: gexf.net, the schema.
 */
#include <string.h>

#include "io/formats/network/document_write.h"
#include "io/formats/network/xml_graph.h"

static const char SUFFIXES[] = ".gexf";

typedef struct reading {
    tg_xml_graph graph;
    bool in_graph;
    bool in_nodes, in_edges; /* the list that is open */
} reading;

static bool is_type(const char *type)
{
    return tg_xml_is(type, "directed") || tg_xml_is(type, "undirected") || tg_xml_is(type, "mutual");
}

static tricorn_status begin_graph(const tg_xml *xml, const char **attributes)
{
    const char *type = tg_xml_attribute(attributes, "defaultedgetype");
    if (tg_xml_is(tg_xml_attribute(attributes, "mode"), "dynamic"))
        return tg_xml_graph_refuse(xml, "the graph changes in time (mode=\"dynamic\"): export it at one time");
    if (type && !is_type(type)) return tg_xml_graph_refuse(xml, "the defaultedgetype is not known");
    return tg_xml_graph_begin(xml, tg_xml_is(type, "directed"));
}

static tricorn_status begin_edge(reading *job, const tg_xml *xml, const char **attributes)
{
    const char *type = tg_xml_attribute(attributes, "type"), *weight = tg_xml_attribute(attributes, "weight");
    if (type && !is_type(type)) return tg_xml_graph_refuse(xml, "the type of the edge is not known");
    const tg_document_edge edge = {.source = tg_xml_attribute(attributes, "source"),
      .target = tg_xml_attribute(attributes, "target"),
      .weight = !tg_xml_is(tg_document_weight(&job->graph.document), "weight") ? NULL
                : weight                                                       ? weight
                                                                               : "1",
      .directed = type ? tg_xml_is(type, "directed") : job->graph.directs,
      .line = tg_xml_line(xml)};
    return tg_document_edge_add(&job->graph.document, &edge);
}

static tricorn_status begin_list(reading *job, const tg_xml *xml, const char *name)
{
    job->in_nodes = tg_xml_is(name, "nodes");
    job->in_edges = tg_xml_is(name, "edges");
    if (job->in_nodes || job->in_edges || tg_xml_is(name, "attributes")) return TRICORN_OK;
    return tg_xml_graph_refuse(xml, "an element of the graph is no nodes, edges or attributes");
}

static tricorn_status begin(tg_xml *xml, const char *name, const char **attributes)
{
    reading *job = tg_xml_user(xml);
    const uint32_t depth = tg_xml_depth(xml);
    const bool node = tg_xml_is(name, "node"), edge = tg_xml_is(name, "edge"),
               list = tg_xml_is(name, "nodes") || tg_xml_is(name, "edges");
    if (depth == 2) job->in_graph = tg_xml_is(name, "graph");
    if (depth == 2 && job->in_graph) return begin_graph(xml, attributes);
    if (depth == 3 && job->in_graph) return begin_list(job, xml, name);
    if ((node || edge || list) && (depth != 4 || !job->in_graph))
        return tg_xml_graph_refuse(xml, "nodes or edges in a place of others, or within a node: "
                                        "write a file of one flat graph");
    if (depth != 4 || !job->in_graph) return TRICORN_OK;
    if (node != job->in_nodes || edge != job->in_edges)
        return tg_xml_graph_refuse(xml, "nodes are no node, or edges no edge");
    if (edge) return begin_edge(job, xml, attributes);
    if (!node) return TRICORN_OK;
    if (tg_xml_attribute(attributes, "pid"))
        return tg_xml_graph_refuse(xml, "the node lies within another one (pid): write a file of one flat graph");
    return tg_document_node(&job->graph.document, tg_xml_attribute(attributes, "id"), NULL, tg_xml_line(xml));
}

static tricorn_status end(tg_xml *xml, const char *name)
{
    (void)xml;
    (void)name;
    return TRICORN_OK;
}

static tricorn_status read_gexf(
  tricorn_context *context, tg_input *input, const tricorn_load_options *options, tg_edges *edges)
{
    reading job = {.in_graph = false};
    static const char *const structure[] = {"gexf", "graph", "nodes", "node", "edges", "edge", NULL};
    const tg_xml_reader reader = {.format = "GEXF", .user = &job, .structure = structure, .begin = begin, .end = end};
    return tg_xml_graph_read(context, input, options, edges, &reader);
}

static tg_likeness recognise(const char *name, const char *bytes, size_t count)
{
    if (tg_xml_begins(bytes, count, "gexf")) return TG_BY_CONTENT;
    return tg_suffix_matches(name, SUFFIXES) ? TG_BY_NAME : TG_NOT_MINE;
}

#define KEY_OF(kind) \
    "<attributes class=\"" kind "\"><attribute id=\"" TG_DOCUMENT_NAME "\" title=\"" TG_DOCUMENT_NAME \
    "\" type=\"" TG_DOCUMENT_TYPE "\"/></attributes>\n"
#define VALUE "<attvalue for=\"" TG_DOCUMENT_NAME "\" value=\"" TG_DOCUMENT_VALUE "\"/>"

static const tg_document_form form = {
  .text = TG_TEXT_XML,
  .begin = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<gexf "
           "xmlns=\"http://www.gexf.net/1.2draft\" "
           "version=\"1.2\">\n<graph defaultedgetype=\"" TG_DOCUMENT_DIRECTIONS "\">\n",
  .nodes = "<nodes>\n",
  .edges = "</nodes>\n<edges>\n",
  .end = "</edges>\n</graph>\n</gexf>\n",
  .node = {.key = KEY_OF("node"),
    .item = "<node id=\"" TG_DOCUMENT_ID "\" label=\"" TG_DOCUMENT_ID "\"",
    .bare = "/>\n",
    .open = "><attvalues>",
    .value = VALUE,
    .close = "</attvalues></node>\n"},
  .edge = {.key = KEY_OF("edge"),
    .item = "<edge source=\"" TG_DOCUMENT_ID "\" target=\"" TG_DOCUMENT_ID "\"",
    .bare = "/>\n",
    .open = "><attvalues>",
    .value = VALUE,
    .close = "</attvalues></edge>\n"},
  .weight = " weight=\"" TG_DOCUMENT_VALUE "\"",
  .comma = "",
  .directions = {"undirected", "directed"},
  .types = {"long", "double"},
};

TG_DEFINE_FORMAT(gexf) = {
  .description = {.name = "gexf",
    .summary = "GEXF, of Gephi: nodes and edges in XML",
    .suffixes = SUFFIXES,
    .reads = "names weights directions isolated large pipe",
    .writes = "names weights directions isolated pipe"},
  .both_ways = true,
  .recognise = recognise,
  .read = read_gexf,
  .document = &form,
  .values = true,
};
