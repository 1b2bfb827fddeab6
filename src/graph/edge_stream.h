/* edge_stream.h - passes the edges of a simple graph in chunks to writers, so that the graph need
 * not fit in memory. */
#pragma once

#include <stdint.h>

#include "base/context.h"
#include "graph/edges.h"
#include "graph/ids.h"

/* How a writer of edges numbers vertices. */
typedef enum tg_edge_numbers {
    TG_EDGES_OF_IDS, /* the user's ids */
    TG_EDGES_OF_VERTICES, /* 0, 1, 2, ... without gaps, in the order of the input */
    TG_EDGES_OF_ACTIVE /* 0, 1, 2, ... among the vertices that have an edge */
} tg_edge_numbers;

typedef struct tg_edge_stream {
    uint64_t vertices; /* a bound above all numbers of vertices; at most 2^32 - 1 */
    uint64_t edges; /* the number of edges in all chunks: each edge once, no loop */
    /* Sets *edges and *count to the next edges, which are valid until the next call; *count is 0
     * after the last ones. */
    tricorn_status (*next)(tricorn_context *context, void *user, const tg_edge **edges, uint64_t *count);
    void *user;
    /* NULL if the numbers of vertices are their ids. Otherwise the ids of the numbers in the
     * last chunk, and `vertices` is no bound of these numbers. */
    const tg_ids *ids;
    bool words; /* whether the ids are words */
} tg_edge_stream;

/* Calls take(user, edges, count) for each chunk, with count > 0; reports progress and stops when
 * the call is cancelled. */
tricorn_status tg_edge_stream_each(tricorn_context *context, const tg_edge_stream *stream,
  tricorn_status (*take)(void *user, const tg_edge *edges, uint64_t count), void *user);
