/* changing.h - a graph that changes by batches, whose triangles stay counted. */
#ifndef TG_ANALYSIS_CHANGING_H
#define TG_ANALYSIS_CHANGING_H

#include "cpu/analytics/batch_triangles.h"

struct tricorn_changing {
    const tricorn_graph *graph; /* its first state; its vertices are those of all states */
    struct tg_changing_gpu *gpu; /* has the rows and all counts but the total; NULL: the CPU has */
    tg_changing_rows rows;       /* on a GPU: their number alone */
    tg_batch_bits bits;          /* of batches by rows */
    uint64_t *vertices;          /* triangles of each */
    uint64_t triangles;
    uint64_t most_wedges;   /* of its rows in the order of the first graph */
    double recount_seconds; /* of one thread, for an edge; of a GPU, the last time */
};

/* Pairs of vertices, all of them below the number of vertices. */
typedef struct tg_batch {
    const uint32_t *removed, *added;
    uint64_t removed_count, added_count; /* pairs; below 2^32 together */
} tg_batch;

typedef enum tg_batch_method { TG_BATCH_AUTO, TG_BATCH_ROWS, TG_BATCH_RECOUNT } tg_batch_method;

typedef struct tg_batch_done {
    uint64_t removed, added; /* edges */
    tg_batch_method method;
} tg_batch_done;

/* Counts the graph.  Free it.  device: as tricorn_changing_create_on() takes it. */
tricorn_status tg_changing_create(tricorn_context *context, const tricorn_graph *graph,
                                  const char *device, tricorn_changing **changing);
void tg_changing_free(tricorn_changing *changing);

uint64_t tg_changing_edges(const tricorn_changing *changing);
/* The triangles of a vertex; UINT64_MAX if the GPU has failed.  Those of all. */
uint64_t tg_changing_vertex(const tricorn_changing *changing, uint32_t vertex);
tricorn_status tg_changing_vertices(tricorn_context *context, const tricorn_changing *changing,
                                    uint64_t *triangles);

/* Counts supports, and keeps them from now on; nothing changes on failure. */
tricorn_status tg_changing_keep_supports(tricorn_context *context, tricorn_changing *changing);
bool tg_changing_supported(const tricorn_changing *changing);
/* If they are kept: those of pairs of vertices, 0 for what is no edge; of one pair, UINT64_MAX if the GPU has
 * failed. */
tricorn_status tg_changing_supports_of(tricorn_context *context, const tricorn_changing *changing,
                                    const uint32_t *pairs, uint64_t count, uint32_t *supports);
uint64_t tg_changing_support_of(const tricorn_changing *changing, uint32_t u, uint32_t v);

/* Removes edges, then adds edges; on failure nothing has changed. */
tricorn_status tg_changing_apply(tricorn_context *context, tricorn_changing *changing,
                                 const tg_batch *batch, tg_batch_method method,
                                 tg_batch_done *done);

/* The state as a graph, with the ids of the first one. */
tricorn_status tg_changing_graph(tricorn_context *context, const tricorn_changing *changing,
                                 tricorn_graph **graph);

#endif
