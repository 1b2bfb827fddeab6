/* graph_ids.h - the user's ids of many vertices, for a graph in memory or on disk. */
#pragma once

#include "graph/graph.h"

/* Sets places[v] to the number of vertices whose ids come before the id of vertex v. Numbers
 * are ordered by size, words by their first occurrence in the input. The graph is in memory. */
tricorn_status tg_id_places(tricorn_context *context, const tricorn_graph *graph, uint32_t *places);

/* The vertices whose ids are asked for, and the function that takes the ids; see tricorn_graph_names(). */
typedef struct tg_id_visit {
    const uint32_t *vertices;
    uint64_t count;
    int (*take)(void *user, uint64_t i, uint64_t id, const char *label);
    void *user;
} tg_id_visit;

/* Passes the ids of the vertices to visit->take. Fails with TRICORN_CANCELLED if `take` stops it, and with
 * TRICORN_INVALID_ARGUMENT for a number that no vertex has; or if the ids of a graph on disk cannot be read. */
tricorn_status tg_visit_ids(tricorn_context *context, const tricorn_graph *graph, const tg_id_visit *visit);
