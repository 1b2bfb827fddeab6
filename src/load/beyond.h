/* beyond.h - graphs larger than memory: their edges go to disk while they are read, and their
 * rows stay there. */
#ifndef TG_LOAD_BEYOND_H
#define TG_LOAD_BEYOND_H

#include "graph/edges.h"
#include "graph/graph.h"
#include "io/input.h"
#include "registry/partitions.h"
#include "store/store.h"

typedef struct tg_beyond {
    tg_store *store; /* NULL: no folder is given, so the graph must fit in memory */
    tg_spill *spill;
    uint64_t memory_bytes;
    uint64_t fingerprint; /* of the input, for a work folder */
    bool keep;            /* in a work folder */
    const tg_partition_kind *partition; /* that the count names, or NULL */
} tg_beyond;

/* Before the edges are read: sets edges->spill if the options name a folder.  *graph is what a
 * work folder has of the input already, or NULL. */
tricorn_status tg_beyond_begin(tricorn_context *context, tg_input *input,
                               const tricorn_load_options *options, tg_edges *edges,
                               tg_beyond *beyond, tricorn_graph **graph);

/* *needed: the edges that were read need the disk.  Some are there already, or preparing them
 * would take too much memory.  Ids that are no numbers of vertices may be numbered to find out.
 */
tricorn_status tg_beyond_needed(tricorn_context *context, const tg_beyond *beyond,
                                tg_edges *edges, bool *needed);

/* Makes a graph whose rows are on disk; takes the memory of the edges, also on failure. */
tricorn_status tg_beyond_prepare(tricorn_context *context, tg_beyond *beyond, tg_edges *edges,
                                 tricorn_graph **graph);

/* Keeps a graph that was made, once all is known of it, in the work folder if there is one. */
tricorn_status tg_beyond_keep(tricorn_context *context, const tg_beyond *beyond,
                              const tricorn_graph *graph);

/* Frees what no graph has taken. */
void tg_beyond_end(tg_beyond *beyond);

#endif
