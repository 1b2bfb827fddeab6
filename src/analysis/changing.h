/* changing.h - a graph that changes by batches of edges, with its triangles always counted. */
#ifndef TG_ANALYSIS_CHANGING_H
#define TG_ANALYSIS_CHANGING_H

#include "cpu/analytics/batch_triangles.h"

struct tricorn_changing {
    const tricorn_graph *graph; /* the first state; all states have its vertices */
    struct tg_changing_gpu *gpu; /* has the rows and all counts but the total; NULL: the CPU has */
    tg_changing_rows rows;       /* on a GPU only rows.vertices is set */
    tg_batch_bits bits;          /* for batches by rows */
    uint64_t *vertices;          /* triangles of each vertex */
    uint64_t triangles;
    uint64_t most_wedges;   /* limit in the order of the first graph */
    double recount_seconds; /* of the last recount on a GPU; else of one thread, for an edge */
};

/* A batch of vertex pairs; all ids are below the number of vertices. */
typedef struct tg_batch {
    const uint32_t *removed, *added;
    uint64_t removed_count, added_count; /* pairs; fewer than 2^32 in all */
} tg_batch;

typedef enum tg_batch_method { TG_BATCH_AUTO, TG_BATCH_ROWS, TG_BATCH_RECOUNT } tg_batch_method;

typedef struct tg_batch_done {
    uint64_t removed, added; /* edges that changed */
    tg_batch_method method;
} tg_batch_done;

/* Counts the graph's triangles.  device: as in tricorn_changing_create_on().  Free *changing. */
tricorn_status tg_changing_create(tricorn_context *context, const tricorn_graph *graph,
                                  const char *device, tricorn_changing **changing);
void tg_changing_free(tricorn_changing *changing);

uint64_t tg_changing_edges(const tricorn_changing *changing);
/* The triangles of a vertex, UINT64_MAX if the GPU has failed; and those of all vertices. */
uint64_t tg_changing_vertex(const tricorn_changing *changing, uint32_t vertex);
tricorn_status tg_changing_vertices(tricorn_context *context, const tricorn_changing *changing,
                                    uint64_t *triangles);

/* Counts supports; later batches update them, too.  A failure changes nothing. */
tricorn_status tg_changing_keep_supports(tricorn_context *context, tricorn_changing *changing);
bool tg_changing_supported(const tricorn_changing *changing);
/* The supports of pairs of vertices, 0 for a pair that is no edge, if supports are stored; and
 * that of one pair, UINT64_MAX if the GPU has failed. */
tricorn_status tg_changing_supports_of(tricorn_context *context, const tricorn_changing *changing,
                                    const uint32_t *pairs, uint64_t count, uint32_t *supports);
uint64_t tg_changing_support_of(const tricorn_changing *changing, uint32_t u, uint32_t v);

/* Removes edges, then adds edges.  A failure changes nothing. */
tricorn_status tg_changing_apply(tricorn_context *context, tricorn_changing *changing,
                                 const tg_batch *batch, tg_batch_method method,
                                 tg_batch_done *done);

/* The current state as a graph, with the ids of the first state. */
tricorn_status tg_changing_graph(tricorn_context *context, const tricorn_changing *changing,
                                 tricorn_graph **graph);

#endif
