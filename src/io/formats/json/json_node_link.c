/* json_node_link.c - a graph as one JSON value: NetworkX's node_link_data, D3, vis.js.
 *
 *     {"nodes": [{"id": X}, ...], "links": [{"source": X, "target": Y}, ...]}
 *
 * The members are in any order, among any others. `links` may be called `edges`, and edges may
 * be arrays. If nodes have no ids (D3 before version 4), ends are their positions, counted from
 * 0. An array of edges alone is read, too.
 *
 * - One thread reads the value, which may be on one line, token by token in little memory.
 * - Vertices are numbered in the order in which their ids occur; nodes may be before or behind
 *   the edges.  The ids stay in memory, because each end must be the id of a node.
 *
 * Source: networkx.readwrite.json_graph.node_link; d3js.org/d3-force/link.
 */
#include "io/format.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "io/text/gather.h"
#include "io/formats/json/json_edge.h"
#include "io/formats/json/json_ids.h"
#include "io/formats/json/json_layout.h"
#include "io/formats/json/json_stream.h"
#include "io/formats/network/document_write.h"

enum { FIRST_LISTED = 1024, FOUND_BYTES = 200 };

/* What the ends of edges refer to: ids of nodes, or positions. The first node decides. */
typedef enum naming { NAMES_UNKNOWN, NAMES_IDS, NAMES_POSITIONS } naming;

typedef struct reading {
    tricorn_context *context;
    tg_json_stream stream;
    tg_edges *edges;
    tg_gathering gathering; /* the edges, with the numbers of ids as ends, in one part */
    tg_json_shape shape; /* the shape of edges */
    tg_json_ids ids;
    tg_json_seen seen;
    bool nodes_read, edges_read;
    const char *edges_name; /* the key of the edges: "links" or "edges" */
    naming naming;
    uint64_t nodes;
    bool *listed; /* for each number of an id: it is the id of a node */
    uint64_t listed_room;
    /* If edges come before nodes: for each number of an id the first edge that has it, from 1. */
    uint64_t *first_edge;
    uint64_t first_edge_room;
    uint64_t edge_count;
    bool placed; /* ends are positions already, and need not be replaced */
    /* The first end that is no position of a node, and the number of its edge, from 1. */
    uint64_t beyond, beyond_at;
    bool graph_has_nodes; /* the member `graph` has the nodes */
    char found[FOUND_BYTES]; /* the keys of the object, for a message */
    size_t found_bytes;
} reading;

static tricorn_status refuse(reading *job, const char *at, const char *what)
{
    tg_json_refuse(&job->stream.json, at, "%s", what);
    return tg_json_stream_fail(&job->stream);
}

static tricorn_status refuse_file(reading *job, const char *what)
{
    return tg_fail(job->context, TRICORN_BAD_FORMAT, "%s: %s", tg_input_name(job->stream.input), what);
}

static tricorn_status number_id(reading *job, const tg_json_value *id, uint32_t *number)
{
    tg_json *json = &job->stream.json;
    const tricorn_status status = tg_json_ids_number(job->context, &job->ids, json, id, number);
    return status == TRICORN_OK && json->fault_at ? tg_json_stream_fail(&job->stream) : status;
}

static bool is_listed(const reading *job, uint32_t number)
{
    return number < job->listed_room && job->listed[number];
}

/* Makes room for entry `number` of an array that has an entry for each id; new entries are 0. */
static tricorn_status make_room(reading *job, uint32_t number, size_t size, uint64_t *room, void **array)
{
    const uint64_t before = *room;
    uint64_t more = before ? 2 * before : FIRST_LISTED;
    if (number < before) return TRICORN_OK;
    if (more <= number) more = (uint64_t)number + 1;
    TG_DO(tg_realloc(job->context, more, size, array));
    memset((char *)*array + before * size, 0, (more - before) * size);
    *room = more;
    return TRICORN_OK;
}

/* ---- nodes ---- */

/* Reads a node; if the node has no id, the kind of *id is 0. */
static tg_json_token read_node(tg_json *json, tg_json_value *id)
{
    tg_json_token token = tg_json_next(json);
    *id = (tg_json_value){0};
    if (token <= TG_JSON_FAULT || token == TG_JSON_CLOSE) return token;
    if (token != TG_JSON_OBJECT) {
        *id = json->value;
        token = tg_json_skip(json);
        return token <= TG_JSON_FAULT ? token : TG_JSON_NAME;
    }
    while ((token = tg_json_next(json)) == TG_JSON_KEY) {
        const tg_json_value key = json->value;
        token = tg_json_next(json);
        if (token <= TG_JSON_FAULT) return token;
        if (tg_json_equals(&key, "id")) {
            if (id->kind != 0) return tg_json_refuse(json, tg_json_place(&key), "the key \"id\" is in a node twice");
            *id = json->value;
        }
        token = tg_json_skip(json);
        if (token <= TG_JSON_FAULT) return token;
    }
    return token == TG_JSON_CLOSE ? TG_JSON_NAME : token;
}

