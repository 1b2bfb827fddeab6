/* subgraph.c - selects edges with all threads, and prepares them as a graph with the vertices'
 * numbers and sides in the input, and with the directions and weights of the edges. */
#include "analysis/subgraph.h"

#include <string.h>

#include "base/memory.h"
#include "base/parallel.h"
#include "prepare/prepare.h"

enum { ROWS_AT_ONCE = 1 << 10, PUSHED_AT_ONCE = 1 << 12 };

typedef struct picking {
    tricorn_context *context;
    const tricorn_graph *graph;
    const tg_rows *rows;
    tg_keep_edge *keep;
    const void *user;
    tg_edges *edges;
    _Atomic int failure;
} picking;

static tricorn_status pick_row(const picking *job, uint32_t u, tg_edge_part *part)
{
    const uint64_t first = job->rows->offsets[u], last = job->rows->offsets[u + 1];
    const uint32_t from = tg_graph_input_id(job->graph, u);
    for (uint64_t e = first; e < last; e++) {
        const uint32_t v = job->rows->ids[e];
        if (!job->keep(job->user, u, v, e)) continue;
        if (part->count == part->room) {
            TG_DO(tg_edge_part_reserve(job->context, part, PUSHED_AT_ONCE, sizeof(tg_edge)));
        }
        tg_edge_part_push(part, from, tg_graph_input_id(job->graph, v));
    }
    return TRICORN_OK;
}

/* Selects edges with one thread for each part; each thread reads every n-th chunk of rows. */
static tricorn_status pick(picking *job)
{
    const uint32_t parts = job->edges->part_count;
#pragma omp parallel for num_threads((int)parts) schedule(static, 1)
    for (uint32_t p = 0; p < parts; p++) {
        tg_edge_part *part = &job->edges->parts[p];
        for (uint64_t first = (uint64_t)p * ROWS_AT_ONCE; first < job->rows->count;
             first += (uint64_t)parts * ROWS_AT_ONCE)
            for (uint64_t u = first; u < first + ROWS_AT_ONCE && u < job->rows->count; u++)
                if (job->failure == TRICORN_OK) tg_keep_failure(&job->failure, pick_row(job, (uint32_t)u, part));
    }
    return (tricorn_status)job->failure;
}

/* ---- directions and weights ---- */

/* Sets vertex_of[x] to the vertex whose number in the input is x; the caller frees it with tg_free(). */
static tricorn_status find_vertices(tricorn_context *context, const tricorn_graph *graph, uint32_t **vertex_of)
{
    const tricorn_status status = TG_ALLOC_ZERO(context, tg_graph_input_numbers(graph) + 1, vertex_of);
    for (uint32_t v = 0; status == TRICORN_OK && v < graph->vertices; v++)
        (*vertex_of)[tg_graph_input_id(graph, v)] = v;
    return status;
}

/* Copies the values of row u of the subgraph from the rows of the graph. */
static void copy_row(const picking *job, const uint32_t *vertex_of, uint32_t u, const tricorn_graph *to)
{
    const uint32_t a = vertex_of[tg_graph_input_id(to, u)];
    for (uint64_t e = to->host.offsets[u]; e < to->host.offsets[u + UINT64_C(1)]; e++) {
        const uint32_t b = vertex_of[tg_graph_input_id(to, to->host.targets[e])];
        const uint64_t at = tg_row_position(job->rows, a > b ? a : b, a > b ? b : a);
        if (to->weights) to->weights[e] = job->graph->weights[at];
        if (to->directions == NULL) continue;
        const unsigned ways = job->graph->directions[at];
        const unsigned turned = (ways & TG_DOWN ? TG_UP : 0) | (ways & TG_UP ? TG_DOWN : 0);
        to->directions[e] = (unsigned char)(a > b ? ways : turned);
    }
}

/* Gives the edges of the subgraph the directions and weights that they have in the graph. */
static tricorn_status copy_values(const picking *job, tricorn_graph *to)
{
    tricorn_context *context = job->context;
    const tricorn_graph *from = job->graph;
    tricorn_status status = TRICORN_OK;
    uint32_t *vertex_of = NULL;
    tg_rows rows;
    if (from->directions == NULL && from->weights == NULL) return TRICORN_OK;
    TG_TRY(tg_graph_rows(context, to, &rows)); /* also where they were on a GPU */
    if (from->directions) TG_TRY(TG_ALLOC(context, to->edges + 1, &to->directions));
    if (from->weights) TG_TRY(TG_ALLOC(context, to->edges + 1, &to->weights));
    TG_TRY(find_vertices(context, from, &vertex_of));
#pragma omp parallel for num_threads((int)context->threads) schedule(dynamic, 1024)
    for (uint32_t u = 0; u < rows.count; u++) copy_row(job, vertex_of, u, to);
cleanup:
    tg_free(vertex_of);
    return status;
}

tricorn_status tg_subgraph(
  tricorn_context *context, const tricorn_graph *graph, tg_keep_edge *keep, const void *user, tricorn_graph **subgraph)
{
    const tg_prepare_options options = {.strict = false};
    tricorn_status status = TRICORN_OK;
    tricorn_graph *made = NULL;
    tg_edges edges = {0};
    tg_rows rows;
    picking job = {.context = context, .graph = graph, .rows = &rows, .keep = keep, .user = user, .edges = &edges};

    TG_TRY(tg_graph_rows(context, graph, &rows));
    TG_TRY(tg_edges_create(context, context->threads, &edges));
    TG_TRY(pick(&job));
    edges.vertices = tg_graph_input_numbers(graph);
    TG_TRY(tg_ids_copy(context, &graph->ids, edges.vertices, &edges.ids));
    TG_TRY(tg_prepare(context, &edges, &options, &made));
    TG_TRY(copy_values(&job, made));
    if (graph->sides) {
        TG_TRY(TG_ALLOC(context, tg_graph_input_numbers(graph) + 1, &made->sides));
        memcpy(made->sides, graph->sides, tg_graph_input_numbers(graph));
    }
    made->source = graph->source;
    *subgraph = made;
    made = NULL;
cleanup:
    tricorn_graph_free(made);
    tg_edges_free(&edges);
    return status;
}
