/* changing.h - a graph that changes by batches of edges, with its triangles always counted. */
#pragma once

#include "cpu/analytics/batch_triangles.h"
#include "io/text/strings.h"

struct tricorn_changing {
    const tricorn_graph *graph; /* the first state; later states have its vertices, too */
    tg_strings *ids; /* of all vertices, as texts; NULL: not needed yet */
    /* Has the rows, and all counts except for the total; NULL: the CPU has them. */
    struct tg_changing_gpu *gpu;
    tg_changing_rows rows; /* if a GPU has the rows, only rows.vertices is set */
    tg_batch_bits bits; /* working memory for batches that are counted from their rows */
    uint64_t *vertices; /* the triangles of each vertex */
    uint64_t triangles;
    uint64_t most_wedges; /* the most wedges for which the order of the first graph is kept */
    /* On a GPU: the seconds of the last recount; on the CPU: the seconds of one thread per edge. */
    double recount_seconds;
};

/* A batch of changes: pairs of vertices, all below the number of vertices. */
typedef struct tg_batch {
    const uint32_t *removed, *added;
    uint64_t removed_count, added_count; /* numbers of pairs; fewer than 2^32 in all */
} tg_batch;

typedef enum tg_batch_method { TG_BATCH_AUTO, TG_BATCH_ROWS, TG_BATCH_RECOUNT } tg_batch_method;

typedef struct tg_batch_done {
    uint64_t removed, added; /* how many edges were really removed and added */
    tg_batch_method method;
} tg_batch_done;

/* Counts the graph's triangles. `device` is as in tricorn_changing_create_on(). The caller frees *changing. */
tricorn_status tg_changing_create(
  tricorn_context *context, const tricorn_graph *graph, const char *device, tricorn_changing **changing);
void tg_changing_free(tricorn_changing *changing);

uint64_t tg_changing_edges(const tricorn_changing *changing);
/* The first function returns the triangles of a vertex, or UINT64_MAX if the GPU has failed; the
 * second one stores those of all vertices. */
uint64_t tg_changing_vertex(const tricorn_changing *changing, uint32_t vertex);
tricorn_status tg_changing_vertices(tricorn_context *context, const tricorn_changing *changing, uint64_t *triangles);

/* Counts supports, which later batches then also update. After a failure nothing has changed. */
tricorn_status tg_changing_keep_supports(tricorn_context *context, tricorn_changing *changing);
bool tg_changing_supported(const tricorn_changing *changing);
/* The first function stores the supports of `count` pairs of vertices, 0 for a pair that is no edge; supports must be
 * kept. The second one returns the support of one pair, or UINT64_MAX if the GPU has failed. */
tricorn_status tg_changing_supports_of(tricorn_context *context, const tricorn_changing *changing,
  const uint32_t *pairs, uint64_t count, uint32_t *supports);
uint64_t tg_changing_support_of(const tricorn_changing *changing, uint32_t u, uint32_t v);

/* Removes edges, then adds edges. After a failure nothing has changed. */
tricorn_status tg_changing_apply(tricorn_context *context, tricorn_changing *changing, const tg_batch *batch,
  tg_batch_method method, tg_batch_done *done);

/* As tricorn_changing_find(). */
tricorn_status tg_changing_find(
  tricorn_context *context, tricorn_changing *changing, const char *id, bool add, uint32_t *vertex);

/* Lists the edges by their ids, if new vertices have come. The caller frees them, also after a failure. */
tricorn_status tg_changing_named_edges(tricorn_context *context, const tricorn_changing *changing, tg_edges *edges);

/* Makes a graph of the current state, with the ids of the first state. */
tricorn_status tg_changing_graph(tricorn_context *context, const tricorn_changing *changing, tricorn_graph **graph);
