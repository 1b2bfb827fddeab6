/* subgraph.c - selects edges with all threads, and prepares them as a graph with the vertices'
 * numbers in the input. */
#include "analysis/subgraph.h"

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
            const tricorn_status status =
                tg_edge_part_reserve(job->context, part, PUSHED_AT_ONCE, sizeof(tg_edge));
            if (status != TRICORN_OK) return status;
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
                if (job->failure == TRICORN_OK)
                    tg_keep_failure(&job->failure, pick_row(job, (uint32_t)u, part));
    }
    return (tricorn_status)job->failure;
}

tricorn_status tg_subgraph(tricorn_context *context, const tricorn_graph *graph,
                           tg_keep_edge *keep, const void *user, tricorn_graph **subgraph)
{
    const tg_prepare_options options = {.strict = false};
    tricorn_status status = TRICORN_OK;
    tg_edges edges = {0};
    tg_rows rows;
    picking job = {.context = context,
                   .graph = graph,
                   .rows = &rows,
                   .keep = keep,
                   .user = user,
                   .edges = &edges};

    TG_TRY(tg_graph_rows(context, graph, &rows));
    TG_TRY(tg_edges_create(context, context->threads, &edges));
    TG_TRY(pick(&job));
    edges.vertices = tg_graph_input_numbers(graph);
    TG_TRY(tg_ids_copy(context, &graph->ids, edges.vertices, &edges.ids));
    TG_TRY(tg_prepare(context, &edges, &options, subgraph));
    (*subgraph)->source = graph->source;
cleanup:
    tg_edges_free(&edges);
    return status;
}
