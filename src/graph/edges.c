/* edges.c - growing arrays of raw edges, one for each thread, which spill to disk at a limit. */
#include "graph/edges.h"

#include <string.h>

#include "base/memory.h"

tricorn_status tg_edges_create(tricorn_context *context, uint32_t parts, tg_edges *edges)
{
    tg_edges made = {.part_count = parts, .line_name = "line", .spill = edges->spill};
    made.looked_up = edges->looked_up;
    TG_DO(TG_ALLOC_ZERO(context, parts, &made.parts));
    for (uint32_t p = 0; p < parts; p++) {
        made.parts[p].spill = made.spill;
        made.parts[p].number = p;
    }
    *edges = made;
    return TRICORN_OK;
}

void tg_edges_free(tg_edges *edges)
{
    for (uint32_t p = 0; p < edges->part_count; p++) {
        tg_free(edges->parts[p].edges);
        tg_free(edges->parts[p].weights);
        tg_free(edges->parts[p].times);
        tg_free(edges->parts[p].runs);
    }
    tg_free(edges->parts);
    tg_free(edges->lines);
    tg_ids_free(&edges->ids);
    tg_free(edges->labels);
    *edges = (tg_edges){0};
}

void tg_edges_discard(tg_edges *edges)
{
    tg_edge_spill *const spill = edges->spill;
    tg_edges_free(edges);
    edges->spill = spill;
    if (spill) spill->held_bytes = 0;
}

uint64_t tg_edges_count(const tg_edges *edges)
{
    uint64_t count = 0;
    for (uint32_t p = 0; p < edges->part_count; p++) count += edges->parts[p].count;
    return edges->spill ? count + edges->spill->taken : count;
}

bool tg_edges_spilled(const tg_edges *edges)
{
    return edges->spill && (edges->spill->taken > 0 || edges->spill->words > 0);
}

/* Counts `bytes` more bytes; returns true instead if the limit does not allow them. */
static bool is_full(tg_edge_spill *spill, uint64_t bytes)
{
    const uint64_t held = __atomic_add_fetch(&spill->held_bytes, bytes, __ATOMIC_RELAXED);
    if (held <= spill->room_bytes) return false;
    __atomic_sub_fetch(&spill->held_bytes, bytes, __ATOMIC_RELAXED);
    return true;
}

/* Whether a part must be spilled because the limit does not let it grow to `room` edges. */
static bool must_spill(const tg_edge_part *part, uint64_t room, size_t size)
{
    return part->spill && is_full(part->spill, (room - part->room) * size) && part->count > 0;
}

static tricorn_status empty_part(tricorn_context *context, tg_edge_part *part, size_t size)
{
    tg_edge_spill *spill = part->spill;
    if (spill->look) spill->look(spill->look_user, part->edges, part->count, size);
    const tricorn_status status = spill->take(context, spill, part, size);
    if (status == TRICORN_OK) part->count = 0;
    return status;
}

tricorn_status tg_edge_part_reserve(tricorn_context *context, tg_edge_part *part, uint64_t more, size_t size)
{
    if (more <= part->room - part->count) return TRICORN_OK;
    const uint64_t least = part->count + more, grown = part->room + part->room / 2;
    uint64_t room = least > grown ? least : grown;
    tricorn_status status = TRICORN_OK;
    if (must_spill(part, room, size)) {
        status = empty_part(context, part, size);
        if (status != TRICORN_OK) return status;
        room = more;
    }
    if (room > part->room) status = tg_realloc(context, room, size, &part->edges);
    if (status == TRICORN_OK && room > part->room) part->room = room;
    return status;
}

tricorn_status tg_edge_part_weigh(tricorn_context *context, tg_edge_part *part, double weight)
{
    if (part->weight_room < part->count) {
        TG_DO(TG_REALLOC(context, part->room, &part->weights));
        part->weight_room = part->room;
    }
    part->weights[part->count - 1] = weight;
    return TRICORN_OK;
}

tricorn_status tg_edge_part_time(tricorn_context *context, tg_edge_part *part, int64_t time)
{
    if (part->time_room < part->count) {
        TG_DO(TG_REALLOC(context, part->room, &part->times));
        part->time_room = part->room;
    }
    part->times[part->count - 1] = time;
    return TRICORN_OK;
}

tricorn_status tg_edge_part_run(tricorn_context *context, tg_edge_part *part, uint64_t place)
{
    enum { FIRST_RUNS = 64 };
    if (part->run_count == part->run_room) {
        const uint64_t room = part->run_room ? part->run_room * 2 : FIRST_RUNS;
        TG_DO(TG_REALLOC(context, room, &part->runs));
        part->run_room = room;
    }
    part->runs[part->run_count++] = (tg_edge_run){place, part->count};
    return TRICORN_OK;
}

uint64_t tg_edge_part_share(const tg_edge_part *part, uint32_t parts, size_t size)
{
    enum { SHARE = 4, LEAST = 1 << 13 };
    if (part->spill == NULL) return UINT64_MAX;
    const uint64_t share = part->spill->room_bytes / parts / SHARE / size;
    return share > LEAST ? share : LEAST;
}

/* Spills the narrow edges of a part; its room then counts wide edges, so it becomes smaller. */
static tricorn_status spill_narrow(tricorn_context *context, tg_edge_part *part)
{
    tricorn_status status = TRICORN_OK;
    if (part->count > 0) status = empty_part(context, part, sizeof(tg_edge));
    part->room = part->room * sizeof(tg_edge) / sizeof(tg_wide_edge);
    return status;
}

tricorn_status tg_edge_part_widen(tricorn_context *context, tg_edge_part *part)
{
    const uint64_t more = part->room * (sizeof(tg_wide_edge) - sizeof(tg_edge));
    if (part->spill && is_full(part->spill, more)) return spill_narrow(context, part);
    TG_DO(tg_realloc(context, part->room, sizeof(tg_wide_edge), &part->edges));
    /* The loop begins with the last edge, so that no narrow edge is overwritten before it is
     * read. It copies bytes, because both kinds of edge share the memory. */
    char *bytes = part->edges;
    for (uint64_t i = part->count; i-- > 0;) {
        tg_edge edge;
        memcpy(&edge, bytes + i * sizeof edge, sizeof edge);
        const tg_wide_edge wide = {edge.u, edge.v};
        memcpy(bytes + i * sizeof wide, &wide, sizeof wide);
    }
    return TRICORN_OK;
}
