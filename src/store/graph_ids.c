/* graph_ids.c - see graph_ids.h. */
#include "store/graph_ids.h"

#include "base/memory.h"
#include "base/parallel.h"
#include "store/store.h"

enum { SHARE = 8, VERTEX_BYTES = 40, LEAST = 1 << 10 };

/* ---- of all vertices ---- */

enum { WORD_BITS = 64 };

/* The set of the vertices' numbers in the input: a bit for each, and for each word how many bits
 * are set before it. */
typedef struct numbered {
    uint64_t words;
    uint64_t *bits, *before; /* `before` has words + 1 elements */
} numbered;

static tricorn_status find_numbered(tricorn_context *context, const tricorn_graph *graph, numbered *set)
{
    set->words = tg_graph_input_numbers(graph) / WORD_BITS + 1;
    TG_DO(TG_ALLOC(context, set->words, &set->bits));
    TG_DO(TG_ALLOC(context, set->words + 1, &set->before));
    tg_zero(context, set->bits, set->words * sizeof *set->bits);
    for (uint32_t v = 0; v < graph->vertices; v++) {
        const uint32_t number = tg_graph_input_id(graph, v);
        set->bits[number / WORD_BITS] |= (uint64_t)1 << number % WORD_BITS;
    }
    for (uint64_t w = 0; w < set->words; w++) set->before[w] = (uint64_t)__builtin_popcountll(set->bits[w]);
    tg_prefix_sum(context, set->before, set->words);
    return TRICORN_OK;
}

/* Numbers in the input have the order of ids; for ids that are words, they are the order of the words. */
tricorn_status tg_id_places(tricorn_context *context, const tricorn_graph *graph, uint32_t *places)
{
    tricorn_status status = TRICORN_OK;
    numbered set = {0};
    TG_TRY(find_numbered(context, graph, &set));
#pragma omp parallel for num_threads((int)context->threads)
    for (uint32_t v = 0; v < graph->vertices; v++) {
        const uint32_t number = tg_graph_input_id(graph, v), w = number / WORD_BITS;
        const uint64_t below = ((uint64_t)1 << number % WORD_BITS) - 1;
        places[v] = (uint32_t)(set.before[w] + (uint64_t)__builtin_popcountll(set.bits[w] & below));
    }
cleanup:
    tg_free(set.bits);
    tg_free(set.before);
    return status;
}

/* ---- of many vertices ---- */

typedef struct naming {
    tricorn_context *context;
    const tricorn_graph *graph;
    const tg_id_visit *to;
    /* How many vertices are looked up at a time, and the bytes for the text of their ids. */
    uint64_t most, text_room;
} naming;

static tricorn_status stopped(tricorn_context *context)
{
    return tg_fail(context, TRICORN_CANCELLED, "the function that takes the ids said stop");
}

static tricorn_status give_from_memory(const naming *job)
{
    for (uint64_t i = 0; i < job->to->count; i++) {
        const uint32_t vertex = job->to->vertices[i];
        if (job->to->take(
              job->to->user, i, tricorn_graph_id(job->graph, vertex), tricorn_graph_label(job->graph, vertex)))
            return stopped(job->context);
    }
    return TRICORN_OK;
}

/* Passes the ids of vertices first to first + *count - 1. If words take too much memory, passes
 * fewer and lowers *count. */
static tricorn_status give_some(const naming *job, uint64_t first, uint64_t *count, uint32_t *numbers)
{
    tg_id_table *table = job->graph->store->id_table;
    tricorn_status status = TRICORN_OK;
    tg_ids ids = {0};
    bool fits = false;

    for (uint64_t i = 0; i < *count; i++) numbers[i] = tg_graph_input_id(job->graph, job->to->vertices[first + i]);
    while (!fits) {
        const tg_id_query query = {numbers, *count, *count > 1 ? job->text_room : UINT64_MAX};
        TG_TRY(tg_id_table_look_up(job->context, table, &query, &ids, &fits));
        if (!fits) *count /= 2;
    }
    for (uint64_t i = 0; i < *count; i++) {
        const uint32_t place = numbers[i];
        const uint64_t number = tg_graph_input_id(job->graph, job->to->vertices[first + i]);
        if (job->to->take(job->to->user, first + i, ids.text ? number : ids.numbers[place],
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
    for (uint64_t first = 0, some; first < job->to->count; first += some) {
        const uint64_t left = job->to->count - first;
        some = left < job->most ? left : job->most;
        TG_TRY(give_some(job, first, &some, numbers));
    }
cleanup:
    tg_free(numbers);
    return status;
}

static tricorn_status check_vertices(tricorn_context *context, const tricorn_graph *graph, const tg_id_visit *visit)
{
    for (uint64_t i = 0; i < visit->count; i++)
        if (visit->vertices[i] >= graph->vertices)
            return tg_fail(context, TRICORN_INVALID_ARGUMENT, "vertices[%llu] is %u, but the graph has %u vertices",
              (unsigned long long)i, visit->vertices[i], graph->vertices);
    return TRICORN_OK;
}

tricorn_status tg_visit_ids(tricorn_context *context, const tricorn_graph *graph, const tg_id_visit *visit)
{
    const uint64_t share = tg_memory_room(context->memory) / SHARE;
    const uint64_t most = share / VERTEX_BYTES > LEAST ? share / VERTEX_BYTES : LEAST;
    const naming job = {context, graph, visit, most, share};
    tricorn_status status = check_vertices(context, graph, visit);
    if (status == TRICORN_OK) status = tg_graph_require_ids(context, graph);
    if (status != TRICORN_OK) return status;
    return graph->ids_on_disk ? give_from_disk(&job) : give_from_memory(&job);
}
