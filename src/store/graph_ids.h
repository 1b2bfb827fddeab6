/* graph_ids.h - the user's ids of many vertices, wherever they are. */
#ifndef TG_STORE_GRAPH_IDS_H
#define TG_STORE_GRAPH_IDS_H

#include "graph/graph.h"

/* places[v]: how many vertices of a graph in memory have ids before that of vertex v: numbers
 * ascend, words are in the order of the input. */
tricorn_status tg_id_places(tricorn_context *context, const tricorn_graph *graph,
                            uint32_t *places);

/* `count` vertices, and what takes their ids, as tricorn_graph_names() says. */
typedef struct tg_id_visit {
    const uint32_t *vertices;
    uint64_t count;
    int (*take)(void *user, uint64_t i, uint64_t id, const char *label);
    void *user;
} tg_id_visit;

/* TRICORN_CANCELLED where `take` says stop; TRICORN_INVALID_ARGUMENT for
 * a number that no vertex has; errors of reading the ids of a graph on disk. */
tricorn_status tg_visit_ids(tricorn_context *context, const tricorn_graph *graph,
                            const tg_id_visit *visit);

#endif
