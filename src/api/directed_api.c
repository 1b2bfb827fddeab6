/* directed_api.c - triads, clustering and temporal motifs of directed graphs. */
#include "analysis/census.h"
#include "api/api.h"
#include "base/clock.h"
#include "base/memory.h"
#include "cpu/analytics/temporal_motifs.h"

static const char *const triads[TRICORN_TRIADS] = {"003", "012", "102", "021D", "021U", "021C", "111D", "111U", "030T",
  "030C", "201", "120D", "120U", "120C", "210", "300"};

static const char *const kinds[] = {"fagiolo", "ldbc", "cycle", "middle", "in", "out"};

const char *tricorn_triad_name(int triad)
{
    return triad >= 0 && triad < TRICORN_TRIADS ? triads[triad] : NULL;
}

const char *tricorn_directed_name(tricorn_directed kind)
{
    return (unsigned)kind < sizeof kinds / sizeof *kinds ? kinds[kind] : NULL;
}

/* Begins the call. */
static tricorn_status enter_directed(tricorn_context *context, const tricorn_graph *graph)
{
    const tricorn_status status = TG_ENTER(context, TG_GIVEN(graph));
    if (status != TRICORN_OK || graph->directions) return status;
    return tg_fail(
      context, TRICORN_INVALID_ARGUMENT, "the graph has no directions: load it with " TG_OPTION("directed"));
}

tricorn_status tricorn_triad_census(
  tricorn_context *context, const tricorn_graph *graph, uint64_t *vertices, tricorn_census *census)
{
    tricorn_status status = TRICORN_OK;
    tricorn_census found = TRICORN_CENSUS_INIT;

    TG_TRY(enter_directed(context, graph));
    TG_TRY(TG_TAKE(context, TG_GIVEN(census), TG_RESULT(census, TRICORN_CENSUS_INIT)));
    const double start = tg_clock_now();
    TG_TRY(tg_triad_census(context, graph, vertices, &found));
    found.seconds = tg_clock_now() - start;
    TG_WRITE_RESULT(census, &found);
cleanup:
    return tg_api_leave(context, status);
}

tricorn_status tricorn_directed_clustering(tricorn_context *context, const tricorn_graph *graph, tricorn_directed kind,
  double *coefficients, tricorn_directed_summary *summary)
{
    tricorn_status status = TRICORN_OK;
    tricorn_directed_summary found = TRICORN_DIRECTED_SUMMARY_INIT;
    double *own = NULL;

    TG_TRY(enter_directed(context, graph));
    TG_TRY(TG_TAKE(context, TG_GIVEN(summary), TG_RESULT(summary, TRICORN_DIRECTED_SUMMARY_INIT)));
    if (tricorn_directed_name(kind) == NULL)
        TG_TRY(tg_fail(context, TRICORN_INVALID_ARGUMENT, "kind is %d, which is no tricorn_directed", (int)kind));
    if (coefficients == NULL) TG_TRY(TG_ALLOC(context, (uint64_t)graph->vertices + 1, &own));
    const double start = tg_clock_now();
    TG_TRY(tg_directed_clustering(context, graph, kind, own ? own : coefficients, &found));
    found.seconds = tg_clock_now() - start;
    TG_WRITE_RESULT(summary, &found);
cleanup:
    tg_free(own);
    return tg_api_leave(context, status);
}

tricorn_status tricorn_count_motifs(
  tricorn_context *context, const tricorn_graph *graph, uint64_t window, tricorn_motifs *motifs)
{
    tricorn_status status = TRICORN_OK;
    tricorn_motifs found = TRICORN_MOTIFS_INIT;

    TG_TRY(TG_ENTER(context, TG_GIVEN(graph), TG_GIVEN(motifs), TG_RESULT(motifs, TRICORN_MOTIFS_INIT)));
    if (graph->temporal == NULL || graph->labels)
        TG_TRY(tg_fail(
          context, TRICORN_INVALID_ARGUMENT, "the graph has no times of edges: load it with its " TG_OPTION("times")));
    TG_TRY(tg_temporal_motifs(context, graph, window, &found));
    TG_WRITE_RESULT(motifs, &found);
cleanup:
    return tg_api_leave(context, status);
}
