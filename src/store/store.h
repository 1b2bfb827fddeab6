/* store.h - a graph on disk: made from spilled edges, or found in a work folder. */
#ifndef TG_STORE_STORE_H
#define TG_STORE_STORE_H

#include "graph/graph.h"
#include "store/levels.h"
#include "store/spill.h"

typedef struct tg_store {
    tg_disk_folder folder;
    tg_disk_file rows;
    tg_levels levels;
    tg_labels labels;
    uint64_t label_count; /* one more than the largest label */
} tg_store;

/* Makes the store of the edges that were spilled: sorts them, drops repetitions and loops, and
 * writes the rows.  Fills what the graph says of them, and gives it the store.  Takes at most
 * memory_bytes.  Errors: TRICORN_OUT_OF_MEMORY, TRICORN_IO_ERROR, TRICORN_CANCELLED. */
tricorn_status tg_store_make(tricorn_context *context, tg_spill *spill, uint64_t memory_bytes,
                             tg_store *store, tricorn_graph *graph);

void tg_store_free(tg_store *store);

#endif
