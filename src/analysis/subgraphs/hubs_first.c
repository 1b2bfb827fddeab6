/* hubs_first.c - see hubs_first.h. */
#include "analysis/subgraphs/hubs_first.h"

#include "base/memory.h"
#include "graph/transpose.h"
#include "prepare/reorder.h"

tricorn_status tg_hubs_first_create(
  tricorn_context *context, const tricorn_graph *graph, const tg_rows *rows, const tg_rows *above, tg_hubs_first *made)
{
    tricorn_status status = TRICORN_OK;
    tg_rows larger = {0};

    TG_TRY(TG_ALLOC(context, rows->count, &made->places));
    TG_TRY(tg_graph_places(context, graph, rows, above, made->places, TG_BY_DEGREE));
    TG_TRY(tg_larger_places(context, rows, above, made->places, &larger));
    TG_TRY(tg_rows_transpose(context, &larger, &made->below)); /* this also sorts the rows */
cleanup:
    tg_rows_free(&larger);
    if (status != TRICORN_OK) tg_hubs_first_free(made);
    return status;
}

void tg_hubs_first_free(tg_hubs_first *made)
{
    tg_rows_free(&made->below);
    tg_free(made->places);
    *made = (tg_hubs_first){0};
}