static tricorn_status list_node(reading *job, const tg_json_value *id)
{
    uint32_t number = 0;
    TG_DO(number_id(job, id, &number));
    if (is_listed(job, number))
        return refuse(job, tg_json_place(id), "the id of this node is that of an earlier node, too");
    TG_DO(make_room(job, number, sizeof *job->listed, &job->listed_room, (void **)&job->listed));
    job->listed[number] = true;
    return TRICORN_OK;
}

static tricorn_status use_node(reading *job, const tg_json_value *id)
{
    const naming found = id->kind != 0 ? NAMES_IDS : NAMES_POSITIONS;
    if (job->naming == NAMES_UNKNOWN) job->naming = found;
    if (found != job->naming)
        return refuse(job, job->stream.mark,
          found == NAMES_IDS ? "this node has an \"id\", but earlier ones have none"
                             : "this node has no \"id\", but earlier ones have one");
    job->nodes++;
    return found == NAMES_IDS ? list_node(job, id) : TRICORN_OK;
}

static tricorn_status read_nodes(reading *job)
{
    tg_json_stream *stream = &job->stream;
    tricorn_status status = TRICORN_OK;
    while (status == TRICORN_OK) {
        tg_json_token token;
        tg_json_value id;
        tg_json_stream_mark(stream);
        while ((token = read_node(&stream->json, &id)) == TG_JSON_SHORT) TG_TRY(tg_json_stream_more(stream));
        if (token == TG_JSON_FAULT) TG_TRY(tg_json_stream_fail(stream));
        if (token == TG_JSON_CLOSE) break;
        status = use_node(job, &id);
    }
    job->nodes_read = true;

cleanup:
    return status;
}

/* ---- edges ---- */

/* Reads an edge or, if no edge follows, the end of the array, and sets *more to false. */
static tg_json_token read_edge(reading *job, tg_json_edge *edge, bool *more)
{
    tg_json *json = &job->stream.json;
    tg_json_token token = tg_json_next(json);
    *more = token != TG_JSON_CLOSE;
    if (!*more || token <= TG_JSON_FAULT) return token;
    token = tg_json_edge_read(json, &job->shape, &job->seen, edge);
    for (unsigned r = 0; r < 2 && token > TG_JSON_FAULT; r++)
        if (edge->values[r].kind == 0) return tg_json_refuse_absent(json, &job->shape, edge, r, "");
    return token;
}

/* Checks that an end is a node; if the nodes come later, stores the end's first edge instead. */
static tricorn_status use_end(reading *job, const tg_json_value *end, uint32_t number)
{
    if (job->nodes_read && (job->naming == NAMES_POSITIONS || is_listed(job, number))) return TRICORN_OK;
    if (job->nodes_read) {
        tg_json_refuse(
          &job->stream.json, tg_json_place(end), "the end %.*s is not the id of a node", TG_JSON_SHOWN(end));
        return tg_json_stream_fail(&job->stream);
    }
    const tricorn_status status =
      make_room(job, number, sizeof *job->first_edge, &job->first_edge_room, (void **)&job->first_edge);
    if (status == TRICORN_OK && job->first_edge[number] == 0) job->first_edge[number] = job->edge_count;
    return status;
}

/* Appends an edge whose ends are positions; the nodes were read before. */
static tricorn_status place_edge(reading *job, const tg_json_edge *edge)
{
    const uint64_t u = tg_json_ids_value(&edge->values[0]), v = tg_json_ids_value(&edge->values[1]);
    const uint64_t larger = u > v ? u : v;
    job->placed = true;
    if (larger < job->nodes) return tg_gather_edge(job->context, &job->gathering, 0, (tg_wide_edge){u, v}, 0);
    if (job->beyond_at == 0) job->beyond = larger;
    if (job->beyond_at == 0) job->beyond_at = job->edge_count;
    return TRICORN_OK;
}

