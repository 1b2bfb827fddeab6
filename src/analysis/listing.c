/* listing.c - lists vertices, triangles and edges in the graph's order, or sorted by the
 * vertices' numbers in the input. */
#include "analysis/listing.h"

#include <stdlib.h>

#include "base/memory.h"
#include "base/parallel.h"
#include "base/search.h"
#include "schedule/disk/level_list.h"
#include "schedule/partitioned.h"

enum {
    BATCH_EDGES = 1 << 16, /* a batch has room for at least this many edges */
    THREAD_EDGES = 1 << 14, /* and for this many edges per thread */
    FILLED_AT_ONCE = 1 << 12, /* how many edges a thread copies at a time */
    ROWS_AT_ONCE = 1024
};

/* ---- vertices ---- */

/* Marks a number that no vertex has; vertices are below 2^32 - 1. */
static const uint32_t no_vertex = UINT32_MAX;

/* Allocates *vertices, and sets (*vertices)[i] to the vertex whose number in the input is i, or to no_vertex. */
static tricorn_status invert(
  tricorn_context *context, const tricorn_graph *graph, uint64_t numbers, uint32_t **vertices)
{
    TG_DO(TG_ALLOC(context, numbers, vertices));
    for (uint64_t i = 0; i < numbers; i++) (*vertices)[i] = no_vertex;
    for (uint32_t u = 0; u < graph->vertices; u++) (*vertices)[tg_graph_input_id(graph, u)] = u;
    return TRICORN_OK;
}

tricorn_status tg_sorted_vertices(tricorn_context *context, const tricorn_graph *graph, uint32_t **vertices)
{
    const uint64_t numbers = tg_graph_input_numbers(graph);
    uint64_t kept = 0;
    TG_DO(invert(context, graph, numbers, vertices));
    for (uint64_t i = 0; i < numbers; i++)
        if ((*vertices)[i] != no_vertex) (*vertices)[kept++] = (*vertices)[i];
    if (kept == graph->vertices) return TRICORN_OK;
    tg_free(*vertices);
    *vertices = NULL;
    return tg_fail(context, TRICORN_BAD_FORMAT, "the graph gives two vertices the same id: its file is damaged");
}

/* ---- triangles ---- */

/* Who receives sorted triangles. They are listed by the vertices' numbers in the input, and passed on as vertices. */
typedef struct relabelling {
    const uint32_t *vertices; /* the vertex for each number in the input */
    tg_take_triangles *take;
    void *user;
} relabelling;

static tricorn_status relabel_triangles(tricorn_context *context, void *user, uint32_t *triangles, uint64_t count)
{
    const relabelling *job = user;
    for (uint64_t i = 0; i < 3 * count; i++) triangles[i] = job->vertices[triangles[i]];
    return job->take(context, job->user, triangles, count);
}

static tricorn_status list_sorted(
  tricorn_context *context, const tricorn_graph *graph, tg_take_triangles *take, void *user, uint64_t *triangles)
{
    tricorn_status status = TRICORN_OK;
    uint32_t *vertices = NULL;
    tg_rows rows = {0};

    TG_TRY(invert(context, graph, tg_graph_input_numbers(graph), &vertices));
    TG_TRY(tg_graph_input_rows(context, graph, 0, &rows));
    relabelling job = {vertices, take, user};
    TG_TRY(tg_list_rows(context, &rows, relabel_triangles, &job, triangles));
cleanup:
    tg_free(vertices);
    tg_rows_free(&rows);
    return status;
}

/* Lists the triangles of all parts of a partition, in the order of the parts or sorted. */
static tricorn_status list_parts(
  tricorn_context *context, const tg_plan *plan, tg_triangle_listing to, uint64_t *triangles)
{
    const tricorn_graph *graph = plan->graph;
    tricorn_status status = TRICORN_OK;
    relabelling job = {.take = to.take, .user = to.user};
    tg_request request = plan->request;
    tg_pass_limits limits = {0};
    uint32_t *vertices = NULL;

    request.relabel = NULL; /* lists ignore it */
    if (request.parts == 0) request.parts = 1;
    if (to.sorted && graph->store == NULL) {
        TG_TRY(invert(context, graph, tg_graph_input_numbers(graph), &vertices));
        job.vertices = vertices;
        to.take = relabel_triangles;
        to.user = &job;
    }
    TG_TRY(tg_parts_cut_alone(context, graph, &request, &limits, &to.parts));
    to.which.last = tg_parts_count(to.parts);
    TG_TRY(tg_levels_list_triangles(context, graph, &to, triangles));
cleanup:
    tg_parts_free(to.parts);
    tg_free(vertices);
    return status;
}

