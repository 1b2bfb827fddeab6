/* preparing.cuh - the data that the steps of preparation on the GPU pass to each other; private
 * to this folder. */
#ifndef TG_PREPARE_GPU_PREPARING_CUH
#define TG_PREPARE_GPU_PREPARING_CUH

#include "prepare/gpu/describe.cuh"
#include "prepare/gpu/launch.cuh"
#include "prepare/gpu/prepare.h"
#include "prepare/steps.h"

/* Sums in device memory. */
typedef struct tg_vertex_sums {
    unsigned long long squares; /* sum of the squared degrees; may wrap if most_degree is large */
    unsigned int most_degree, active, isolated;
} tg_vertex_sums;

/* The last step that one_launch.cu has done. */
typedef enum tg_prepare_reached {
    TG_NOTHING_DONE,
    TG_VERTICES_SUMMED,
    TG_VERTICES_NUMBERED, /* if the order renumbers vertices */
    TG_ROWS_MADE
} tg_prepare_reached;

typedef struct tg_prepare_totals {
    unsigned long long loops;
    tg_vertex_sums vertices;
    tg_order_sample sample;
    unsigned int unsorted; /* 0: edges are distinct, ascend, and have the smaller end first */
    tg_described described;
    tg_prepare_reached reached;
    bool makes_rows;                  /* one launch also makes the rows */
    unsigned int long_rows;           /* number of rows that are listed as long */
    unsigned int last_row, last_edge; /* as in tg_device_graph */
} tg_prepare_totals;

typedef struct tg_preparing {
    tricorn_context *context;
    cudaStream_t stream;
    uint64_t edge_count;
    uint32_t numbers; /* all ids in the input are below this */
    bool declared;
    bool describe;          /* find figures that only descriptions need */
    uint32_t id_bits;       /* bits of a new id */
    uint64_t *keys, *spare; /* keys: at first the raw edges, two ids each */
    uint32_t *degrees;      /* degrees, with the mark TG_LOOP_SEEN */
    uint32_t *offsets;      /* NULL; or offsets[x + 1] counts the edges with second end x, and
                             * degrees[x] only the others */
    uint32_t *new_ids;      /* new number of each vertex; NULL: unchanged */
    uint64_t degree_room;   /* length of degrees, while the largest id is unknown */
    tg_prepare_totals *sums, read; /* in device memory; in host memory */
    tg_device_graph graph;
} tg_preparing;

/* Whether one launch may prepare the edges; then job->offsets must be counted, too. */
bool tg_may_prepare_in_one_launch(uint64_t edges, uint64_t numbers);

/* degrees.cu: the first function adds the degrees of edges in device memory, which follow others
 * in job->keys; the second one copies edges from the host to job->keys and counts them. */
tricorn_status tg_count_degrees_on_device(const tg_preparing *job, const tg_edge *edges,
                                          uint64_t count);
tricorn_status tg_copy_and_count_degrees(tg_preparing *job, const tg_edges *edges);

/* one_launch.cu: if edges are clean, and few or local, does all other steps in one or two
 * launches, and sets job->read.reached to TG_ROWS_MADE.  Otherwise it does fewer steps, and sets
 * `reached` to the last one. */
tricorn_status tg_prepare_in_one_launch(tg_preparing *job);

/* Whether vertices get new numbers, once the order is decided. */
static inline bool tg_renumbers(const tg_preparing *job)
{
    return job->graph.order == TG_ORDER_DEGREE || job->read.vertices.active < job->numbers;
}

/* choose_order.cu: sums the vertices, unless that is done, and decides the order. */
tricorn_status tg_decide_order_on_device(tg_preparing *job);
/* Makes new_ids and input_ids, unless that is done, if vertices get new numbers.  Frees the
 * degrees. */
tricorn_status tg_order_vertices_on_device(tg_preparing *job);

/* rows.cu: makes rows of sorted ids. */
tricorn_status tg_make_rows_on_device(tg_preparing *job);

#endif
