/* parameters.c - the text that gives models their parameters: "MODEL PARAMETERS". */
#include <string.h>

#include "generate/model.h"
#include "generate/parameters.h"
#include "target.h"

enum { TEXT_BYTES = 512, MOST_MADE = 10000 };

void fuzz_run_parameters(const fuzz_target *target, const uint8_t *bytes, size_t count)
{
    char text[TEXT_BYTES];
    (void)target;
    if (count >= sizeof text) return;
    memcpy(text, bytes, count);
    text[count] = 0;
    char *parameters = text + strcspn(text, " ");
    if (*parameters) *parameters++ = 0;

    const tg_model *model = tg_model_find(text);
    tg_model_values values = {.seed = 1};
    uint64_t vertices = 0, edges = 0;
    tricorn_graph *graph = NULL;
    if (model == NULL) return;
    tricorn_context *context = fuzz_context_create(1);
    tricorn_status status = tg_parse_parameters(context, model, parameters, &values);
    if (status == TRICORN_OK)
        status = tg_model_base(model)->size(context, &values, &vertices, &edges);
    FUZZ_REQUIRE(status == TRICORN_OK || (status == TRICORN_INVALID_ARGUMENT &&
                                          tricorn_context_message(context)[0] != 0),
                 "status %d: %s", status, tricorn_context_message(context));
    if (status == TRICORN_OK && vertices <= MOST_MADE && edges <= MOST_MADE) {
        status = tricorn_graph_generate(context, text, parameters, 1, &graph);
        FUZZ_REQUIRE(status == TRICORN_OK || status == TRICORN_OUT_OF_MEMORY ||
                         status == TRICORN_INVALID_ARGUMENT,
                     "status %d: %s", status, tricorn_context_message(context));
    }
    if (graph) fuzz_check_graph(context, graph, 0);
    tricorn_graph_free(graph);
    fuzz_context_free(context);
}
