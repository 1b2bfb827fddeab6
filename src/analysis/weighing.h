/* weighing.h - the rows and weights by which pairs of vertices are measured. */
#pragma once

#include <stdbool.h>

#include "cpu/common/shared_sums.h"

static inline bool tg_measure_is_directed(tricorn_measure measure)
{
    return measure >= TRICORN_OF_SUCCESSORS;
}

/* The measure without the directions. */
static inline tricorn_measure tg_measure_kind(tricorn_measure measure)
{
    return (tricorn_measure)(measure % TRICORN_OF_SUCCESSORS);
}

static inline bool tg_measure_is_weighted(tricorn_measure measure)
{
    return tg_measure_kind(measure) >= TRICORN_ADAMIC_ADAR;
}

/* The neighbours of each vertex, and the weight that each vertex has as a common neighbour. A
 * common neighbour has degree 2 or more, so the weights of other vertices are not used.
 *
 * Of a directed graph the rows are those of another one, in which each of its n vertices has two numbers: v as
 * a neighbour, and n + v as an end of a pair, whose neighbours are all successors, or predecessors, of v. */
typedef struct tg_weighing {
    tg_weighted graph;
    double *weights;
    bool directed;
    uint32_t first; /* n; 0 of other graphs */
} tg_weighing;

/* Makes the rows, and weights if the measure has some; tg_weighing_free(), also after a failure. */
tricorn_status tg_weigh(
  tricorn_context *context, const tricorn_graph *graph, tricorn_measure measure, tg_weighing *made);
void tg_weighing_free(tg_weighing *made);

/* The number of a vertex of the graph as an end of a pair; of those without edges it is the first unused one. */
static inline uint32_t tg_weighing_end(const tg_weighing *made, uint32_t v)
{
    return made->first + (made->directed && v > made->first ? made->first : v);
}
