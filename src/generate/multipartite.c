/* multipartite.c - sets of vertices; each vertex is joined to all vertices of the other sets.
 *
 * With sets of equal size these are the Turan graphs. Edges are numbered set by set: those of a
 * set lead from its vertices to vertices of later sets.
 */
#include "generate/model.h"

#include "generate/sizes.h"

enum { PARTS };

static tricorn_status size(tricorn_context *context, const tg_model_values *values, uint64_t *vertices, uint64_t *edges)
{
    tg_sizes parts;
    const char *rest = tg_parse_sizes(values->text[PARTS], &parts);
    if (rest == NULL || *rest != 0)
        return tg_fail(context, TRICORN_INVALID_ARGUMENT,
          "multipartite: parts=%s is not a list of sizes; write it like parts=3-4-5", values->text[PARTS]);
    *vertices = 0;
    *edges = 0;
    for (uint32_t part = 0; part < parts.count; part++) {
        /* Fewer than 2^39 vertices come before this set; tg_generator_open() refuses 2^32 and more. */
        const uint64_t between = tg_times(*vertices, parts.at[part]);
        if (__builtin_add_overflow(*edges, between, edges)) *edges = UINT64_MAX;
        *vertices += parts.at[part];
    }
    return TRICORN_OK;
}

static uint64_t make(const tg_model_values *values, uint64_t first, uint64_t count, tg_edge *out)
{
    tg_sizes parts;
    uint64_t later = 0, start = 0, begin = 0; /* `begin` is the number of the set's first edge */
    uint32_t part = 0;
    tg_parse_sizes(values->text[PARTS], &parts);
    for (uint32_t i = 1; i < parts.count; i++) later += parts.at[i];
    for (uint64_t i = 0; i < count; i++) {
        while (first + i - begin >=
               /* The graph has an edge with this number, so the loop ends. */
               parts.at[part] * later) {
            begin += parts.at[part] * later;
            start += parts.at[part];
            later -= parts.at[++part];
        }
        const uint64_t number = first + i - begin;
        out[i] = (tg_edge){(uint32_t)(start + number / later), (uint32_t)(start + parts.at[part] + number % later)};
    }
    return count;
}

TG_DEFINE_MODEL(multipartite) = {
  .description = {"multipartite", "complete multipartite: parts of these sizes, no edge within", "parts=10-10-10",
    .simple = 1},
  .texts = {{"parts", "10-10-10", TG_NO_FACTOR}},
  .size = size,
  .make = make,
  .declared = 1,
};
