/* graphlet_api.c - connected subgraphs of four vertices, and triples of vertices. */
#include "analysis/subgraphs/graphlets.h"
#include "analysis/subgraphs/triples.h"
#include "api/api.h"
#include "base/clock.h"

static const char *const names[TRICORN_GRAPHLETS] = {"path", "star", "cycle", "paw", "diamond", "clique"};

static const char *const orbits[TRICORN_ORBITS] = {"orbit0", "orbit1", "orbit2", "orbit3", "orbit4", "orbit5", "orbit6",
  "orbit7", "orbit8", "orbit9", "orbit10", "orbit11", "orbit12", "orbit13", "orbit14"};

static const char *const triple_names[TRICORN_TRIPLES] = {"empty", "edge", "path", "triangle"};

const char *tricorn_graphlet_name(int graphlet)
{
    return graphlet >= 0 && graphlet < TRICORN_GRAPHLETS ? names[graphlet] : NULL;
}

const char *tricorn_orbit_name(int orbit)
{
    return orbit >= 0 && orbit < TRICORN_ORBITS ? orbits[orbit] : NULL;
}

tricorn_status tricorn_count_graphlets(
  tricorn_context *context, const tricorn_graph *graph, uint64_t *vertices, tricorn_graphlets *graphlets)
{
    tricorn_status status = TRICORN_OK;
    tricorn_graphlets found = TRICORN_GRAPHLETS_INIT;
    tricorn_options how;
    tricorn_result counted = TRICORN_RESULT_INIT;
    tg_plan *plan = NULL;

    TG_TRY(TG_ENTER(context, TG_GIVEN(graph), TG_GIVEN(graphlets), TG_RESULT(graphlets, TRICORN_GRAPHLETS_INIT)));
    TG_TRY(TG_TAKE(context, TG_COUNT_OPTIONS(NULL, &how)));
    TG_TRY(tg_plan_create(context, graph, &how, TG_SINK_EDGES, &plan));
    TG_TRY(tg_graphlets_count(context, plan, vertices, &found, &counted));
    TG_WRITE_RESULT(graphlets, &found);
cleanup:
    tg_plan_free(plan);
    return tg_api_leave(context, status);
}

const char *tricorn_triple_name(int triple)
{
    return triple >= 0 && triple < TRICORN_TRIPLES ? triple_names[triple] : NULL;
}

tricorn_status tricorn_count_triples(tricorn_context *context, const tricorn_graph *graph, const tricorn_options *count,
  uint64_t *vertices, tricorn_triples *triples)
{
    tricorn_status status = TRICORN_OK;
    tricorn_triples found = TRICORN_TRIPLES_INIT;
    tricorn_options how;
    const tg_count_of of = {graph, &how, .kind = TG_SINK_VERTICES};

    TG_TRY(TG_ENTER(context, TG_GIVEN(graph), TG_GIVEN(triples), TG_RESULT(triples, TRICORN_TRIPLES_INIT),
      TG_COUNT_OPTIONS(count, &how)));
    const double start = tg_clock_now();
    TG_TRY(tg_triples_count(context, &of, vertices, &found));
    found.seconds = tg_clock_now() - start;
    TG_WRITE_RESULT(triples, &found);
cleanup:
    return tg_api_leave(context, status);
}
