/* hypercube.c - Q_d: the vertices are the words of d bits, and each edge changes one bit. */
#include "generate/model.h"

enum { DIMENSION };
enum { MOST_DIMENSION = 31 };

static tricorn_status size(tricorn_context *context, const tg_model_values *values, uint64_t *vertices, uint64_t *edges)
{
    const uint64_t dimension = tg_whole(values, DIMENSION);
    (void)context;
    *vertices = (uint64_t)1 << dimension;
    *edges = *vertices / 2 * dimension;
    return TRICORN_OK;
}

/* Edge i changes bit number i / 2^(d-1); the remainder of this division has the other bits, which both ends have. */
static uint64_t make(const tg_model_values *values, uint64_t first, uint64_t count, tg_edge *out)
{
    const uint64_t half = (uint64_t)1 << tg_whole(values, DIMENSION) >> 1;
    for (uint64_t i = 0; i < count; i++) {
        const uint64_t bit = (uint64_t)1 << (first + i) / half, rest = (first + i) % half;
        const uint64_t below = rest & (bit - 1), u = (rest - below) * 2 + below;
        out[i] = (tg_edge){(uint32_t)u, (uint32_t)(u + bit)};
    }
    return count;
}

TG_DEFINE_MODEL(hypercube) = {
  .description = {"hypercube", "2^dimension vertices; edges change one bit", "dimension=10", .simple = 1},
  .parameters = {{"dimension", 10, 0, MOST_DIMENSION, 1}},
  .size = size,
  .make = make,
  .declared = 1,
};
