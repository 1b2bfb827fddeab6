/* butterflies.c - butterflies are the cycles of four vertices, which squares.h counts in any graph.
 *
 * A path of three edges has a middle edge: (d(u) - 1) (d(v) - 1) of them are around the edge u-v of vertices of these
 * degrees, and all have four vertices, as no triangle exists. Each butterfly has four of them.
 */
#include "analysis/subgraphs/butterflies.h"

#include "analysis/subgraphs/squares.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "cpu/analytics/latapy.h"
#include "graph/transpose.h"

typedef unsigned __int128 wide;

static void count_paths(
  const tricorn_context *context, const tg_rows *below, const tg_rows *above, tricorn_butterfly_summary *found)
{
    wide paths = 0;
#pragma omp parallel num_threads((int)context->threads)
    {
        wide own = 0;
#pragma omp for schedule(dynamic, 256) nowait
        for (uint32_t u = 0; u < below->count; u++) {
            const uint64_t degree = tg_rows_degree(below, above, u);
            for (uint64_t e = below->offsets[u]; e < below->offsets[u + 1]; e++)
                own += (wide)(degree - 1) * (tg_rows_degree(below, above, below->ids[e]) - 1);
        }
#pragma omp critical(tg_butterflies)
        paths += own;
    }
    found->paths_high = (uint64_t)(paths >> 64);
    found->paths_low = (uint64_t)paths;
    found->robins_alexander = paths > 0 ? 4 * (double)found->butterflies / (double)paths : 0;
}

static bool is_left(const tricorn_graph *graph, uint32_t v)
{
    return graph->sides[tg_graph_input_id(graph, v)] == TG_LEFT;
}

static void count_sides(const tricorn_graph *graph, tricorn_butterfly_summary *found)
{
    for (uint32_t v = 0; v < graph->vertices; v++)
        if (is_left(graph, v))
            found->left++;
        else
            found->right++;
}

tricorn_status tg_butterflies_count(tricorn_context *context, const tricorn_graph *graph, const tg_butterflies *found)
{
    tricorn_status status = TRICORN_OK;
    tg_rows below, above = {0};
    tg_squares squares = {.vertices = found->vertices, .edges = found->edges};

    TG_TRY(tg_graph_rows(context, graph, &below));
    TG_TRY(tg_rows_transpose(context, &below, &above));
    if (found->vertices) tg_zero(context, found->vertices, graph->vertices * sizeof *found->vertices);
    if (found->edges) tg_zero(context, found->edges, graph->edges * sizeof *found->edges);
    TG_TRY(tg_squares_find(context, graph, &above, &squares));
    found->summary->butterflies = squares.total;
    count_paths(context, &below, &above, found->summary);
    count_sides(graph, found->summary);
cleanup:
    tg_rows_free(&above);
    return status;
}

/* ---- Latapy's coefficients ---- */

/* Averages one kind of coefficients over the vertices of each side and of both: those with an edge, and all. */
static void average(const tricorn_graph *graph, const double *coefficients, int kind, tricorn_latapy_summary *to)
{
    double sums[2] = {0};
    uint64_t counts[2] = {0}, all[2] = {0};
    for (uint32_t v = 0; v < graph->vertices; v++) {
        const bool left = is_left(graph, v);
        sums[left] += coefficients[v];
        counts[left] += v < graph->active;
        all[left]++;
    }
    if (graph->active == 0) return;
    to->left[kind] = sums[true] / (double)counts[true];
    to->right[kind] = sums[false] / (double)counts[false];
    to->average[kind] = (sums[true] + sums[false]) / (double)graph->active;
    to->left_all[kind] = sums[true] / (double)all[true];
    to->right_all[kind] = sums[false] / (double)all[false];
    to->average_all[kind] = (sums[true] + sums[false]) / (double)graph->vertices;
}

tricorn_status tg_butterflies_latapy(
  tricorn_context *context, const tricorn_graph *graph, double *coefficients, tricorn_latapy_summary *summary)
{
    tricorn_status status = TRICORN_OK;
    tg_rows below, above = {0};
    const uint64_t stride = graph->vertices;
    const tg_latapy to = {coefficients, coefficients + stride, coefficients + 2 * stride};

    TG_TRY(tg_graph_rows(context, graph, &below));
    TG_TRY(tg_rows_transpose(context, &below, &above));
    tg_zero(context, coefficients, TRICORN_LATAPY * stride * sizeof *coefficients);
    TG_TRY(tg_latapy_count(context, &below, &above, &to));
    for (int kind = 0; kind < TRICORN_LATAPY; kind++)
        average(graph, coefficients + (uint64_t)kind * stride, kind, summary);
cleanup:
    tg_rows_free(&above);
    return status;
}
