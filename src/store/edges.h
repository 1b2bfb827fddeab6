/* edges.h - the edges of a graph on disk as a stream, for formats that accept edges in any order.
 *
 * Rows are read one interval after another.  Labels become numbers of vertices, or ids.  The ids
 * of many edges are looked up in an id table at a time, so that its file is read in one
 * direction.
 */
#ifndef TG_STORE_EDGES_H
#define TG_STORE_EDGES_H

#include "graph/edge_stream.h"
#include "store/stream.h"

typedef struct tg_stored_edges {
    tg_edge_stream stream; /* of an edge, the end with the smaller number in the input is first */
    const tricorn_graph *graph;
    tg_edge_numbers numbers;
    tg_row_stream rows;
    tg_edge *edges;
    uint64_t room, held,
        at; /* numbers of edges: that fit in memory, that are in it, and that were returned */
    /* With an id table: the ids of the edges that were returned last. */
    tg_ids ids;
    uint64_t most, text_room;
    /* For numbers without gaps: the ids of hubs, ascending, and the numbers of active and idle
     * hubs. */
    uint32_t *hubs;
    uint32_t hub_count, active_hubs, idle_hubs;
} tg_stored_edges;

/* Opens the stream, which is valid until *edges is moved.  Errors: TRICORN_UNSUPPORTED for ids of
 * 2^32 and more that are neither words nor in a list. */
tricorn_status tg_stored_edges_open(tricorn_context *context, const tricorn_graph *graph,
                                    tg_edge_numbers numbers, tg_stored_edges *edges);
void tg_stored_edges_close(tg_stored_edges *edges);

#endif
