/* square_api.c - square clustering. */
#include "analysis/counted.h"
#include "analysis/subgraphs/squares.h"
#include "api/api.h"
#include "base/clock.h"
#include "base/memory.h"

tricorn_status tricorn_square_clustering(tricorn_context *context, const tricorn_graph *graph,
  const tricorn_square_options *options, tricorn_square_summary *summary)
{
    tricorn_status status = TRICORN_OK;
    tricorn_square_options known;
    tricorn_options how;
    tricorn_result counted;
    tricorn_square_summary found = TRICORN_SQUARE_SUMMARY_INIT;
    uint64_t *triangles = NULL, *squares = NULL;
    double *coefficients = NULL;

    TG_TRY(TG_ENTER(context, TG_GIVEN(graph), TG_GIVEN(summary), TG_RESULT(summary, TRICORN_SQUARE_SUMMARY_INIT),
      TG_OPTIONS(options, &known, TRICORN_SQUARE_OPTIONS_INIT)));
    const double start = tg_clock_now();
    const uint64_t room = (uint64_t)graph->vertices + 1;
    TG_TRY(TG_ALLOC(context, room, &triangles));
    if (known.squares == NULL) TG_TRY(TG_ALLOC(context, room, &squares));
    if (known.coefficients == NULL) TG_TRY(TG_ALLOC(context, room, &coefficients));
    TG_TRY(TG_TAKE(context, TG_COUNT_OPTIONS(known.count, &how)));
    const tg_count_of count = {graph, &how, .kind = TG_SINK_VERTICES};
    TG_TRY(tg_count_vertices(context, &count, triangles, NULL, &counted));
    const tg_square_arrays arrays = {
      triangles, squares ? squares : known.squares, coefficients ? coefficients : known.coefficients};
    TG_TRY(tg_square_clustering(context, graph, &arrays, &found));
    found.seconds = tg_clock_now() - start;
    TG_WRITE_RESULT(summary, &found);
cleanup:
    tg_free(triangles);
    tg_free(squares);
    tg_free(coefficients);
    return tg_api_leave(context, status);
}
