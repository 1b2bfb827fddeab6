/* latapy.h - how alike each vertex of a bipartite graph is to others of its side. */
#pragma once

#include "graph/graph.h"

/* For each vertex, its mean overlap with the vertices that it has a neighbour in common with, by the measures of
 * Latapy, Magnien and Del Vecchio: common neighbours divided by those of either vertex (dot), and by the lower and
 * the higher one of both degrees (min, max). 0 without such vertices. */
typedef struct tg_latapy {
    double *dot, *min, *max; /* below->count entries each */
} tg_latapy;

/* Computes *to for the graph with the rows `below`, whose transpose is `above`; values depend on the order of the
 * rows, and on nothing else. Time: the number of paths of two edges. Memory: 4 bytes per vertex, and 8 per vertex and
 * thread. Errors: TRICORN_OUT_OF_MEMORY, TRICORN_CANCELLED. Source: Latapy, Magnien, Del Vecchio, "Basic notions for
 * the analysis of large two-mode networks", Social Networks 2008. */
tricorn_status tg_latapy_count(
  tricorn_context *context, const tg_rows *below, const tg_rows *above, const tg_latapy *to);
