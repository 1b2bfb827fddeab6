/* row_source.h - reads the rows of a graph in order, from memory or disk. */
#pragma once

#include "graph/graph.h"

/* Receives the rows of vertices `first` to first + rows->count - 1; they are valid until it returns. */
typedef tricorn_status tg_take_rows(tricorn_context *context, void *user, const tg_rows *rows, uint32_t first);

typedef struct tg_row_source {
    const tricorn_graph *graph;
    uint32_t count; /* the number of all rows */
    /* Calls take() for all rows, from the first to the last, in the caller's thread. */
    tricorn_status (*each)(
      tricorn_context *context, const struct tg_row_source *source, tg_take_rows *take, void *user);
    const tg_rows *rows; /* the rows, if they are relabelled; NULL: they are the graph's */
    struct tg_relabelling *relabelling; /* of a graph on disk; NULL: rows have their labels */
} tg_row_source;
