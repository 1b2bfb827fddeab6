/* hubs_first.c - see hubs_first.h. */
#include "analysis/hubs_first.h"

#include "base/memory.h"
#include "graph/transpose.h"
#include "prepare/reorder.h"

/* Makes a row for each place: the larger places of its vertex's neighbours, in any order. */
static tricorn_status list_larger(tricorn_context *context, const tg_rows *below,
                                  const uint32_t *places, tg_rows *larger)
{
    tricorn_status status = TRICORN_OK;
    uint64_t *offsets = NULL;
    uint32_t *ids = NULL;

    TG_TRY(TG_ALLOC_ZERO(context, (uint64_t)below->count + 2, &offsets));
    TG_TRY(TG_ALLOC(context, below->offsets[below->count], &ids));
    for (int filling = 0; filling < 2; filling++) {
        /* First offsets[p + 2] counts the length of row p; later offsets[p + 1] is where the
         * next id of row p is written. */
        for (uint32_t u = 0; u < below->count; u++)
            for (uint64_t e = below->offsets[u]; e < below->offsets[u + 1]; e++) {
                const uint32_t a = places[u], b = places[below->ids[e]];
                const uint32_t low = a < b ? a : b, high = a < b ? b : a;
                if (filling)
                    ids[offsets[low + 1]++] = high;
                else
                    offsets[low + 2]++;
            }
        for (uint32_t p = 0; !filling && p < below->count; p++) offsets[p + 2] += offsets[p + 1];
    }
    *larger = (tg_rows){below->count, offsets, ids};
    offsets = NULL;
    ids = NULL;
cleanup:
    tg_free(offsets);
    tg_free(ids);
    return status;
}

tricorn_status tg_hubs_first_create(tricorn_context *context, const tricorn_graph *graph,
                                    const tg_rows *rows, const tg_rows *above,
                                    tg_hubs_first *made)
{
    tricorn_status status = TRICORN_OK;
    tg_rows larger = {0};

    TG_TRY(TG_ALLOC(context, rows->count, &made->places));
    TG_TRY(tg_graph_places(context, graph, rows, above, made->places, TG_BY_DEGREE));
    TG_TRY(list_larger(context, rows, made->places, &larger));
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
