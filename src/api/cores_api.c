/* cores_api.c - core numbers, and the k-core as a graph. */

#include "analysis/subgraph.h"
#include "api/api.h"
#include "base/memory.h"
#include "base/threads.h"
#include "graph/cores.h"
#include "store/cores.h"

/* The core numbers of the vertices with an edge; tg_free(*cores). */
static tricorn_status find_cores(tricorn_context *context, const tricorn_graph *graph, uint32_t **cores, uint32_t *most)
{
    tg_rows rows;
    tg_threads_fit(context, graph->edges);
    TG_DO(TG_ALLOC(context, (uint64_t)graph->active + 1, cores));
    if (graph->store) return tg_store_core_numbers(context, graph->store, *cores, most);
    TG_DO(tg_graph_rows(context, graph, &rows));
    return tg_core_numbers(context, &rows, *cores, most);
}

tricorn_status tricorn_core_numbers(
  tricorn_context *context, const tricorn_graph *graph, uint64_t *cores, uint32_t *degeneracy)
{
    tricorn_status status = TRICORN_OK;
    uint32_t *found = NULL, most = 0;

    TG_TRY(TG_ENTER(context, TG_GIVEN(graph)));
    TG_TRY(find_cores(context, graph, &found, &most));
    const uint32_t vertices = cores ? graph->vertices : 0;
#pragma omp parallel for num_threads((int)context->threads) schedule(static)
    for (uint32_t v = 0; v < vertices; v++) cores[v] = v < graph->active ? found[v] : 0;
    if (degeneracy) *degeneracy = most;
cleanup:
    tg_free(found);
    return tg_api_leave(context, status);
}

/* What edges of the core are chosen by. */
typedef struct choice {
    const uint32_t *cores;
    uint32_t k;
} choice;

static bool is_in_core(const void *user, uint32_t u, uint32_t v, uint64_t edge)
{
    const choice *by = user;
    (void)edge;
    return by->cores[u] >= by->k && by->cores[v] >= by->k;
}

tricorn_status tricorn_graph_core(
  tricorn_context *context, const tricorn_graph *graph, uint32_t k, tricorn_graph **core)
{
    tricorn_status status = TRICORN_OK;
    uint32_t *cores = NULL, most = 0;
    tg_rows rows;

    TG_TRY(TG_ENTER(context, TG_GIVEN(graph), TG_GIVEN(core)));
    TG_TRY(tg_graph_rows(context, graph, &rows)); /* the core is a graph in memory, too */
    TG_TRY(find_cores(context, graph, &cores, &most));
    const choice by = {cores, k == TRICORN_CORE_MAX ? most : k};
    TG_TRY(tg_subgraph(context, graph, is_in_core, &by, core));
cleanup:
    tg_free(cores);
    return tg_api_leave(context, status);
}