tricorn_status tg_list_triangles(
  tricorn_context *context, const tg_plan *plan, bool sorted, tg_take_triangles *take, void *user, uint64_t *triangles)
{
    const tricorn_graph *graph = plan->graph;
    tg_rows rows;
    const tg_triangle_listing to = {.sorted = sorted, .take = take, .user = user};
    if (tg_partition_has_tasks(plan->request.partition)) return list_parts(context, plan, to, triangles);
    if (graph->store) return tg_levels_list_triangles(context, graph, &to, triangles);
    if (sorted) return list_sorted(context, graph, take, user, triangles);
    TG_DO(tg_graph_rows(context, graph, &rows));
    return tg_list_rows(context, &rows, take, user, triangles);
}

/* ---- edges ---- */

/* A batch of edges that is passed to the caller. */
typedef struct edge_batch {
    tricorn_context *context;
    tg_take_edges *take;
    void *user;
    uint64_t count, room;
    uint32_t *ends, *support;
} edge_batch;

static tricorn_status hand_on(edge_batch *batch)
{
    const uint64_t count = batch->count;
    if (count == 0) return TRICORN_OK;
    batch->count = 0;
    if (tg_work_add(batch->context, count)) return tg_check_cancelled(batch->context);
    return batch->take(batch->context, batch->user, batch->ends, batch->support, count);
}

static tricorn_status add_edge(edge_batch *batch, uint32_t first, uint32_t second, uint32_t support)
{
    batch->ends[2 * batch->count] = first;
    batch->ends[2 * batch->count + 1] = second;
    batch->support[batch->count++] = support;
    return batch->count == batch->room ? hand_on(batch) : TRICORN_OK;
}

static tricorn_status add_stored_edge(void *batch, uint32_t first, uint32_t second, uint32_t support)
{
    return add_edge(batch, first, second, support);
}

static uint32_t support_of(const tg_supported *edges, uint64_t edge)
{
    return edges->support ? edges->support[edge] : 0;
}

/* Edges sorted by the numbers that their ends have in the input: each smaller end has a row, and
 * an entry is larger end << 32 | support. */
typedef struct sorted_edges {
    uint64_t numbers;
    uint64_t *offsets, *entries;
    uint32_t *vertices; /* the vertex for each number in the input */
} sorted_edges;

static void free_sorted(sorted_edges *sorted)
{
    tg_free(sorted->offsets);
    tg_free(sorted->entries);
    tg_free(sorted->vertices);
}

