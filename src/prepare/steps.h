/* steps.h - the steps of preparation on the CPU, in their order; private to this folder. */
#pragma once

#include <stdbool.h>

#include "prepare/prepare.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Marks functions that GPUs call, too. */
#ifdef __CUDACC__
#define TG_BOTH_SIDES static inline __host__ __device__
#else
#define TG_BOTH_SIDES static inline
#endif

/* One word of a set of numbers: a bit for each of 64 numbers, and how many numbers the words before contain. */
typedef struct tg_rank_word {
    uint64_t bits;
    uint32_t before;
} tg_rank_word;

/* degrees[x] is the number of edge ends at x, with repetitions and without loops. It goes no higher than
 * TG_DEGREE_MASK, which is harmless, as any order gives the right count. Its top bit says whether x has a loop. */
#define TG_LOOP_SEEN 0x80000000u
#define TG_DEGREE_MASK 0x7fffffffu

/* Sums of the degrees of all vertices; the sum of squares may wrap around if `most`, the highest degree, is large. */
typedef struct tg_degree_sums {
    uint32_t most;
    uint64_t active; /* how many numbers have an edge */
    uint64_t squares;
} tg_degree_sums;

/* Adds a degree, without its loop bit, to the sums. They are separate variables because OpenMP's
 * reductions need that. */
static inline void tg_add_degree(uint32_t degree_and_loop, uint32_t *most, uint64_t *active, uint64_t *squares)
{
    const uint32_t degree = degree_and_loop & TG_DEGREE_MASK;
    *most = degree > *most ? degree : *most;
    *active += degree > 0;
    *squares += (uint64_t)degree * degree;
}

/* The data that the steps pass to each other. */
typedef struct tg_preparation {
    /* whether to make the rows on the GPU, if they fit in its memory (prepare/on_gpu.h) */
    bool rows_on_device;
    tg_edges *edges; /* the raw edges, which must be narrow */
    uint64_t input_edges;
    uint64_t self_loops;
    bool ascending; /* whether the smaller ends of the edges ascend in each part */

    /* Arrays by number in the input; degrees are counted in `degrees` or in `few`. */
    uint32_t *degrees; /* degrees and loops as TG_LOOP_SEEN says; or NULL */
    uint8_t *few; /* degrees as bytes, if all fit in a byte; or NULL */
    uint64_t *loops; /* used beside `few`: a bit for each number, whether it has a loop */
    bool summed; /* whether `sums` was computed */
    tg_degree_sums sums;

    /* New ids, by at most one of these two; if both are NULL, ids are the numbers in the input. */
    uint32_t *new_ids; /* the new id of each number in the input */
    tg_rank_word *ranks; /* the new id of a number in this set is its rank in the set */
    tricorn_graph *graph; /* the graph that is being made */
} tg_preparation;

/* A sample of every (edges / TG_ORDER_SAMPLES)-th edge: how many edges were taken, and how many
 * of those are local by tg_edge_is_local. */
enum { TG_ORDER_SAMPLES = 4096, TG_LOCAL_SHARE = 64 };
typedef struct tg_order_sample {
    uint32_t taken, local;
} tg_order_sample;

/* Whether the ends of an edge differ by less than a small share of all ids. */
TG_BOTH_SIDES bool tg_edge_is_local(tg_edge edge, uint64_t vertices)
{
    return (edge.u > edge.v ? edge.u - edge.v : edge.v - edge.u) < vertices / TG_LOCAL_SHARE;
}

/* Vertices with similar degrees are in one class: each degree below 2^13 is a class of its own;
 * above, degrees between two powers of two are in 256 classes. These are 12799 classes. */
enum {
    TG_EXACT_OCTAVE = 13,
    TG_EXACT_DEGREES = 1 << TG_EXACT_OCTAVE,
    TG_OCTAVE_BITS = 8,
    TG_DEGREE_CLASSES = TG_EXACT_DEGREES - 1 + (31 - TG_EXACT_OCTAVE) * (1 << TG_OCTAVE_BITS)
};

/* Returns the class of a degree, ascending: 0 to TG_DEGREE_CLASSES - 1 for degrees 1 to 2^31 - 1. */
TG_BOTH_SIDES uint32_t tg_degree_class(uint32_t degree)
{
    uint32_t octave = TG_EXACT_OCTAVE;
    if (degree < TG_EXACT_DEGREES) return degree - 1;
    while (degree >> octave > 1) octave++;
    const uint32_t mantissa = (degree >> (octave - TG_OCTAVE_BITS)) & ((1u << TG_OCTAVE_BITS) - 1);
    return TG_EXACT_DEGREES - 1 + ((octave - TG_EXACT_OCTAVE) << TG_OCTAVE_BITS) + mantissa;
}

enum {
    /* neighbours count as near if this many percent of the sampled edges are local */
    TG_LOCAL_PERCENT = 75,
    TG_FLAT_FACTOR = 16, /* degrees are flat if none exceeds this many times the mean */
    /* degrees are even if their mean square is at most this many times the square of the mean */
    TG_EVEN_FACTOR = 2
};

