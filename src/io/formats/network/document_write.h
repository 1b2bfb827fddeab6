/* document_write.h - writes graphs as documents of nodes and edges, by templates: with the
 * directions and weights that the graph has, and with the values that the caller has. */
#pragma once

#include "graph/graph.h"
#include "io/bytes/output.h"

/* How a format writes the id of a vertex. */
typedef enum tg_document_text {
    TG_TEXT_XML,
    TG_TEXT_GML,
    TG_TEXT_JSON, /* words get their quotes */
    TG_TEXT_PLAIN, /* words with quotes or control characters cannot be written */
} tg_document_text;

/* The marks of templates: the id of the vertex, its place from 0 or 1 on among all, and how many vertices the graph
 * has. In an edge the first of these is that of the source, the second that of the target. Then one of the form's
 * `directions`; and of a column its name, one of the form's `types`, and the value. */
#define TG_DOCUMENT_ID "\1"
#define TG_DOCUMENT_PLACE "\2"
#define TG_DOCUMENT_PLACE_FROM_1 "\3"
#define TG_DOCUMENT_VERTICES "\4"
#define TG_DOCUMENT_DIRECTIONS "\5"
#define TG_DOCUMENT_NAME "\6"
#define TG_DOCUMENT_TYPE "\7"
#define TG_DOCUMENT_VALUE "\10"
enum {
    TG_MARK_ID = 1, /* the character of TG_DOCUMENT_ID, and so on in this order */
    TG_MARK_PLACE,
    TG_MARK_PLACE_FROM_1,
    TG_MARK_VERTICES,
    TG_MARK_DIRECTIONS,
    TG_MARK_NAME,
    TG_MARK_TYPE,
    TG_MARK_VALUE
};

/* How nodes, or edges, are written. */
typedef struct tg_document_part {
    const char *key; /* says that a column follows; "": the format needs nothing */
    const char *item; /* the beginning of each node or edge */
    const char *bare; /* its end if it has no values; else `open`, the values and `close` */
    const char *open, *value, *close; /* `value` is NULL if the format keeps no values */
} tg_document_part;

typedef struct tg_document_form {
    tg_document_text text;
    /* All keys of columns are between `begin` and `nodes`. */
    const char *begin, *nodes, *edges, *end;
    tg_document_part node, edge;
    const char *weight; /* of an edge, behind `item`; NULL: it is a value, "weight" */
    const char *comma; /* between two nodes and between two edges */
    const char *directions[2]; /* of a graph without directions, and with them */
    const char *types[2]; /* of whole numbers, and of real ones */
} tg_document_form;

/* Writes the graph, which is in memory, with the columns of the options. */
tricorn_status tg_document_write(tricorn_context *context, const tg_document_form *form, const tricorn_graph *graph,
  const tricorn_save_options *options, tg_output *output);