static int by_value(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* Whether to stop; every ROWS_AT_ONCE rows also calls the progress callback. */
static bool stops_at(tricorn_context *context, uint64_t row)
{
    return row % ROWS_AT_ONCE == 0 ? tg_work_add(context, 0) : tg_cancelled(context);
}

/* Advances the cursor of each edge's row; if `entries` is not NULL, writes the edge at the cursor first. */
static tricorn_status place_edges(
  tricorn_context *context, const tg_supported *edges, const tg_rows *rows, uint64_t *cursors, uint64_t *entries)
{
    const tricorn_graph *graph = edges->graph;
#pragma omp parallel for num_threads((int)context->threads) schedule(dynamic, ROWS_AT_ONCE)
    for (uint32_t u = 0; u < rows->count; u++) {
        if (stops_at(context, u)) continue;
        for (uint64_t e = rows->offsets[u]; e < rows->offsets[u + 1]; e++) {
            const uint64_t a = tg_graph_input_id(graph, u);
            const uint64_t b = tg_graph_input_id(graph, rows->ids[e]);
            const uint64_t at = __atomic_fetch_add(&cursors[a < b ? a : b], 1, __ATOMIC_RELAXED);
            if (entries) entries[at] = (a < b ? b : a) << 32 | support_of(edges, e);
        }
    }
    return tg_check_cancelled(context);
}

static tricorn_status sort_edges(
  tricorn_context *context, const tg_supported *edges, const tg_rows *rows, sorted_edges *sorted)
{
    const uint64_t numbers = tg_graph_input_numbers(edges->graph);

    sorted->numbers = numbers;
    TG_DO(invert(context, edges->graph, numbers, &sorted->vertices));
    TG_DO(TG_ALLOC_ZERO(context, numbers + 2, &sorted->offsets));
    TG_DO(TG_ALLOC(context, edges->graph->edges, &sorted->entries));
    uint64_t *offsets = sorted->offsets, *entries = sorted->entries;
    /* The lengths of rows are counted two positions later. So after the prefix sums offsets[row + 1] is the start of
     * the row. Each entry that is written advances it, and in the end it is the start of the next row. */
    TG_DO(place_edges(context, edges, rows, offsets + 2, NULL));
    for (uint64_t r = 2; r <= numbers; r++) offsets[r] += offsets[r - 1];
    TG_DO(place_edges(context, edges, rows, offsets + 1, entries));
#pragma omp parallel for num_threads((int)context->threads) schedule(dynamic, ROWS_AT_ONCE)
    for (uint64_t r = 0; r < numbers; r++) {
        if (stops_at(context, r)) continue;
        const uint64_t length = offsets[r + 1] - offsets[r];
        if (length > 1) qsort(entries + offsets[r], length, sizeof *entries, by_value);
    }
    return tg_check_cancelled(context);
}

/* The edges to list: in the order of `rows` or, if `sorted` is not NULL, in its order. */
typedef struct listed_edges {
    const tg_supported *edges;
    const tg_rows *rows;
    const sorted_edges *sorted;
} listed_edges;

static void fill_inside(const listed_edges *from, uint64_t first, uint64_t last, uint32_t *ends, uint32_t *support)
{
    const tricorn_graph *graph = from->edges->graph;
    const tg_rows *rows = from->rows;
    uint64_t u = tg_row_with(rows, first);
    for (uint64_t e = first; e < last; e++, ends += 2) {
        while (rows->offsets[u + 1] <= e) u++;
        const uint32_t row = (uint32_t)u, v = rows->ids[e];
        const bool u_first = tg_graph_input_id(graph, row) < tg_graph_input_id(graph, v);
        ends[0] = u_first ? row : v;
        ends[1] = u_first ? v : row;
        *support++ = support_of(from->edges, e);
    }
}

static void fill_sorted(const sorted_edges *from, uint64_t first, uint64_t last, uint32_t *ends, uint32_t *support)
{
    uint64_t r = tg_last_at_most(from->offsets, from->numbers, first);
    for (uint64_t i = first; i < last; i++, ends += 2) {
        while (from->offsets[r + 1] <= i) r++;
        ends[0] = from->vertices[r];
        ends[1] = from->vertices[from->entries[i] >> 32];
        *support++ = (uint32_t)from->entries[i];
    }
}

/* Passes on the wanted edges in batches; all threads fill each batch. */
static tricorn_status hand_on_filled(edge_batch *batch, const listed_edges *from)
{
    const uint64_t all = from->edges->graph->edges, share = from->edges->share;
    const uint64_t shares = from->edges->shares;
    const uint64_t first = shares > 0 ? tg_first_of_part(all, shares, share) : 0;
    const uint64_t end = shares > 0 ? tg_first_of_part(all, shares, share + 1) : all;
    tricorn_status status = TRICORN_OK;
    for (uint64_t done = first; done < end && status == TRICORN_OK; done += batch->room) {
        const uint64_t count = end - done < batch->room ? end - done : batch->room;
#pragma omp parallel for num_threads((int)batch->context->threads) schedule(static)
        for (uint64_t at = 0; at < count; at += FILLED_AT_ONCE) {
            const uint64_t last = count - at < FILLED_AT_ONCE ? count : at + FILLED_AT_ONCE;
            uint32_t *ends = batch->ends + 2 * at, *support = batch->support + at;
            if (from->sorted)
                fill_sorted(from->sorted, done + at, done + last, ends, support);
            else
                fill_inside(from, done + at, done + last, ends, support);
        }
        batch->count = count;
        status = hand_on(batch);
    }
    return status;
}

/* Passes on all edges of a graph in memory. */
static tricorn_status hand_on_all(edge_batch *batch, const tg_supported *edges, bool sorted)
{
    tricorn_context *context = batch->context;
    tricorn_status status = TRICORN_OK;
    sorted_edges by_id = {0};
    tg_rows rows;

    TG_TRY(tg_graph_rows(context, edges->graph, &rows));
    tg_work_begin(context, "listing edges", edges->graph->edges);
    if (sorted) TG_TRY(sort_edges(context, edges, &rows, &by_id));
    const listed_edges from = {edges, &rows, sorted ? &by_id : NULL};
    TG_TRY(hand_on_filled(batch, &from));
cleanup:
    free_sorted(&by_id);
    return status;
}

tricorn_status tg_list_edges(
  tricorn_context *context, const tg_supported *edges, bool sorted, tg_take_edges *take, void *user)
{
    tricorn_status status = TRICORN_OK;
    const uint64_t room = (uint64_t)context->threads * THREAD_EDGES;
    edge_batch batch = {
      .context = context, .take = take, .user = user, .room = room > BATCH_EDGES ? room : BATCH_EDGES};

    TG_TRY(TG_ALLOC(context, 2 * batch.room, &batch.ends));
    TG_TRY(TG_ALLOC(context, batch.room, &batch.support));
    const tg_edge_listing to = {sorted, add_stored_edge, &batch};
    TG_TRY(edges->stored ? tg_levels_list_edges(context, edges->graph, edges->stored, &to)
                         : hand_on_all(&batch, edges, sorted));
    TG_TRY(hand_on(&batch));
cleanup:
    tg_free(batch.ends);
    tg_free(batch.support);
    return status;
}

void tg_supported_free(tg_supported *edges)
{
    tg_free(edges->support);
    tg_level_support_free(edges->stored);
    *edges = (tg_supported){0};
}
