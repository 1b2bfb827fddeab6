/* generalized.h - for each vertex, how many of its edges are in 0, 1, 2, ... triangles. */
#pragma once

#include "schedule/plan.h"

/* Vertex v has the pairs offsets[v] to offsets[v + 1] - 1. A pair has a number of triangles, and how many edges of v
 * are in exactly this number of triangles; the numbers of triangles ascend. */
typedef struct tg_generalized {
    uint64_t *offsets; /* vertices + 1 entries */
    uint64_t *pairs;
} tg_generalized;

/* Counts the supports of the plan's graph, which must be in memory, and computes *generalized,
 * which the caller frees. Errors: those of counting. */
tricorn_status tg_generalized_count(
  tricorn_context *context, const tg_plan *plan, tg_generalized *generalized, tricorn_result *result);
void tg_generalized_free(tg_generalized *generalized);
