/* tri.h - writes a graph on disk as a .tri file. */
#pragma once

#include "io/bytes/output.h"
#include "store/store.h"

/* Writes the graph; vertices keep the order of their labels. Until the sizes of all chunks are
 * known, the encoded rows are in a file of the store's folder. Errors: TRICORN_OUT_OF_MEMORY,
 * TRICORN_IO_ERROR, those of reading the store. */
tricorn_status tg_store_write_tri(tricorn_context *context, const tricorn_graph *graph, tg_output *output);
