/* npz_write.h - writes a graph as scipy.sparse.save_npz writes its matrix. */
#pragma once

#include "graph/graph.h"
#include "io/bytes/output.h"

/* Writes the adjacency matrix, which is symmetric and has only ones, so that scipy.sparse.load_npz can read it. The
 * format has no ids: vertices become 0, 1, 2, ... in the order of their numbers in the input. */
tricorn_status tg_npz_write(tricorn_context *context, const tricorn_graph *graph, tg_output *output);
