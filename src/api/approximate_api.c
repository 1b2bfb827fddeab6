/* approximate_api.c - about how many triangles, unless counting is as fast. */
#include "analysis/estimates/approximate.h"
#include "api/api.h"
#include "base/clock.h"

static const double USUAL_ERROR = 0.01, USUAL_CONFIDENCE = 0.999;
static const double LEAST_ERROR = 1e-6, MOST_MISS = 1e-12;

tricorn_status tg_api_read_confidence(tricorn_context *context, double *confidence)
{
    if (*confidence == 0) *confidence = USUAL_CONFIDENCE;
    if (*confidence > 0 && *confidence <= 1 - MOST_MISS) return TRICORN_OK;
    return tg_fail(context, TRICORN_INVALID_ARGUMENT,
      "the confidence is %g; choose a number above 0 and below 1, at most 1 - 1e-12", *confidence);
}

static tricorn_status read_options(
  tricorn_context *context, const tricorn_approximate_options *given, tricorn_approximate_options *known)
{
    TG_DO(TG_TAKE(context, TG_OPTIONS(given, known, TRICORN_APPROXIMATE_OPTIONS_INIT)));
    if (known->error == 0) known->error = USUAL_ERROR;
    if (!(known->error >= LEAST_ERROR && known->error < 1))
        return tg_fail(
          context, TRICORN_INVALID_ARGUMENT, "the error is %g; choose 0.000001 or more, below 1", known->error);
    return tg_api_read_confidence(context, &known->confidence);
}

static tricorn_status count(
  tricorn_context *context, const tricorn_graph *graph, const tricorn_options *options, tricorn_approximate_result *to)
{
    tricorn_result result = TRICORN_RESULT_INIT;
    const tricorn_status status = tg_api_count(context, graph, options, &result);
    to->exact = 1;
    to->low = to->high = result.triangles;
    to->estimate = (double)result.triangles;
    return status;
}

tricorn_status tricorn_approximate(tricorn_context *context, const tricorn_graph *graph,
  const tricorn_approximate_options *options, tricorn_approximate_result *result)
{
    tricorn_status status = TRICORN_OK;
    tricorn_approximate_options known;
    tricorn_approximate_result found = TRICORN_APPROXIMATE_RESULT_INIT;

    TG_TRY(TG_ENTER(context, TG_GIVEN(graph), TG_GIVEN(result), TG_RESULT(result, TRICORN_APPROXIMATE_RESULT_INIT)));
    TG_TRY(read_options(context, options, &known));
    const double start = tg_clock_now();
    found.error = known.error;
    found.confidence = known.confidence;
    found.seed = known.seed;
    /* Rows on a GPU are counted by it before they would be copied; those on disk are read once.
     */
    found.exact = graph->host.offsets == NULL && graph->edges > 0;
    if (!found.exact) TG_TRY(tg_approximate_graph(context, graph, &known, &found));
    if (found.exact) TG_TRY(count(context, graph, known.count, &found));
    found.seconds = tg_clock_now() - start;
    TG_WRITE_RESULT(result, &found);
cleanup:
    return tg_api_leave(context, status);
}
