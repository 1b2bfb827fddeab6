/* vertex_labels.h - a file with the labels of vertices: a vertex and its label on each line. */
#pragma once

#include "graph/graph.h"

/* Reads the file at `path` as tricorn_labels_load() does; *labels is all 0 before. */
tricorn_status tg_vertex_labels_read(tricorn_context *context, const tricorn_graph *graph, const char *path,
  const tricorn_load_options *options, tricorn_vertex_labels *labels);
