/* prepare.h - preparation on the GPU, as tg_prepare does it on the CPU, except that the graph
 * stays in GPU memory. Only in the GPU part. */
#pragma once

#include "device/device.h"
#include "device/device_rows.h"
#include "graph/edges.h"
#include "graph/graph.h"
#include "prepare/cpu/scatter.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A graph as graph/graph.h describes it, in the memory of a GPU. */
typedef struct tg_device_graph {
    tg_device_rows rows; /* rows.count is the number of vertices with an edge */
    uint32_t *sources; /* the row of each edge */
    uint32_t vertices; /* the number of all vertices, with or without edges */
    /* the number of each vertex in the input; NULL if that is its number here */
    uint32_t *input_ids;
    tg_order order;
    uint64_t input_edges, self_loops;
    /* figures for graph descriptions: this line and the next are only set for edges that were copied in */
    uint64_t both_directions, wedges;
    uint32_t longest; /* the length of the longest row */
    bool trimmed; /* whether the next two members are set */
    uint32_t last_row, last_edge; /* rows from last_row on have at most one id */
} tg_device_graph;

/* How many seconds the steps took. */
typedef struct tg_device_preparation_times {
    double transfer; /* copying edges to the GPU, and counting degrees at the same time */
    double prepare; /* from the arrival of the last edge until the graph was complete */
} tg_device_preparation_times;

/* Prepares narrow edges on the context's GPU, which tg_device_open must have opened; it only reads *edges. If `times`
 * is NULL it does not wait for the last steps. If edges->vertices is 0, it finds the number of vertices itself.
 * Device memory at the peak: 24 bytes for each input edge and 24 for each vertex. Errors:
 * TRICORN_OUT_OF_DEVICE_MEMORY, also for more than 2^31 - 2 edges; TRICORN_UNSUPPORTED for 2^31 vertices or more, or
 * if an id is 2^32 - 1; TRICORN_DEVICE_ERROR. */
tricorn_status tg_prepare_on_device(
  tricorn_context *context, const tg_edges *edges, tg_device_graph *graph, tg_device_preparation_times *times);

/* Prepares edges as tg_prepare_on_device does, but by the eight steps of Polak's paper
 * (polak.cu), and always in the order of degrees in the simple graph. `times` must not be NULL.
 * Device memory at the peak: 32 bytes per input edge. Errors: the same; at most 2^30 edges. */
tricorn_status tg_prepare_by_steps(
  tricorn_context *context, const tg_edges *edges, tg_device_graph *graph, tg_device_preparation_times *times);

/* Renumbers the vertices of a graph on the context's GPU as tg_graph_reorder does on the CPU. The result is the same
 * except for "core", which here peels all vertices with few neighbours left at once. `order` is a name; auto or NULL
 * changes nothing. Device memory at the peak: 24 bytes per edge (core: 28), or 8 per edge and 48 per vertex (core: 12
 * and 44) if that is more. After one of the errors TRICORN_OUT_OF_DEVICE_MEMORY, TRICORN_DEVICE_ERROR and
 * TRICORN_CANCELLED the graph can only be freed. */
tricorn_status tg_reorder_on_device(tricorn_context *context, const char *order, tg_device_graph *graph);

/* Does the last step of a preparation on the CPU: makes the rows on the GPU, from the buckets, which it only reads.
 * The order and input_ids stay with the preparation. Device memory: 8 bytes for each edge, and 16 for each edge of a
 * batch. Errors: TRICORN_OUT_OF_DEVICE_MEMORY, TRICORN_UNSUPPORTED for 2^31 vertices. */
tricorn_status tg_device_rows_of_scatter(
  tricorn_context *context, const tg_preparation *preparation, const tg_scatter *scatter, tg_device_graph *graph);

/* Raw edges in the memory of the context's GPU, whose ids are all below `numbers`. */
typedef struct tg_device_edges {
    tg_edge *edges;
    uint64_t count;
    uint32_t numbers;
    bool declared; /* every number is a vertex, with or without edges */
    /* whether to find the figures for descriptions, as for edges that are copied in */
    bool describe;
} tg_device_edges;

/* Prepares edges as tg_prepare_on_device does, but edges that are on the GPU already. It frees their memory, which
 * must come from tg_device_alloc, also on failure. `times` may be NULL; times->transfer becomes 0. */
tricorn_status tg_prepare_device_edges(
  tricorn_context *context, tg_device_edges *edges, tg_device_graph *graph, tg_device_preparation_times *times);

/* Copies a graph to host memory; its input_ids are numbers in the input, not the user's ids. */
tricorn_status tg_device_graph_to_host(tricorn_context *context, const tg_device_graph *graph, tricorn_graph **host);

void tg_device_graph_free(tricorn_context *context, tg_device_graph *graph);

#ifdef __cplusplus
}
#endif
