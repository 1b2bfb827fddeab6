/* star.c - vertex 0, the centre, is joined to all other vertices. */
#include "generate/model.h"

enum { VERTICES };

static tricorn_status size(tricorn_context *context, const tg_model_values *values, uint64_t *vertices, uint64_t *edges)
{
    (void)context;
    *vertices = tg_whole(values, VERTICES);
    *edges = *vertices - 1;
    return TRICORN_OK;
}

static uint64_t make(const tg_model_values *values, uint64_t first, uint64_t count, tg_edge *out)
{
    (void)values;
    for (uint64_t i = 0; i < count; i++) out[i] = (tg_edge){0, (uint32_t)(first + i + 1)};
    return count;
}

TG_DEFINE_MODEL(star) = {
  .description = {"star", "one centre joined to all other vertices", "vertices=1000", .simple = 1},
  .parameters = {{"vertices", 1000, 1, TG_MOST_VERTICES, 1}},
  .size = size,
  .make = make,
  .declared = 1,
};
