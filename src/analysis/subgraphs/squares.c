/* squares.c - computes a vertex's square coefficient from its squares, its triangles, and the degrees of its
 * neighbours.
 *
 * For each pair u, w of the d neighbours of a vertex v, let q be the number of their other common neighbours, and t =
 * 1 if u and w are joined, otherwise 0. Then (k(u) - 1 - q - t) + (k(w) - 1 - q - t) + q squares are possible, where
 * k is the degree (Zhang et al., and NetworkX). Over all pairs of neighbours the degrees k add up to (d - 1) K, where
 * K is the sum of all neighbours' degrees; q adds up to the squares S, and t to the triangles T. So (d - 1) (K - d) -
 * 2 T - S squares are possible in all.
 *
 * Counting squares is fast if hubs come first. A graph whose hubs come late is reordered before: with two hubs of
 * 100,000 neighbours that had the last numbers, counting took 45 s.
 */
#include "analysis/subgraphs/squares.h"

#include "analysis/clustering.h"
#include "analysis/subgraphs/hubs_first.h"
#include "base/memory.h"
#include "graph/transpose.h"

typedef unsigned __int128 wide;

/* Returns the sum of the degrees of v's neighbours. */
static uint64_t sum_degrees(const tg_rows *below, const tg_rows *above, uint32_t v)
{
    uint64_t sum = 0;
    for (uint64_t e = below->offsets[v]; e < below->offsets[v + 1]; e++)
        sum += tg_rows_degree(below, above, below->ids[e]);
    for (uint64_t e = above->offsets[v]; e < above->offsets[v + 1]; e++)
        sum += tg_rows_degree(below, above, above->ids[e]);
    return sum;
}

static double coefficient_of(const tg_rows *below, const tg_rows *above, const tg_square_arrays *arrays, uint32_t v)
{
    const uint64_t degree = tg_rows_degree(below, above, v), squares = arrays->squares[v];
    if (squares == 0) return 0;
    const wide most =
      (wide)(degree - 1) * (sum_degrees(below, above, v) - degree) - 2 * (wide)arrays->triangles[v] - squares;
    return (double)squares / (double)most;
}

/* ---- hubs first ---- */

/* Whether counting in the graph's order would take far more steps than with hubs first. With hubs first, an edge
 * takes as many steps as the smaller degree of its ends. In the graph's order, the i-th of the neighbours below u
 * takes as many steps as u has neighbours above that one: d - i - 1, if u has d neighbours. */
static bool hubs_come_late(const tricorn_context *context, const tg_rows *below, const tg_rows *above)
{
    enum { WORTH = 2 };
    double visits = 0, least = 0;
#pragma omp parallel for num_threads((int)context->threads) schedule(dynamic, 256) reduction(+ : visits, least)
    for (uint32_t u = 0; u < below->count; u++) {
        const uint64_t degree = tg_rows_degree(below, above, u);
        const uint64_t down = below->offsets[u + 1] - below->offsets[u];
        for (uint64_t e = below->offsets[u]; e < below->offsets[u + 1]; e++) {
            const uint64_t other = tg_rows_degree(below, above, below->ids[e]);
            least += (double)(degree < other ? degree : other);
        }
        visits += (double)down * ((double)degree - ((double)down + 1) / 2);
    }
    return visits > WORTH * least;
}

/* Writes the cycles of the edges of the reordered graph, `counted`, at the positions of `rows`.
 */
static void place_edges(const tricorn_context *context, const tg_rows *rows, const tg_hubs_first *ordered,
  const tg_squares *counted, uint64_t *edges)
{
#pragma omp parallel for num_threads((int)context->threads) schedule(dynamic, 256)
    for (uint32_t u = 0; u < rows->count; u++)
        for (uint64_t e = rows->offsets[u]; e < rows->offsets[u + 1]; e++) {
            const uint32_t a = ordered->places[u], b = ordered->places[rows->ids[e]];
            edges[e] = counted->edges[tg_row_position(&ordered->below, a > b ? a : b, a > b ? b : a)];
        }
}

/* Counts squares in the order of descending degrees. Memory: 8 bytes for each edge, 16 where
 * they are counted by edge, and 28 for each vertex. */
static tricorn_status count_by_degree(
  tricorn_context *context, const tricorn_graph *graph, const tg_rows *transpose, tg_squares *found)
{
    tricorn_status status = TRICORN_OK;
    tg_hubs_first ordered = {0};
    tg_rows rows, above = {0};
    tg_squares counted = {0};

    TG_TRY(tg_graph_rows(context, graph, &rows));
    TG_TRY(tg_hubs_first_create(context, graph, &rows, transpose, &ordered));
    TG_TRY(tg_rows_transpose(context, &ordered.below, &above));
    if (found->vertices) TG_TRY(TG_ALLOC_ZERO(context, (uint64_t)rows.count + 1, &counted.vertices));
    if (found->edges) TG_TRY(TG_ALLOC_ZERO(context, graph->edges + 1, &counted.edges));
    TG_TRY(tg_squares_count(context, &ordered.below, &above, &counted));
    for (uint32_t v = 0; found->vertices && v < rows.count; v++)
        found->vertices[v] = counted.vertices[ordered.places[v]];
    if (found->edges) place_edges(context, &rows, &ordered, &counted, found->edges);
    found->total = counted.total;
cleanup:
    tg_hubs_first_free(&ordered);
    tg_rows_free(&above);
    tg_free(counted.vertices);
    tg_free(counted.edges);
    return status;
}

tricorn_status tg_squares_find(
  tricorn_context *context, const tricorn_graph *graph, const tg_rows *above, tg_squares *found)
{
    tg_rows below;
    TG_DO(tg_graph_rows(context, graph, &below));
    if (hubs_come_late(context, &below, above)) return count_by_degree(context, graph, above, found);
    return tg_squares_count(context, &below, above, found);
}

tricorn_status tg_square_clustering(
  tricorn_context *context, const tricorn_graph *graph, const tg_square_arrays *arrays, tricorn_square_summary *summary)
{
    tricorn_status status = TRICORN_OK;
    tg_rows below, above = {0};
    tg_squares found = {.vertices = arrays->squares};

    TG_TRY(tg_graph_rows(context, graph, &below));
    TG_TRY(tg_rows_transpose(context, &below, &above));
    for (uint32_t v = 0; v < graph->vertices; v++) arrays->squares[v] = 0;
    TG_TRY(tg_squares_find(context, graph, &above, &found));
    summary->squares = found.total;
#pragma omp parallel for num_threads((int)context->threads) schedule(dynamic, 256)
    for (uint32_t v = 0; v < graph->vertices; v++)
        arrays->coefficients[v] = v < graph->active ? coefficient_of(&below, &above, arrays, v) : 0;
    summary->average = tg_clustering_mean(context, arrays->coefficients, graph->vertices, graph->active);
    summary->average_all = tg_clustering_mean(context, arrays->coefficients, graph->vertices, graph->vertices);
cleanup:
    tg_rows_free(&above);
    return status;
}
