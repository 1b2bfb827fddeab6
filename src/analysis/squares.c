/* squares.c - a coefficient follows from the squares of a vertex, its triangles, and the degrees
 * of its neighbours.
 *
 * For each pair u, w of the d neighbours of v, with q further neighbours in common and t = 1 if
 * they are joined, there could be (k(u) - 1 - q - t) + (k(w) - 1 - q - t) + q squares (Zhang et
 * al., and NetworkX).  Over all pairs the degrees k add up to (d - 1) K, where K is their sum
 * over neighbours, q to the squares S and t to the triangles T: in all (d - 1) (K - d) - 2 T - S.
 */
#include "analysis/squares.h"

#include "analysis/clustering.h"
#include "base/memory.h"
#include "cpu/squares.h"
#include "graph/transpose.h"

static uint64_t degree_of(const tg_rows *below, const tg_rows *above, uint32_t v)
{
    return below->offsets[v + 1] - below->offsets[v] + above->offsets[v + 1] - above->offsets[v];
}

/* The degrees of the neighbours of v. */
static uint64_t sum_degrees(const tg_rows *below, const tg_rows *above, uint32_t v)
{
    uint64_t sum = 0;
    for (uint64_t e = below->offsets[v]; e < below->offsets[v + 1]; e++)
        sum += degree_of(below, above, below->ids[e]);
    for (uint64_t e = above->offsets[v]; e < above->offsets[v + 1]; e++)
        sum += degree_of(below, above, above->ids[e]);
    return sum;
}

static double coefficient_of(const tg_rows *below, const tg_rows *above,
                             const tg_square_arrays *arrays, uint32_t v)
{
    const uint64_t degree = degree_of(below, above, v), squares = arrays->squares[v];
    if (squares == 0) return 0;
    const unsigned __int128 most =
        (unsigned __int128)(degree - 1) * (sum_degrees(below, above, v) - degree) -
        2 * (unsigned __int128)arrays->triangles[v] - squares;
    return (double)squares / (double)most;
}

tricorn_status tg_square_clustering(tricorn_context *context, const tricorn_graph *graph,
                                    const tg_square_arrays *arrays,
                                    tricorn_square_summary *summary)
{
    tricorn_status status = TRICORN_OK;
    tg_rows below, above = {0};

    TG_TRY(tg_graph_rows(context, graph, &below));
    TG_TRY(tg_rows_transpose(context, &below, &above));
    for (uint32_t v = 0; v < graph->vertices; v++) arrays->squares[v] = 0;
    TG_TRY(tg_squares_count(context, &below, &above, arrays->squares, &summary->squares));
#pragma omp parallel for num_threads((int)context->threads) schedule(dynamic, 256)
    for (uint32_t v = 0; v < graph->vertices; v++)
        arrays->coefficients[v] =
            v < graph->active ? coefficient_of(&below, &above, arrays, v) : 0;
    summary->average =
        tg_clustering_mean(context, arrays->coefficients, graph->vertices, graph->active);
    summary->average_all =
        tg_clustering_mean(context, arrays->coefficients, graph->vertices, graph->vertices);
cleanup:
    tg_rows_free(&above);
    return status;
}
