/* strict.c - reports the first self loop or repeated edge of the input with its line. */
#include "prepare/prepare.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"

/* An edge and its position in the input. */
typedef struct placed {
    uint64_t u, v, place;
} placed;

static tg_wide_edge edge_at(const tg_edges *edges, const tg_edge_part *part, uint64_t i)
{
    if (edges->wide) return ((const tg_wide_edge *)part->edges)[i];
    const tg_edge edge = ((const tg_edge *)part->edges)[i];
    return (tg_wide_edge){edge.u, edge.v};
}

/* Puts the lower id first, so that both directions of an edge are equal, unless the input may
 * have each edge in both directions. */
static placed place_edge(const tg_edges *edges, tg_wide_edge edge, uint64_t place)
{
    const bool turned = !edges->both_ways && edge.u > edge.v;
    return turned ? (placed){edge.v, edge.u, place} : (placed){edge.u, edge.v, place};
}

static int by_edge_then_place(const void *a, const void *b)
{
    const placed *x = a, *y = b;
    if (x->u != y->u) return x->u < y->u ? -1 : 1;
    if (x->v != y->v) return x->v < y->v ? -1 : 1;
    return x->place < y->place ? -1 : 1;
}

/* Returns the position in the input of the first edge that repeats an earlier one, or UINT64_MAX. */
static uint64_t first_repeat(placed *sorted, uint64_t count)
{
    uint64_t first = UINT64_MAX;
    qsort(sorted, count, sizeof *sorted, by_edge_then_place);
    for (uint64_t i = 1; i < count; i++) {
        const bool same = sorted[i].u == sorted[i - 1].u && sorted[i].v == sorted[i - 1].v;
        if (same && sorted[i].place < first) first = sorted[i].place;
    }
    return first;
}

static tricorn_status refuse(
  tricorn_context *context, const tg_edges *edges, const char *name, uint64_t place, const char *what)
{
    enum { FAULT_BYTES = 256 };
    const char *file = name ? name : "edges";
    if (edges->lines && edges->refuse_line) {
        char fault[FAULT_BYTES];
        snprintf(fault, sizeof fault, "%s; without " TG_OPTION("strict") " it is removed and reported", what);
        return edges->refuse_line(context, edges->text, edges->lines[place], fault);
    }
    if (edges->lines)
        return tg_fail(context, TRICORN_BAD_FORMAT,
          "%s:%" PRIu64 ": %s; without " TG_OPTION("strict") " it is removed and reported", file, edges->lines[place],
          what);
    return tg_fail(context, TRICORN_BAD_FORMAT,
      "%s: edge %" PRIu64 " is %s; without " TG_OPTION("strict") " it is removed and reported", file, place + 1, what);
}

tricorn_status tg_check_strict(tricorn_context *context, const tg_edges *edges, const char *name)
{
    tricorn_status status = TRICORN_OK;
    const uint64_t count = tg_edges_count(edges);
    uint64_t loop = UINT64_MAX, place = 0, filled = 0;
    placed *all = NULL;

    TG_TRY(TG_ALLOC(context, count, &all));
    for (uint32_t p = 0; p < edges->part_count; p++)
        for (uint64_t i = 0; i < edges->parts[p].count; i++, place++) {
            const tg_wide_edge edge = edge_at(edges, &edges->parts[p], i);
            /* this loop is no edge: it only declares a vertex */
            if (edges->lines && edges->lines[place] == 0) continue;
            if (edge.u == edge.v && loop == UINT64_MAX) loop = place;
            all[filled++] = place_edge(edges, edge, place);
        }
    const uint64_t repeat = filled ? first_repeat(all, filled) : UINT64_MAX;
    if (loop <= repeat && loop != UINT64_MAX) TG_TRY(refuse(context, edges, name, loop, "a self loop"));
    if (repeat != UINT64_MAX)
        TG_TRY(refuse(context, edges, name, repeat,
          edges->both_ways ? "a repeat of an earlier edge in the same direction"
                           : "a repeat of an earlier edge, in this or the other direction"));
cleanup:
    tg_free(all);
    return status;
}
