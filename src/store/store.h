/* store.h - a graph on disk: made from spilled edges, or found in a work folder. */
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
    tg_disk_rows disk_rows;
    tg_labels labels;
    tg_id_table *id_table; /* by number in the input, of vertices that were numbered; or NULL */
    uint64_t label_count;  /* one more than the largest label of an edge or a loop */
    /* Vertices with an edge, and those without: as vertices of the graph they are numbered in
     * this order, each by label. */
    tg_vertex_bitmap active, idle;
    uint64_t tail_first,
        tail_count;    /* labels behind all sets that are vertices without an edge */
    uint64_t identity; /* of the files in a work folder; 0: nothing is kept */
    bool counted;      /* the journal is of a count that is complete; it goes with the store */
    /* Other processes use the folder at the same time, whose leases are over after so many
     * seconds; 0: none do. */
    double lease_seconds;
    tg_leases *preparing; /* this process prepares the graph, for all; NULL: it does not */
    uint32_t generation;  /* of that lease */
} tg_store;

/* Whether other processes use the store's work folder at the same time.  NULL: none do. */
static inline bool tg_store_is_joined(const tg_store *store)
{
    return store != NULL && store->lease_seconds > 0;
}

/* Makes the store of the edges that were spilled: sorts them, drops repetitions and loops, and
 * writes the rows.  Fills what the graph says of them, and gives it the store.  Takes at most
 * memory_bytes.  Errors: TRICORN_OUT_OF_MEMORY, TRICORN_IO_ERROR, TRICORN_CANCELLED. */
tricorn_status tg_store_make(tricorn_context *context, tg_spill *spill, uint64_t memory_bytes,
                             tg_store *store, tricorn_graph *graph);

/* Every id below `vertices` is a vertex, with or without edges. */
tricorn_status tg_store_declare(tricorn_context *context, tg_store *store, uint64_t vertices);

/* The store becomes the graph's, which frees it. */
void tg_store_give(tg_store *store, tricorn_graph *graph);

void tg_store_free(tg_store *store);

/* The memory of the store. */
uint64_t tg_store_index_bytes(const tg_store *store);

/* The labels of `wanted` vertices without an edge, from their number `first` on. */
void tg_store_idle_labels(const tg_store *store, uint64_t first, uint64_t wanted,
                          uint32_t *labels);
/* The number in the input of a vertex. */
uint32_t tg_store_input_id(const tg_store *store, uint32_t vertex);
/* One more than the largest of all vertices. */
uint64_t tg_store_input_numbers(const tg_store *store);
/* The vertex of a number in the input that has an edge, or of a label that has one. */
static inline uint32_t tg_store_vertex_of(const tg_store *store, uint32_t input_id)
{
    return tg_vertex_bitmap_rank(&store->active, tg_label_of(&store->labels, input_id));
}
static inline uint32_t tg_store_vertex(const tg_store *store, uint32_t label)
{
    return tg_vertex_bitmap_rank(&store->active, label);
}

/* ---- in a work folder (index_file.c)
 * ------------------------------------------------------------ */

/* Opens the folder, which no other process may use meanwhile.  *found: it has the graph of that
 * fingerprint, which *graph then is, without the store.  A graph of another input is none; a file
 * that is damaged or not of tricorn is TRICORN_BAD_FORMAT, and names the file. */
tricorn_status tg_store_open(tricorn_context *context, const char *path, uint64_t fingerprint,
                             tg_store *store, tricorn_graph *graph, bool *found);

/* The same, where other processes use the folder at the same time, whose leases are over after so
 * many seconds.  A graph of another input is an error. */
tricorn_status tg_store_join(tricorn_context *context, const char *path, uint64_t fingerprint,
                             double lease_seconds, tg_store *store, tricorn_graph *graph,
                             bool *found);
/* Then, if none was found: one process has the lease of preparing it, and the others wait for the
 * graph.  If none is found this process is to prepare it. */
tricorn_status tg_store_wait(tricorn_context *context, uint64_t fingerprint, tg_store *store,
                             tricorn_graph *graph, bool *found);
/* Whether the folder has a graph now. */
bool tg_store_is_there(const tg_store *store);

/* While it prepares for all: that no other process has taken over, since this one was stopped. */
tricorn_status tg_store_check_lease(tricorn_context *context, const tg_store *store);

/* Keeps what was made, as the graph of that fingerprint. */
tricorn_status tg_store_write_index(tricorn_context *context, uint64_t fingerprint,
                                    tg_store *store, const tricorn_graph *graph,
                                    uint64_t *identity);

#endif
