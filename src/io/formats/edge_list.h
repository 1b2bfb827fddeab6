/* edge_list.h - text edge lists: the reader, also for formats that are an edge list after a
 * header of their own, and the writer. */
#pragma once

#include <stdbool.h>
#include <tricorn/tricorn.h>

#include "graph/edge_stream.h"
#include "graph/edges.h"
#include "graph/graph.h"
#include "io/text/dialect/dialect.h"
#include "io/bytes/input.h"
#include "io/bytes/output.h"

typedef struct tg_edge_list_rules {
    bool may_be_empty; /* a text without an edge is no error */
    tg_line_rules lines;
} tg_edge_list_rules;

tricorn_status tg_edge_list_read(tricorn_context *context, tg_input *input, const tricorn_load_options *options,
  tg_edge_list_rules rules, tg_edges *edges);

/* Writes each edge once, with the caller's ids and in their order: "u<tab>v", or "u,v" if the
 * file is a .csv, or "u<tab>v<tab>1" if it is a .wel. It writes no comment and no header,
 * because GAPBS's reader of .el stops at one. Words that would be misread are in quotes, as in
 * RFC 4180. Fails with TRICORN_UNSUPPORTED for an id that contains the end of a line. */
tricorn_status tg_edge_list_write(tricorn_context *context, const tricorn_graph *graph, tg_output *output);
/* Writes the edges of a graph that is not in memory in the same way; ids are the numbers of the vertices. */
tricorn_status tg_edge_list_write_edges(tricorn_context *context, const tg_edge_stream *edges, tg_output *output);
