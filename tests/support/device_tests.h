/* device_tests.h - the main of test programs that need a GPU. */
#ifndef TEST_SUPPORT_DEVICE_TESTS_H
#define TEST_SUPPORT_DEVICE_TESTS_H

#include "device/device.h"
#include "support/check.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The whole of main: runs the tests (an array of CMUnitTest), or says that there is no GPU and
 * gives TEST_SKIPPED.  With an argument, the name of a test or a pattern, only those. context:
 * the program's own, which is made before and freed after the tests, the first GPU open in it;
 * NULL if each test makes one for itself. */
#define RUN_ON_DEVICE(tests, context, argc, argv)                                                \
    run_on_device((tests), sizeof(tests) / sizeof *(tests), (context), (argc), (argv))

int run_on_device(const struct CMUnitTest *tests, size_t count, tricorn_context **context,
                  int argc, char **argv);

/* For main, before: whether the first GPU suits the tests.  Where it does not, says why; where
 * there is none, or it cannot be opened, run_on_device tells. */
bool device_suits(bool (*suits)(const tg_device_properties *gpu), const char *otherwise);

/* The graph of a model (parameters may be NULL), which test_on names. */
tricorn_graph *test_model(tricorn_context *context, const char *model, const char *parameters,
                          uint64_t seed);

/* Its triangles: by an algorithm with parameters, or NULL for its standard ones, which test_by
 * names; by the CPU, which nothing names. */
uint64_t test_count(tricorn_context *context, const tricorn_graph *graph, const char *algorithm,
                    const char *parameters);
uint64_t test_cpu_count(tricorn_context *context, const tricorn_graph *graph);

#ifdef __cplusplus
}

#include <vector>

/* All elements; a failure tells the first that differs. */
template <typename T>
static void check_elements(const std::vector<T> &made, const std::vector<T> &expected,
                           const char *what)
{
    CHECK_EQ(made.size(), expected.size(), "how many %s", what);
    for (size_t i = 0; i < made.size(); i++)
        if (made[i] != expected[i]) CHECK_EQ(made[i], expected[i], "%s, number %zu", what, i);
}
#endif

#endif
