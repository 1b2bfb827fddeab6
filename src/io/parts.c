/* parts.c - parts of edges that stay narrow until an id needs 64 bits. */
#include "io/parts.h"

#include "base/memory.h"

tricorn_status tg_parts_create(tricorn_context *context, uint32_t count, tg_edges *edges,
                               tg_part **parts)
{
    tricorn_status status = TRICORN_OK;
    tg_part *made = NULL;
    TG_TRY(TG_ALLOC_ZERO(context, count, &made));
    TG_TRY(tg_edges_create(context, count, edges));
    for (uint32_t p = 0; p < count; p++) made[p].part = &edges->parts[p];
    *parts = made;
    made = NULL;

cleanup:
    tg_free(made);
    return status;
}

static tricorn_status widen(tricorn_context *context, tg_part *part)
{
    const tricorn_status status = tg_edge_part_widen(context, part->part);
    if (status == TRICORN_OK) part->wide = true;
    return status;
}

tricorn_status tg_part_push(tricorn_context *context, tg_part *to, uint64_t u, uint64_t v)
{
    tricorn_status status = TRICORN_OK;
    const uint64_t larger = u > v ? u : v;
    if (larger > to->largest) to->largest = larger;
    if (!to->wide && larger >= UINT32_MAX) TG_TRY(widen(context, to));
    TG_TRY(tg_edge_part_reserve(context, to->part, 1,
                                to->wide ? sizeof(tg_wide_edge) : sizeof(tg_edge)));
    if (to->wide)
        tg_edge_part_push_wide(to->part, u, v);
    else
        tg_edge_part_push(to->part, (uint32_t)u, (uint32_t)v);

cleanup:
    return status;
}

tricorn_status tg_parts_finish(tricorn_context *context, tg_part *parts, tg_edges *edges)
{
    uint64_t largest = 0;
    for (uint32_t p = 0; p < edges->part_count; p++) {
        edges->wide |= parts[p].wide;
        if (parts[p].largest > largest) largest = parts[p].largest;
    }
    for (uint32_t p = 0; edges->wide && p < edges->part_count; p++) {
        if (parts[p].wide) continue;
        const tricorn_status status = widen(context, &parts[p]);
        if (status != TRICORN_OK) return status;
    }
    if (!edges->wide) edges->vertices = tg_edges_count(edges) > 0 ? largest + 1 : 0;
    return TRICORN_OK;
}

tricorn_status tg_edges_note_line(tricorn_context *context, tg_edges *edges, uint64_t line,
                                  uint64_t *room)
{
    enum { FIRST_ROOM = 1024 };
    const uint64_t index = edges->parts[0].count - 1;
    if (index >= *room) {
        const uint64_t grown = *room ? *room * 2 : FIRST_ROOM;
        const tricorn_status status = TG_REALLOC(context, grown, &edges->lines);
        if (status != TRICORN_OK) return status;
        *room = grown;
    }
    edges->lines[index] = line;
    return TRICORN_OK;
}
