/* parts_api.c - a count in numbered parts. */
#include <inttypes.h>

#include "api/api.h"
#include "base/memory.h"
#include "schedule/disk/joined.h"

struct tricorn_parts {
    tg_parts *cut;
};

tricorn_status tricorn_parts_create(
  tricorn_context *context, const tricorn_graph *graph, const tricorn_options *options, tricorn_parts **parts)
{
    tricorn_status status = TRICORN_OK;
    tricorn_options known;
    tricorn_parts *made = NULL;

    TG_TRY(TG_ENTER(context, TG_GIVEN(graph), TG_GIVEN(parts), TG_COUNT_OPTIONS(options, &known)));
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

tricorn_status tricorn_parts_identity(tricorn_context *context, const tricorn_parts *parts, uint64_t *identity)
{
    const tricorn_status status = TG_ENTER(context, TG_GIVEN(parts), TG_GIVEN(identity));
    if (status == TRICORN_OK) *identity = tg_parts_identity(parts->cut);
    return tg_api_leave(context, status);
}

tricorn_status tricorn_part_count(tricorn_context *context, tricorn_parts *parts, uint64_t number, uint64_t *triangles)
{
    const tg_part_range range = {number, number + 1};
    tricorn_status status = TG_ENTER(context, TG_GIVEN(parts), TG_GIVEN(triangles));
    if (status == TRICORN_OK && number >= tricorn_parts_count(parts))
        status = tg_fail(context, TRICORN_INVALID_ARGUMENT,
          "number is %" PRIu64 ", but the graph has %" PRIu64 " parts, from 0 on", number, tricorn_parts_count(parts));
    if (status == TRICORN_OK) status = tg_parts_execute(context, parts->cut, range, NULL, triangles);
    return tg_api_leave(context, status);
}
