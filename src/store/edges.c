/* edges.c - reads the edges of a graph on disk as a stream: converts rows to pairs, and labels to numbers or ids. */
#include "store/edges.h"

#include <stdlib.h>

#include "base/memory.h"
#include "base/search.h"

enum {
    /* The ids of named edges may use an eighth of the memory, their words another eighth. */
    NAMING_SHARE = 8,
    NAMING_BYTES = 80,
    NAMED_LEAST = 1 << 10
};

/* ---- numbers without gaps ---- */

/* Returns how many members of a set of labels are no hubs and have a number below `number` in the input. */
static uint64_t members_below(const tg_vertex_bitmap *set, uint32_t hubs, uint32_t hub_members, uint64_t number)
{
    const uint64_t label = hubs + number;
    if (set->count == 0) return 0;
    return (label < 64 * set->words ? tg_vertex_bitmap_rank(set, label) : set->count) - hub_members;
}

/* Returns how many vertices have a number below `number` in the input. */
static uint32_t vertices_below(const tg_stored_edges *to, uint32_t number)
{
    const tg_store *store = to->graph->store;
    const uint32_t hubs = store->labels.hubs;
    uint64_t below = tg_lower_bound(to->hubs, to->hub_count, number);
    below += members_below(&store->active, hubs, to->active_hubs, number);
    if (to->numbers == TG_EDGES_OF_ACTIVE) return (uint32_t)below;
    below += members_below(&store->idle, hubs, to->idle_hubs, number);
    const uint64_t label = (uint64_t)hubs + number;
    if (store->tail_count > 0 && label > store->tail_first) below += label - store->tail_first;
    return (uint32_t)below;
}

