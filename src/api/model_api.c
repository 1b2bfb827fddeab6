/* model_api.c - the list of models, graphs that are made by them, and edges without a graph. */
#include "api/api.h"
#include "load/generated.h"

size_t tricorn_model_count(void)
{
    return tg_model_count();
}

const tricorn_model_description *tricorn_model_at(size_t index)
{
    const tg_model *model = tg_model_at(index);
    return model ? &model->description : NULL;
}

tricorn_status tricorn_graph_generate(
  tricorn_context *context, const char *model, const char *parameters, uint64_t seed, tricorn_graph **graph)
{
    const tricorn_recipe recipe = {.model = model, .parameters = parameters, .seed = seed};
    const tricorn_status status = TG_ENTER(context, TG_GIVEN(model), TG_GIVEN(graph));
    return TG_LEAVE(context, status, tg_load_generated(context, &recipe, graph));
}

/* to.options: the user's. */
static tricorn_status write_recipe(
  tricorn_context *context, const tricorn_recipe *recipe, tg_target to, uint64_t *edges)
{
    tricorn_recipe known;
    tricorn_save_options save;
    TG_DO(TG_TAKE(context, TG_GIVEN(recipe), TG_OPTIONS(recipe, &known, TRICORN_RECIPE_INIT)));
    const char *model = known.model;
    TG_DO(TG_TAKE(context, TG_TEXT(model), TG_OPTIONS(to.options, &save, TRICORN_SAVE_OPTIONS_INIT)));
    to.options = &save;
    return tg_write_recipe(context, &known, &to, edges);
}

tricorn_status tricorn_recipe_save(tricorn_context *context, const tricorn_recipe *recipe, const char *path,
  const tricorn_save_options *options, uint64_t *edges)
{
    const tricorn_status status = TG_ENTER(context, TG_TEXT(path));
    return TG_LEAVE(context, status, write_recipe(context, recipe, (tg_target){path, -1, options}, edges));
}

tricorn_status tricorn_recipe_write(tricorn_context *context, const tricorn_recipe *recipe, int descriptor,
  const tricorn_save_options *options, uint64_t *edges)
{
    const tricorn_status status = TG_ENTER(context, TG_GIVEN(recipe));
    return TG_LEAVE(context, status, write_recipe(context, recipe, (tg_target){NULL, descriptor, options}, edges));
}
