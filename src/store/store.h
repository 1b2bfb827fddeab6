/* store.h - a graph on disk: made from spilled edges, or found in a work folder.
 *
 * The rows are in a file of disk rows (disk_rows.h). The index of that file, the labels of hubs
 * and the bitmaps of the vertices are in memory.
 */
#pragma once

#include "graph/graph.h"
#include "store/files/vertex_bitmap.h"
#include "store/files/lease.h"
#include "store/files/users.h"
#include "store/disk_rows.h"
#include "store/spill.h"

/* The names of the graph's files in a work folder. */
#define TG_STORE_GRAPH "tricorn-graph"
#define TG_STORE_ROWS "tricorn-rows"

typedef struct tg_store {
    tg_disk_folder folder;
    tg_disk_file rows;
    tg_disk_rows disk_rows; /* the index of the file `rows` */
    tg_labels labels;
    tg_id_table *id_table; /* NULL: the vertices were not numbered on disk */
    uint64_t label_count; /* one more than the largest label of an edge or a loop */
    /* The labels of the vertices that have an edge, and of those that have none. The graph's
     * vertices are numbered in this order, in each set by label. */
    tg_vertex_bitmap active, idle;
    /* The labels after the end of both bitmaps that are vertices; none of these has an edge. */
    uint64_t tail_first, tail_count;
    /* Identifies the input in a work folder; 0: the input has no fingerprint, as for a pipe. */
    uint64_t fingerprint;
    uint64_t identity; /* the checksum of the index in a work folder; 0: no index was written */
    bool counted; /* the journal's count is complete, so freeing the store removes the journal */
    /* After how long a lease in a shared work folder expires; 0: the folder is not shared. */
    double lease_seconds;
    tg_users *users; /* NULL: the folder is not a work folder */
    /* This process prepares the graph for all processes; NULL: it does not. */
    tg_leases *preparing;
    uint32_t generation; /* the generation of the lease for preparing */
} tg_store;

/* Whether other processes use the store's work folder at the same time; store may be NULL. */
static inline bool tg_store_is_joined(const tg_store *store)
{
    return store != NULL && store->lease_seconds > 0;
}

/* Makes the store from the spilled edges: sorts them, removes repetitions and loops, and writes
 * the rows. Sets the counts of the graph (vertices, edges, loops). Needs at most memory_bytes
 * of memory. Errors: TRICORN_OUT_OF_MEMORY, TRICORN_IO_ERROR, TRICORN_CANCELLED. */
tricorn_status tg_store_make(
  tricorn_context *context, tg_spill *spill, uint64_t memory_bytes, tg_store *store, tricorn_graph *graph);

/* Makes every id below `vertices` a vertex of the graph, whether it has edges or not. */
tricorn_status tg_store_declare(tricorn_context *context, tg_store *store, uint64_t vertices);

/* Whether the index of the rows and the vertices with an edge, which came from files, agree with
 * each other, with label_count and with the size of the file of rows (disk_rows.h). */
bool tg_store_is_sound(const tg_store *store);

/* Moves the store into the graph; freeing the graph then frees the store. */
void tg_store_give(tg_store *store, tricorn_graph *graph);

void tg_store_free(tg_store *store);

/* Returns how much memory the store uses. */
uint64_t tg_store_index_bytes(const tg_store *store);

/* Stores the labels of `wanted` vertices without an edge, beginning with number `first` among these vertices. */
void tg_store_idle_labels(const tg_store *store, uint64_t first, uint64_t wanted, uint32_t *labels);
/* Returns the number that a vertex has in the input. */
uint32_t tg_store_input_id(const tg_store *store, uint32_t vertex);
/* Returns one more than the largest number that a vertex has in the input. */
uint64_t tg_store_input_numbers(const tg_store *store);
/* Returns a bound of the numbers that vertices with an edge have in the input: all are below. */
uint64_t tg_store_active_numbers(const tg_store *store);
/* Returns the vertex that has this number in the input (below: this label); it must have an edge. */
static inline uint32_t tg_store_vertex_of(const tg_store *store, uint32_t input_id)
{
    return tg_vertex_bitmap_rank(&store->active, tg_label_of(&store->labels, input_id));
}
static inline uint32_t tg_store_vertex(const tg_store *store, uint32_t label)
{
    return tg_vertex_bitmap_rank(&store->active, label);
}

/* ---- in a work folder (index_file.c) ---- */

/* Opens the work folder for this process alone (store/files/users.h). *found tells whether the
 * folder has the graph of store->fingerprint; if so, fills *graph, but does not move the store to
 * it. The graph of another input counts as not found. Errors: TRICORN_BAD_FORMAT,
 * with the file's name, for a file that is damaged or was made by another program. */
tricorn_status tg_store_open(
  tricorn_context *context, const char *path, tg_store *store, tricorn_graph *graph, bool *found);

/* Opens a folder that several processes share, all with the same store->lease_seconds. The
 * graph of another input is an error. */
tricorn_status tg_store_join(
  tricorn_context *context, const char *path, tg_store *store, tricorn_graph *graph, bool *found);
/* Waits until another process has made the graph, or until this process may prepare it. In the second case *found is
 * false: this process holds the lease for preparing and must prepare the graph. */
tricorn_status tg_store_wait(tricorn_context *context, tg_store *store, tricorn_graph *graph, bool *found);
/* Whether the folder has a graph now. */
bool tg_store_is_there(tricorn_context *context, const tg_store *store);

/* Describes the graph that a folder has by the head of its index, which alone is read; without a
 * graph, vertices and bytes on disk are 0. */
tricorn_status tg_store_glance(
  tricorn_context *context, const tg_disk_folder *folder, tricorn_graph_description *graph);

/* Fails if another process has taken the folder, or prepares the graph in place of this one, for
 * instance because this one was stopped for long. */
tricorn_status tg_store_check_lease(tricorn_context *context, const tg_store *store);
/* The folder has the graph: ends the lease for preparing, if this process holds it, and removes
 * the leases of processes that were stopped while they prepared, so that these notice it. */
void tg_store_end_lease(tg_store *store);

/* Writes the index of the graph, with the store's fingerprint, and sets the store's identity. */
tricorn_status tg_store_write_index(tricorn_context *context, tg_store *store, const tricorn_graph *graph);
