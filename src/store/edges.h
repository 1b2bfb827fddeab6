/* edges.h - the edges of a graph on disk, for writers of edges. */
#ifndef TG_STORE_EDGES_H
#define TG_STORE_EDGES_H

#include "graph/edge_stream.h"
#include "store/stream.h"

typedef struct tg_stored_edges {
    tg_edge_stream stream; /* the end with the smaller number in the input first */
    const tricorn_graph *graph;
    tg_edge_numbers numbers;
    tg_row_stream rows;
    tg_edge *edges;
    uint64_t room, held, at; /* edges: memory, those there, those given */
    /* With names on disk: those of the edges that were given last. */
    tg_ids ids;
    uint64_t most, text_room;
    /* Of numbers without gaps: ids of hubs, ascending, and the members that are hubs. */
    uint32_t *hubs;
    uint32_t hub_count, active_hubs, idle_hubs;
} tg_stored_edges;

/* The stream is valid as long as *edges stays where it is.  TRICORN_UNSUPPORTED for ids of 2^32
 * and more that are neither words nor listed. */
tricorn_status tg_stored_edges_open(tricorn_context *context, const tricorn_graph *graph,
                                    tg_edge_numbers numbers, tg_stored_edges *edges);
void tg_stored_edges_close(tg_stored_edges *edges);

#endif
