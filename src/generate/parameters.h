/* parameters.h - the values of a model's parameters from text. */
#ifndef TG_GENERATE_PARAMETERS_H
#define TG_GENERATE_PARAMETERS_H

#include "generate/model.h"

/* Whose size() and make() serve this model: its own, or those that a benchmark graph rests on. */
static inline const tg_model *tg_model_base(const tg_model *model)
{
    return model->base ? model->base : model;
}

/* Defaults, then the benchmark graph's own, then parameters: "vertices=10 edges=20", separated by
 * spaces or commas; NULL for none.  values->seed stays.
 * Errors: TRICORN_INVALID_ARGUMENT, saying which parameter and what would be right. */
tricorn_status tg_parse_parameters(tricorn_context *context, const tg_model *model,
                                   const char *parameters, tg_model_values *values);

/* True if the names are the same but for '-' and '_'; name has `bytes` bytes. */
bool tg_same_name(const char *name, size_t bytes, const char *known);

#endif
