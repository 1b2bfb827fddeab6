/* json_layout.c - see json_layout.h. */
#include "io/formats/json/json_layout.h"

#include <stdbool.h>
#include <string.h>

#include "io/formats/json/json_edge.h"
#include "io/text/scan.h"

/* ---- members ---- */

#define INSTEAD "; write it as networkx.node_link_data does, or as a list of edges"
static const struct {
    const char *key;
    tg_json_member member;
    const char *foreign;
} members[] = {
  {"nodes", TG_JSON_NODES, NULL},
  {"links", TG_JSON_LINKS, NULL},
  {"edges", TG_JSON_EDGES, NULL},
  {"graph", TG_JSON_GRAPH, NULL},
  {"adjacency", TG_JSON_FOREIGN, "NetworkX's adjacency_data is not read" INSTEAD},
  {"elements", TG_JSON_ELEMENTS, NULL},
  {"graphs", TG_JSON_FOREIGN, "the JSON Graph Format (JGF) is not read" INSTEAD},
  {"children", TG_JSON_FOREIGN, "a tree of JSON is not read" INSTEAD},
};
enum { MEMBERS = sizeof members / sizeof *members };

tg_json_member tg_json_member_of(const tg_json_value *key)
{
    for (size_t i = 0; i < MEMBERS; i++)
        if (tg_json_equals(key, members[i].key)) return members[i].member;
    return TG_JSON_OTHER;
}

const char *tg_json_foreign(const tg_json_value *key)
{
    for (size_t i = 0; i < MEMBERS; i++)
        if (tg_json_equals(key, members[i].key)) return members[i].foreign;
    return NULL;
}

/* ---- recognition ---- */

/* Whether another value begins on a line after the first value. */
static bool has_next_line(const tg_json *json)
{
    bool line = false;
    for (const char *at = json->at; at < json->end; at++) {
        line |= *at == '\n';
        if (!tg_is_blank(*at) && *at != '\r' && *at != '\n') return line && (*at == '{' || *at == '[');
    }
    return false;
}

/* Decides by the members of the object that the scanner has just opened. */
static tg_json_layout layout_of_object(tg_json *json)
{
    tg_json_keys keys = {.used = 0};
    bool flat = true;
    tg_json_token token;
    while ((token = tg_json_next(json)) == TG_JSON_KEY) {
        const tg_json_member member = tg_json_member_of(&json->value);
        tg_json_keys_add(&keys, &json->value);
        token = tg_json_next(json);
        const bool nested = token == TG_JSON_ARRAY || token == TG_JSON_OBJECT;
        if (member == TG_JSON_ELEMENTS && nested) return TG_JSON_CYTOSCAPE;
        if (member != TG_JSON_OTHER && nested) return TG_JSON_DOCUMENT;
        flat &= !nested;
        token = tg_json_skip(json);
        if (token <= TG_JSON_FAULT) break;
    }
    if (tg_roles_may_be_named(&keys.names)) return TG_JSON_LINES;
    /* A graph has arrays or objects, so one flat object is a row of a table. */
    const bool row = flat && (token == TG_JSON_SHORT || (token == TG_JSON_CLOSE && keys.names.columns > 1));
    return row || (token == TG_JSON_CLOSE && has_next_line(json)) ? TG_JSON_LINES : TG_JSON_DOCUMENT;
}

/* Whether a key or the end of the object comes next; texts that are not JSON may begin with a brace, too. */
static bool may_be_object(const char *at, const char *end)
{
    while (at < end && (tg_is_blank(*at) || *at == '\r' || *at == '\n')) at++;
    return at == end || memchr("\"'}", *at, 3) != NULL;
}

/* Whether the object that the scanner has just opened is the first one of CX or CX2. */
static bool begins_aspects(tg_json *json)
{
    return tg_json_next(json) == TG_JSON_KEY &&
           (tg_json_equals(&json->value, "numberVerification") || tg_json_equals(&json->value, "CXVersion"));
}

tg_json_layout tg_json_layout_of(const char *bytes, size_t count)
{
    const size_t mark = tg_mark_bytes(bytes, count);
    tg_json json;
    const char *at = bytes + mark, *end = bytes + count;
    while (at < end && (tg_is_blank(*at) || *at == '\r' || *at == '\n')) at++;
    /* A binary file may begin in this way, but it has NUL bytes. */
    if (at == end || (*at != '{' && *at != '[') || memchr(at, 0, (size_t)(end - at))) return TG_JSON_NONE;
    if (*at == '{' && !may_be_object(at + 1, end)) return TG_JSON_NONE;
    tg_json_begin(&json, at, end, count < TG_PEEK_BYTES);
    if (tg_json_next(&json) == TG_JSON_OBJECT) return layout_of_object(&json);
    /* If an array begins with an array or another object, that is an edge; if it begins with a string
     * or a number, that is an end of an edge. */
    const tg_json_token first = tg_json_next(&json);
    if (first == TG_JSON_OBJECT && begins_aspects(&json)) return TG_JSON_CYTOSCAPE;
    return first >= TG_JSON_STRING ? TG_JSON_LINES : TG_JSON_DOCUMENT;
}
