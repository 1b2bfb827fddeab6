/* out_of_core.h - graphs larger than memory: their edges go to disk while they are read, and
 * their rows stay on disk. */
#pragma once

#include "graph/edges.h"
#include "graph/graph.h"
#include "io/format.h"
#include "load/build_shared.h"
#include "registry/partitions.h"
#include "store/store.h"

typedef struct tg_out_of_core {
    tg_store *store; /* NULL: no folder is given, so the graph must fit in memory */
    tg_spill *spill;
    tg_build_shared *build_shared; /* NULL: this process prepares alone */
    uint64_t memory_bytes;
    uint64_t fingerprint; /* of the input and its options, for a work folder */
    bool keep; /* the graph stays in the work folder */
    bool totals_only; /* nobody will ask for ids, so that they need not be kept */
    bool read; /* the edges are on disk: this load, or one that was killed, read them */
    tg_spill_input input;
    const char *format; /* the name of the edges' format */
    const tg_partition_kind *partition; /* the one that the options name for the count, or NULL */
} tg_out_of_core;

/* Whether a finished graph that takes `bytes` of memory (0: not known) goes to disk. */
bool tg_out_of_core_takes(const tricorn_context *context, const tricorn_load_options *options, uint64_t bytes);

/* Before the edges are read: sets edges->spill if the options name a folder. *graph is what a
 * work folder has of the input already, or NULL. Where the folder has only the edges,
 * out_of_core->read becomes true, and the caller does not read them. */
tricorn_status tg_out_of_core_begin(tricorn_context *context, const tg_reader *reader, tg_edges *edges,
  tg_out_of_core *out_of_core, tricorn_graph **graph);

/* *needed: the edges that were read need the disk. Some are on disk already, or preparing them
 * would take too much memory. To find that out, ids may have to be numbered. */
tricorn_status tg_out_of_core_needed(
  tricorn_context *context, const tg_out_of_core *out_of_core, tg_edges *edges, bool *needed);

/* Before anything is read: whether the options allow the disk, and `edges` edges, which take
 * memory_bytes in memory, would go to it. */
bool tg_out_of_core_expected(
  const tricorn_context *context, const tricorn_load_options *options, uint64_t edges, double memory_bytes);
/* Bytes at the peak of preparing in memory, where ids are numbers of vertices. */
double tg_out_of_core_memory_bytes(uint64_t edges, uint64_t vertices);
/* Bytes that preparing takes on disk, at most: edges of ids below `range`, and the rows of them.
 * numbered: the ids, or words of text_bytes, are numbered on disk. */
uint64_t tg_out_of_core_disk_bytes(uint64_t edges, uint64_t range, bool numbered, uint64_t text_bytes);

/* Makes a graph whose rows are on disk; takes the memory of the edges, also on failure. */
tricorn_status tg_out_of_core_prepare(
  tricorn_context *context, tg_out_of_core *out_of_core, tg_edges *edges, tricorn_graph **graph);

/* Keeps a graph that was made, once all is known of it, in the work folder if one is named. */
tricorn_status tg_out_of_core_keep(
  tricorn_context *context, const tg_out_of_core *out_of_core, const tricorn_graph *graph);

/* Frees what the graph has not taken over. */
void tg_out_of_core_end(tg_out_of_core *out_of_core);
