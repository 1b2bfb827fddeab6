/* erdos_renyi.c - G(n, m): m pairs of uniform random vertices.
 *
 * The pairs are independent, so a few are self loops or repeated, about m/n and m^2/n^2, which cleaning removes.
 */
#include "generate/model.h"

#include "generate/hash.h"

enum { VERTICES, EDGES };
enum { STREAM = 77 };

static tricorn_status size(tricorn_context *context, const tg_model_values *values, uint64_t *vertices, uint64_t *edges)
{
    (void)context;
    *vertices = tg_whole(values, VERTICES);
    *edges = tg_whole(values, EDGES);
    return TRICORN_OK;
}

static uint64_t make(const tg_model_values *values, uint64_t first, uint64_t count, tg_edge *out)
{
    const uint64_t vertices = tg_whole(values, VERTICES);
    const uint64_t key = tg_hash_key(STREAM, values->seed);
    for (uint64_t i = 0; i < count; i++) {
        const uint64_t random = tg_hash(key, first + i);
        out[i] = (tg_edge){(uint32_t)(random % vertices), tg_upper_below(random, vertices)};
    }
    return count;
}

TG_DEFINE_MODEL(erdos_renyi) = {
  .description = {"erdos-renyi", "uniform random edges (benchmark graph er24)", "vertices=1000 edges=5000",
    .simple = 0},
  .parameters = {{"vertices", 1000, 1, TG_MOST_VERTICES, 1}, {"edges", 5000, 0, TG_MOST_EDGES, 1}},
  .size = size,
  .make = make,
  .declared = 1,
};
