/* generated.h - models as a source of edges (generate/model.h). */
#pragma once

#include "generate/model.h"
#include "io/format.h"

/* Gives the request its factors, with their rows: a name is that of a model, with its parameters,
 * of a benchmark graph, or the path of a file. tg_factors_free() them, after a failure, too. */
tricorn_status tg_load_factors(tricorn_context *context, tg_model_request *request, tg_factors *factors);

/* Makes the graph. TRICORN_INVALID_ARGUMENT for an unknown model. */
tricorn_status tg_load_generated(tricorn_context *context, const tricorn_recipe *recipe, tricorn_graph **graph);

/* Writes the edges as they are made, without a graph; *edges: their number, unless it is NULL. */
tricorn_status tg_write_recipe(
  tricorn_context *context, const tricorn_recipe *recipe, const tg_target *target, uint64_t *edges);
