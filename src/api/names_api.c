/* names_api.c - the user's ids of vertices. */
#include "api/api.h"
#include "base/memory.h"
#include "store/store.h"

enum { SHARE = 8, VERTEX_BYTES = 40, LEAST = 1 << 10 };

uint64_t tricorn_graph_id(const tricorn_graph *graph, uint32_t vertex)
{
    if (graph == NULL || graph->unnamed || graph->named_apart || vertex >= graph->vertices)
        return UINT64_MAX;
    const uint32_t number = tg_graph_input_id(graph, vertex);
    return graph->ids.numbers ? graph->ids.numbers[number] : graph->ids.first + number;
}

const char *tricorn_graph_label(const tricorn_graph *graph, uint32_t vertex)
{
    if (graph == NULL || vertex >= graph->vertices || graph->ids.text == NULL) return NULL;
    return graph->ids.text + graph->ids.starts[tg_graph_input_id(graph, vertex)];
}

/* ---- of many vertices --------------------------------------------------------------------- */

typedef struct naming {
    tricorn_context *context;
    const tricorn_graph *graph;
    const uint32_t *vertices;
    uint64_t count, most, text_room; /* most: at once */
    int (*take)(void *user, uint64_t i, uint64_t id, const char *label);
    void *user;
} naming;

static tricorn_status stopped(tricorn_context *context)
{
    return tg_fail(context, TRICORN_CANCELLED, "the function that takes the ids said stop");
}

static tricorn_status give_from_memory(const naming *job)
{
    for (uint64_t i = 0; i < job->count; i++) {
        const uint32_t vertex = job->vertices[i];
        if (job->take(job->user, i, tricorn_graph_id(job->graph, vertex),
                      tricorn_graph_label(job->graph, vertex)))
            return stopped(job->context);
    }
    return TRICORN_OK;
}

/* Gives the ids of vertices first to first + *count - 1, or of fewer if words take too much. */
static tricorn_status give_some(const naming *job, uint64_t first, uint64_t *count,
                                uint32_t *numbers)
{
    tg_names *names = job->graph->store->names;
    tricorn_status status = TRICORN_OK;
    tg_ids ids = {0};
    bool fits = false;

    for (uint64_t i = 0; i < *count; i++)
        numbers[i] = tg_graph_input_id(job->graph, job->vertices[first + i]);
    while (!fits) {
        TG_TRY(tg_names_look_up(job->context, names, numbers, *count,
                                *count > 1 ? job->text_room : UINT64_MAX, &ids, &fits));
        if (!fits) *count /= 2;
    }
    for (uint64_t i = 0; i < *count; i++) {
        const uint32_t place = numbers[i];
        const uint64_t number = tg_graph_input_id(job->graph, job->vertices[first + i]);
        if (job->take(job->user, first + i, ids.text ? number : ids.numbers[place],
                      ids.text ? ids.text + ids.starts[place] : NULL))
            TG_TRY(stopped(job->context));
    }
cleanup:
    tg_ids_free(&ids);
    return status;
}

static tricorn_status give_from_disk(const naming *job)
{
    tricorn_status status = TRICORN_OK;
    uint32_t *numbers = NULL;
    TG_TRY(TG_ALLOC(job->context, job->most, &numbers));
    for (uint64_t first = 0, some; first < job->count; first += some) {
        const uint64_t left = job->count - first;
        some = left < job->most ? left : job->most;
        TG_TRY(give_some(job, first, &some, numbers));
    }
cleanup:
    tg_free(numbers);
    return status;
}

static tricorn_status check_vertices(tricorn_context *context, const tricorn_graph *graph,
                                     const uint32_t *vertices, uint64_t count)
{
    for (uint64_t i = 0; i < count; i++)
        if (vertices[i] >= graph->vertices)
            return tg_fail(context, TRICORN_INVALID_ARGUMENT,
                           "vertices[%llu] is %u, but there are only %u vertices",
                           (unsigned long long)i, vertices[i], graph->vertices);
    return TRICORN_OK;
}

tricorn_status tricorn_graph_names(tricorn_context *context, const tricorn_graph *graph,
                                   const uint32_t *vertices, uint64_t count,
                                   int (*take)(void *user, uint64_t i, uint64_t id,
                                               const char *label),
                                   void *user)
{
    tricorn_status status = TRICORN_OK;
    TG_TRY(tg_api_enter(context));
    TG_TRY(tg_api_require(context, graph, "graph"));
    if (take == NULL) TG_TRY(tg_fail(context, TRICORN_INVALID_ARGUMENT, "take is NULL"));
    if (count > 0) TG_TRY(tg_api_require(context, vertices, "vertices"));
    TG_TRY(check_vertices(context, graph, vertices, count));
    TG_TRY(tg_graph_require_ids(context, graph));
    const uint64_t share = tg_memory_room(context->memory) / SHARE;
    const uint64_t most = share / VERTEX_BYTES > LEAST ? share / VERTEX_BYTES : LEAST;
    const naming job = {context, graph, vertices, count, most, share, take, user};
    TG_TRY(graph->named_apart ? give_from_disk(&job) : give_from_memory(&job));
cleanup:
    return tg_api_leave(context, status);
}
