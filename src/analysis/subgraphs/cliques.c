/* cliques.c - counts cliques in the graph's own order, or with hubs first where a row is long.
 *
 * The matrix of a row has a bit for each two of its ids. So in a star whose hub has the last
 * number, it would take far more memory than the graph.
 */
#include "analysis/subgraphs/cliques.h"

#include "analysis/subgraphs/hubs_first.h"
#include "base/clock.h"
#include "base/memory.h"
#include "cpu/analytics/cliques.h"
#include "graph/transpose.h"

/* Seconds of a step of the estimate, with what belongs to it: measured on Kronecker graphs for 4
 * and 5 vertices, rounded up; and where vertices are counted, too. */
static const double STEP_SECONDS = 3e-9, VERTEX_STEP_SECONDS = 9e-9;

/* Fills what is expected, and refuses what would take too long. */
static tricorn_status foretell(
  tricorn_context *context, const tg_rows *rows, const tricorn_clique_options *options, tricorn_clique_result *to)
{
    const double step = (options->vertices ? VERTEX_STEP_SECONDS : STEP_SECONDS) / context->threads;
    tg_clique_estimate estimate;
    TG_DO(tg_cliques_estimate(context, rows, options->size, options->seconds / step, &estimate));
    to->expected_cliques = estimate.cliques;
    to->expected_seconds = estimate.steps * step;
    if (to->expected_seconds <= options->seconds) return TRICORN_OK;
    return tg_fail(context, TRICORN_UNSUPPORTED,
      "the graph has about %.1g cliques of %u vertices; counting them takes about "
      "%.1g seconds (%.1g hours); allow more by " TG_OPTION("seconds"),
      to->expected_cliques, options->size, to->expected_seconds, to->expected_seconds / 3600);
}

/* Sets *rows to rows with hubs first. */
static tricorn_status put_hubs_first(
  tricorn_context *context, const tricorn_graph *graph, tg_hubs_first *ordered, tg_rows *rows)
{
    tricorn_status status = TRICORN_OK;
    tg_rows above = {0};
    TG_TRY(tg_rows_transpose(context, rows, &above));
    TG_TRY(tg_hubs_first_create(context, graph, rows, &above, ordered));
    *rows = ordered->below;
cleanup:
    tg_rows_free(&above);
    return status;
}

/* Counts the cliques of all vertices of the graph by those of its rows in another order. */
static tricorn_status count_at_places(
  tricorn_context *context, const tg_hubs_first *ordered, uint32_t size, uint64_t *vertices, uint64_t *cliques)
{
    tricorn_status status = TRICORN_OK;
    uint64_t *counts = NULL;
    TG_TRY(TG_ALLOC_ZERO(context, ordered->below.count, &counts));
    TG_TRY(tg_cliques_count(context, &ordered->below, size, counts, cliques));
    for (uint32_t v = 0; v < ordered->below.count; v++) vertices[v] = counts[ordered->places[v]];
cleanup:
    tg_free(counts);
    return status;
}

tricorn_status tg_cliques_find(tricorn_context *context, const tricorn_graph *graph,
  const tricorn_clique_options *options, tricorn_clique_result *found)
{
    tricorn_status status = TRICORN_OK;
    tg_hubs_first ordered = {0};
    tg_rows rows;

    TG_TRY(tg_graph_rows(context, graph, &rows));
    if (tg_is_long_row(tg_rows_measures(context, &rows).longest, rows.offsets[rows.count]))
        TG_TRY(put_hubs_first(context, graph, &ordered, &rows));
    TG_TRY(foretell(context, &rows, options, found));
    for (uint32_t v = 0; options->vertices && v < graph->vertices; v++) options->vertices[v] = 0;
    const double start = tg_clock_now();
    if (ordered.places && options->vertices)
        TG_TRY(count_at_places(context, &ordered, options->size, options->vertices, &found->cliques));
    else
        TG_TRY(tg_cliques_count(context, &rows, options->size, options->vertices, &found->cliques));
    found->count_seconds = tg_clock_now() - start;
    found->size = options->size;
    found->threads = context->threads;
cleanup:
    tg_hubs_first_free(&ordered);
    return status;
}
