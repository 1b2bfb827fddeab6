/* similarity_api.c - similarity of pairs of vertices. */
#include "analysis/similarity.h"
#include "api/api.h"
#include "base/memory.h"
#include "base/threads.h"
#include "cpu/common/bitmap.h"

tricorn_status tricorn_pair_similarity(tricorn_context *context, const tricorn_graph *graph, tricorn_measure measure,
  const uint32_t *pairs, uint64_t count, double *values)
{
    tricorn_status status = TRICORN_OK;
    TG_TRY(TG_ENTER(context, TG_GIVEN(graph)));
    TG_TRY(tg_check_measure(context, measure));
    TG_TRY(TG_TAKE(context, TG_GIVEN_IF(count > 0, pairs), TG_GIVEN_IF(count > 0, values)));
    TG_TRY(tg_check_pairs(context, graph, pairs, count));
    tg_threads_fit(context, graph->edges);
    TG_TRY(tg_similarity_of_pairs(context, graph, measure, pairs, count, values));
cleanup:
    return tg_api_leave(context, status);
}

enum { USUAL_TOP = 10 }; /* pairs */

/* Makes the bits of the vertices, or leaves *bits NULL for all. */
static tricorn_status set_given(
  tricorn_context *context, const tricorn_graph *graph, const tricorn_top_pairs *options, uint64_t **bits)
{
    if (options->vertices == NULL) return TRICORN_OK;
    TG_DO(TG_ALLOC_ZERO(context, (uint64_t)graph->vertices / 64 + 1, bits));
    for (uint64_t i = 0; i < options->vertex_count; i++)
        if (options->vertices[i] >= graph->vertices)
            return tg_fail(context, TRICORN_INVALID_ARGUMENT, "vertices[%llu] is %lu, but the graph has %lu vertices",
              (unsigned long long)i, (unsigned long)options->vertices[i], (unsigned long)graph->vertices);
    tg_bits_set(*bits, options->vertices, options->vertex_count);
    return TRICORN_OK;
}

static tricorn_status give_pairs(tricorn_context *context, const tg_top *top, uint32_t **pairs)
{
    const tricorn_status status = TG_ALLOC(context, 2 * top->used + 1, pairs);
    for (uint64_t i = 0; status == TRICORN_OK && i < 2 * top->used; i++) (*pairs)[i] = top->entries[i / 2].ends[i % 2];
    return status;
}

tricorn_status tricorn_pairs_search(tricorn_context *context, const tricorn_graph *graph,
  const tricorn_top_pairs *options, uint32_t **pairs, uint64_t *count)
{
    tricorn_status status = TRICORN_OK;
    tricorn_top_pairs known;
    uint64_t *given = NULL;
    tg_top top = {0};

    TG_TRY(TG_ENTER(context, TG_GIVEN(graph), TG_GIVEN(options), TG_OPTIONS(options, &known, TRICORN_TOP_PAIRS_INIT),
      TG_GIVEN(pairs), TG_GIVEN(count)));
    TG_TRY(tg_check_measure(context, known.measure));
    if (known.top == 0) known.top = USUAL_TOP;
    TG_TRY(set_given(context, graph, &known, &given));
    tg_threads_fit(context, graph->edges);
    TG_TRY(tg_top_pairs(context, graph, &known, given, &top));
    TG_TRY(give_pairs(context, &top, pairs));
    *count = top.used;
cleanup:
    tg_free(given);
    tg_top_free(&top);
    return tg_api_leave(context, status);
}
