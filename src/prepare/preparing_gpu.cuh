/* preparing_gpu.cuh - what the steps of preparation on the GPU hand on to each other; private to
 * this folder. */
#ifndef TG_PREPARE_PREPARING_GPU_CUH
#define TG_PREPARE_PREPARING_GPU_CUH

#include "prepare/describe_gpu.cuh"
#include "prepare/launch_gpu.cuh"
#include "prepare/prepare_gpu.h"
#include "prepare/steps.h"

/* Summed on the device. */
typedef struct tg_vertex_sums {
    unsigned long long squares; /* of degrees; may wrap where most_degree is large */
    unsigned int most_degree, active, isolated;
} tg_vertex_sums;

/* How far one launch came (at_once_gpu.cu). */
typedef enum tg_prepare_reached {
    TG_NOTHING_DONE,
    TG_VERTICES_SUMMED,
    TG_VERTICES_NUMBERED, /* if the order asks for it */
    TG_ROWS_MADE
} tg_prepare_reached;

typedef struct tg_prepare_totals {
    unsigned long long loops;
    tg_vertex_sums vertices;
    tg_order_sample sample;
    unsigned int unsorted; /* 0: each edge once, smaller end first, in ascending order */
    tg_described described;
    tg_prepare_reached reached;
    bool makes_rows;                  /* that launch is good for them, too */
    unsigned int long_rows;           /* rows in a list */
    unsigned int last_row, last_edge; /* as in tg_device_graph */
} tg_prepare_totals;

typedef struct tg_preparing {
    tricorn_context *context;
    cudaStream_t stream;
    uint64_t edge_count;
    uint32_t numbers; /* in the input: all ids are below */
    bool declared;
    bool describe;          /* finds what only descriptions tell */
    uint32_t id_bits;       /* of a new id */
    uint64_t *keys, *spare; /* keys: first the edges as they came, two ids each */
    uint32_t *degrees;      /* see TG_LOOP_SEEN */
    uint32_t *offsets;      /* NULL; or [x + 1]: how often x is the second end of an edge, which
                               degrees[x] is without then */
    uint32_t *new_ids;      /* NULL: as they were */
    uint64_t degree_room;   /* while numbers are being found */
    tg_prepare_totals *sums, read; /* on the device; on the host */
    tg_device_graph graph;
} tg_preparing;

/* The edges may be prepared by one launch: job->offsets are to be counted, too. */
bool tg_may_prepare_at_once(uint64_t edges, uint64_t numbers);

/* degrees_gpu.cu: adds to the degrees those of edges on the device, of which those in job->keys
 * come first; the same for edges of the host, which are copied to job->keys. */
tricorn_status tg_count_degrees_on_device(const tg_preparing *job, const tg_edge *edges,
                                          uint64_t count);
tricorn_status tg_copy_and_count_degrees(tg_preparing *job, const tg_edges *edges);

/* at_once_gpu.cu: where edges are clean and few or local, all that is left, in one launch or two;
 * then job->read.reached is TG_ROWS_MADE.  Otherwise at most the sums of the vertices. */
tricorn_status tg_prepare_at_once(tg_preparing *job);

/* Whether vertices do not stay as they were, once the order is decided. */
static inline bool tg_renumbers(const tg_preparing *job)
{
    return job->graph.order == TG_ORDER_DEGREE || job->read.vertices.active < job->numbers;
}

/* order_gpu.cu: sums the vertices, if that is not done, and decides the order. */
tricorn_status tg_decide_order_on_device(tg_preparing *job);
/* Numbers the vertices by the order, if that is not done and they do not stay as they were:
 * new_ids and input_ids.  Frees the degrees. */
tricorn_status tg_number_vertices_on_device(tg_preparing *job);

/* rows_gpu.cu: rows of sorted ids. */
tricorn_status tg_make_rows_on_device(tg_preparing *job);

#endif
