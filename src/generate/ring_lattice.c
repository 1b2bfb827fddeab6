/* ring_lattice.c - C_n^k: a ring in which each vertex is joined to the next k vertices on either side. */
#include "generate/model.h"

enum { VERTICES, REACH };

static tricorn_status size(tricorn_context *context, const tg_model_values *values, uint64_t *vertices, uint64_t *edges)
{
    const uint64_t reach = tg_whole(values, REACH);
    *vertices = tg_whole(values, VERTICES);
    *edges = tg_times(*vertices, reach);
    if (reach < *vertices) return TRICORN_OK;
    return tg_fail(context, TRICORN_INVALID_ARGUMENT,
      "ring-lattice: reach=%llu goes once round the ring; it must be below "
      "vertices=%llu",
      (unsigned long long)reach, (unsigned long long)*vertices);
}

static uint64_t make(const tg_model_values *values, uint64_t first, uint64_t count, tg_edge *out)
{
    const uint64_t vertices = tg_whole(values, VERTICES), reach = tg_whole(values, REACH);
    for (uint64_t i = 0; i < count; i++) {
        const uint64_t u = (first + i) / reach, step = (first + i) % reach + 1;
        out[i] = (tg_edge){(uint32_t)u, (uint32_t)((u + step) % vertices)};
    }
    return count;
}

TG_DEFINE_MODEL(ring_lattice) = {
  .description = {"ring-lattice",
    "a ring; each vertex is joined to the `reach` next ones on "
    "either side",
    "vertices=1000 reach=2", .simple = 0},
  .parameters = {{"vertices", 1000, 2, TG_MOST_VERTICES, 1}, {"reach", 2, 1, TG_MOST_VERTICES, 1}},
  .size = size,
  .make = make,
  .declared = 1,
};