/* Returns the highest degree with which a graph of this size still counts as flat. */
TG_BOTH_SIDES uint64_t tg_flat_degree(uint64_t input_edges, uint64_t vertices)
{
    return vertices == 0 ? 0 : TG_FLAT_FACTOR * (2 * input_edges / vertices + 1);
}

/* Whether an end of a random edge has on average not much more than the mean degree. The number
 * of wedges to test then hardly depends on the order. */
TG_BOTH_SIDES bool tg_degrees_are_even(uint64_t input_edges, const tg_degree_sums *sums)
{
    const double ends = 2 * (double)input_edges;
    return (double)sums->squares * (double)sums->active <= (double)TG_EVEN_FACTOR * ends * ends;
}

TG_BOTH_SIDES bool tg_sample_is_local(tg_order_sample sample)
{
    return 100 * (uint64_t)sample.local >= TG_LOCAL_PERCENT * (uint64_t)sample.taken;
}

/* Chooses the order: that of the input if degrees are even, or if they are flat and neighbours have near numbers
 * (roads, meshes, ring lattices); otherwise by degree, so that hubs do not make rows long. */
TG_BOTH_SIDES tg_order tg_order_for(
  uint64_t vertices, uint64_t input_edges, const tg_degree_sums *sums, tg_order_sample sample)
{
    if (input_edges == 0) return TG_ORDER_INPUT;
    if (sums->most > tg_flat_degree(input_edges, vertices)) return TG_ORDER_DEGREE;
    if (tg_degrees_are_even(input_edges, sums)) return TG_ORDER_INPUT;
    return tg_sample_is_local(sample) ? TG_ORDER_INPUT : TG_ORDER_DEGREE;
}

/* Does the same for the edges of a preparation. */
tg_order tg_choose_order(const tg_preparation *preparation, const tg_degree_sums *sums);

/* degrees.c: counts degrees and loops, in `few` if the graph is flat and its degrees fit in
 * bytes, otherwise in `degrees`. */
tricorn_status tg_count_degrees(tricorn_context *context, tg_preparation *preparation);

/* choose_order.c: chooses the order, numbers the vertices by it (sets new_ids or ranks, and the
 * graph's active, vertices, order and input_ids) and frees the degrees. */
tricorn_status tg_order_vertices(tricorn_context *context, tg_preparation *preparation);

/* rows.c: replaces the ids of each edge by new ids, orients the edge towards its smaller end,
 * gathers the edges of each row, sorts the rows and drops repetitions (sets the graph's offsets,
 * targets, edges, duplicates and both_directions). Frees the edges. */
tricorn_status tg_make_rows(tricorn_context *context, tg_preparation *preparation);

/* How many edges ahead the data of an edge's ends is prefetched: further than a CPU prefetches by
 * itself, and far enough for memory to answer in time. */
enum { TG_AHEAD = 32 };

static inline uint32_t tg_rank(const tg_rank_word *ranks, uint32_t x)
{
    const tg_rank_word word = ranks[x / 64];
    return word.before + (uint32_t)__builtin_popcountll(word.bits & ((UINT64_C(1) << x % 64) - 1));
}

static inline uint32_t tg_smaller_end(tg_edge edge)
{
    return edge.u < edge.v ? edge.u : edge.v;
}

static inline uint32_t tg_larger_end(tg_edge edge)
{
    return edge.u > edge.v ? edge.u : edge.v;
}

/* How many vertices a pass works on between two reports. */
enum { TG_REPORTED_VERTICES = 1 << 16 };

#ifndef __cplusplus
/* Reports the work before item `number` of a pass, if it is time to: each item has that number of
 * vertices, which divides TG_REPORTED_VERTICES. Returns whether to stop. */
static inline bool tg_pass_stops(tricorn_context *context, uint64_t number, uint64_t vertices)
{
    if (number % (TG_REPORTED_VERTICES / vertices) == 0) tg_work_add(context, TG_REPORTED_VERTICES);
    return tg_cancelled(context);
}
#endif

/* The range of all edges that one thread processes; it is the same in every pass. */
typedef struct tg_slice {
    uint64_t first, last; /* positions in all parts, one after the other */
} tg_slice;

static inline tg_slice tg_slice_of(uint64_t count, uint64_t thread, uint64_t threads)
{
    return (tg_slice){count / threads * thread + count % threads * thread / threads,
      count / threads * (thread + 1) + count % threads * (thread + 1) / threads};
}

/* Those edges of a slice that are in one part, which may be empty. */
typedef struct tg_slice_edges {
    tg_edge *edges;
    uint64_t count;
} tg_slice_edges;

static inline tg_slice_edges tg_slice_in(const tg_edge_part *part, uint64_t start, tg_slice slice)
{
    const uint64_t end = start + part->count;
    const uint64_t first = slice.first > start ? slice.first : start;
    const uint64_t last = slice.last < end ? slice.last : end;
    if (first >= last) return (tg_slice_edges){NULL, 0};
    return (tg_slice_edges){(tg_edge *)part->edges + (first - start), last - first};
}

#ifdef __cplusplus
}
#endif
