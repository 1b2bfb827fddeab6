/* document.h - graphs that are written as a document of nodes and edges: GraphML, GEXF, GML, DOT and more.
 *
 * - Ids are words, in the order in which they occur; if all of them are numbers, as programs
 * write numbers, they are numbers. The ids stay in memory, because each end must be the id of a node.
 * - If each node comes before the edges and has a name of its own, the format may call vertices
 * by names.
 */
#pragma once

#include "io/format.h"
#include "io/text/gather.h"
#include "io/text/strings.h"

typedef struct tg_document {
    tricorn_context *context;
    tg_input *input;
    const tricorn_load_options *options;
    tg_edges *edges;
    tg_gathering gathering;
    tg_strings *ids, *names;
    uint64_t *first; /* for each id: its line as a node, or as an end before that, with the mark
                        ONLY_END */
    uint64_t first_room;
    uint64_t nodes;
    bool unnamed; /* a node has no name of its own, or comes behind edges */
    bool has_arcs, has_lines; /* edges with and without a direction */
} tg_document;

/* An edge. `weight` is NULL if it has none. */
typedef struct tg_document_edge {
    const char *source, *target, *weight;
    bool directed;
    uint64_t line;
} tg_document_edge;

/* *edges is empty; after this call tg_document_end() has to be called. */
tricorn_status tg_document_begin(tricorn_context *context, tg_input *input, const tricorn_load_options *options,
  tg_edges *edges, tg_document *document);
void tg_document_end(tg_document *document);

/* The name of the weights: the one that the caller gives, or "weight". */
const char *tg_document_weight(const tg_document *document);

/* A node that the line has. `name` may be NULL. */
tricorn_status tg_document_node(tg_document *document, const char *id, const char *name, uint64_t line);
/* A node that needs no declaration: it is one from here on, if it was none before. `name` may be NULL. */
tricorn_status tg_document_mention(tg_document *document, const char *id, const char *name, uint64_t line);
tricorn_status tg_document_edge_add(tg_document *document, const tg_document_edge *edge);

/* Checks that all ends are nodes, and completes *edges. */
tricorn_status tg_document_finish(tg_document *document);
