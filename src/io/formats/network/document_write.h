/* document_write.h - writes graphs as documents of nodes and edges, by templates. */
#pragma once

#include "graph/graph.h"
#include "io/bytes/output.h"

/* How a format writes the id of a vertex. */
typedef enum tg_document_text {
    TG_TEXT_XML,
    TG_TEXT_GML,
    TG_TEXT_JSON,  /* words get their quotes */
    TG_TEXT_PLAIN, /* words with quotes or control characters cannot be written */
} tg_document_text;

/* In templates: the id of the vertex, its place from 0 or 1 on among all, and how many vertices
 * the graph has.  In an edge the first of these is that of the source, the second that of the
 * target. */
#define TG_DOCUMENT_ID "\1"
#define TG_DOCUMENT_PLACE "\2"
#define TG_DOCUMENT_PLACE_FROM_1 "\3"
#define TG_DOCUMENT_VERTICES "\4"

typedef struct tg_document_form {
    tg_document_text text;
    const char *begin, *node, *between, *edge, *end;
    const char *comma; /* between two nodes and between two edges */
} tg_document_form;

tricorn_status tg_document_write(tricorn_context *context, const tg_document_form *form,
                                 const tricorn_graph *graph, tg_output *output);
