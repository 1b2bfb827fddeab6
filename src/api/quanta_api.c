/* quanta_api.c - a count in parts with numbers. */
#include <inttypes.h>

#include "api/api.h"
#include "base/memory.h"
#include "schedule/disk/joined.h"

struct tricorn_quanta {
    tg_quanta *cut;
};

tricorn_status tricorn_quanta_create(tricorn_context *context, const tricorn_graph *graph,
                                     const tricorn_options *options, tricorn_quanta **quanta)
{
    tricorn_status status = TRICORN_OK;
    tricorn_options known;
    tricorn_quanta *made = NULL;

    TG_TRY(tg_api_enter(context));
    TG_TRY(tg_api_require(context, graph, "graph"));
    TG_TRY(tg_api_require(context, quanta, "quanta"));
    TG_TRY(tg_api_read_count_options(context, &known, options));
    TG_TRY(TG_ALLOC_ZERO(context, 1, &made));
    TG_TRY(tg_joined_quanta(context, graph, &known, &made->cut));
    *quanta = made;
    made = NULL;
cleanup:
    tricorn_quanta_free(made);
    return tg_api_leave(context, status);
}

void tricorn_quanta_free(tricorn_quanta *quanta)
{
    if (quanta == NULL) return;
    tg_quanta_free(quanta->cut);
    tg_free(quanta);
}

uint64_t tricorn_quanta_count(const tricorn_quanta *quanta)
{
    return quanta ? tg_quanta_count(quanta->cut) : 0;
}

uint64_t tricorn_quantum_wedges(const tricorn_quanta *quanta, uint64_t number)
{
    return number < tricorn_quanta_count(quanta) ? tg_quanta_wedges(quanta->cut, number) : 0;
}

tricorn_status tricorn_quanta_identity(tricorn_context *context, const tricorn_quanta *quanta,
                                       uint64_t *identity)
{
    tricorn_status status = TRICORN_OK;
    TG_TRY(tg_api_enter(context));
    TG_TRY(tg_api_require(context, quanta, "quanta"));
    TG_TRY(tg_api_require(context, identity, "identity"));
    *identity = tg_quanta_identity(quanta->cut);
cleanup:
    return tg_api_leave(context, status);
}

tricorn_status tricorn_quantum_count(tricorn_context *context, tricorn_quanta *quanta,
                                     uint64_t number, uint64_t *triangles)
{
    tricorn_status status = TRICORN_OK;

    TG_TRY(tg_api_enter(context));
    TG_TRY(tg_api_require(context, quanta, "quanta"));
    TG_TRY(tg_api_require(context, triangles, "triangles"));
    if (number >= tricorn_quanta_count(quanta))
        TG_TRY(tg_fail(context, TRICORN_INVALID_ARGUMENT,
                       "there is no quantum %" PRIu64 ": there are %" PRIu64, number,
                       tricorn_quanta_count(quanta)));
    TG_TRY(tg_quanta_execute(context, quanta->cut, number, number + 1, NULL, triangles));
cleanup:
    return tg_api_leave(context, status);
}
