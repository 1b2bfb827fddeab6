/* arrays.h - arrays as a source of edges: pairs, columns and rows in the caller's memory, or in that of a GPU.
 *
 * All take the options of a load, of which those for files have no effect. Errors:
 * TRICORN_INVALID_ARGUMENT, naming the first entry that is wrong; those of preparing; on a GPU those of
 * prepare/on_gpu.h, and TRICORN_UNSUPPORTED for what only the CPU does.
 */
#pragma once

#include "graph/graph.h"

/* Edge i has the ends pairs[2i] and pairs[2i + 1]. */
tricorn_status tg_load_pairs(tricorn_context *context, const uint32_t *pairs, uint64_t count,
  const tricorn_load_options *options, tricorn_graph **graph);

/* The edges of `count` chunks, one after the other. */
tricorn_status tg_load_columns(tricorn_context *context, const tricorn_edge_columns *chunks, uint64_t count,
  const tricorn_load_options *options, tricorn_graph **graph);

/* The neighbours of each vertex. */
tricorn_status tg_load_rows(
  tricorn_context *context, const tricorn_csr *rows, const tricorn_load_options *options, tricorn_graph **graph);

/* TRICORN_INVALID_ARGUMENT, naming the array, if its type is unknown, if it has more entries than
 * memory can have, or if it is NULL although it has entries. */
tricorn_status tg_load_check_integers(
  tricorn_context *context, const tricorn_integers *integers, uint64_t count, const char *name);

/* The same of arrays in the memory of a GPU, where they are read and prepared. entries: those of rows->targets. */
tricorn_status tg_load_device_columns(tricorn_context *context, const tricorn_edge_columns *columns,
  const tricorn_load_options *options, tricorn_graph **graph);
tricorn_status tg_load_device_rows(tricorn_context *context, const tricorn_csr *rows, uint64_t entries,
  const tricorn_load_options *options, tricorn_graph **graph);
