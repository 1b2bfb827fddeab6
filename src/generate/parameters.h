/* parameters.h - reads the values of a model's parameters from text. */
#pragma once

#include "generate/model.h"

/* Returns the model whose size() and make() are used: the model itself, or that of a benchmark graph. */
static inline const tg_model *tg_model_base(const tg_model *model)
{
    return model->base ? model->base : model;
}

/* Sets the parameters to their defaults, then to the values of the benchmark graph, then to those that `parameters`
 * gives. This is NULL or a text such as "vertices=10 edges=20", with spaces or commas between. values->seed does not
 * change. Errors: TRICORN_INVALID_ARGUMENT; the message names the parameter and its valid values. */
tricorn_status tg_parse_parameters(
  tricorn_context *context, const tg_model *model, const char *parameters, tg_model_values *values);

/* Whether two names are equal, if '-' and '_' count as the same; `name` has `bytes` bytes. */
bool tg_same_name(const char *name, size_t bytes, const char *known);
