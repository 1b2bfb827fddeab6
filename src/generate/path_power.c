/* path_power.c - P_n^k: a path in which each vertex is joined to the next k vertices. */
#include "generate/model.h"

enum { VERTICES, REACH };

static tricorn_status size(tricorn_context *context, const tg_model_values *values, uint64_t *vertices, uint64_t *edges)
{
    (void)context;
    *vertices = tg_whole(values, VERTICES);
    *edges = tg_times(*vertices, tg_whole(values, REACH));
    return TRICORN_OK;
}

static uint64_t make(const tg_model_values *values, uint64_t first, uint64_t count, tg_edge *out)
{
    const uint64_t vertices = tg_whole(values, VERTICES), reach = tg_whole(values, REACH);
    uint64_t made = 0;
    for (uint64_t i = first; i < first + count; i++) {
        const uint64_t u = i / reach, v = u + i % reach + 1;
        if (v < vertices) out[made++] = (tg_edge){(uint32_t)u, (uint32_t)v};
    }
    return made;
}

TG_DEFINE_MODEL(path_power) = {
  .description = {"path-power", "a path; each vertex is joined to the `reach` next ones", "vertices=1000 reach=2",
    .simple = 0},
  .parameters = {{"vertices", 1000, 1, TG_MOST_VERTICES, 1}, {"reach", 2, 1, TG_MOST_VERTICES, 1}},
  .size = size,
  .make = make,
  .declared = 1,
};
