/* sides.c - see sides.h. */
#include "load/sides.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "graph/graph.h"
#include "prepare/prepare.h"

enum { NAME_BYTES = 4096 + 8 };

/* Gives right vertices the numbers behind those of left ones; most: how many numbers each side has. */
static tricorn_status shift(tricorn_context *context, tg_edges *edges, const char *name, const uint64_t most[2])
{
    bool fits = true;
    for (uint32_t p = 0; p < edges->part_count; p++) {
        tg_edge *part = edges->parts[p].edges;
#pragma omp parallel for num_threads((int)context->threads) reduction(&& : fits)
        for (uint64_t i = 0; i < edges->parts[p].count; i++) {
            fits = fits && part[i].u < most[0] && part[i].v < most[1];
            part[i].v += (uint32_t)most[0];
        }
    }
    if (fits) return TRICORN_OK;
    return tg_fail(context, TRICORN_BAD_FORMAT,
      "%san edge has a vertex beyond the %" PRIu64 " of the left side and the %" PRIu64
      " of the right side that the header says",
      name, most[0], most[1]);
}

/* Replaces the ids of vertices by those of both sides; words are stored once. */
static tricorn_status part_ids(tricorn_context *context, tg_ids *ids, const uint64_t most[2])
{
    uint64_t *made = NULL;
    TG_DO(TG_ALLOC(context, most[0] + most[1] + 1, &made));
    for (uint64_t i = 0; i < most[0] + most[1]; i++) {
        const uint64_t k = i < most[0] ? i : i - most[0];
        made[i] = ids->text ? ids->starts[k] : ids->numbers ? ids->numbers[k] : ids->first + k;
    }
    uint64_t **const to = ids->text ? &ids->starts : &ids->numbers;
    tg_free(*to);
    *to = made;
    ids->first = 0;
    return TRICORN_OK;
}

static tricorn_status check(tricorn_context *context, const tg_edges *edges, const char *name)
{
    const char *fault = edges->declarations > 0 ? "a vertex that is named without an edge is on no side"
                        : edges->symmetric      ? "its edges are symmetric, so neither end is the first"
                                                : NULL;
    if (fault == NULL) return TRICORN_OK;
    return tg_fail(context, TRICORN_UNSUPPORTED, "%s%s: it cannot be read as a bipartite graph", name, fault);
}

tricorn_status tg_sides_part(tricorn_context *context, tg_edges *edges, const char *name, uint8_t **sides)
{
    tricorn_status status = TRICORN_OK;
    char begin[NAME_BYTES] = "";
    uint8_t *made = NULL;

    if (name) snprintf(begin, sizeof begin, "%s: ", name);
    TG_TRY(check(context, edges, begin));
    TG_TRY(tg_compact_ids(context, edges));
    const bool known = edges->sides[0] > 0 && edges->sides[1] > 0;
    const uint64_t most[2] = {known ? edges->sides[0] : edges->vertices, known ? edges->sides[1] : edges->vertices};
    if (most[0] + most[1] >= UINT32_MAX)
        TG_TRY(tg_fail(context, TRICORN_UNSUPPORTED, "%sboth sides together have 2^32 - 1 vertices or more", begin));
    TG_TRY(shift(context, edges, begin, most));
    TG_TRY(part_ids(context, &edges->ids, most));
    TG_TRY(TG_ALLOC(context, most[0] + most[1] + 1, &made));
    memset(made, TG_LEFT, most[0]);
    memset(made + most[0], TG_RIGHT, most[1]);
    edges->vertices = most[0] + most[1];
    edges->declared = known; /* else numbers that are the end of no edge are no vertices */
    *sides = made;
    made = NULL;
cleanup:
    tg_free(made);
    return status;
}
