/* edges.h - the edges of a graph on disk as a stream, for formats that accept edges in any order.
 *
 * Rows are read one interval of labels after another. The labels are replaced by the numbers of vertices, or by ids.
 * An id table is asked for the ids of many edges at a time, so that its file is read in one direction.
 */
#pragma once

#include "graph/edge_stream.h"
#include "store/stream.h"

typedef struct tg_stored_edges {
    /* Each edge begins with the end that has the smaller number in the input. */
    tg_edge_stream stream;
    const tricorn_graph *graph;
    tg_edge_numbers numbers;
    tg_row_stream rows;
    tg_edge *edges;
    /* Numbers of edges: that fit in `edges`, that are in it, and that were already returned. */
    uint64_t room, held, at;
    /* The ids of the edges that were returned last, if the graph has an id table. */
    tg_ids ids;
    uint64_t most, text_room;
    /* Only for numbers without gaps: the hubs' ids, ascending, and how many hubs are active and idle. */
    uint32_t *hubs;
    uint32_t hub_count, active_hubs, idle_hubs;
} tg_stored_edges;

/* Opens the stream, which is valid until *edges is moved in memory. Errors: TRICORN_UNSUPPORTED
 * if ids are 2^32 or more and the graph has neither words nor a list of ids. */
tricorn_status tg_stored_edges_open(
  tricorn_context *context, const tricorn_graph *graph, tg_edge_numbers numbers, tg_stored_edges *edges);
void tg_stored_edges_close(tg_stored_edges *edges);
