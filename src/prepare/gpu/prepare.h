/* prepare.h - preparation on the GPU, as tg_prepare does it on the CPU, but the graph stays in
 * GPU memory.  Only in builds with CUDA. */
#ifndef TG_PREPARE_GPU_PREPARE_H
#define TG_PREPARE_GPU_PREPARE_H

#include "device/device.h"
#include "device/device_rows.h"
#include "graph/edges.h"
#include "graph/graph.h"
#include "prepare/cpu/scatter.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A graph as in graph/graph.h, in the memory of a GPU. */
typedef struct tg_device_graph {
    tg_device_rows rows; /* rows.count: number of vertices with an edge */
    uint32_t *sources;   /* the row of each edge */
    uint32_t vertices;   /* number of vertices, including those without an edge */
    uint32_t *input_ids; /* each vertex's number in the input; NULL: the same */
    tg_order order;
    uint64_t input_edges, self_loops;
    uint64_t both_directions, wedges; /* figures of graph descriptions, only for edges that were
                                       * copied in: ... */
    uint32_t longest;                 /* ... and the length of the longest row */
    bool trimmed;                     /* the next two members are set */
    uint32_t last_row, last_edge;     /* rows from last_row on have at most one id */
} tg_device_graph;

/* Seconds of the steps. */
typedef struct tg_device_preparation_times {
    double transfer; /* copying edges to the GPU, and counting degrees at the same time */
    double prepare;  /* from the last edge's arrival to the graph */
} tg_device_preparation_times;

/* Prepares narrow edges on the context's GPU, which tg_device_open has opened; only reads *edges.
 * times may be NULL: then it does not wait for the last steps.  If edges->vertices is 0, it finds
 * the number of vertices itself.  Device memory at the peak: 24 bytes for each input edge and 24
 * for each vertex.  Errors: TRICORN_OUT_OF_DEVICE_MEMORY, also for over 2^31 - 2 edges;
 * TRICORN_UNSUPPORTED for 2^31 vertices or more, or if an id is 2^32 - 1;
 * TRICORN_DEVICE_ERROR. */
tricorn_status tg_prepare_on_device(tricorn_context *context, const tg_edges *edges,
                                   tg_device_graph *graph, tg_device_preparation_times *times);

/* The same by the eight steps of Polak's paper (polak.cu), always in the order of degrees in the
 * simple graph.  times is not NULL.  Device memory at the peak: 32 bytes an input edge.
 * Errors: the same; at most 2^30 edges. */
tricorn_status tg_prepare_by_steps(tricorn_context *context, const tg_edges *edges,
                                  tg_device_graph *graph, tg_device_preparation_times *times);

/* Renumbers the vertices of a graph on the context's GPU as tg_graph_reorder does on the CPU.  The
 * result is the same except for "core", which here peels all vertices with few neighbours left at
 * once.  order: a name; auto or NULL: unchanged.  Device memory at the peak: 24 bytes an edge
 * (core: 28), or 8 an edge and 48 a vertex (core: 12 and 44) if that is more.
 * After an error the graph can only be freed: TRICORN_OUT_OF_DEVICE_MEMORY, TRICORN_DEVICE_ERROR,
 * TRICORN_CANCELLED. */
tricorn_status tg_reorder_on_device(tricorn_context *context, const char *order,
                                   tg_device_graph *graph);

/* The last step of a preparation on the CPU: makes the rows on the GPU from the buckets, which it
 * only reads.  The order and input_ids stay with the preparation.  Device memory: 8 bytes for
 * each edge, and 16 for each edge of a batch.  Errors: TRICORN_OUT_OF_DEVICE_MEMORY,
 * TRICORN_UNSUPPORTED for 2^31 vertices. */
tricorn_status tg_device_rows_of_scatter(tricorn_context *context,
                                         const tg_preparation *preparation,
                                         const tg_scatter *scatter, tg_device_graph *graph);

/* Raw edges in the memory of the context's GPU, all ids below `numbers`. */
typedef struct tg_device_edges {
    tg_edge *edges;
    uint64_t count;
    uint32_t numbers;
    bool declared; /* as in tg_edges */
    bool describe; /* find the figures of descriptions, too, as for edges that are copied in */
} tg_device_edges;

/* The same as tg_prepare_on_device, for edges that are on the GPU already.  It frees their memory
 * (from tg_device_alloc), also on failure.  times may be NULL; transfer is 0. */
tricorn_status tg_prepare_device_edges(tricorn_context *context, tg_device_edges *edges,
                                      tg_device_graph *graph,
                                      tg_device_preparation_times *times);

/* Copies a graph to host memory; its input_ids are numbers in the input, not the user's ids. */
tricorn_status tg_device_graph_to_host(tricorn_context *context, const tg_device_graph *graph,
                                      tricorn_graph **host);

void tg_device_graph_free(tricorn_context *context, tg_device_graph *graph);

#ifdef __cplusplus
}
#endif

#endif
