/* meaning_documents.c - the meaning of GraphML, GEXF, GML, DOT and LGL.
 *
 * Each is cut into tokens by its grammar. What has no place in it is no text, though programs
 * may skip it: it may have been an edge.
 */
#include "mangled.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

typedef struct document {
    span rest;
    const char *begin;
    text nodes; /* numbers of their ids, 8 bytes each */
    edge_set edges;
    bool graph; /* it has one */
} document;

static void add_node(document *to, span id)
{
    const uint64_t number = number_of_word(id);
    text_add(&to->nodes, (const char *)&number, sizeof number);
}

static void add_edge(document *to, span source, span target)
{
    edge_set_add(&to->edges, number_of_word(source), number_of_word(target));
}

static int by_number(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* Whether no two nodes have one id, and all ends are nodes. */
static bool is_whole(document *of)
{
    uint64_t *ids = (uint64_t *)(void *)of->nodes.bytes;
    const size_t count = of->nodes.count / sizeof *ids;
    if (count == 0) return of->edges.count == 0;
    qsort(ids, count, sizeof *ids, by_number);
    for (size_t i = 1; i < count; i++)
        if (ids[i] == ids[i - 1]) return false;
    for (uint64_t i = 0; i < 2 * of->edges.count; i++)
        if (!bsearch(&of->edges.ends[i], ids, count, sizeof *ids, by_number)) return false;
    return true;
}

/* Ends the reading; the meaning is that of the edges if it went well. */
static void finish(document *of, bool right, meanings *found)
{
    if (right && of->graph) meanings_add(found, &of->edges);
    text_free(&of->nodes);
    edge_set_free(&of->edges);
}

static bool take(document *of, const char *word)
{
    const size_t bytes = strlen(word);
    if ((size_t)(of->rest.end - of->rest.begin) < bytes || memcmp(of->rest.begin, word, bytes)) return false;
    of->rest.begin += bytes;
    return true;
}

/* Cuts what comes before the word, which has to come, and the word. */
static bool take_until(document *of, const char *word, span *before)
{
    const char *at = memmem(of->rest.begin, (size_t)(of->rest.end - of->rest.begin), word, strlen(word));
    if (at == NULL) return false;
    if (before) *before = (span){of->rest.begin, at};
    of->rest.begin = at + strlen(word);
    return true;
}

/* Skips what ends with the word, or with the text. */
static void skip_behind(document *of, const char *word)
{
    if (!take_until(of, word, NULL)) of->rest.begin = of->rest.end;
}

static bool skip_blanks(document *of)
{
    const char *begin = of->rest.begin;
    while (of->rest.begin < of->rest.end && *of->rest.begin && strchr(" \t\r\n", *of->rest.begin)) of->rest.begin++;
    return of->rest.begin > begin;
}

/* Cuts bytes that are letters, digits, not ASCII or of `more`. */
static span take_word(document *of, const char *more)
{
    span word = {of->rest.begin, of->rest.begin};
    while (word.end < of->rest.end &&
           (isalnum((unsigned char)*word.end) || *word.end < 0 || (*word.end && strchr(more, *word.end))))
        word.end++;
    of->rest.begin = word.end;
    return word;
}

static bool is(span of, const char *word)
{
    return span_is(of, word) && memcmp(of.begin, word, strlen(word)) == 0;
}

/* ---- XML ---- */

enum { DEPTH = 8 };

/* Whether "parent>child" is one of the places. */
static bool has_place(const char *places, span parent, span child)
{
    text place = {0};
    text_print(&place, " %.*s>%.*s ", (int)(parent.end - parent.begin), parent.begin, (int)(child.end - child.begin),
      child.begin);
    const bool found = strstr(places, place.bytes) != NULL;
    text_free(&place);
    return found;
}

/* Takes the attributes of an element whose name was taken, and adds a node or an edge. */
static bool take_attributes(document *of, span name)
{
    span values[3] = {{NULL, NULL}};
    static const char *const names[] = {"id", "source", "target"};
    while (skip_blanks(of) && *of->rest.begin != '/' && *of->rest.begin != '>') {
        span value, key = take_word(of, ".:_");
        if (!take(of, "=\"") || !take_until(of, "\"", &value) || key.begin == key.end ||
            memchr(value.begin, '<', (size_t)(value.end - value.begin)) ||
            memchr(value.begin, '&', (size_t)(value.end - value.begin)))
            return false;
        for (int i = 0; i < 3; i++)
            if (is(key, names[i]) && values[i].begin)
                return false;
            else if (is(key, names[i]))
                values[i] = value;
    }
    if (is(name, "graph")) of->graph = !of->graph;
    if (is(name, "graph") && !of->graph) return false;
    if (is(name, "node") && values[0].begin) add_node(of, values[0]);
    if (is(name, "edge") && values[1].begin && values[2].begin) add_edge(of, values[1], values[2]);
    return !is(name, "node") ? !is(name, "edge") || (values[1].begin && values[2].begin) : values[0].begin != NULL;
}

/* Takes a tag behind its '<'. */
static bool take_tag(document *of, const char *places, span *open, int *depth)
{
    if (take(of, "?")) return take_until(of, "?>", NULL);
    if (take(of, "!--")) return take_until(of, "-->", NULL);
    const bool closes = take(of, "/");
    const span name = take_word(of, ":_");
    if (closes) {
        skip_blanks(of);
        return take(of, ">") && *depth > 0 && number_of_word(name) == number_of_word(open[(*depth)--]);
    }
    if (*depth + 1 == DEPTH || !has_place(places, open[*depth], name) || !take_attributes(of, name)) return false;
    if (take(of, "/>")) return true;
    open[++*depth] = name;
    return take(of, ">");
}

static bool read_xml(document *of, const char *places)
{
    span open[DEPTH] = {{"", ""}}, before;
    int depth = 0;
    open[0].end = open[0].begin;
    while (take_until(of, "<", &before)) {
        const span said = trim(before, " \t\r\n"), any = {"*", &"*"[1]};
        if ((said.begin < said.end && !has_place(places, open[depth], any)) || !take_tag(of, places, open, &depth))
            return false;
    }
    skip_blanks(of);
    return depth == 0 && of->rest.begin == of->rest.end && is_whole(of);
}

/* The text of UTF-16 with its mark, if all of it is ASCII. */
static text narrow(span content)
{
    text made = {0};
    const bool wide = content.end - content.begin > 2 && memcmp(content.begin, "\xFF\xFE", 2) == 0;
    for (const char *at = content.begin + 2 * wide; at < content.end; at += 1 + wide) text_add(&made, at, 1);
    return made;
}

static void mean_xml(span content, const char *places, meanings *found)
{
    text all = narrow(content);
    document of = {.rest = {all.bytes, all.bytes + all.count}};
    finish(&of, read_xml(&of, places), found);
    text_free(&all);
}

void mean_graphml(span content, const traits *known, meanings *found)
{
    (void)known;
    mean_xml(content,
      " >graphml graphml>key graphml>graph graph>node graph>edge node>data "
      "edge>data data>* ",
      found);
}

void mean_gexf(span content, const traits *known, meanings *found)
{
    (void)known;
    mean_xml(content,
      " >gexf gexf>meta meta>creator creator>* gexf>graph graph>nodes graph>edges "
      "nodes>node edges>edge ",
      found);
}

/* ---- GML ---- */

typedef enum list { FILE_ITSELF, GRAPH, NODE, EDGE } list;

static void skip_notes(document *of)
{
    skip_blanks(of);
    for (; take(of, "#"); skip_blanks(of)) skip_behind(of, "\n");
}

static bool read_gml(document *of, list in);

/* Takes a string, or a number as GML has it. */
static bool take_gml_value(document *of, span *value)
{
    if (take(of, "\"")) return take_until(of, "\"", value);
    *value = take_word(of, "+-.");
    return parse_value(*value);
}

/* Takes the value of a key. */
static bool take_gml(document *of, list in, span key, span ids[3])
{
    static const char *const lists[] = {"", "graph", "node", "edge"}, *const names[] = {"id", "source", "target"};
    uint64_t number;
    span value;
    skip_notes(of);
    for (list next = GRAPH; next <= EDGE; next++)
        if (is(key, lists[next]))
            return in == (next == GRAPH ? FILE_ITSELF : GRAPH) && take(of, "[") && read_gml(of, next);
    if (!take_gml_value(of, &value)) return false;
    for (int i = 0; i < 3; i++) {
        if (!is(key, names[i]) || in < NODE || (in == NODE && i > 0)) continue;
        if (ids[i].begin || !parse_number(value, &number)) return false;
        while (value.begin + 1 < value.end && *value.begin == '0') value.begin++;
        ids[i] = value;
    }
    return true;
}

/* Reads keys with their values, up to the end of the list. */
static bool read_gml(document *of, list in)
{
    span ids[3] = {{NULL, NULL}};
    if (in == GRAPH && of->graph) return false;
    of->graph |= in == GRAPH;
    for (;;) {
        skip_notes(of);
        if (of->rest.begin == of->rest.end) return in == FILE_ITSELF;
        if (take(of, "]")) break;
        const span key = take_word(of, "_");
        if (key.begin == key.end || isdigit((unsigned char)*key.begin)) return false;
        if (in == FILE_ITSELF && (is(key, "Creator") || is(key, "Version"))) {
            skip_behind(of, "\n");
        } else if (!take_gml(of, in, key, ids)) {
            return false;
        }
    }
    if (in == NODE && ids[0].begin) add_node(of, ids[0]);
    if (in == EDGE && ids[1].begin && ids[2].begin) add_edge(of, ids[1], ids[2]);
    return in == NODE ? ids[0].begin != NULL : in == GRAPH || (in == EDGE && ids[1].begin && ids[2].begin);
}

void mean_gml(span content, const traits *known, meanings *found)
{
    document of = {.rest = content};
    (void)known;
    finish(&of, read_gml(&of, FILE_ITSELF) && is_whole(&of), found);
}

/* ---- DOT ---- */

/* Skips blanks and comments; a line that begins with # is one, too. */
static void skip_dot(document *of)
{
    for (;;) {
        const bool fresh = of->rest.begin == of->begin || of->rest.begin[-1] == '\n';
        if (take(of, "//") || (fresh && take(of, "#")))
            skip_behind(of, "\n");
        else if (take(of, "/*"))
            skip_behind(of, "*/");
        else if (!skip_blanks(of))
            return;
    }
}

static bool is_keyword(span of)
{
    return span_is(of, "graph") || span_is(of, "digraph") || span_is(of, "node") || span_is(of, "edge") ||
           span_is(of, "subgraph") || span_is(of, "strict");
}

/* A name, a number, or a text in quotes without a backslash. */
static bool take_dot_id(document *of, span *id)
{
    skip_dot(of);
    if (take(of, "\""))
        return take_until(of, "\"", id) && id->begin < id->end &&
               memchr(id->begin, '\\', (size_t)(id->end - id->begin)) == NULL;
    const bool minus = take(of, "-");
    *id = take_word(of, "_.");
    id->begin -= minus;
    if (id->begin == id->end || is_keyword(*id)) return false;
    if (strchr("0123456789.-", *id->begin))
        return parse_value(*id) && memchr(id->begin, 'e', (size_t)(id->end - id->begin)) == NULL;
    return memchr(id->begin, '.', (size_t)(id->end - id->begin)) == NULL;
}

static bool take_dot_attributes(document *of)
{
    span id;
    for (skip_dot(of); take(of, "["); skip_dot(of))
        for (skip_dot(of); !take(of, "]"); skip_dot(of)) {
            if (!take_dot_id(of, &id)) return false;
            skip_dot(of);
            if (take(of, "=") && !take_dot_id(of, &id)) return false;
            skip_dot(of);
            if (!take(of, ",")) take(of, ";");
        }
    return true;
}

/* Reads the statements, up to the brace behind the last one; subgraphs have no meaning here. */
static bool read_statements(document *of, const char *joint)
{
    span id, next;
    for (skip_dot(of); !take(of, "}"); skip_dot(of)) {
        if (take(of, ";")) continue;
        document ahead = *of;
        const bool defaults = span_is(take_word(&ahead, "_."), "node");
        if (defaults) of->rest = ahead.rest;
        if (!defaults && !take_dot_id(of, &id)) return false;
        skip_dot(of);
        if (defaults && (of->rest.begin == of->rest.end || *of->rest.begin != '[')) return false;
        if (!defaults && take(of, "=")) {
            if (!take_dot_id(of, &id)) return false;
            continue;
        }
        for (; !defaults && take(of, joint); skip_dot(of), id = next) {
            if (!take_dot_id(of, &next)) return false;
            add_edge(of, id, next);
        }
        if (!take_dot_attributes(of)) return false;
    }
    skip_dot(of);
    return of->rest.begin == of->rest.end;
}

void mean_dot(span content, const traits *known, meanings *found)
{
    document of = {.rest = content, .begin = content.begin, .graph = true};
    span id;
    (void)known;
    skip_dot(&of);
    const span type = take_word(&of, "");
    skip_dot(&of);
    if (!take(&of, "{")) {
        of.graph = take_dot_id(&of, &id);
        skip_dot(&of);
        of.graph = of.graph && take(&of, "{");
    }
    const bool directed = span_is(type, "digraph");
    finish(
      &of, (directed || span_is(type, "graph")) && of.graph && read_statements(&of, directed ? "->" : "--"), found);
}

/* ---- LGL ---- */

void mean_lgl(span content, const traits *known, meanings *found)
{
    document of = {.graph = true};
    span line, id, end, weight, vertex = {NULL, NULL};
    uint64_t weights = 0;
    bool right = true;
    (void)known;
    for (const char *at = content.begin; right && next_line(&at, content.end, &line);) {
        line = trim(line, " \t\r");
        if (line.begin == line.end) continue;
        if (*line.begin == '#') {
            line.begin++;
            right = next_word(&line, &vertex) && !next_word(&line, &id);
            continue;
        }
        right = vertex.begin && next_word(&line, &end);
        if (right && next_word(&line, &weight)) {
            weights++;
            right = parse_value(weight) && !next_word(&line, &id);
        }
        if (right) add_edge(&of, vertex, end);
    }
    right = right && vertex.begin && (weights == 0 || weights == of.edges.count);
    finish(&of, right, found);
}
