/* windmill.c - complete graphs that have one vertex in common, number 0. */
#include "generate/model.h"

#include "generate/pair.h"

enum { CLIQUES, SIZE };

static tricorn_status size(tricorn_context *context, const tg_model_values *values, uint64_t *vertices, uint64_t *edges)
{
    const uint64_t cliques = tg_whole(values, CLIQUES), members = tg_whole(values, SIZE);
    (void)context;
    /* The product is below 2^64, because both factors are below 2^32. */
    *vertices = 1 + cliques * (members - 1);
    *edges = tg_times(cliques, tg_pairs(members));
    return TRICORN_OK;
}

static uint64_t make(const tg_model_values *values, uint64_t first, uint64_t count, tg_edge *out)
{
    const uint64_t members = tg_whole(values, SIZE), pairs = tg_pairs(members);
    for (uint64_t i = 0; i < count; i++) {
        const uint32_t before = (uint32_t)((first + i) / pairs * (members - 1));
        const tg_edge pair = tg_pair((first + i) % pairs);
        out[i] = (tg_edge){pair.u ? before + pair.u : 0, before + pair.v};
    }
    return count;
}

TG_DEFINE_MODEL(windmill) = {
  .description = {"windmill", "complete graphs of `size` vertices that share one vertex", "cliques=100 size=4",
    .simple = 1},
  .parameters = {{"cliques", 100, 1, TG_MOST_VERTICES, 1}, {"size", 4, 2, TG_MOST_VERTICES, 1}},
  .size = size,
  .make = make,
  .declared = 1,
};
