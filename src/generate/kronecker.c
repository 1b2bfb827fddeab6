/* kronecker.c - R-MAT: the stochastic Kronecker graphs of Graph500, many triangles at few hubs.
 *
 * An edge is a cell of a 2^scale by 2^scale matrix, found by choosing one of its four quarters
 * `scale` times with probabilities a, b, c and 1 - a - b - c.  Labels are permuted.
 * Source: Chakrabarti, Zhan, Faloutsos, "R-MAT: A Recursive Model for Graph Mining", SDM 2004.
 */
#include "generate/model.h"

#include "generate/hash.h"

enum { SCALE, EDGE_FACTOR, A, B, C };
enum {
    STREAM = 1000,        /* plus scale */
    HASHES_PER_EDGE = 16, /* each serves two of at most 32 levels */
    MOST_SCALE = 31,      /* 2^32 would be one vertex too many */
};

static const double ROUNDING = 1e-9; /* decimal probabilities may add up to a little more */

static tricorn_status size(tricorn_context *context, const tg_model_values *values,
                           uint64_t *vertices, uint64_t *edges)
{
    const double *number = values->number;
    *vertices = (uint64_t)1 << tg_whole(values, SCALE);
    *edges = tg_times(*vertices, tg_whole(values, EDGE_FACTOR));
    if (number[A] + number[B] + number[C] <= 1 + ROUNDING) return TRICORN_OK;
    return tg_fail(context, TRICORN_INVALID_ARGUMENT,
                   "kronecker: the probabilities a=%g, b=%g and c=%g add up to more than 1",
                   number[A], number[B], number[C]);
}

/* Thresholds for 32 random bits: the ends of the first three quarters. */
typedef struct quarters {
    uint64_t a, ab, abc;
} quarters;

/* The cell of edge `number`, before labels are permuted. */
static tg_edge cell(uint64_t key, uint64_t number, unsigned scale, const quarters *ends)
{
    uint32_t u = 0, v = 0;
    uint64_t random = 0;
    for (unsigned level = 0; level < scale; level++) {
        random = level % 2 ? random >> 32 : tg_hash(key, number * HASHES_PER_EDGE + level / 2);
        const uint64_t x = (uint32_t)random;
        const uint32_t lower = x >= ends->ab; /* without branches, which could not be predicted */
        const uint32_t right = (x >= ends->a) ^ lower ^ (x >= ends->abc);
        u = 2 * u + lower;
        v = 2 * v + right;
    }
    return (tg_edge){u, v};
}

static uint64_t make(const tg_model_values *values, uint64_t first, uint64_t count, tg_edge *out)
{
    const double *number = values->number;
    const unsigned scale = (unsigned)tg_whole(values, SCALE);
    const uint64_t key = tg_hash_key(STREAM + scale, values->seed);
    const tg_permutation label = tg_permutation_of((uint64_t)1 << scale);
    const quarters ends = {tg_threshold(number[A]), tg_threshold(number[A] + number[B]),
                           tg_threshold(number[A] + number[B] + number[C])};
    for (uint64_t i = 0; i < count; i++) {
        const tg_edge edge = cell(key, first + i, scale, &ends);
        out[i] = (tg_edge){tg_permute(&label, edge.u), tg_permute(&label, edge.v)};
    }
    return count;
}

TG_DEFINE_MODEL(kronecker) = {
    .description = {"kronecker",
                    "R-MAT as in Graph500: 2^scale vertices, edge_factor times as many edges "
                    "(benchmark graphs tiny and s16 to s26)",
                    "scale=12 edge_factor=16 a=0.57 b=0.19 c=0.19", .simple = 0},
    .parameters = {{"scale", 12, 1, MOST_SCALE, 1},
                   {"edge_factor", 16, 1, TG_MOST_EDGES, 1},
                   {"a", 0.57, 0, 1, 0},
                   {"b", 0.19, 0, 1, 0},
                   {"c", 0.19, 0, 1, 0}},
    .size = size,
    .make = make,
    .declared = 1,
};
