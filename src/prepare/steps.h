/* steps.h - the steps of preparation on the CPU, in their order; private to this folder. */
#ifndef TG_PREPARE_STEPS_H
#define TG_PREPARE_STEPS_H

#include "prepare/prepare.h"

#ifdef __cplusplus
extern "C" {
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
 * ring lattices), neighbours left close together.  Samples the edges. */
tg_order tg_order_for(const tg_edges *edges, uint64_t input_edges, uint32_t most_degree);

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
