/* changing_ids.c - vertices come to a changing graph. Ids are numbered in the order of vertices. */
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/changing.h"
#include "base/memory.h"

enum { DIGITS = 21, SPARE_SHARE = 4, SPARE = 64 };

/* Numbers the ids of the first graph. */
static tricorn_status begin(tricorn_context *context, const tricorn_graph *graph, tg_strings **made)
{
    tricorn_status status = TRICORN_OK;
    tg_strings *ids = NULL;

    TG_TRY(tg_strings_create(context, &ids));
    for (uint32_t v = 0; v < graph->vertices; v++) {
        char digits[DIGITS];
        const char *const word = tricorn_graph_label(graph, v), *const id = word ? word : digits;
        uint32_t number;
        snprintf(digits, sizeof digits, "%" PRIu64, tricorn_graph_id(graph, v));
        TG_TRY(tg_strings_number(context, ids, id, strlen(id), &number));
        if (number != v) TG_TRY(tg_fail(context, TRICORN_UNSUPPORTED, "two vertices have the id '%s'", id));
        if (v % (1 << 16) == 0) TG_TRY(tg_check_cancelled(context));
    }
    *made = ids;
    ids = NULL;
cleanup:
    tg_strings_free(ids);
    return status;
}

static tricorn_status grow(tricorn_context *context, tricorn_changing *changing, uint64_t vertices)
{
    tg_changing_rows *rows = &changing->rows;
    if (vertices > rows->room) {
        const uint64_t room = vertices + vertices / SPARE_SHARE + SPARE;
        TG_DO(tg_realloc(context, room + 1, sizeof *rows->rows, (void **)&rows->rows));
        TG_DO(tg_realloc(context, room + 1, sizeof *changing->vertices, (void **)&changing->vertices));
        rows->room = room;
        tg_batch_bits_free(&changing->bits); /* made again by the next batch */
    }
    for (; rows->vertices < vertices; rows->vertices++) {
        rows->rows[rows->vertices] = (tg_changing_row){0};
        changing->vertices[rows->vertices] = 0;
    }
    return TRICORN_OK;
}

tricorn_status tg_changing_find(
  tricorn_context *context, tricorn_changing *changing, const char *id, bool add, uint32_t *vertex)
{
    char digits[DIGITS], *end = NULL;
    uint32_t number = UINT32_MAX;

    if (changing->graph->ids.text == NULL) {
        errno = 0;
        snprintf(digits, sizeof digits, "%llu", strtoull(id, &end, 10)); /* "007" is the id 7 */
        if (!isdigit((unsigned char)*id) || *end != 0 || errno != 0)
            return tg_fail(context, TRICORN_INVALID_ARGUMENT, "'%s' is no id, a number from 0 to 2^64 - 1", id);
        id = digits;
    }
    if (changing->ids == NULL) TG_DO(begin(context, changing->graph, &changing->ids));
    const bool known = tg_strings_has(changing->ids, id, strlen(id));
    if (!known && add && changing->gpu)
        return tg_fail(context, TRICORN_UNSUPPORTED,
          "'%s' is no vertex, and no vertices come to a graph on a GPU: choose %s", id, TG_OPTION("device=cpu"));
    if (known || add) TG_DO(tg_strings_number(context, changing->ids, id, strlen(id), &number));
    if (add && number >= changing->rows.vertices) TG_DO(grow(context, changing, (uint64_t)number + 1));
    *vertex = number < changing->rows.vertices ? number : UINT32_MAX;
    return TRICORN_OK;
}

static tricorn_status take_number(void *user, uint32_t vertex, const char *id, size_t bytes)
{
    (void)bytes;
    ((uint64_t *)user)[vertex] = strtoull(id, NULL, 10);
    return TRICORN_OK;
}

tricorn_status tg_changing_named_edges(tricorn_context *context, const tricorn_changing *changing, tg_edges *edges)
{
    const tg_changing_rows *rows = &changing->rows;
    tricorn_status status = TRICORN_OK;
    uint64_t *ids = NULL;

    if (changing->graph->ids.text)
        return tg_fail(context, TRICORN_UNSUPPORTED, "new vertices with words as ids come in no graph");
    TG_TRY(TG_ALLOC(context, tg_strings_count(changing->ids), &ids));
    TG_TRY(tg_strings_each(changing->ids, take_number, ids));
    TG_TRY(tg_edges_create(context, 1, edges));
    edges->wide = true;
    TG_TRY(tg_edge_part_reserve(context, &edges->parts[0], rows->ids / 2 + 1, sizeof(tg_wide_edge)));
    for (uint32_t u = 0; u < rows->vertices; u++)
        for (uint32_t i = 0; i < rows->rows[u].length && rows->rows[u].ids[i] < u; i++)
            tg_edge_part_push_wide(&edges->parts[0], ids[u], ids[rows->rows[u].ids[i]]);
cleanup:
    tg_free(ids);
    return status;
}
