/* clique_api.c - counting cliques. */
#include "api/api.h"
#include "base/clock.h"
#include "base/memory.h"
#include "cpu/analytics/cliques.h"

enum { USUAL_SIZE = 4, LEAST_SIZE = 3, MOST_SIZE = 1000 };

/* Seconds of a step of the estimate, with what belongs to it: measured on Kronecker graphs for 4
 * and 5 vertices, rounded up; and where vertices are counted, too. */
static const double STEP_SECONDS = 3e-9, VERTEX_STEP_SECONDS = 9e-9;
static const double USUAL_SECONDS = 3600;

static tricorn_status read_options(tricorn_context *context, const tricorn_clique_options *given,
                                   tricorn_clique_options *known)
{
    tricorn_status status = TRICORN_OK;
    TG_TRY(TG_TAKE(context, TG_OPTIONS(given, known, TRICORN_CLIQUE_OPTIONS_INIT)));
    if (known->size == 0) known->size = USUAL_SIZE;
    if (known->size < LEAST_SIZE || known->size > MOST_SIZE)
        TG_TRY(tg_fail(context, TRICORN_INVALID_ARGUMENT,
                       TG_OPTION("size") " is %u; choose %d to %d", known->size, LEAST_SIZE,
                       MOST_SIZE));
    if (known->seconds == 0) known->seconds = USUAL_SECONDS;
    if (!(known->seconds > 0))
        TG_TRY(tg_fail(context, TRICORN_INVALID_ARGUMENT,
                       TG_OPTION("seconds") " is %g; choose a number above 0", known->seconds));
cleanup:
    return status;
}

/* Fills what is expected, and refuses what would take too long. */
static tricorn_status foretell(tricorn_context *context, const tg_rows *rows,
                               const tricorn_clique_options *options, tricorn_clique_result *to)
{
    const double step =
        (options->vertices ? VERTEX_STEP_SECONDS : STEP_SECONDS) / context->threads;
    tg_clique_estimate estimate;
    const tricorn_status status =
        tg_cliques_estimate(context, rows, options->size, options->seconds / step, &estimate);
    if (status != TRICORN_OK) return status;
    to->expected_cliques = estimate.cliques;
    to->expected_seconds = estimate.steps * step;
    if (to->expected_seconds <= options->seconds) return TRICORN_OK;
    return tg_fail(context, TRICORN_UNSUPPORTED,
                   "there are about %.1g cliques of %u vertices, and to count them takes about "
                   "%.1g seconds (%.1g hours); allow more by " TG_OPTION("seconds"),
                   to->expected_cliques, options->size, to->expected_seconds,
                   to->expected_seconds / 3600);
}

tricorn_status tricorn_count_cliques(tricorn_context *context, const tricorn_graph *graph,
                                     const tricorn_clique_options *options,
                                     tricorn_clique_result *result)
{
    tricorn_status status = TRICORN_OK;
    tricorn_clique_options known;
    tricorn_clique_result found = TRICORN_CLIQUE_RESULT_INIT;
    tg_rows rows;

    TG_TRY(TG_ENTER(context, TG_GIVEN(graph), TG_GIVEN(result),
                    TG_RESULT(result, TRICORN_CLIQUE_RESULT_INIT)));
    TG_TRY(read_options(context, options, &known));
    TG_TRY(tg_graph_rows(context, graph, &rows));
    TG_TRY(foretell(context, &rows, &known, &found));
    for (uint32_t v = 0; known.vertices && v < graph->vertices; v++) known.vertices[v] = 0;
    const double start = tg_clock_now();
    TG_TRY(tg_cliques_count(context, &rows, known.size, known.vertices, &found.cliques));
    found.count_seconds = tg_clock_now() - start;
    found.size = known.size;
    found.threads = context->threads;
    TG_WRITE_RESULT(result, &found);
cleanup:
    return tg_api_leave(context, status);
}
