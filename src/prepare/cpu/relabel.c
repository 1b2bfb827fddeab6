/* relabel.c - relabels rows in one pass over the transposed rows, so that each row becomes
 * ascending without a sort. */
#include "prepare/relabel.h"

#include <string.h>

#include "base/memory.h"
#include "base/names.h"
#include "base/options.h"
#include "graph/transpose.h"
#include "prepare/reorder.h"

tricorn_status tg_check_relabel(tricorn_context *context, const char *names)
{
    char known[TG_NAMES_BYTES] = "";
    const tg_order_by by = tg_is_auto(names) ? TG_ORDERS : tg_find_order(names);
    if (tg_is_auto(names) || (by < TG_ORDERS && tg_order_of(by)->relabels)) return TRICORN_OK;
    for (int o = 0; o < TG_ORDERS; o++)
        if (tg_order_of((tg_order_by)o)->relabels) tg_names_add(known, tg_order_of((tg_order_by)o)->name);
    return tg_fail(context, TRICORN_INVALID_ARGUMENT,
      "vertices are not relabelled by '%.64s'; choose "
      "one of: %s",
      names, known);
}

/* Sets the offsets of the relabelled rows: row places[u] becomes as long as row u is. */
static void place_rows(const tg_rows *rows, const uint32_t *places, uint64_t *offsets)
{
    offsets[0] = 0;
    for (uint32_t u = 0; u < rows->count; u++)
        offsets[(uint64_t)places[u] + 1] = rows->offsets[u + 1] - rows->offsets[u];
    for (uint32_t x = 0; x < rows->count; x++) offsets[x + 1] += offsets[x];
}

/* Appends each new number x, ascending, to the rows that contain it: so each row is ascending. vertices[x] is the
 * vertex with the new number x. `ends` are the offsets, which move to the ends of the rows. */
static void fill_rows(
  const tg_rows *above, const uint32_t *places, const uint32_t *vertices, uint64_t *ends, uint32_t *ids)
{
    for (uint32_t x = 0; x < above->count; x++) {
        const uint32_t v = vertices[x];
        for (uint64_t e = above->offsets[v]; e < above->offsets[v + 1]; e++) ids[ends[places[above->ids[e]]]++] = x;
    }
}

static tricorn_status relabel_rows(
  tricorn_context *context, const tg_rows *rows, const tg_rows *above, const uint32_t *places, tg_rows *relabelled)
{
    tricorn_status status = TRICORN_OK;
    const uint64_t edges = rows->offsets[rows->count];
    uint64_t *offsets = NULL;
    uint32_t *ids = NULL, *vertices = NULL;

    TG_TRY(TG_ALLOC(context, (uint64_t)rows->count + 1, &offsets));
    TG_TRY(TG_ALLOC(context, edges, &ids));
    TG_TRY(TG_ALLOC(context, rows->count, &vertices));
    for (uint32_t v = 0; v < rows->count; v++) vertices[places[v]] = v;
    place_rows(rows, places, offsets);
    fill_rows(above, places, vertices, offsets, ids);
    memmove(offsets + 1, offsets, rows->count * sizeof *offsets);
    offsets[0] = 0;
    *relabelled = (tg_rows){rows->count, offsets, ids};
    offsets = NULL;
    ids = NULL;
cleanup:
    tg_free(offsets);
    tg_free(ids);
    tg_free(vertices);
    return status;
}

tricorn_status tg_graph_relabel(
  tricorn_context *context, const tricorn_graph *graph, const char *names, tg_rows *relabelled)
{
    tricorn_status status = TRICORN_OK;
    tg_rows rows, above = {0};
    uint32_t *places = NULL;

    TG_TRY(tg_check_relabel(context, names));
    TG_TRY(tg_graph_rows(context, graph, &rows));
    TG_TRY(tg_rows_transpose(context, &rows, &above));
    TG_TRY(TG_ALLOC(context, rows.count, &places));
    TG_TRY(tg_graph_places(context, graph, &rows, &above, places, tg_find_order(names)));
    TG_TRY(relabel_rows(context, &rows, &above, places, relabelled));
cleanup:
    tg_rows_free(&above);
    tg_free(places);
    return status;
}
