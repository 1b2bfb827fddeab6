/* edges.h - the edges of a graph on disk, for writers of edges. */
#ifndef TG_STORE_EDGES_H
#define TG_STORE_EDGES_H

#include "graph/edge_stream.h"
#include "store/stream.h"

typedef struct tg_stored_edges {
    tg_edge_stream stream; /* of the user's ids, the smaller one first */
    const tricorn_graph *graph;
    tg_row_stream rows;
    tg_edge *edges;
    uint64_t room;
} tg_stored_edges;

/* TRICORN_UNSUPPORTED where ids are words, or numbers of 2^32 and more.  The stream is valid as
 * long as *edges stays where it is. */
tricorn_status tg_stored_edges_open(tricorn_context *context, const tricorn_graph *graph,
                                    tg_stored_edges *edges);
void tg_stored_edges_close(tg_stored_edges *edges);

#endif
