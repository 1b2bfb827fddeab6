/* kronecker.c - R-MAT: the stochastic Kronecker graphs of Graph500, which have many triangles at few hubs.
 *
 * An edge is a cell of a 2^scale by 2^scale matrix, found by choosing one of its four quarters
 * `scale` times with probabilities a, b, c and 1 - a - b - c. Labels are permuted. Source:
 * Chakrabarti, Zhan, Faloutsos, "R-MAT: A Recursive Model for Graph Mining", SDM 2004.
 */
#include "generate/model.h"

#include "generate/kronecker.h"

enum { SCALE, EDGE_FACTOR, A, B, C };
enum { MOST_SCALE = 31 }; /* 2^32 vertices would be one too many */

/* Decimal probabilities may add up to a little more than 1. */
static const double ROUNDING = 1e-9;

static tricorn_status size(tricorn_context *context, const tg_model_values *values, uint64_t *vertices, uint64_t *edges)
{
    const double *number = values->number;
    *vertices = (uint64_t)1 << tg_whole(values, SCALE);
    *edges = tg_times(*vertices, tg_whole(values, EDGE_FACTOR));
    if (number[A] + number[B] + number[C] <= 1 + ROUNDING) return TRICORN_OK;
    return tg_fail(context, TRICORN_INVALID_ARGUMENT,
      "kronecker: the probabilities a=%g, b=%g and c=%g add up to more than 1", number[A], number[B], number[C]);
}

static uint64_t make(const tg_model_values *values, uint64_t first, uint64_t count, tg_edge *out)
{
    const double *number = values->number;
    const tg_kronecker graph =
      tg_kronecker_of((unsigned)tg_whole(values, SCALE), values->seed, number[A], number[B], number[C]);
    for (uint64_t i = 0; i < count; i++) out[i] = tg_kronecker_edge(&graph, first + i);
    return count;
}

TG_DEFINE_MODEL(kronecker) = {
  .description = {"kronecker",
    "R-MAT as in Graph500: 2^scale vertices, edge_factor times as many edges "
    "(benchmark graphs tiny and s16 to s26)",
    "scale=12 edge_factor=16 a=0.57 b=0.19 c=0.19", .simple = 0},
  .parameters = {{"scale", 12, 1, MOST_SCALE, 1}, {"edge_factor", 16, 1, TG_MOST_EDGES, 1}, {"a", 0.57, 0, 1, 0},
    {"b", 0.19, 0, 1, 0}, {"c", 0.19, 0, 1, 0}},
  .size = size,
  .make = make,
  .declared = 1,
};
