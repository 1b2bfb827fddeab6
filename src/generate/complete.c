/* complete.c - K_n: every pair of vertices is an edge. */
#include "generate/model.h"

#include "generate/pair.h"

enum { VERTICES };

static tricorn_status size(tricorn_context *context, const tg_model_values *values, uint64_t *vertices, uint64_t *edges)
{
    (void)context;
    *vertices = tg_whole(values, VERTICES);
    *edges = tg_pairs(*vertices);
    return TRICORN_OK;
}

static uint64_t make(const tg_model_values *values, uint64_t first, uint64_t count, tg_edge *out)
{
    (void)values;
    for (uint64_t i = 0; i < count; i++) out[i] = tg_pair(first + i);
    return count;
}

TG_DEFINE_MODEL(complete) = {
  .description = {"complete", "every vertex joined to every other", "vertices=100", .simple = 1},
  .parameters = {{"vertices", 100, 1, TG_MOST_VERTICES, 1}},
  .size = size,
  .make = make,
  .declared = 1,
};
