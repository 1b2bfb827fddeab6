/* gexf.c - GEXF, the format of Gephi.
 *
 *     <gexf><graph defaultedgetype="undirected"><nodes><node id="a" label="A"/></nodes>
 *       <edges><edge source="a" target="b" weight="2"/></edges>
 *
 * Vertices are called by their ids, as labels may come again.  An edge without a weight has the
 * weight 1.  Graphs that change in time, and nodes within nodes, are refused.  Source: gexf.net,
 * the schema.
 */
#include <string.h>

#include "io/formats/network/document.h"
#include "io/formats/network/xml.h"
#include "io/formats/network/document_write.h"

static const char SUFFIXES[] = ".gexf";

typedef struct reading {
    tg_document document;
    bool has_graph, directs; /* edges have a direction, unless they say otherwise */
    bool in_graph;
} reading;

static bool is(const char *text, const char *word)
{
    return text && strcmp(text, word) == 0;
}

static tricorn_status refuse(const tg_xml *xml, const char *what)
{
    const reading *job = tg_xml_user(xml);
    return tg_input_refuse_line(job->document.context, job->document.input, tg_xml_line(xml),
                                "%s", what);
}

static bool is_type(const char *type)
{
    return is(type, "directed") || is(type, "undirected") || is(type, "mutual");
}

static tricorn_status begin_graph(reading *job, const tg_xml *xml, const char **attributes)
{
    const char *type = tg_xml_attribute(attributes, "defaultedgetype");
    if (job->has_graph) return refuse(xml, "a second graph begins: keep one in the file");
    if (is(tg_xml_attribute(attributes, "mode"), "dynamic"))
        return refuse(xml, "the graph changes in time (mode=\"dynamic\"): export it at one time");
    job->has_graph = true;
    job->directs = is(type, "directed");
    return type == NULL || is_type(type) ? TRICORN_OK
                                         : refuse(xml, "the defaultedgetype is not known");
}

static tricorn_status begin_edge(reading *job, const tg_xml *xml, const char **attributes)
{
    const char *type = tg_xml_attribute(attributes, "type"),
               *weight = tg_xml_attribute(attributes, "weight");
    if (type && !is_type(type)) return refuse(xml, "the type of the edge is not known");
    const tg_document_edge edge = {.source = tg_xml_attribute(attributes, "source"),
                                   .target = tg_xml_attribute(attributes, "target"),
                                   .weight = !is(tg_document_weight(&job->document), "weight")
                                                 ? NULL
                                             : weight ? weight
                                                      : "1",
                                   .directed = type ? is(type, "directed") : job->directs,
                                   .line = tg_xml_line(xml)};
    return tg_document_edge_add(&job->document, &edge);
}

static tricorn_status begin(tg_xml *xml, const char *name, const char **attributes)
{
    reading *job = tg_xml_user(xml);
    const uint32_t depth = tg_xml_depth(xml);
    if (depth == 2) job->in_graph = is(name, "graph");
    if (depth == 2 && job->in_graph) return begin_graph(job, xml, attributes);
    if (depth < 4 || !job->in_graph) return TRICORN_OK;
    if (depth > 4)
        return is(name, "nodes") || is(name, "edges")
                   ? refuse(xml, "nodes within a node: write a file of one flat graph")
                   : TRICORN_OK;
    if (is(name, "edge")) return begin_edge(job, xml, attributes);
    if (!is(name, "node")) return TRICORN_OK;
    if (tg_xml_attribute(attributes, "pid"))
        return refuse(xml,
                      "the node lies within another one (pid): write a file of one flat graph");
    return tg_document_node(&job->document, tg_xml_attribute(attributes, "id"), NULL,
                            tg_xml_line(xml));
}

static tricorn_status end(tg_xml *xml, const char *name)
{
    (void)xml;
    (void)name;
    return TRICORN_OK;
}

static tricorn_status read_gexf(tricorn_context *context, tg_input *input,
                                const tricorn_load_options *options, tg_edges *edges)
{
    tricorn_status status = TRICORN_OK;
    reading job = {.has_graph = false};
    const tg_xml_reader reader = {.format = "GEXF", .user = &job, .begin = begin, .end = end};
    TG_TRY(tg_document_begin(context, input, options, edges, &job.document));
    TG_TRY(tg_xml_read(context, input, &reader));
    if (!job.has_graph)
        TG_TRY(tg_fail(context, TRICORN_BAD_FORMAT, "%s: has no <graph>", tg_input_name(input)));
    TG_TRY(tg_document_finish(&job.document));
cleanup:
    tg_document_end(&job.document);
    return status;
}

static tg_likeness recognise(const char *name, const char *bytes, size_t count)
{
    if (tg_xml_begins(bytes, count, "gexf")) return TG_BY_CONTENT;
    return tg_suffix_matches(name, SUFFIXES) ? TG_BY_NAME : TG_NOT_MINE;
}

static tricorn_status write_gexf(tricorn_context *context, const tricorn_graph *graph,
                                 tg_output *output)
{
    static const tg_document_form form = {
        .text = TG_TEXT_XML,
        .begin = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<gexf "
                 "xmlns=\"http://www.gexf.net/1.2draft\" "
                 "version=\"1.2\">\n<graph defaultedgetype=\"undirected\">\n<nodes>\n",
        .node = "<node id=\"" TG_DOCUMENT_ID "\" label=\"" TG_DOCUMENT_ID "\"/>\n",
        .between = "</nodes>\n<edges>\n",
        .edge = "<edge source=\"" TG_DOCUMENT_ID "\" target=\"" TG_DOCUMENT_ID "\"/>\n",
        .end = "</edges>\n</graph>\n</gexf>\n",
        .comma = "",
    };
    return tg_document_write(context, &form, graph, output);
}

TG_DEFINE_FORMAT(gexf) = {
    .description = {.name = "gexf",
                    .summary = "GEXF, of Gephi: nodes and edges in XML",
                    .suffixes = SUFFIXES,
                    .reads = 1,
                    .writes = 1},
    .both_ways = true,
    .directed = true,
    .weighted = true,
    .recognise = recognise,
    .read = read_gexf,
    .write = write_gexf,
};
