/* orbits.h - counts, for each vertex, the graphlets of two, three and four vertices in which it has each place. */
#pragma once

#include "graph/graph.h"

/* The orbits that are counted before. */
enum { TG_ORBIT_CYCLE = 8, TG_ORBIT_CLIQUE = 14 };

/* A graph in memory; `above` is the transpose of its rows `below`, and `support` has the
 * triangles of each edge by position in `below`. */
typedef struct tg_orbit_graph {
    const tricorn_graph *graph;
    const tg_rows *below, *above;
    const uint32_t *support;
} tg_orbit_graph;

/* Sets the entries of TRICORN_ORBITS consecutive arrays of of->graph->vertices entries: how many induced subgraphs
 * contain the vertex at that orbit. Before, those of TG_ORBIT_CYCLE are the cycles of four vertices, with or without
 * further edges, that contain the vertex, those of TG_ORBIT_CLIQUE its cliques of four vertices, and all others 0.
 * Errors: TRICORN_UNSUPPORTED for a number of 2^63 or more, TRICORN_OUT_OF_MEMORY, TRICORN_CANCELLED. */
tricorn_status tg_orbits_count(tricorn_context *context, const tg_orbit_graph *of, uint64_t *orbits);
