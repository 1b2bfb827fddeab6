/* edge_list.h - text edge lists: the writer, which has its own file. */
#ifndef TG_IO_EDGE_LIST_H
#define TG_IO_EDGE_LIST_H

#include "graph/graph.h"
#include "io/output.h"

/* Writes each edge once, in the user's ids and order: "u<tab>v", after SNAP's comment line "#
 * Nodes: N Edges: M" (an edge list has no vertices without an edge).  A string id that would be
 * misread is put in quotes, which the reader removes. */
tricorn_status tg_edge_list_write(tricorn_context *context, const tricorn_graph *graph,
                                  tg_output *output);

#endif
