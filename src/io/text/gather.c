/* gather.c - see gather.h. */
#include "io/text/gather.h"

#include "base/memory.h"

tricorn_status tg_gather_begin(
  tricorn_context *context, const tricorn_load_options *options, bool single, tg_edges *edges, tg_gathering *gathering)
{
    const bool strict = options->graph.strict != 0;
    *gathering = (tg_gathering){.edges = edges,
      .strict = strict,
      .weighted = options->graph.weights != 0,
      .timed = options->times != 0,
      .threads = single || strict ? 1 : context->threads};
    tricorn_status status = tg_edges_create(context, gathering->threads, edges);
    if (status == TRICORN_OK) status = TG_ALLOC_ZERO(context, gathering->threads, &gathering->own);
    for (uint32_t t = 0; status == TRICORN_OK && t < gathering->threads; t++) gathering->own[t].part = edges->parts[t];
    return status;
}

tricorn_status tg_gather_reserve(tricorn_context *context, tg_gathering *gathering, uint32_t thread, uint64_t more)
{
    tg_gathered *own = &gathering->own[thread];
    tricorn_status status = tg_edge_part_reserve(context, &own->part, more, tg_gathered_bytes(own));
    if (status == TRICORN_OK && gathering->strict && gathering->lines_room < own->part.room) {
        status = TG_REALLOC(context, own->part.room, &gathering->edges->lines);
        if (status == TRICORN_OK) gathering->lines_room = own->part.room;
    }
    return status;
}

tricorn_status tg_gather_any_edge(
  tricorn_context *context, tg_gathering *gathering, uint32_t thread, tg_wide_edge edge, uint64_t line)
{
    tg_gathered *own = &gathering->own[thread];
    const uint64_t larger = edge.u > edge.v ? edge.u : edge.v;
    if (larger > own->largest) own->largest = larger;
    if (!own->wide && larger >= UINT32_MAX) {
        TG_DO(tg_edge_part_widen(context, &own->part));
        own->wide = true;
    }
    if (own->part.count == own->part.room) TG_DO(tg_gather_reserve(context, gathering, thread, 1));
    if (gathering->strict) gathering->edges->lines[own->part.count] = line;
    if (own->wide)
        tg_edge_part_push_wide(&own->part, edge.u, edge.v);
    else
        tg_edge_part_push(&own->part, (uint32_t)edge.u, (uint32_t)edge.v);
    return TRICORN_OK;
}

tricorn_status tg_gather_vertex(tricorn_context *context, tg_gathering *gathering, uint32_t thread, uint64_t id)
{
    tg_gathered *own = &gathering->own[thread];
    TG_DO(tg_gather_edge(context, gathering, thread, (tg_wide_edge){id, id}, 0));
    own->declarations++;
    if (gathering->weighted) TG_DO(tg_edge_part_weigh(context, &own->part, 0));
    return gathering->timed ? tg_edge_part_time(context, &own->part, 0) : TRICORN_OK;
}

static void move_parts(tg_gathering *gathering)
{
    for (uint32_t t = 0; gathering->own && t < gathering->threads; t++)
        gathering->edges->parts[t] = gathering->own[t].part;
}

tricorn_status tg_gather_finish(tricorn_context *context, tg_gathering *gathering)
{
    tg_edges *edges = gathering->edges;
    uint64_t largest = 0, count = edges->spill ? edges->spill->taken : 0;
    for (uint32_t t = 0; t < gathering->threads; t++) {
        const tg_gathered *own = &gathering->own[t];
        edges->wide |= own->wide;
        edges->declarations += own->declarations;
        edges->missing += own->missing;
        edges->excluded += own->excluded;
        count += own->part.count;
        if (own->largest > largest) largest = own->largest;
    }
    for (uint32_t t = 0; edges->wide && t < gathering->threads; t++) {
        tg_gathered *own = &gathering->own[t];
        if (own->wide) continue;
        TG_DO(tg_edge_part_widen(context, &own->part));
        own->wide = true;
    }
    if (!edges->wide) edges->vertices = count > 0 ? largest + 1 : 0;
    move_parts(gathering);
    return TRICORN_OK;
}

void tg_gather_end(tg_gathering *gathering)
{
    move_parts(gathering);
    tg_free(gathering->own);
    gathering->own = NULL;
}
