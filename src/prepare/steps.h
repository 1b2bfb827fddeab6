/* steps.h - the steps of preparation on the CPU, in their order; private to this folder. */
#ifndef TG_PREPARE_STEPS_H
#define TG_PREPARE_STEPS_H

#include "prepare/prepare.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What GPUs do too. */
#ifdef __CUDACC__
#define TG_BOTH_SIDES static inline __host__ __device__
#else
#define TG_BOTH_SIDES static inline
#endif

/* What the steps hand on to each other. */
typedef struct tg_preparation {
    tg_edges *edges;     /* narrow; relabelled in place */
    uint64_t input_edges;
    uint64_t self_loops;
    uint32_t *degrees;   /* by number in the input: see degree_of and LOOP_SEEN */
    uint32_t *new_ids;   /* by number in the input; NULL: the same */
    tg_edge *scattered;  /* all edges but loops, by bucket */
    trigon_graph *graph; /* being made */
} tg_preparation;

/* degrees[x]: ends of edges at x (repetitions counted, loops not; stops at DEGREE_MASK, for any
 * order is right) and, as top bit, whether x has a loop. */
#define TG_LOOP_SEEN 0x80000000u
#define TG_DEGREE_MASK 0x7fffffffu

/* Which order pays: shorter rows by degree, or, where all rows are short already (roads, meshes,
 * ring lattices), neighbours left close together.  Every (edges / TG_ORDER_SAMPLES)-th edge is
 * looked at, `local` of which tg_edge_is_local. */
enum { TG_ORDER_SAMPLES = 4096, TG_LOCAL_SHARE = 64 };
typedef struct tg_order_sample {
    uint32_t taken, local;
} tg_order_sample;
tg_order tg_order_for(uint64_t vertices, uint64_t input_edges, uint32_t most_degree,
                      tg_order_sample sample);

/* Whether it spans less than a small share of all ids. */
TG_BOTH_SIDES bool tg_edge_is_local(tg_edge edge, uint64_t vertices)
{
    return (edge.u > edge.v ? edge.u - edge.v : edge.v - edge.u) < vertices / TG_LOCAL_SHARE;
}

/* Vertices are put into classes of degrees: below 2^16 each degree is one, above there are 256
 * for each doubling. */
enum {
    TG_EXACT_DEGREES = 1 << 16,
    TG_OCTAVE_BITS = 8,
    TG_DEGREE_CLASSES = TG_EXACT_DEGREES - 1 + (31 - 16) * (1 << TG_OCTAVE_BITS)
};

/* Rises with the degree: 0 to TG_DEGREE_CLASSES - 1 for degrees 1 to 2^31 - 1. */
TG_BOTH_SIDES uint32_t tg_degree_class(uint32_t degree)
{
    uint32_t octave = 16;
    if (degree < TG_EXACT_DEGREES) return degree - 1;
    while (degree >> octave > 1) octave++;
    const uint32_t mantissa =
        (degree >> (octave - TG_OCTAVE_BITS)) & ((1u << TG_OCTAVE_BITS) - 1);
    return TG_EXACT_DEGREES - 1 + ((octave - 16) << TG_OCTAVE_BITS) + mantissa;
}

/* order.c: counts degrees and loops; then decides the order, numbers the vertices by it (sets
 * new_ids and the graph's active, vertices, order and input_ids) and frees the degrees. */
trigon_status tg_count_degrees(trigon_context *context, tg_preparation *preparation);
trigon_status tg_order_vertices(trigon_context *context, tg_preparation *preparation);

/* orient.c: gives every edge its new ids, turns it towards its smaller end, sorts by both ends
 * and drops repetitions (sets the graph's offsets, targets, edges, duplicates and
 * both_directions). */
trigon_status tg_orient_edges(trigon_context *context, tg_preparation *preparation);

/* A slice of all edges for one thread: the same for every pass. */
typedef struct tg_slice {
    uint64_t first, last; /* positions in the parts put end to end */
} tg_slice;

static inline tg_slice tg_slice_of(uint64_t count, uint64_t thread, uint64_t threads)
{
    return (tg_slice){count / threads * thread + count % threads * thread / threads,
                      count / threads * (thread + 1) + count % threads * (thread + 1) / threads};
}

/* The piece of a slice that lies in the part which starts at position `start`; may be empty. */
typedef struct tg_piece {
    tg_edge *edges;
    uint64_t count;
} tg_piece;

static inline tg_piece tg_piece_of(const tg_edge_part *part, uint64_t start, tg_slice slice)
{
    const uint64_t end = start + part->count;
    const uint64_t first = slice.first > start ? slice.first : start;
    const uint64_t last = slice.last < end ? slice.last : end;
    if (first >= last) return (tg_piece){NULL, 0};
    return (tg_piece){(tg_edge *)part->edges + (first - start), last - first};
}

#ifdef __cplusplus
}
#endif

#endif
