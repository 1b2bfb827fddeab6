/* load.h - how a graph comes in, from whatever source:
 *
 *     source -> reader -> edges -> builder -> graph
 *
 *   source   A file, a list of files or a descriptor (io/bytes/input.h); arrays of the caller
 *            (arrays.h); a model (generated.h).
 *   reader   The input, the options and the format, decided once and carried together
 *            (tg_reader, io/format.h).  Arrays and models need none.
 *   edges    What was read: raw edges in memory, or spilled to disk (graph/edges.h).
 *   builder  Makes the graph at the place that was decided before edges were read (place.h): on
 *            the CPU, on the GPU that will count it, or on disk (out_of_core.h), where several
 *            processes can build together (build_shared.h).  It keeps directions and weights
 *            beside the graph (directions.h).
 *   graph    In memory, on the GPU or on disk; or in the memory of another worker of this
 *            machine, which has loaded it for all (shared_memory.h).
 *
 * Options are read and checked by the public call: here and below all members of their structs
 * are known, and options->count, if it is given, is such a struct, too.
 */
#pragma once

#include "graph/graph.h"
#include "io/format.h"

/* TRICORN_INVALID_ARGUMENT, with a message, for options that no load can have; takes out those
 * that have no effect. */
tricorn_status tg_load_check(tricorn_context *context, tricorn_load_options *options);

/* Loads a file, or takes the graph of another worker of this machine that has done so. If memory
 * ends, the message says how much is enough. */
tricorn_status tg_load_path(
  tricorn_context *context, const char *path, const tricorn_load_options *options, tricorn_graph **graph);

/* Loads what a descriptor gives, which stays the caller's. */
tricorn_status tg_load_descriptor(tricorn_context *context, int descriptor, const char *name,
  const tricorn_load_options *options, tricorn_graph **graph);

/* Loads what the reader gives, and closes it. */
tricorn_status tg_load(tricorn_context *context, tg_reader *reader, tricorn_graph **graph);

/* A reader of a descriptor, which cannot be a list of files. */
tricorn_status tg_load_open_descriptor(
  tricorn_context *context, int descriptor, const char *name, const tricorn_load_options *options, tg_reader *reader);
