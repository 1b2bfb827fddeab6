/* edge_figures.c - see edge_figures.h. */
#include "analysis/edge_figures.h"

#include <math.h>

#include "analysis/describe.h"
#include "base/memory.h"

enum { ROWS_AT_ONCE = 1 << 16 };

double tg_edge_clustering(uint64_t triangles, uint64_t u, uint64_t v)
{
    const uint64_t least = u < v ? u : v;
    return least > 1 ? (double)(triangles + 1) / (double)(least - 1) : (double)INFINITY;
}

double tg_edge_curvature(uint64_t triangles, uint64_t u, uint64_t v)
{
    return 4 - (double)(u + v) + 3 * (double)triangles;
}

tricorn_status tg_edge_figures_open(tricorn_context *context, const tricorn_graph *graph,
  const tricorn_table_options *options, tg_lines *lines, tg_edge_figures *figures)
{
    *figures =
      (tg_edge_figures){.lines = lines, .clustering = options->clustering != 0, .curvature = options->curvature != 0};
    if (!figures->clustering && !figures->curvature) return TRICORN_OK;
    TG_DO(TG_ALLOC(context, 2 * ROWS_AT_ONCE, &figures->reals));
    TG_DO(TG_ALLOC(context, (uint64_t)graph->vertices + 1, &figures->degrees));
    return tg_degrees_of_all(context, graph, figures->degrees);
}

void tg_edge_figures_free(tg_edge_figures *figures)
{
    tg_free(figures->degrees);
    tg_free(figures->reals);
}

static void fill(const tg_edge_figures *figures, const tg_line_rows *rows, int threads)
{
    const uint32_t *ends = rows->vertices;
    const unsigned width = figures->clustering + (unsigned)figures->curvature;
#pragma omp parallel for num_threads(threads) if (rows->count > 1)
    for (uint64_t i = 0; i < rows->count; i++) {
        const uint64_t u = figures->degrees[ends[2 * i]], v = figures->degrees[ends[2 * i + 1]];
        double *to = figures->reals + width * i;
        if (figures->clustering) *to++ = tg_edge_clustering(rows->supports[i], u, v);
        if (figures->curvature) *to = tg_edge_curvature(rows->supports[i], u, v);
    }
}

tricorn_status tg_edge_figures_put(
  tricorn_context *context, void *user, const uint32_t *ends, const uint32_t *support, uint64_t count)
{
    const tg_edge_figures *figures = user;
    for (uint64_t first = 0; first < count; first += ROWS_AT_ONCE) {
        const uint64_t left = count - first;
        const tg_line_rows rows = {.vertices = ends + 2 * first,
          .supports = support + first,
          .reals = figures->reals,
          .count = left < ROWS_AT_ONCE ? left : ROWS_AT_ONCE};
        if (figures->degrees) fill(figures, &rows, (int)context->threads);
        TG_DO(tg_lines_put(context, figures->lines, &rows));
    }
    return TRICORN_OK;
}

tricorn_status tg_edge_figures_put_top(tricorn_context *context, tg_edge_figures *figures, tg_top *top)
{
    tg_top_sort(top);
    for (uint64_t i = 0; i < top->used; i++) {
        const uint32_t support = (uint32_t)top->entries[i].count;
        TG_DO(tg_edge_figures_put(context, figures, top->entries[i].ends, &support, 1));
    }
    return TRICORN_OK;
}