static tricorn_status use_edge(reading *job, const tg_json_edge *edge)
{
    uint32_t ends[2] = {0};
    job->edge_count++;
    for (int i = 0; i < 2; i++) {
        tricorn_status status = number_id(job, &edge->values[i], &ends[i]);
        if (status == TRICORN_OK) status = use_end(job, &edge->values[i], ends[i]);
        if (status != TRICORN_OK) return status;
    }
    if (job->nodes_read && job->naming == NAMES_POSITIONS) return place_edge(job, edge);
    return tg_gather_edge(job->context, &job->gathering, 0, (tg_wide_edge){ends[0], ends[1]}, 0);
}

static tricorn_status read_edges(reading *job)
{
    tg_json_stream *stream = &job->stream;
    tricorn_status status = TRICORN_OK;
    for (bool more = true; more && status == TRICORN_OK;) {
        tg_json_token token;
        tg_json_edge edge;
        tg_json_stream_mark(stream);
        while ((token = read_edge(job, &edge, &more)) == TG_JSON_SHORT) TG_TRY(tg_json_stream_more(stream));
        if (token == TG_JSON_FAULT) TG_TRY(tg_json_stream_fail(stream));
        if (more) status = use_edge(job, &edge);
    }
    job->edges_read = true;

cleanup:
    return status;
}

/* ---- members ---- */

static void note_key(reading *job, const tg_json_value *key)
{
    const size_t room = sizeof job->found - job->found_bytes;
    const int wrote =
      snprintf(job->found + job->found_bytes, room, "%s\"%.*s\"", job->found_bytes > 0 ? ", " : "", TG_JSON_SHOWN(key));
    if (wrote > 0 && (size_t)wrote < room)
        job->found_bytes += (size_t)wrote;
    else
        job->found[job->found_bytes] = 0; /* one more key does not fit */
}

/* Reads the value of `graph`: this may be attributes or, in the JSON Graph Format, the whole graph. */
static tricorn_status read_attributes(reading *job)
{
    tg_json_stream *stream = &job->stream;
    const uint32_t depth = stream->json.depth;
    tricorn_status status = TRICORN_OK;
    if (stream->json.value.kind != TG_JSON_OBJECT) return tg_json_stream_skip(stream);
    while (status == TRICORN_OK && stream->json.depth >= depth) {
        tg_json_token token;
        status = tg_json_stream_next(stream, &token);
        if (status != TRICORN_OK || token != TG_JSON_KEY || stream->json.depth > depth) continue;
        const tg_json_member member = tg_json_member_of(&stream->json.value);
        job->graph_has_nodes |= member == TG_JSON_NODES || member == TG_JSON_EDGES;
    }
    return status;
}

/* Reads the array of nodes or of edges, which must be the next value. */
static tricorn_status read_array(reading *job, const char *key, tricorn_status (*read)(reading *))
{
    tg_json_token token;
    TG_DO(tg_json_stream_next(&job->stream, &token));
    if (token == TG_JSON_ARRAY) return read(job);
    tg_json_refuse(&job->stream.json, tg_json_place(&job->stream.json.value), "\"%s\" is not an array", key);
    return tg_json_stream_fail(&job->stream);
}

/* Stores the key of the edges; refuses a second array of edges. */
static tricorn_status begin_edges(reading *job, const char *name)
{
    if (job->edges_name && strcmp(job->edges_name, name) != 0)
        return refuse(job, tg_json_place(&job->stream.json.value),
          "the object has both \"links\" and \"edges\": remove those that are not meant");
    if (job->edges_name) return refuse(job, tg_json_place(&job->stream.json.value), "this is a second member of edges");
    job->edges_name = name;
    return TRICORN_OK;
}

/* Reads the value of the key that the scanner has just returned. */
static tricorn_status read_member(reading *job)
{
    tg_json_stream *stream = &job->stream;
    const tg_json_value key = stream->json.value;
    const tg_json_member member = tg_json_member_of(&key);
    /* Looked up now, because the next token changes the key. */
    const char *foreign = tg_json_foreign(&key);
    tg_json_token token;

    note_key(job, &key);
    if (member == TG_JSON_NODES) {
        if (job->nodes_read) return refuse(job, tg_json_place(&key), "this is a second member of nodes");
        TG_DO(read_array(job, "nodes", read_nodes));
    } else if (member == TG_JSON_LINKS || member == TG_JSON_EDGES) {
        const char *name = member == TG_JSON_LINKS ? "links" : "edges";
        TG_DO(begin_edges(job, name));
        TG_DO(read_array(job, name, read_edges));
    } else {
        TG_DO(tg_json_stream_next(stream, &token));
        if (foreign && (token == TG_JSON_ARRAY || token == TG_JSON_OBJECT))
            return refuse(job, tg_json_place(&stream->json.value), foreign);
        TG_DO(member == TG_JSON_GRAPH ? read_attributes(job) : tg_json_stream_skip(stream));
    }
    return TRICORN_OK;
}

