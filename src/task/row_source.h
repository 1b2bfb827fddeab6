/* row_source.h - the rows of a graph in order, whether they are in memory or not. */
#ifndef TG_TASK_ROW_SOURCE_H
#define TG_TASK_ROW_SOURCE_H

#include "graph/graph.h"

/* Takes the rows of vertices first to first + rows->count - 1, which are valid until it returns.
 */
typedef tricorn_status tg_take_rows(tricorn_context *context, void *user, const tg_rows *rows,
                                    uint32_t first);

typedef struct tg_row_source {
    const tricorn_graph *graph;
    uint32_t count; /* of all rows */
    /* Calls take for all rows, from the first to the last, from one thread. */
    tricorn_status (*each)(tricorn_context *context, const struct tg_row_source *source,
                           tg_take_rows *take, void *user);
} tg_row_source;

#endif
