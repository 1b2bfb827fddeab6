/* parameters.c - the text that gives models their parameters: "MODEL PARAMETERS". */
#include <string.h>

#include "generate/model.h"
#include "io/binary/rows.h"
#include "prepare/prepare.h"
#include "target.h"

enum { TEXT_BYTES = 512, MOST_MADE = 10000 };

static void check_status(tricorn_context *context, tricorn_status status)
{
    FUZZ_REQUIRE(status == TRICORN_OK || status == TRICORN_OUT_OF_MEMORY ||
                   (status == TRICORN_INVALID_ARGUMENT && tricorn_context_message(context)[0] != 0),
      "status %d: %s", status, tricorn_context_message(context));
}

/* Makes the graph if it is small; else *graph stays as it is. */
static tricorn_status make_small(tricorn_context *context, const tg_model_request *request, tricorn_graph **graph)
{
    static const tg_prepare_options prepare;
    tg_generator generator = {0};
    tg_edges edges = {0};
    tricorn_status status = tg_generator_open(context, request, &generator);
    const bool small = generator.vertices <= MOST_MADE && generator.edges <= MOST_MADE;
    tg_generator_close(&generator);
    if (status == TRICORN_OK && small) {
        status = tg_generate(context, request, &edges);
        if (status == TRICORN_OK) status = tg_prepare(context, &edges, &prepare, graph);
    }
    tg_edges_free(&edges);
    return status;
}

/* Factors are small graphs of models only, since any file may be named. */
static tricorn_status make_factor(tricorn_context *context, uint64_t seed, tg_factor *factor)
{
    char parameters[TG_MODEL_TEXT_BYTES];
    const tg_model *model = tg_model_within(factor->name, parameters);
    const tg_model_request request = {model, parameters, seed, NULL};
    tricorn_graph *graph = NULL;
    if (model == NULL || !tg_model_is_factor(model)) return tg_no_graph(context, factor->name);
    tricorn_status status = make_small(context, &request, &graph);
    if (status == TRICORN_OK)
        status = graph ? tg_dense_rows(context, graph, factor->symmetric, &factor->rows)
                       : tg_fail(context, TRICORN_INVALID_ARGUMENT, "too large to be tried");
    tricorn_graph_free(graph);
    return status;
}

/* Makes the factors, then the graph if it is small. */
static tricorn_status make_with_factors(tricorn_context *context, tg_model_request *request, tricorn_graph **graph)
{
    tg_factors factors = {0};
    tricorn_status status = tg_factors_read(context, request, &factors);
    for (uint32_t i = 0; status == TRICORN_OK && i < factors.count; i++)
        status = make_factor(context, request->seed, &factors.at[i]);
    request->factors = &factors;
    if (status == TRICORN_OK) status = make_small(context, request, graph);
    request->factors = NULL;
    tg_factors_free(&factors);
    return status;
}

void fuzz_run_parameters(const fuzz_target *target, const uint8_t *bytes, size_t count)
{
    char text[TEXT_BYTES];
    (void)target;
    if (count >= sizeof text) return;
    memcpy(text, bytes, count);
    text[count] = 0;
    char *parameters = text + strcspn(text, " ");
    if (*parameters) *parameters++ = 0;

    tg_model_request request = {tg_model_find(text), parameters, 1, NULL};
    tricorn_graph *graph = NULL;
    if (request.model == NULL) return;
    tricorn_context *context = fuzz_context_create(1);
    check_status(context, make_with_factors(context, &request, &graph));
    if (graph) fuzz_check_graph(context, graph, 0);
    tricorn_graph_free(graph);
    fuzz_context_free(context);
}
