/* hubs_first.h - rows in the order of descending degrees, for analytics that long rows would make slow or large. */
#pragma once

#include "graph/graph.h"

typedef struct tg_hubs_first {
    tg_rows below; /* the rows in that order: each has smaller ids */
    uint32_t *places; /* the number in that order of each vertex of the graph */
} tg_hubs_first;

/* Makes the rows of a graph, whose own rows are `rows`; `above` is their transpose. Rows are then
 * at most as long as the square root of twice the edges. Memory: 8 bytes for each edge meanwhile,
 * 4 afterwards; 20 for each vertex. Errors: TRICORN_OUT_OF_MEMORY, TRICORN_CANCELLED. */
tricorn_status tg_hubs_first_create(
  tricorn_context *context, const tricorn_graph *graph, const tg_rows *rows, const tg_rows *above, tg_hubs_first *made);
void tg_hubs_first_free(tg_hubs_first *made);
