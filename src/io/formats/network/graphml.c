/* graphml.c - GraphML, as NetworkX, igraph, Gephi and yEd write it.
 *
 *     <graphml><key id="k" for="edge" attr.name="weight"/>
 *       <graph edgedefault="undirected"><node id="a"/><edge source="a" target="b"><data
 * key="k">2</data></edge>
 *
 * Vertices are called by their ids or, as igraph calls its own "n0", "n1", ..., by the attribute
 * `name`, if each node has one of its own. Ports and other attributes are skipped; hyperedges
 * and graphs within nodes are refused. Source: graphml.graphdrawing.org, "GraphML primer" and the schema.
 */
#include <string.h>

#include "base/memory.h"
#include "io/formats/network/document_write.h"
#include "io/formats/network/xml_graph.h"

static const char SUFFIXES[] = ".graphml";

/* What is open at depth 2 and 3. */
typedef enum place { OTHER, KEY, GRAPH, NODE, EDGE } place;

/* The texts of a node or an edge, which are kept until its end. */
typedef enum slot { ID, SOURCE, TARGET, NAME, WEIGHT, WEIGHT_KEY, NAME_KEY, DEFAULT, SLOTS } slot;

typedef struct reading {
    tg_xml_graph graph;
    place second, third;
    bool directed; /* the edge that is open */
    bool weighs; /* the key that is open is that of weights */
    bool set[SLOTS];
    char *texts[SLOTS];
    uint64_t rooms[SLOTS];
    uint64_t line; /* of the node or edge */
} reading;

static tricorn_status keep(reading *job, slot to, const char *text)
{
    const size_t bytes = text ? strlen(text) + 1 : 0;
    job->set[to] = text != NULL;
    if (text == NULL) return TRICORN_OK;
    TG_DO(TG_MAKE_ROOM(job->graph.document.context, bytes, &job->rooms[to], &job->texts[to]));
    memcpy(job->texts[to], text, bytes);
    return TRICORN_OK;
}

static const char *kept(const reading *job, slot of)
{
    return job->set[of] ? job->texts[of] : NULL;
}

static tricorn_status begin_key(reading *job, const char **attributes)
{
    const char *of = tg_xml_attribute(attributes, "for"), *id = tg_xml_attribute(attributes, "id");
    const char *name = tg_xml_attribute(attributes, "attr.name");
    const char *weight = tg_document_weight(&job->graph.document);
    const bool all = of == NULL || tg_xml_is(of, "all");
    tricorn_status status = TRICORN_OK;
    job->weighs = (all || tg_xml_is(of, "edge")) && (tg_xml_is(name, weight) || tg_xml_is(id, weight));
    if (job->weighs) status = keep(job, WEIGHT_KEY, id);
    if (status == TRICORN_OK && (all || tg_xml_is(of, "node")) && tg_xml_is(name, "name"))
        status = keep(job, NAME_KEY, id);
    return status;
}

static tricorn_status begin_graph(const tg_xml *xml, const char **attributes)
{
    const char *directions = tg_xml_attribute(attributes, "edgedefault");
    const bool directs = tg_xml_is(directions, "directed");
    if (directs || tg_xml_is(directions, "undirected")) return tg_xml_graph_begin(xml, directs);
    return tg_xml_graph_refuse(xml, "the graph's edgedefault is neither 'directed' nor 'undirected'");
}

static tricorn_status begin_second(reading *job, const tg_xml *xml, const char *name, const char **attributes)
{
    job->second = tg_xml_is(name, "key") ? KEY : tg_xml_is(name, "graph") ? GRAPH : OTHER;
    if (job->second == KEY) return begin_key(job, attributes);
    return job->second == GRAPH ? begin_graph(xml, attributes) : TRICORN_OK;
}

static tricorn_status begin_third(reading *job, tg_xml *xml, const char *name, const char **attributes)
{
    job->third = OTHER;
    if (job->second == KEY && job->weighs && tg_xml_is(name, "default")) tg_xml_keep_text(xml);
    if (job->second != GRAPH) return TRICORN_OK;
    if (tg_xml_is(name, "hyperedge"))
        return tg_xml_graph_refuse(xml, "a hyperedge joins any number of vertices: this is no graph");
    job->third = tg_xml_is(name, "node") ? NODE : tg_xml_is(name, "edge") ? EDGE : OTHER;
    if (job->third == OTHER && !tg_xml_is(name, "data") && !tg_xml_is(name, "desc"))
        return tg_xml_graph_refuse(xml, "an element of a graph is no node, edge, data or desc");
    job->line = tg_xml_line(xml);
    job->set[NAME] = job->set[WEIGHT] = false;
    TG_DO(keep(job, ID, tg_xml_attribute(attributes, "id")));
    if (job->third != EDGE) return TRICORN_OK;
    TG_DO(keep(job, SOURCE, tg_xml_attribute(attributes, "source")));
    TG_DO(keep(job, TARGET, tg_xml_attribute(attributes, "target")));
    const char *directed = tg_xml_attribute(attributes, "directed");
    job->directed = directed ? tg_xml_is(directed, "true") || tg_xml_is(directed, "1") : job->graph.directs;
    return TRICORN_OK;
}

