/* preparing.cuh - what the steps of preparation on the GPU pass to each other; private to this folder. */
#ifndef TG_PREPARE_GPU_PREPARING_CUH
#define TG_PREPARE_GPU_PREPARING_CUH

#include "prepare/gpu/describe.cuh"
#include "prepare/gpu/launch.cuh"
#include "prepare/gpu/prepare.h"
#include "prepare/steps.h"

/* Sums over vertices, in device memory. */
typedef struct tg_vertex_sums {
    /* the sum of the squared degrees, which may wrap around if most_degree is large */
    unsigned long long squares;
    unsigned int most_degree, active, isolated;
} tg_vertex_sums;

/* The last step that one_launch.cu has done. */
typedef enum tg_prepare_reached {
    TG_NOTHING_DONE,
    TG_VERTICES_SUMMED,
    TG_VERTICES_NUMBERED, /* reached only if the order renumbers vertices */
    TG_ROWS_MADE
} tg_prepare_reached;

typedef struct tg_prepare_totals {
    unsigned long long loops;
    tg_vertex_sums vertices;
    tg_order_sample sample;
    /* 0 if the edges are distinct, ascend, and have their smaller ends first */
    unsigned int unsorted;
    tg_described described;
    tg_prepare_reached reached;
    bool makes_rows; /* whether one launch also makes the rows */
    unsigned int long_rows; /* how many rows are listed as long */
    /* rows from last_row on have at most one id; last_edge is where they begin */
    unsigned int last_row, last_edge;
} tg_prepare_totals;

typedef struct tg_preparing {
    tricorn_context *context;
    cudaStream_t stream;
    uint64_t edge_count;
    uint32_t numbers; /* all ids in the input are below this */
    bool declared;
    bool describe; /* whether to find the figures that only descriptions need */
    uint32_t id_bits; /* the width of a new id */
    /* the keys of edges; at first, the raw edges, whose two ids take 64 bits */
    uint64_t *keys, *spare;
    uint32_t *degrees; /* degrees, with the bit TG_LOOP_SEEN */
    /* NULL, or offsets[x + 1] counts the edges whose second end is x; then degrees[x] counts only the others */
    uint32_t *offsets;
    uint32_t *new_ids; /* the new number of each vertex; NULL if they do not change */
    uint64_t degree_room; /* the length of `degrees`, while the largest id is not known */
    tg_prepare_totals *sums, read; /* `sums` in device memory, `read` a copy in host memory */
    tg_device_graph graph;
} tg_preparing;

/* Whether one launch may prepare the edges. If so, the degrees must be counted with job->offsets. */
bool tg_may_prepare_in_one_launch(uint64_t edges, uint64_t numbers);

/* degrees.cu: the first function adds to the degrees those of edges in device memory, which are part of job->keys;
 * the second one copies edges from the host to job->keys and counts their degrees. */
tricorn_status tg_count_degrees_on_device(const tg_preparing *job, const tg_edge *edges, uint64_t count);
tricorn_status tg_copy_and_count_degrees(tg_preparing *job, const tg_edges *edges);

/* one_launch.cu: if edges are clean, and few or local, does all other steps in one or two
 * launches, and sets job->read.reached to TG_ROWS_MADE. Otherwise it does fewer steps, and sets
 * `reached` to the last of them. */
tricorn_status tg_prepare_in_one_launch(tg_preparing *job);

/* Whether vertices get new numbers; call it after the order was decided. */
static inline bool tg_renumbers(const tg_preparing *job)
{
    return job->graph.order == TG_ORDER_DEGREE || job->read.vertices.active < job->numbers;
}

/* choose_order.cu: computes the sums over vertices, unless that was done, and decides the order. */
tricorn_status tg_decide_order_on_device(tg_preparing *job);
/* If vertices get new numbers, makes new_ids and input_ids, unless that was done. Frees the degrees. */
tricorn_status tg_order_vertices_on_device(tg_preparing *job);

/* rows.cu: makes rows of sorted ids. */
tricorn_status tg_make_rows_on_device(tg_preparing *job);

#endif
