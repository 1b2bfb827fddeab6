/* edge_figures.h - writes rows of edges: their triangles, and figures by these and by degrees. */
#pragma once

#include "analysis/text/lines.h"
#include "analysis/top.h"

/* Of an edge whose ends have the degrees u and v; see tricorn_edge_clustering(). */
double tg_edge_clustering(uint64_t triangles, uint64_t u, uint64_t v);
double tg_edge_curvature(uint64_t triangles, uint64_t u, uint64_t v);

typedef struct tg_edge_figures {
    tg_lines *lines;
    bool clustering, curvature;
    uint64_t *degrees; /* NULL without figures */
    double *reals; /* those of a chunk of rows */
} tg_edge_figures;

/* Prepares the figures that the options name. The caller frees them, also after a failure. */
tricorn_status tg_edge_figures_open(tricorn_context *context, const tricorn_graph *graph,
  const tricorn_table_options *options, tg_lines *lines, tg_edge_figures *figures);
void tg_edge_figures_free(tg_edge_figures *figures);

/* A tg_take_edges function, whose `user` is a tg_edge_figures: writes a row for each edge. */
tricorn_status tg_edge_figures_put(
  tricorn_context *context, void *user, const uint32_t *ends, const uint32_t *support, uint64_t count);
/* The same for selected edges, in descending order. */
tricorn_status tg_edge_figures_put_top(tricorn_context *context, tg_edge_figures *figures, tg_top *top);
