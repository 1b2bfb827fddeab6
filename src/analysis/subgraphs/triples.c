/* triples.c - computes the numbers of triples from degrees and triangles.
 *
 * Let n and m be the vertices and edges, d degrees, and T triangles. A wedge is a path or in a triangle, which has
 * three. Each edge is in n - 2 triples; these add up to the triples of one edge, twice those of two, and three times
 * those of three. Triples without an edge are left.
 *
 * A vertex v is the middle of d (d - 1) / 2 wedges, and an end of one for each further neighbour of a neighbour;
 * together they have each triangle of v three times. An edge at v is in n - 2 triples of v, any other edge in one.
 *
 * Sums of a vertex may pass 2^64, but differences are exact modulo that, so results are right.
 */
#include "analysis/subgraphs/triples.h"

#include "base/memory.h"
#include "graph/transpose.h"

typedef unsigned __int128 wide;

enum { EMPTY, EDGE, PATH, TRIANGLE };

static void put(tricorn_triples *found, int kind, wide count)
{
    found->high[kind] = (uint64_t)(count >> 64);
    found->low[kind] = (uint64_t)count;
}

static void count_all(uint64_t vertices, const tricorn_clustering_summary *of, tricorn_triples *found)
{
    const wide n = vertices, wedges = (wide)of->wedges_high << 64 | of->wedges_low;
    const wide triangles = of->triangles, paths = wedges - 3 * triangles;
    if (n < 3) return; /* of two vertices, n - 2 would be right, but not of one */
    const wide edges = of->edges * (n - 2) - 2 * paths - 3 * triangles;
    put(found, TRIANGLE, triangles);
    put(found, PATH, paths);
    put(found, EDGE, edges);
    put(found, EMPTY, n * (n - 1) * (n - 2) / 6 - edges - paths - triangles);
}

/* Returns the number of wedges that end at v. */
static uint64_t wedges_from(const tg_rows *below, const tg_rows *above, const uint64_t *degrees, uint32_t v)
{
    uint64_t sum = 0;
    for (uint64_t e = below->offsets[v]; e < below->offsets[v + 1]; e++) sum += degrees[below->ids[e]] - 1;
    for (uint64_t e = above->offsets[v]; e < above->offsets[v + 1]; e++) sum += degrees[above->ids[e]] - 1;
    return sum;
}

/* Turns the degrees of vertices, which are where their empty triples will be, and their triangles
 * into all four numbers. */
static tricorn_status count_each(
  tricorn_context *context, const tricorn_graph *graph, const tg_rows *below, uint64_t *vertices)
{
    tricorn_status status = TRICORN_OK;
    const uint64_t n = graph->vertices;
    uint64_t *empty = vertices + EMPTY * n, *edges = vertices + EDGE * n;
    uint64_t *paths = vertices + PATH * n, *triangles = vertices + TRIANGLE * n;
    tg_rows above = {0};

    TG_TRY(tg_rows_transpose(context, below, &above));
#pragma omp parallel for num_threads((int)context->threads) schedule(dynamic, 256)
    for (uint32_t v = 0; v < graph->vertices; v++) {
        const uint64_t d = empty[v], wedges = d > 0 ? d * (d - 1) / 2 : 0;
        const uint64_t ends = v < graph->active ? wedges_from(below, &above, empty, v) : 0;
        paths[v] = wedges + ends - 3 * triangles[v];
    }
#pragma omp parallel for num_threads((int)context->threads) schedule(static)
    for (uint64_t v = 0; v < n; v++) {
        const uint64_t d = empty[v], more = 2 * paths[v] + 3 * triangles[v];
        edges[v] = d * (n - 2) + (graph->edges - d) - more;
        empty[v] = n < 3 ? 0 : (n - 1) * (n - 2) / 2 - edges[v] - paths[v] - triangles[v];
    }
cleanup:
    tg_rows_free(&above);
    return status;
}

tricorn_status tg_triples_count(
  tricorn_context *context, const tg_count_of *count, uint64_t *vertices, tricorn_triples *found)
{
    const uint64_t n = count->graph->vertices;
    tricorn_clustering_options options = TRICORN_CLUSTERING_OPTIONS_INIT;
    tricorn_clustering_summary summary = TRICORN_CLUSTERING_SUMMARY_INIT;
    tricorn_result result;
    tg_rows rows;

    if (vertices) {
        TG_DO(tg_graph_rows(context, count->graph, &rows));
        options.degrees = vertices + EMPTY * n;
        options.triangles = vertices + TRIANGLE * n;
    }
    TG_DO(tg_count_clustering(context, count, &options, &summary, &result));
    count_all(n, &summary, found);
    return vertices ? count_each(context, count->graph, &rows, vertices) : TRICORN_OK;
}
