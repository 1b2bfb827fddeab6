/* store.h - a graph on disk: made from spilled edges, or found in a work folder.
 *
 * Its rows are a file of disk rows (disk_rows.h); the index of the file, the labels of hubs and
 * the bitmaps of the vertices are in memory.
 */
#ifndef TG_STORE_STORE_H
#define TG_STORE_STORE_H

#include "graph/graph.h"
#include "store/files/vertex_bitmap.h"
#include "store/files/lease.h"
#include "store/disk_rows.h"
#include "store/spill.h"

/* Names of files in a work folder. */
#define TG_STORE_GRAPH "tricorn-graph"
#define TG_STORE_ROWS "tricorn-rows"

typedef struct tg_store {
    tg_disk_folder folder;
    tg_disk_file rows;
    tg_disk_rows disk_rows; /* the index of `rows` */
    tg_labels labels;
    tg_id_table *id_table; /* NULL: the vertices were not numbered on disk */
    uint64_t label_count;  /* one more than the largest label of an edge or a loop */
    /* The labels of vertices with an edge, and of those without.  As vertices of the graph they
     * are numbered in this order, each set by label. */
    tg_vertex_bitmap active, idle;
    /* Labels behind both bitmaps, which are all vertices without an edge. */
    uint64_t tail_first, tail_count;
    uint64_t fingerprint; /* of the input, for a work folder; 0: it has none, for instance a
                           * pipe */
    uint64_t identity;    /* a checksum of the index in a work folder; 0: not written */
    bool counted; /* the count in the journal is complete: freeing the store removes it */
    double lease_seconds; /* of the processes that share the work folder; 0: not shared */
    tg_leases *preparing; /* this process prepares the graph for all; NULL: it does not */
    uint32_t generation;  /* of the lease of preparing */
} tg_store;

/* Whether other processes use the store's work folder at the same time; store may be NULL. */
static inline bool tg_store_is_joined(const tg_store *store)
{
    return store != NULL && store->lease_seconds > 0;
}

/* Makes the store from the spilled edges: sorts them, removes repetitions and loops, and writes
 * the rows.  Sets the numbers of the graph.  Needs at most memory_bytes.  Errors:
 * TRICORN_OUT_OF_MEMORY, TRICORN_IO_ERROR, TRICORN_CANCELLED. */
tricorn_status tg_store_make(tricorn_context *context, tg_spill *spill, uint64_t memory_bytes,
                             tg_store *store, tricorn_graph *graph);

/* Makes every id below `vertices` a vertex, with or without edges. */
tricorn_status tg_store_declare(tricorn_context *context, tg_store *store, uint64_t vertices);

/* Moves the store into the graph, which frees it. */
void tg_store_give(tg_store *store, tricorn_graph *graph);

void tg_store_free(tg_store *store);

/* Returns the memory of the store. */
uint64_t tg_store_index_bytes(const tg_store *store);

/* Stores the labels of `wanted` vertices without an edge, from number `first` of these on. */
void tg_store_idle_labels(const tg_store *store, uint64_t first, uint64_t wanted,
                          uint32_t *labels);
/* Returns the number that a vertex has in the input. */
uint32_t tg_store_input_id(const tg_store *store, uint32_t vertex);
/* Returns one more than the largest number of a vertex in the input. */
uint64_t tg_store_input_numbers(const tg_store *store);
/* Returns the vertex, which has an edge, with this number in the input, or with this label. */
static inline uint32_t tg_store_vertex_of(const tg_store *store, uint32_t input_id)
{
    return tg_vertex_bitmap_rank(&store->active, tg_label_of(&store->labels, input_id));
}
static inline uint32_t tg_store_vertex(const tg_store *store, uint32_t label)
{
    return tg_vertex_bitmap_rank(&store->active, label);
}

/* ---- in a work folder (index_file.c) ------------------------------------------------------ */

/* Opens the folder, which no other process may use at the same time. *found: whether it has the
 * graph of store->fingerprint; then fills *graph, without the store.  The graph of another input
 * is not found.  Errors: TRICORN_BAD_FORMAT, naming the file, for one that is damaged or was made
 * by another program. */
tricorn_status tg_store_open(tricorn_context *context, const char *path, tg_store *store,
                             tricorn_graph *graph, bool *found);

/* Opens a folder that processes with the same store->lease_seconds share.  The graph of another
 * input is an error. */
tricorn_status tg_store_join(tricorn_context *context, const char *path, tg_store *store,
                             tricorn_graph *graph, bool *found);
/* Waits for the graph, if none was found.  If *found is false, this process has the lease of
 * preparing the graph, and must prepare it. */
tricorn_status tg_store_wait(tricorn_context *context, tg_store *store, tricorn_graph *graph,
                             bool *found);
/* Whether the folder has a graph now. */
bool tg_store_is_there(const tg_store *store);

/* Fails if this process prepares for all and another one has replaced it, for instance after a
 * long stop. */
tricorn_status tg_store_check_lease(tricorn_context *context, const tg_store *store);

/* Writes the index of the graph that was made, with the store's fingerprint, and sets the store's
 * identity.
 */
tricorn_status tg_store_write_index(tricorn_context *context, tg_store *store,
                                    const tricorn_graph *graph);

#endif