static int by_value(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* Lists the hubs that are vertices, and counts the active and the idle ones: a hub with loops only is idle. */
static tricorn_status find_hubs(tricorn_context *context, tg_stored_edges *to)
{
    const tg_store *store = to->graph->store;
    TG_DO(TG_ALLOC(context, store->labels.hubs + 1, &to->hubs));
    for (uint32_t hub = 0; hub < store->labels.hubs; hub++) {
        const bool active = tg_vertex_bitmap_has(&store->active, hub);
        const bool idle = tg_vertex_bitmap_has(&store->idle, hub);
        to->active_hubs += active;
        to->idle_hubs += idle;
        if (active || (idle && to->numbers == TG_EDGES_OF_VERTICES)) to->hubs[to->hub_count++] = store->labels.ids[hub];
    }
    if (to->hub_count > 0) qsort(to->hubs, to->hub_count, sizeof *to->hubs, by_value);
    return TRICORN_OK;
}

/* ---- edges ---- */

static uint32_t number_of(const tg_stored_edges *to, uint32_t label)
{
    const tricorn_graph *graph = to->graph;
    const uint32_t number = tg_label_id(&graph->store->labels, label);
    if (to->numbers != TG_EDGES_OF_IDS) return vertices_below(to, number);
    return to->stream.ids ? number : number + (uint32_t)graph->ids.first;
}

/* Fills to->edges with the edges of these rows, as pairs of numbers with the smaller one first. */
static void fill(tricorn_context *context, tg_stored_edges *to, const tg_stored_rows *rows)
{
#pragma omp parallel for num_threads((int)context->threads) schedule(dynamic, 1024)
    for (uint32_t u = rows->first; u < rows->last; u++) {
        const uint64_t *row = rows->offsets + (u - rows->first);
        const uint32_t a = row[0] < row[1] ? number_of(to, u) : 0;
        for (uint64_t e = row[0]; e < row[1]; e++) {
            const uint32_t b = number_of(to, rows->ids[e]);
            to->edges[e] = a < b ? (tg_edge){a, b} : (tg_edge){b, a};
        }
    }
}

/* Reads the edges of the next interval; from->held is 0 if none follow. */
static tricorn_status read_edges(tricorn_context *context, tg_stored_edges *from)
{
    tg_stored_rows rows;
    from->at = from->held = 0;
    do {
        TG_DO(tg_row_stream_next(context, &from->rows, &rows));
        if (rows.first_segment == rows.last_segment) return TRICORN_OK;
        from->held = tg_stored_edges_of(&rows);
    } while (from->held == 0);
    if (from->held > from->room) {
        tg_free(from->edges);
        from->edges = NULL;
        from->room = 0;
        TG_DO(TG_ALLOC(context, from->held, &from->edges));
        from->room = from->held;
    }
    fill(context, from, &rows);
    return TRICORN_OK;
}

/* Looks up the ids of the next *count edges. If these do not fit in memory, reduces *count. */
static tricorn_status name_edges(tricorn_context *context, tg_stored_edges *from, uint64_t *count)
{
    uint32_t *ends = (uint32_t *)(void *)(from->edges + from->at);
    if (*count > from->most) *count = from->most;
    tg_ids_free(&from->ids);
    for (bool fits = false; !fits && *count > 0;) {
        const tg_id_query query = {ends, 2 * *count, *count > 1 ? from->text_room : UINT64_MAX};
        TG_DO(tg_id_table_look_up(context, from->graph->store->id_table, &query, &from->ids, &fits));
        if (!fits) *count /= 2;
    }
    return TRICORN_OK;
}

static tricorn_status next(tricorn_context *context, void *user, const tg_edge **edges, uint64_t *count)
{
    tg_stored_edges *from = user;
    *count = 0;
    if (from->at == from->held) TG_DO(read_edges(context, from));
    *count = from->held - from->at;
    if (from->stream.ids == &from->ids) TG_DO(name_edges(context, from, count));
    *edges = from->edges + from->at;
    from->at += *count;
    return TRICORN_OK;
}

/* ---- opening ---- */

/* Sets the bound of the stream's numbers, and where the caller finds the ids. */
static void set_ids(tg_stored_edges *edges)
{
    const tricorn_graph *graph = edges->graph;
    tg_edge_stream *stream = &edges->stream;
    stream->vertices = graph->ids.first + tg_store_input_numbers(graph->store);
    if (edges->numbers == TG_EDGES_OF_VERTICES) stream->vertices = graph->vertices;
    if (edges->numbers == TG_EDGES_OF_ACTIVE) stream->vertices = graph->active;
    if (edges->numbers != TG_EDGES_OF_IDS) return;
    if (graph->ids_on_disk) {
        stream->ids = &edges->ids;
        stream->words = graph->store->id_table->words;
    } else if (graph->ids.numbers || graph->ids.text) {
        stream->ids = &graph->ids;
        stream->words = graph->ids.text != NULL;
    }
}

tricorn_status tg_stored_edges_open(
  tricorn_context *context, const tricorn_graph *graph, tg_edge_numbers numbers, tg_stored_edges *edges)
{
    *edges = (tg_stored_edges){
      .graph = graph, .numbers = numbers, .stream = {.edges = graph->edges, .next = next, .user = edges}};
    set_ids(edges);
    if (edges->stream.ids == NULL && edges->stream.vertices > UINT32_MAX)
        return tg_fail(context, TRICORN_UNSUPPORTED,
          "the graph does not fit in memory, and its ids are beyond 32 bits: write it "
          "with " TG_OPTION("format=tri"));
    tg_memory_trim(context->memory);
    const uint64_t share = tg_memory_room(context->memory) / NAMING_SHARE;
    edges->most = share / NAMING_BYTES > NAMED_LEAST ? share / NAMING_BYTES : NAMED_LEAST;
    edges->text_room = share;
    tg_row_stream_open(graph->store, tg_row_stream_room(context), &edges->rows);
    if (numbers != TG_EDGES_OF_IDS) TG_DO(find_hubs(context, edges));
    return TRICORN_OK;
}

void tg_stored_edges_close(tg_stored_edges *edges)
{
    tg_row_stream_close(&edges->rows);
    tg_ids_free(&edges->ids);
    tg_free(edges->edges);
    tg_free(edges->hubs);
    edges->edges = NULL;
    edges->hubs = NULL;
}
