/* sampled.c - see sampled.h. */
#include "analysis/estimates/sampled.h"

#include "analysis/table.h"
#include "analysis/estimates/thinned.h"
#include "base/clock.h"
#include "load/place.h"
#include "load/edge_sample.h"

/* Returns the number of pairs of triangles that share an edge. */
static double pairs_of(const tricorn_graph *graph, const uint32_t *support)
{
    double pairs = 0;
    for (uint64_t e = 0; e < graph->edges; e++) pairs += (double)support[e] * ((double)support[e] - 1) / 2;
    return pairs;
}

static tricorn_status count_part(
  tricorn_context *context, const tricorn_sample_options *options, tg_edges *edges, tricorn_sample_result *to)
{
    const tg_prepare_options how = {0};
    tricorn_status status = TRICORN_OK;
    tricorn_graph *graph = NULL;
    tg_placement placement = {0};
    tg_supported supported = {0};
    tricorn_result result;
    tg_plan *plan = NULL;

    TG_TRY(tg_build(context, &placement, edges, &how, &graph));
    TG_TRY(tg_plan_create(context, graph, options->count, TG_SINK_EDGES, &plan));
    TG_TRY(tg_count_support(context, plan, &supported, &result));
    to->edges = graph->edges;
    to->triangles = result.triangles;
    const tg_thinned seen = {.kind = options->kind,
      .halvings = (uint32_t)__builtin_ctz(to->one_in),
      .triangles = result.triangles,
      .pairs = pairs_of(graph, supported.support)};
    const tg_thinned_estimate found = tg_estimate_thinned(&seen, options->confidence);
    to->estimate = found.estimate;
    to->low = found.low;
    to->high = found.high;
cleanup:
    tg_supported_free(&supported);
    tg_plan_free(plan);
    tricorn_graph_free(graph);
    return status;
}

tricorn_status tg_count_sampled(
  tricorn_context *context, tg_reader *reader, const tricorn_sample_options *options, tricorn_sample_result *found)
{
    tricorn_status status = TRICORN_OK;
    const double start = tg_clock_now();
    tg_edges edges = {0};

    found->kind = options->kind;
    found->confidence = options->confidence;
    found->seed = options->seed;
    TG_TRY(tg_edge_sample_read(context, reader, options, &edges, found));
    found->read_seconds = tg_clock_now() - start;
    TG_TRY(count_part(context, options, &edges, found));
    found->count_seconds = tg_clock_now() - start - found->read_seconds;
    found->exact = found->one_in == 1;
cleanup:
    tg_edges_free(&edges);
    tg_reader_close(reader);
    return status;
}
