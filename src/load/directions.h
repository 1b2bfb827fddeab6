/* directions.h - keeps the directions, weights and times of edges, which preparation drops, beside the graph. */
#pragma once

#include "graph/edges.h"
#include "graph/graph.h"

/* The edges as they were read, by the vertices' numbers in the input. */
typedef struct tg_read_edges_kept {
    tg_edge *edges; /* those with weights or times in the order of the input */
    double *weights; /* of these edges; NULL: they have none */
    int64_t *times; /* the same */
    char *labels; /* as in tg_edges */
    uint32_t label_count;
    uint64_t count;
    bool symmetric; /* each edge has both directions */
    bool both_ends; /* an edge may be listed at each of its ends */
    /* Set before: */
    bool directed, weighted, timed; /* directions are kept; weights are; times are */
    bool is_signed; /* weights may be negative */
    const char *combine; /* what an edge has that comes again with another weight (combine.h) */
    const char *name; /* of the input, for messages; NULL: it has none */
} tg_read_edges_kept;

/* Numbers the vertices and copies the edges, none of which was spilled, and the weights and times of
 * parts if they have them: 8 bytes for each, and 8 more for each of these. */
tricorn_status tg_directions_keep(tricorn_context *context, tg_edges *edges, tg_read_edges_kept *kept);

/* Sets graph->directions, weights and temporal, if kept, of the graph that was made of them; its rows
 * are in host memory. Memory: a byte for each edge, 8 for weights (combine.h), 16 for times and 8 to sort them,
 * and meanwhile 4 for each number of a vertex. TRICORN_BAD_FORMAT where an edge has two weights,
 * TRICORN_UNSUPPORTED where it has a time and no direction. */
tricorn_status tg_directions_set(tricorn_context *context, const tg_read_edges_kept *kept, tricorn_graph *graph);

void tg_directions_free(tg_read_edges_kept *kept);
