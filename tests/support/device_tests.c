/* device_tests.c - see device_tests.h. */
#include "support/device_tests.h"

/* False, with a message, if that is not possible. */
static bool open_first(tricorn_context **context)
{
    if (tricorn_context_create(NULL, context) != TRICORN_OK) return false;
    if (tg_device_open(*context, 0) == TRICORN_OK) return true;
    print_error("the first GPU: %s\n", tricorn_context_message(*context));
    tricorn_context_free(*context);
    return false;
}

bool device_suits(bool (*suits)(const tg_device_properties *gpu), const char *otherwise)
{
    tricorn_context *context = NULL;
    bool good = true;
    if (tg_device_count() == 0 || tricorn_context_create(NULL, &context) != TRICORN_OK) return true;
    if (tg_device_open(context, 0) == TRICORN_OK) good = suits(tg_device_properties_of(context));
    if (!good) print_message("%s: skipped\n", otherwise);
    tricorn_context_free(context);
    return good;
}

/* Prepares for tests; returns 0, or the exit code of a program that runs none. */
static int begin(tricorn_context **context, int argc, char **argv)
{
    if (tg_device_count() == 0) {
        print_message("no GPU here: skipped\n");
        return TEST_SKIPPED;
    }
    if (argc > 1) cmocka_set_test_filter(argv[1]);
    return context != NULL && !open_first(context);
}

int run_on_device(tricorn_context **context, void (*create)(void), void (*destroy)(void), int argc, char **argv)
{
    const int refused = begin(context, argc, argv);
    if (refused) return refused;
    const int failed = test_run_all(create, destroy, NULL, NULL);
    if (context != NULL) tricorn_context_free(*context);
    return failed;
}

tricorn_graph *test_model(tricorn_context *context, const char *model, const char *parameters, uint64_t seed)
{
    tricorn_graph *graph = NULL;
    test_on("%s %s", model, parameters ? parameters : "");
    REQUIRE_OK(context, tricorn_graph_generate(context, model, parameters, seed, &graph));
    return graph;
}

uint64_t test_count(tricorn_context *context, const tricorn_graph *graph, const char *algorithm, const char *parameters)
{
    test_by("%s %s", algorithm, parameters ? parameters : "");
    return test_triangles(context, graph, COUNTING(.algorithm = algorithm, .parameters = parameters));
}

uint64_t test_cpu_count(tricorn_context *context, const tricorn_graph *graph)
{
    return test_triangles(context, graph, COUNTING(.algorithm = "cpu-merge-edge"));
}
