/* structural_holes.c - the constraint of a vertex follows from the resource allocation of its edges.
 *
 * With ties of equal weight a vertex v of degree d has the share 1/d of its time in each neighbour. What it has in x
 * through common neighbours u is the sum of 1/d * 1/d(u): 1/d times the edge's resource allocation, R. So the constraint
 * is the sum of ((1 + R) / d)^2 over the edges of v.
 */
#include "analysis/structural_holes.h"

#include <math.h>

#include "analysis/weighing.h"
#include "base/memory.h"

/* Sums (1 + R)^2 at both ends of each edge: one thread does, in one order. */
static void sum_edges(const tg_rows *rows, const double *resource, double *sums)
{
    for (uint32_t v = 0; v < rows->count; v++)
        for (uint64_t e = rows->offsets[v]; e < rows->offsets[v + UINT64_C(1)]; e++) {
            const double square = (1 + resource[e]) * (1 + resource[e]);
            sums[v] += square;
            sums[rows->ids[e]] += square;
        }
}

static void conclude(const tricorn_graph *graph, const tg_hole_arrays *arrays, tricorn_holes *found)
{
    for (uint64_t v = 0; v < graph->vertices; v++) {
        const double degree = (double)arrays->degrees[v];
        if (degree == 0) {
            arrays->constraints[v] = arrays->effective_sizes[v] = NAN;
            continue;
        }
        arrays->constraints[v] /= degree * degree;
        arrays->effective_sizes[v] = degree - 2 * (double)arrays->triangles[v] / degree;
        found->average_constraint += arrays->constraints[v] / graph->active;
        found->average_effective_size += arrays->effective_sizes[v] / graph->active;
    }
    if (graph->active == 0) found->average_constraint = found->average_effective_size = NAN;
}

tricorn_status tg_structural_holes(
  tricorn_context *context, const tricorn_graph *graph, const tg_hole_arrays *arrays, tricorn_holes *found)
{
    tricorn_status status = TRICORN_OK;
    tg_weighing made = {0};
    double *resource = NULL;
    uint64_t triangles;

    TG_TRY(tg_weigh(context, graph, TRICORN_RESOURCE, &made));
    TG_TRY(TG_ALLOC(context, graph->edges + 1, &resource));
    TG_TRY(tg_sum_edges(context, &made.graph, resource, &triangles));
    for (uint64_t v = 0; v < graph->vertices; v++) arrays->constraints[v] = 0;
    sum_edges(&made.graph.below, resource, arrays->constraints);
    conclude(graph, arrays, found);
cleanup:
    tg_free(resource);
    tg_weighing_free(&made);
    return status;
}
