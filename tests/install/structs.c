/* structs.c - every ..._INIT macro in the places where C has one; compiled as C99 and later with
 * all warnings being errors. */
#include <tricorn/tricorn.h>

static const tricorn_context_options global_options = TRICORN_CONTEXT_OPTIONS_INIT;

struct settings {
    tricorn_load_options load;
    tricorn_save_options save;
};

#define IS_SIZED(made) ((made).struct_size == sizeof(made))

int main(void)
{
    tricorn_context_options context = TRICORN_CONTEXT_OPTIONS_INIT;
    tricorn_load_options load = TRICORN_LOAD_OPTIONS_INIT;
    tricorn_column_places places = TRICORN_COLUMN_PLACES_INIT;
    tricorn_graph_description description = TRICORN_GRAPH_DESCRIPTION_INIT;
    tricorn_estimate estimate = TRICORN_ESTIMATE_INIT;
    tricorn_save_options save = TRICORN_SAVE_OPTIONS_INIT;
    tricorn_recipe recipe = TRICORN_RECIPE_INIT;
    tricorn_options options = TRICORN_OPTIONS_INIT;
    tricorn_result result = TRICORN_RESULT_INIT;
    tricorn_visitor visitor = TRICORN_VISITOR_INIT;
    tricorn_table_options table = TRICORN_TABLE_OPTIONS_INIT;
    tricorn_truss_options truss = TRICORN_TRUSS_OPTIONS_INIT;
    tricorn_trusses_description trusses = TRICORN_TRUSSES_DESCRIPTION_INIT;
    const struct settings both = {TRICORN_LOAD_OPTIONS_INIT, .save = TRICORN_SAVE_OPTIONS_INIT};

    load.text.columns.source = "2";
    load = (tricorn_load_options)TRICORN_LOAD_OPTIONS_INIT;
    options.threads = 7;
    options = (tricorn_options)TRICORN_OPTIONS_INIT;
    return IS_SIZED(context) && IS_SIZED(load) && IS_SIZED(places) && IS_SIZED(description) && IS_SIZED(estimate) &&
               IS_SIZED(save) && IS_SIZED(recipe) && IS_SIZED(options) && IS_SIZED(result) && IS_SIZED(visitor) &&
               IS_SIZED(table) && IS_SIZED(truss) && IS_SIZED(trusses) && IS_SIZED(global_options) &&
               IS_SIZED(both.load) && IS_SIZED(both.save) && options.threads == 0 && load.text.columns.source == NULL &&
               result.how.algorithm == NULL
             ? 0
             : 1;
}