/* The slot that <data> at depth 4 fills; SLOTS: none. */
static slot slot_of(const reading *job, const char *key)
{
    if (job->third == EDGE && key && tg_xml_is(kept(job, WEIGHT_KEY), key)) return WEIGHT;
    return job->third == NODE && key && tg_xml_is(kept(job, NAME_KEY), key) ? NAME : SLOTS;
}

static tricorn_status begin(tg_xml *xml, const char *name, const char **attributes)
{
    reading *job = tg_xml_user(xml);
    const uint32_t depth = tg_xml_depth(xml);
    const bool in_graph = depth == 3 && job->second == GRAPH;
    if (!in_graph && (tg_xml_is(name, "node") || tg_xml_is(name, "edge")))
        return tg_xml_graph_refuse(xml, "a node or an edge is not in a graph, but elsewhere");
    if (depth == 2) return begin_second(job, xml, name, attributes);
    if (depth == 3) return begin_third(job, xml, name, attributes);
    if (depth != 4 || job->second != GRAPH) return TRICORN_OK;
    if (tg_xml_is(name, "graph"))
        return tg_xml_graph_refuse(xml, "a graph within a node or an edge: write a file of one flat graph");
    if (!tg_xml_is(name, "data")) return TRICORN_OK;
    const slot to = slot_of(job, tg_xml_attribute(attributes, "key"));
    if (to == SLOTS) return TRICORN_OK;
    tg_xml_keep_text(xml);
    return keep(job, to, "");
}

static tricorn_status end(tg_xml *xml, const char *name)
{
    reading *job = tg_xml_user(xml);
    const uint32_t depth = tg_xml_depth(xml);
    const slot data = job->third == EDGE ? WEIGHT : NAME;
    if (depth == 3 && job->second == KEY && job->weighs && tg_xml_is(name, "default"))
        return keep(job, DEFAULT, tg_xml_text(xml));
    if (depth == 4 && tg_xml_is(name, "data") && job->set[data] && job->third >= NODE && tg_xml_keeps(xml))
        return keep(job, data, tg_xml_text(xml));
    if (depth != 3 || job->second != GRAPH) return TRICORN_OK;
    if (job->third == NODE) return tg_document_node(&job->graph.document, kept(job, ID), kept(job, NAME), job->line);
    if (job->third != EDGE) return TRICORN_OK;
    const tg_document_edge edge = {.source = kept(job, SOURCE),
      .target = kept(job, TARGET),
      .weight = kept(job, job->set[WEIGHT] ? WEIGHT : DEFAULT),
      .directed = job->directed,
      .line = job->line};
    return tg_document_edge_add(&job->graph.document, &edge);
}

static tricorn_status read_graphml(
  tricorn_context *context, tg_input *input, const tricorn_load_options *options, tg_edges *edges)
{
    reading job = {.second = OTHER};
    static const char *const structure[] = {"graphml", "graph", "node", "edge", NULL};
    const tg_xml_reader reader = {
      .format = "GraphML", .user = &job, .structure = structure, .begin = begin, .end = end};
    const tricorn_status status = tg_xml_graph_read(context, input, options, edges, &reader);
    for (int i = 0; i < SLOTS; i++) tg_free(job.texts[i]);
    return status;
}

static tg_likeness recognise(const char *name, const char *bytes, size_t count)
{
    if (tg_xml_begins(bytes, count, "graphml")) return TG_BY_CONTENT;
    return tg_suffix_matches(name, SUFFIXES) ? TG_BY_NAME : TG_NOT_MINE;
}

#define KEY_OF(part, kind) \
    "<key id=\"" part "." TG_DOCUMENT_NAME "\" for=\"" kind "\" attr.name=\"" TG_DOCUMENT_NAME \
    "\" attr.type=\"" TG_DOCUMENT_TYPE "\"/>\n"
#define VALUE_OF(part) "<data key=\"" part "." TG_DOCUMENT_NAME "\">" TG_DOCUMENT_VALUE "</data>"

static const tg_document_form form = {
  .text = TG_TEXT_XML,
  .begin = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
           "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n",
  .nodes = "<graph edgedefault=\"" TG_DOCUMENT_DIRECTIONS "\">\n",
  .edges = "",
  .end = "</graph>\n</graphml>\n",
  .node = {.key = KEY_OF("n", "node"),
    .item = "<node id=\"" TG_DOCUMENT_ID "\"",
    .bare = "/>\n",
    .open = ">",
    .value = VALUE_OF("n"),
    .close = "</node>\n"},
  .edge = {.key = KEY_OF("e", "edge"),
    .item = "<edge source=\"" TG_DOCUMENT_ID "\" target=\"" TG_DOCUMENT_ID "\"",
    .bare = "/>\n",
    .open = ">",
    .value = VALUE_OF("e"),
    .close = "</edge>\n"},
  .comma = "",
  .directions = {"undirected", "directed"},
  .types = {"long", "double"},
};

TG_DEFINE_FORMAT(graphml) = {
  .description = {.name = "graphml",
    .summary = "GraphML, of NetworkX, igraph, Gephi and yEd: nodes and edges in XML",
    .suffixes = SUFFIXES,
    .reads = "names weights directions isolated large pipe",
    .writes = "names weights directions isolated pipe"},
  .both_ways = true,
  .recognise = recognise,
  .read = read_graphml,
  .document = &form,
  .values = true,
};
