/* json_cytoscape.c - graphs of Cytoscape: CYJS of the desktop, of Cytoscape.js and of NetworkX, and CX and CX2 of
 * NDEx.
 *
 *     {"directed": false, "elements": {"nodes": [{"data": {"id": "1", "name": "a"}}],
 *      "edges": [{"data": {"source": "1", "target": "2", "weight": 2}}]}}
 *     [{"nodes": [{"@id": 1, "n": "a"}]}, {"edges": [{"@id": 3, "s": 1, "t": 2}]}]
 *
 * In one array of all `elements` an item with a source or a target is an edge. Numbers and strings of the same digits
 * are the same id. CX has weights in an array of their own, which is not read. Vertices are called by their names if
 * each node has one of its own, or else by their ids. Edges have a direction unless "directed" is false. One thread
 * reads, token by token. Source: js.cytoscape.org, "Elements JSON"; ndexbio.org, "CX data model".
 */
#include <string.h>

#include "base/memory.h"
#include "io/formats/json/json_layout.h"
#include "io/formats/json/json_stream.h"
#include "io/formats/network/document.h"

static const char SUFFIXES[] = ".cyjs .cx .cx2";

/* The members of an item that are kept; a node has the first two. */
typedef enum slot { ID, NAME, SOURCE, TARGET, WEIGHT, SLOTS } slot;

typedef enum kind { NODE, EDGE, EITHER } kind;

typedef struct reading {
    tg_document document;
    tg_json_stream stream;
    bool aspects; /* CX */
    bool undirected, has_edges, has_items;
    bool has_list; /* an array that may have edges */
    bool set[SLOTS];
    char *texts[SLOTS];
    uint64_t rooms[SLOTS];
} reading;

static tricorn_status refuse(reading *job, const char *what)
{
    tg_json *json = &job->stream.json;
    tg_json_refuse(json, tg_json_place(&json->value), "%s", what);
    return tg_json_stream_fail(&job->stream);
}

static tricorn_status next(reading *job, tg_json_token *token)
{
    return tg_json_stream_next(&job->stream, token);
}

/* ---- items ---- */

/* What a key is: of the item itself, or of the object that is its member `data`, or `v` of CX2.
 */
static slot slot_of(const reading *job, const tg_json_value *key, bool inner)
{
    static const char *const keys[2][2][WEIGHT] = {
      {{NULL}, {"id", "name", "source", "target"}}, /* CYJS: within `data` */
      {{"@id", "n", "s", "t"}, {NULL, "name", NULL, NULL}}}; /* CX */
    if (inner && tg_json_equals(key, tg_document_weight(&job->document))) return WEIGHT;
    if (job->aspects && tg_json_equals(key, inner ? "n" : "id")) return inner ? NAME : ID;
    for (slot to = ID; to < WEIGHT; to++) {
        const char *name = keys[job->aspects][inner][to];
        if (name && tg_json_equals(key, name)) return to;
    }
    return SLOTS;
}

/* Keeps the value that was scanned; an earlier one of the item has to be the same. */
static tricorn_status keep(reading *job, slot to)
{
    const tg_json_value *value = &job->stream.json.value;
    const bool string = value->kind == TG_JSON_STRING;
    size_t bytes = value->bytes;
    if (!string && value->kind != TG_JSON_NUMBER) {
        if (to == NAME) return tg_json_stream_skip(&job->stream);
        return refuse(job, "an id, an end or a weight is neither a number nor a string");
    }
    if (job->set[to]) return refuse(job, "a node or an edge has a member twice");
    TG_DO(TG_MAKE_ROOM(job->document.context, bytes + 1, &job->rooms[to], &job->texts[to]));
    if (string) {
        const char *fault = tg_json_decode(value, job->texts[to], &bytes);
        if (fault) return refuse(job, fault);
    } else {
        memcpy(job->texts[to], value->begin, bytes);
    }
    job->texts[to][bytes] = 0;
    job->set[to] = true;
    return TRICORN_OK;
}

static const char *kept(const reading *job, slot of)
{
    return job->set[of] ? job->texts[of] : NULL;
}

/* Reads the rest of an item. */
static tricorn_status read_item(reading *job, kind of)
{
    tg_json *json = &job->stream.json;
    const uint32_t depth = json->depth;
    memset(job->set, 0, sizeof job->set);
    while (json->depth >= depth) {
        tg_json_token token;
        TG_DO(next(job, &token));
        if (token != TG_JSON_KEY) continue;
        const bool inner = json->depth > depth;
        const bool nests = !inner && tg_json_equals(&json->value, job->aspects ? "v" : "data");
        slot to = slot_of(job, &json->value, inner);
        if (of == NODE && to > NAME) to = SLOTS;
        TG_DO(next(job, &token));
        if (nests && token == TG_JSON_OBJECT) continue;
        TG_DO(to != SLOTS ? keep(job, to) : tg_json_stream_skip(&job->stream));
    }
    return TRICORN_OK;
}

