/* watts_strogatz.c - a ring lattice, except that a random subset of its edges leads to random vertices. */
#include "generate/model.h"

#include "generate/hash.h"

enum { VERTICES, DEGREE, REWIRE };
enum { STREAM = 11 };

static tricorn_status size(tricorn_context *context, const tg_model_values *values, uint64_t *vertices, uint64_t *edges)
{
    const uint64_t degree = tg_whole(values, DEGREE);
    *vertices = tg_whole(values, VERTICES);
    *edges = tg_times(*vertices, degree / 2);
    if (degree % 2 == 0 && degree < *vertices) return TRICORN_OK;
    return tg_fail(context, TRICORN_INVALID_ARGUMENT,
      "watts-strogatz: degree=%llu must be even (half of it on either side) and "
      "below vertices=%llu",
      (unsigned long long)degree, (unsigned long long)*vertices);
}

static uint64_t make(const tg_model_values *values, uint64_t first, uint64_t count, tg_edge *out)
{
    const uint64_t vertices = tg_whole(values, VERTICES), side = tg_whole(values, DEGREE) / 2;
    const uint64_t key = tg_hash_key(STREAM, values->seed);
    const uint64_t threshold = tg_threshold(values->number[REWIRE]);
    for (uint64_t i = 0; i < count; i++) {
        const uint64_t u = (first + i) / side, step = (first + i) % side + 1;
        const uint64_t random = tg_hash(key, first + i);
        const uint32_t v =
          (uint32_t)random < threshold ? tg_upper_below(random, vertices) : (uint32_t)((u + step) % vertices);
        out[i] = (tg_edge){(uint32_t)u, v};
    }
    return count;
}

TG_DEFINE_MODEL(watts_strogatz) = {
  .description = {"watts-strogatz",
    "a ring lattice of even degree, each edge rewired with some probability "
    "(benchmark graph ws)",
    "vertices=1000 degree=16 rewire=0.1", .simple = 0},
  .parameters = {{"vertices", 1000, 3, TG_MOST_VERTICES, 1}, {"degree", 16, 2, TG_MOST_VERTICES, 1},
    {"rewire", 0.1, 0, 1, 0}},
  .size = size,
  .make = make,
  .declared = 1,
};