/* Reads the whole file. */
static tricorn_status read_value(reading *job)
{
    tg_json_stream *stream = &job->stream;
    tg_json_token token;

    TG_DO(tg_json_stream_next(stream, &token));
    if (token == TG_JSON_END) return refuse_file(job, "holds no JSON value: it is empty");
    if (token == TG_JSON_ARRAY)
        TG_DO(read_edges(job));
    else if (token != TG_JSON_OBJECT)
        return refuse(job, tg_json_place(&stream->json.value),
          "no graph: expected an object with nodes and links, or an array of edges");
    while (token == TG_JSON_OBJECT || stream->json.depth > 0) {
        TG_DO(tg_json_stream_next(stream, &token));
        if (token == TG_JSON_KEY) TG_DO(read_member(job));
    }
    return tg_json_stream_next(stream, &token);
}

/* ---- the whole ---- */

static tricorn_status refuse_document(reading *job)
{
    if (job->graph_has_nodes)
        return refuse_file(job, "the JSON Graph Format (JGF) is not read; write it as "
                                "networkx.node_link_data does, or as a list of edges");
    return tg_fail(job->context, TRICORN_BAD_FORMAT,
      "%s: no \"links\" and no \"edges\" in the JSON object; found %s; if each line is an "
      "edge, give " TG_OPTION("format=json-lines"),
      tg_input_name(job->stream.input), job->found_bytes > 0 ? job->found : "no keys");
}

/* Checks that every end is a node, if the nodes came after the edges. */
static tricorn_status check_ends(reading *job)
{
    uint64_t first = 0;
    for (uint64_t number = 0; number < job->first_edge_room; number++) {
        const uint64_t at = job->first_edge[number];
        if (at > 0 && (first == 0 || at < first) && !is_listed(job, (uint32_t)number)) first = at;
    }
    if (first == 0) return TRICORN_OK;
    return tg_fail(job->context, TRICORN_BAD_FORMAT,
      "%s: number %" PRIu64 " of \"%s\", counted from 1, has an end that is not the "
      "id of a node",
      tg_input_name(job->stream.input), first, job->edges_name);
}

static tricorn_status refuse_position(reading *job)
{
    return tg_fail(job->context, TRICORN_BAD_FORMAT,
      "%s: number %" PRIu64 " of \"%s\", counted from 1, has the end %" PRIu64 ", but there are %" PRIu64
      " nodes, without ids: then ends are their "
      "positions, from 0",
      tg_input_name(job->stream.input), job->beyond_at, job->edges_name, job->beyond, job->nodes);
}

/* Finds the first end that is no position of a node, if the nodes came after the edges. */
static void find_beyond(reading *job)
{
    const tg_edges *all = job->edges;
    for (uint64_t number = 0; number < all->vertices; number++) {
        const uint64_t position = all->ids.numbers[number], at = job->first_edge[number];
        if (position < job->nodes || (job->beyond_at > 0 && at > job->beyond_at)) continue;
        if (at != job->beyond_at || position > job->beyond) job->beyond = position;
        job->beyond_at = at;
    }
}

/* Adds the positions of the nodes that have no edge to the ids, which are positions. */
static tricorn_status add_positions(reading *job)
{
    tricorn_status status = TRICORN_OK;
    tg_edges *all = job->edges;
    bool *has = NULL;
    uint64_t count = all->vertices;
    TG_TRY(TG_ALLOC_ZERO(job->context, job->nodes, &has));
    TG_TRY(TG_REALLOC(job->context, job->nodes, &all->ids.numbers));
    for (uint64_t v = 0; v < count; v++) has[all->ids.numbers[v]] = true;
    for (uint64_t position = 0; position < job->nodes; position++)
        if (!has[position]) all->ids.numbers[count++] = position;
    all->vertices = job->nodes;

cleanup:
    tg_free(has);
    return status;
}

/* Replaces the numbers of the ends by positions of nodes, unless the ends are positions already.
 * Edges that have spilled do not change. */
