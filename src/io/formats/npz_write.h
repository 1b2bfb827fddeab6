/* npz_write.h - scipy's sparse matrices: the writer. */
#ifndef TG_IO_FORMATS_NPZ_WRITE_H
#define TG_IO_FORMATS_NPZ_WRITE_H

#include "graph/graph.h"
#include "io/bytes/output.h"

/* Writes the adjacency matrix, symmetric, all ones, as scipy.sparse.load_npz reads it.  The
 * format has no ids: vertices are 0, 1, 2, ... in the order in which the input numbered them. */
tricorn_status tg_npz_write(tricorn_context *context, const tricorn_graph *graph,
                            tg_output *output);

#endif
