/* consumer.cpp - the same in C++, and every ..._INIT macro in the places where C++ has one.
 * Compiled as C++11 and later with all warnings being errors. */
#include <cstdio>
#include <tricorn/tricorn.h>

template <typename T> static bool is_sized(const T &made)
{
    return made.struct_size == sizeof made;
}

static const tricorn_context_options global_options = TRICORN_CONTEXT_OPTIONS_INIT;

struct settings {
    tricorn_load_options load = TRICORN_LOAD_OPTIONS_INIT;
    tricorn_save_options save;
    settings() : save(TRICORN_SAVE_OPTIONS_INIT)
    {
    }
};

static bool structs_are_sized()
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
    const settings both;
    const auto automatic = TRICORN_OPTIONS_INIT;
    const tricorn_options braced{TRICORN_OPTIONS_INIT};

    load.text.columns.source = "2";
    load = TRICORN_LOAD_OPTIONS_INIT;
    options.threads = 7;
    options = TRICORN_OPTIONS_INIT;
    return is_sized(context) && is_sized(load) && is_sized(places) && is_sized(description) && is_sized(estimate) &&
           is_sized(save) && is_sized(recipe) && is_sized(options) && is_sized(result) && is_sized(visitor) &&
           is_sized(table) && is_sized(truss) && is_sized(trusses) && is_sized(global_options) && is_sized(both.load) &&
           is_sized(both.save) && is_sized(automatic) && is_sized(braced) && options.threads == 0 &&
           load.text.columns.source == nullptr && result.how.algorithm == nullptr &&
           is_sized<tricorn_result>(TRICORN_RESULT_INIT);
}

static int add(void *user, const uint32_t *, uint64_t count)
{
    *static_cast<uint64_t *>(user) += count;
    return 0;
}

/* Counts K4, and lists its triangles. */
static uint64_t count(tricorn_context *context)
{
    const uint32_t complete4[] = {0, 1, 0, 2, 0, 3, 1, 2, 1, 3, 2, 3};
    tricorn_graph *graph = nullptr;
    tricorn_result result = TRICORN_RESULT_INIT;
    tricorn_visitor visitor = TRICORN_VISITOR_INIT;
    uint64_t listed = 0;

    visitor.triangles = add;
    visitor.user = &listed;
    if (tricorn_graph_from_edges32(context, complete4, 6, nullptr, &graph) != TRICORN_OK ||
        tricorn_count(context, graph, nullptr, &result) != TRICORN_OK ||
        tricorn_triangle_list(context, graph, nullptr, &visitor, nullptr) != TRICORN_OK)
        std::fprintf(stderr, "%s\n", tricorn_context_message(context));
    tricorn_graph_free(graph);
    return listed == result.triangles ? result.triangles : 0;
}

int main()
{
    tricorn_context *context = nullptr;

    if (!structs_are_sized()) return 2;
    if (tricorn_context_create(&global_options, &context) != TRICORN_OK) return 1;
    const uint64_t triangles = count(context);
    std::printf("tricorn %s: %d triangles\n", tricorn_version(), static_cast<int>(triangles));
    tricorn_context_free(context);
    return triangles == 4 ? 0 : 1;
}
