/* prepare_gpu.h - preparation on the GPU: what tg_prepare does, with the graph left there.
 * Only in builds with CUDA. */
#ifndef TG_PREPARE_PREPARE_GPU_H
#define TG_PREPARE_PREPARE_GPU_H

#include "device/device.h"
#include "device/device_rows.h"
#include "graph/edges.h"
#include "graph/graph.h"
#include "prepare/spread.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A graph as in graph/graph.h, in the memory of a GPU. */
typedef struct tg_device_graph {
    tg_device_rows rows; /* count: vertices with an edge */
    uint32_t *sources;   /* the row of each edge */
    uint32_t vertices;   /* and those without */
    uint32_t *input_ids; /* of each vertex, its number in the input; NULL: the same */
    tg_order order;
    uint64_t input_edges, self_loops;
    uint64_t both_directions, wedges; /* of edges copied in only: as in graph descriptions ... */
    uint32_t longest;                 /* ... and the longest row */
    bool trimmed;                     /* the following are known: */
    uint32_t last_row, last_edge;     /* rows from here on have one id at most; where they begin */
} tg_device_graph;

/* What the steps took, in seconds. */
typedef struct tg_device_preparation_times {
    double transfer; /* copying edges in, the counting of degrees that it hides included */
    double prepare;  /* from the last edge's arrival to the graph */
} tg_device_preparation_times;

/* Prepares narrow edges on the context's GPU (tg_device_open comes before); *edges is only read.
 * times may be NULL: then nothing is waited for at the end.
 * With edges->vertices 0 the number of vertices is found on the way.
 * Device memory at the peak: 24 bytes an input edge and 24 a vertex.
 * Errors: TRICORN_OUT_OF_DEVICE_MEMORY, also for 2^31 edges or more; TRICORN_UNSUPPORTED for 2^31 vertices
 * or more, and where an id is 2^32 - 1; TRICORN_DEVICE_ERROR. */
tricorn_status tg_prepare_on_device(tricorn_context *context, const tg_edges *edges,
                                   tg_device_graph *graph, tg_device_preparation_times *times);

/* The same by the eight steps of Polak's paper (polak_gpu.cu), always in the order of degrees in the
 * simple graph.  times is not NULL.  Device memory at the peak: 32 bytes an input edge.
 * Errors: the same; at most 2^30 edges. */
tricorn_status tg_prepare_by_steps(tricorn_context *context, const tg_edges *edges,
                                  tg_device_graph *graph, tg_device_preparation_times *times);

/* Renumbers the vertices of a graph on the context's GPU: what tg_graph_reorder does on the CPU,
 * with the same result for the same graph but for "core", which here peels all vertices at once that
 * have few neighbours left.  order: its name; auto, NULL: it stays.  Device memory at the peak: 24 bytes an edge (core: 28), or 8
 * and 48 a vertex (core: 12 and 44) where that is more.
 * Errors, which leave a graph that can only be freed: TRICORN_OUT_OF_DEVICE_MEMORY, TRICORN_DEVICE_ERROR,
 * TRICORN_CANCELLED. */
tricorn_status tg_reorder_on_device(tricorn_context *context, const char *order,
                                   tg_device_graph *graph);

/* The last step of preparation on the CPU, for its result so far (graph/order and input_ids stay
 * with that): rows on the GPU from the buckets, which are only read.  Device memory: 8 bytes an
 * edge, 16 for each of some.  Errors: TRICORN_OUT_OF_DEVICE_MEMORY, TRICORN_UNSUPPORTED for 2^31 vertices. */
tricorn_status tg_device_rows_of_spread(tricorn_context *context,
                                       const tg_preparation *preparation,
                                       const tg_spread *spread, tg_device_graph *graph);

/* Raw edges in the memory of the context's GPU, all ids below `numbers`. */
typedef struct tg_device_edges {
    tg_edge *edges;
    uint64_t count;
    uint32_t numbers;
    bool declared; /* as in tg_edges */
} tg_device_edges;

/* The same for edges that are there already, whose memory (tg_device_alloc) it takes, also on
 * failure.  times, NULL or not: transfer is 0. */
tricorn_status tg_prepare_device_edges(tricorn_context *context, tg_device_edges *edges,
                                      tg_device_graph *graph,
                                      tg_device_preparation_times *times);

/* The same graph in host memory; user's ids are left as numbers in the input. */
tricorn_status tg_device_graph_to_host(tricorn_context *context, const tg_device_graph *graph,
                                      tricorn_graph **host);

void tg_device_graph_free(tricorn_context *context, tg_device_graph *graph);

#ifdef __cplusplus
}
#endif

#endif
