/* edges.c - see edges.h. */
#include "store/edges.h"

#include "base/memory.h"

/* The edges of rows, as pairs of the user's ids. */
static void fill(tricorn_context *context, tg_stored_edges *to, const tg_stored_rows *rows)
{
    const tg_labels *labels = &to->graph->store->labels;
    const uint32_t first_id = (uint32_t)to->graph->ids.first;
#pragma omp parallel for num_threads((int)context->threads) schedule(dynamic, 1024)
    for (uint32_t u = rows->first; u < rows->last; u++) {
        const uint32_t a = tg_label_id(labels, u) + first_id;
        const uint64_t *row = rows->offsets + (u - rows->first);
        for (uint64_t e = row[0]; e < row[1]; e++) {
            const uint32_t b = tg_label_id(labels, rows->ids[e]) + first_id;
            to->edges[e] = a < b ? (tg_edge){a, b} : (tg_edge){b, a};
        }
    }
}

static tricorn_status next(tricorn_context *context, void *user, const tg_edge **edges,
                           uint64_t *count)
{
    tg_stored_edges *from = user;
    tricorn_status status = TRICORN_OK;
    tg_stored_rows rows;
    *count = 0;
    do {
        TG_TRY(tg_row_stream_next(context, &from->rows, &rows));
        if (rows.first_piece == rows.last_piece) break;
        *count = tg_stored_edges_of(&rows);
    } while (*count == 0);
    if (*count > from->room) {
        tg_free(from->edges);
        from->edges = NULL;
        from->room = 0;
        TG_TRY(TG_ALLOC(context, *count, &from->edges));
        from->room = *count;
    }
    if (*count > 0) fill(context, from, &rows);
    *edges = from->edges;
cleanup:
    return status;
}

tricorn_status tg_stored_edges_open(tricorn_context *context, const tricorn_graph *graph,
                                    tg_stored_edges *edges)
{
    const uint64_t vertices = graph->ids.first + tg_store_input_numbers(graph->store);
    *edges = (tg_stored_edges){.graph = graph};
    if (graph->ids.text || graph->ids.numbers || vertices > UINT32_MAX)
        return tg_fail(
            context, TRICORN_UNSUPPORTED,
            "the graph does not fit in memory, and its ids are words or beyond 32 bits: "
            "write it with " TG_OPTION("format=tri"));
    edges->stream = (tg_edge_stream){
        .vertices = vertices, .edges = graph->edges, .next = next, .user = edges};
    tg_memory_trim(context->memory);
    tg_row_stream_open(graph->store, tg_row_stream_room(context), &edges->rows);
    return TRICORN_OK;
}

void tg_stored_edges_close(tg_stored_edges *edges)
{
    tg_row_stream_close(&edges->rows);
    tg_free(edges->edges);
    edges->edges = NULL;
}
