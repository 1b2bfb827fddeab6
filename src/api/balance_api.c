/* balance_api.c - triangles of signed graphs. */
#include "analysis/balance.h"
#include "api/api.h"
#include "base/clock.h"

static const char *const names[TRICORN_SIGNS] = {"ppp", "ppn", "pnn", "nnn"};

const char *tricorn_signs_name(int negative)
{
    return negative >= 0 && negative < TRICORN_SIGNS ? names[negative] : NULL;
}

tricorn_status tricorn_structural_balance(
  tricorn_context *context, const tricorn_graph *graph, uint64_t *vertices, uint64_t *edges, tricorn_balance *balance)
{
    tricorn_status status = TRICORN_OK;
    const tg_balance_arrays arrays = {vertices, edges};
    tricorn_balance found = TRICORN_BALANCE_INIT;

    TG_TRY(TG_ENTER(context, TG_GIVEN(graph), TG_GIVEN(balance), TG_RESULT(balance, TRICORN_BALANCE_INIT)));
    if (graph->weights == NULL)
        TG_TRY(tg_fail(context, TRICORN_INVALID_ARGUMENT,
          "the graph has no weights, whose signs are those of the edges: load it with "
          "its " TG_OPTION("weights")));
    const double start = tg_clock_now();
    TG_TRY(tg_balance_count(context, graph, &arrays, &found));
    found.seconds = tg_clock_now() - start;
    TG_WRITE_RESULT(balance, &found);
cleanup:
    return tg_api_leave(context, status);
}