static tricorn_status place_ends(reading *job)
{
    tg_edges *all = job->edges;
    tg_edge *edges = all->parts[0].edges;
    const uint64_t *positions = all->ids.numbers;
    if (!job->placed) find_beyond(job);
    if (job->beyond_at > 0) return refuse_position(job);
    if (!job->placed && tg_edges_spilled(all)) return add_positions(job);
    for (uint64_t i = 0; !job->placed && i < all->parts[0].count; i++)
        edges[i] = (tg_edge){(uint32_t)positions[edges[i].u], (uint32_t)positions[edges[i].v]};
    tg_ids_free(&all->ids);
    all->vertices = job->nodes;
    return TRICORN_OK;
}

static tricorn_status finish(reading *job)
{
    tg_edges *edges = job->edges;
    char doubt[TG_ROLES_MESSAGE_BYTES];

    if (!job->edges_read) TG_DO(refuse_document(job));
    tg_json_shape_merge(&job->shape, &job->seen);
    if (!tg_json_shape_is_clear(&job->shape, doubt)) return refuse_file(job, doubt);
    if (job->nodes > UINT32_MAX)
        return tg_fail(job->context, TRICORN_UNSUPPORTED,
          "%s: %" PRIu64 " nodes are more than tricorn can hold (4294967295)", tg_input_name(job->stream.input),
          job->nodes);
    if (job->nodes_read && job->naming != NAMES_POSITIONS) TG_DO(check_ends(job));
    if (job->naming == NAMES_POSITIONS && job->ids.kind == TG_JSON_STRING)
        return refuse_file(job, "ends of edges are strings, but nodes have no \"id\"");
    if (job->naming == NAMES_POSITIONS) job->ids.words = false; /* positions are no words */
    TG_DO(tg_json_ids_finish(job->context, &job->ids, &edges->ids, &edges->vertices));
    if (job->naming == NAMES_POSITIONS) TG_DO(place_ends(job));
    edges->declared = true;
    return TRICORN_OK;
}

static tricorn_status read_node_link(
  tricorn_context *context, tg_input *input, const tricorn_load_options *options, tg_edges *edges)
{
    tricorn_status status = TRICORN_OK;
    tricorn_load_options lax = *options;
    reading job = {.context = context, .edges = edges};

    TG_TRY(tg_json_shape_begin(context, options, &job.shape));
    lax.graph.strict = 0; /* all edges may be on one line, so line numbers would say nothing */
    TG_TRY(tg_gather_begin(context, &lax, true, edges, &job.gathering));
    TG_TRY(tg_json_ids_create(context, options->input.ids, &job.ids));
    TG_TRY(tg_json_stream_open(context, input, &job.stream));
    TG_TRY(read_value(&job));
    TG_TRY(tg_gather_finish(context, &job.gathering));
    TG_TRY(finish(&job));

cleanup:
    tg_json_stream_close(&job.stream);
    tg_json_ids_free(&job.ids);
    tg_free(job.listed);
    tg_free(job.first_edge);
    tg_gather_end(&job.gathering);
    return status;
}

static const char suffixes[] = ".json";

static tg_likeness recognise(const char *name, const char *bytes, size_t count)
{
    if (tg_json_layout_of(bytes, count) == TG_JSON_DOCUMENT) return TG_BY_CONTENT;
    return tg_suffix_matches(name, suffixes) ? TG_BY_NAME : TG_NOT_MINE;
}

static const tg_document_form form = {
  .text = TG_TEXT_JSON,
  .begin = "{\"directed\": " TG_DOCUMENT_DIRECTIONS ", \"multigraph\": false, \"graph\": {}, ",
  .nodes = "\"nodes\": [\n",
  .edges = "\n], \"edges\": [\n",
  .end = "\n]}\n",
  .node = {.key = "",
    .item = "{\"id\": " TG_DOCUMENT_ID,
    .bare = "}",
    .open = "",
    .value = ", \"" TG_DOCUMENT_NAME "\": " TG_DOCUMENT_VALUE,
    .close = "}"},
  .edge = {.key = "",
    .item = "{\"source\": " TG_DOCUMENT_ID ", \"target\": " TG_DOCUMENT_ID,
    .bare = "}",
    .open = "",
    .value = ", \"" TG_DOCUMENT_NAME "\": " TG_DOCUMENT_VALUE,
    .close = "}"},
  .comma = ",\n",
  .directions = {"false", "true"},
  .types = {"", ""},
};

TG_DEFINE_FORMAT(json_node_link) = {
  .description = {.name = "json-node-link",
    .summary = "a graph as JSON: nodes and links of NetworkX and D3",
    .suffixes = suffixes,
    .reads = "names isolated large pipe",
    .writes = "names weights directions isolated pipe"},
  .recognise = recognise,
  .read = read_node_link,
  .document = &form,
  .values = true,
};
