/* parts_api.c - a count in numbered parts. */
#include <inttypes.h>

#include "api/api.h"
#include "base/memory.h"
#include "schedule/disk/joined.h"

struct tricorn_parts {
    tg_parts *cut;
};

tricorn_status tricorn_parts_create(tricorn_context *context, const tricorn_graph *graph,
                                    const tricorn_options *options, tricorn_parts **parts)
{
    tricorn_status status = TRICORN_OK;
    tricorn_options known;
    tricorn_parts *made = NULL;

    TG_TRY(tg_api_enter(context));
    TG_TRY(tg_api_require(context, graph, "graph"));
    TG_TRY(tg_api_require(context, parts, "parts"));
    TG_TRY(tg_api_read_count_options(context, &known, options));
    TG_TRY(TG_ALLOC_ZERO(context, 1, &made));
    TG_TRY(tg_joined_parts(context, graph, &known, &made->cut));
    *parts = made;
    made = NULL;
cleanup:
    tricorn_parts_free(made);
    return tg_api_leave(context, status);
}

void tricorn_parts_free(tricorn_parts *parts)
{
    if (parts == NULL) return;
    tg_parts_free(parts->cut);
    tg_free(parts);
}

uint64_t tricorn_parts_count(const tricorn_parts *parts)
{
    return parts ? tg_parts_count(parts->cut) : 0;
}

uint64_t tricorn_part_wedges(const tricorn_parts *parts, uint64_t number)
{
    return number < tricorn_parts_count(parts) ? tg_parts_wedges(parts->cut, number) : 0;
}

tricorn_status tricorn_parts_identity(tricorn_context *context, const tricorn_parts *parts,
                                      uint64_t *identity)
{
    tricorn_status status = TRICORN_OK;
    TG_TRY(tg_api_enter(context));
    TG_TRY(tg_api_require(context, parts, "parts"));
    TG_TRY(tg_api_require(context, identity, "identity"));
    *identity = tg_parts_identity(parts->cut);
cleanup:
    return tg_api_leave(context, status);
}

tricorn_status tricorn_part_count(tricorn_context *context, tricorn_parts *parts, uint64_t number,
                                  uint64_t *triangles)
{
    tricorn_status status = TRICORN_OK;

    TG_TRY(tg_api_enter(context));
    TG_TRY(tg_api_require(context, parts, "parts"));
    TG_TRY(tg_api_require(context, triangles, "triangles"));
    if (number >= tricorn_parts_count(parts))
        TG_TRY(tg_fail(context, TRICORN_INVALID_ARGUMENT,
                       "there is no part %" PRIu64 ": there are %" PRIu64, number,
                       tricorn_parts_count(parts)));
    TG_TRY(tg_parts_execute(context, parts->cut, (tg_part_range){number, number + 1}, NULL,
                            triangles));
cleanup:
    return tg_api_leave(context, status);
}
