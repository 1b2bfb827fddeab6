/* json_layout.h - finds out which kind of JSON a file is: edges on lines, or one value that is a whole graph. */
#pragma once

#include <stddef.h>

#include "base/context.h"
#include "io/bytes/input.h"
#include "io/formats/json/json_scan.h"

typedef enum tg_json_layout {
    TG_JSON_NONE, /* it is not JSON */
    TG_JSON_LINES, /* an edge on each line */
    TG_JSON_CYTOSCAPE, /* one value, which is a graph of Cytoscape */
    TG_JSON_DOCUMENT /* one value, which is another graph or something else */
} tg_json_layout;

/* Decides by the first bytes of the content, as tg_input_peek returns them. */
tg_json_layout tg_json_layout_of(const char *bytes, size_t count);

/* Members of an object by which a document is recognised. */
typedef enum tg_json_member {
    TG_JSON_OTHER,
    TG_JSON_NODES,
    TG_JSON_LINKS,
    TG_JSON_EDGES,
    TG_JSON_GRAPH,
    TG_JSON_ELEMENTS,
    TG_JSON_FOREIGN /* a kind of graph that tricorn does not read (tg_json_foreign) */
} tg_json_member;
tg_json_member tg_json_member_of(const tg_json_value *key);

/* Returns what a document with this key is, and what the user can do; only for TG_JSON_FOREIGN. */
const char *tg_json_foreign(const tg_json_value *key);