static tricorn_status use_item(reading *job, kind of)
{
    const uint64_t line = tg_json_stream_line(&job->stream);
    job->has_items = true;
    if (of == NODE || (of == EITHER && !job->set[SOURCE] && !job->set[TARGET]))
        return tg_document_node(&job->document, kept(job, ID), kept(job, NAME), line);
    job->has_edges = true;
    const tg_document_edge edge = {.source = kept(job, SOURCE),
      .target = kept(job, TARGET),
      .weight = kept(job, WEIGHT),
      .directed = !job->undirected,
      .line = line};
    return tg_document_edge_add(&job->document, &edge);
}

static tricorn_status read_items(reading *job, kind of)
{
    for (;;) {
        tg_json_token token;
        TG_DO(next(job, &token));
        if (token == TG_JSON_CLOSE) break;
        if (token != TG_JSON_OBJECT) return refuse(job, "a node or an edge is no object");
        TG_DO(read_item(job, of));
        TG_DO(use_item(job, of));
    }
    return TRICORN_OK;
}

/* ---- the whole ---- */

static tricorn_status read_directed(reading *job)
{
    const tg_json_value *value = &job->stream.json.value;
    job->undirected = value->kind == TG_JSON_NAME && *value->begin == 'f';
    if (job->undirected && job->has_edges && job->document.options->graph.directed)
        return refuse(job, "\"directed\" stands behind edges: put it before them");
    return tg_json_stream_skip(&job->stream);
}

/* Reads the value of the key that was scanned. */
static tricorn_status read_member(reading *job)
{
    const tg_json_value key = job->stream.json.value;
    const bool elements = tg_json_equals(&key, "elements"), nodes = tg_json_equals(&key, "nodes"),
               edges = tg_json_equals(&key, "edges"), directed = tg_json_equals(&key, "directed");
    tg_json_token token;
    TG_DO(next(job, &token));
    job->has_list |= (elements || edges) && token == TG_JSON_ARRAY;
    if ((elements || nodes || edges) && token == TG_JSON_ARRAY)
        TG_DO(read_items(job, elements ? EITHER : nodes ? NODE : EDGE));
    else if (directed)
        TG_DO(read_directed(job));
    else if (!elements || token != TG_JSON_OBJECT)
        TG_DO(tg_json_stream_skip(&job->stream));
    return TRICORN_OK;
}

static tricorn_status read_value(reading *job)
{
    tg_json_token token;
    TG_DO(next(job, &token));
    if (token != TG_JSON_OBJECT && token != TG_JSON_ARRAY)
        return tg_fail(job->document.context, TRICORN_BAD_FORMAT,
          "%s: expected an object with \"elements\", or an array of aspects", tg_input_name(job->stream.input));
    job->aspects = token == TG_JSON_ARRAY;
    while (job->stream.json.depth > 0) {
        TG_DO(next(job, &token));
        if (token == TG_JSON_KEY) TG_DO(read_member(job));
        if (token == TG_JSON_ARRAY) TG_DO(tg_json_stream_skip(&job->stream));
    }
    TG_DO(next(job, &token)); /* nothing follows */
    if (!job->has_items || !job->has_list)
        return tg_fail(job->document.context, TRICORN_BAD_FORMAT, "%s: has no %s of Cytoscape",
          tg_input_name(job->stream.input), job->has_items ? "edges, not even an empty array" : "nodes and no edges");
    return TRICORN_OK;
}

static tricorn_status read_cytoscape(
  tricorn_context *context, tg_input *input, const tricorn_load_options *options, tg_edges *edges)
{
    tricorn_status status = TRICORN_OK;
    reading job = {.undirected = false};
    TG_TRY(tg_document_begin(context, input, options, edges, &job.document));
    TG_TRY(tg_json_stream_open(context, input, &job.stream));
    TG_TRY(read_value(&job));
    TG_TRY(tg_document_finish(&job.document));
cleanup:
    tg_json_stream_close(&job.stream);
    tg_document_end(&job.document);
    for (int i = 0; i < SLOTS; i++) tg_free(job.texts[i]);
    return status;
}

static tg_likeness recognise(const char *name, const char *bytes, size_t count)
{
    if (tg_json_layout_of(bytes, count) == TG_JSON_CYTOSCAPE) return TG_BY_CONTENT;
    return tg_suffix_matches(name, SUFFIXES) ? TG_BY_NAME : TG_NOT_MINE;
}

TG_DEFINE_FORMAT(json_cytoscape) = {
  .description = {.name = "cytoscape",
    .summary = "Cytoscape's JSON: CYJS, and CX and CX2 of NDEx",
    .suffixes = SUFFIXES,
    .reads = "names weights directions isolated large pipe"},
  .both_ways = true,
  .recognise = recognise,
  .read = read_cytoscape,
};
