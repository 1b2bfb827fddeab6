/* device_tests.h - the main of test programs that need a GPU. */
#pragma once

#include "device/device.h"
#include "support/check.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A program that needs a GPU: runs the tests of its file, or reports that there is no GPU and returns TEST_SKIPPED.
 * With an argument, the name of a test or a pattern, only those. context: the program's own, made before and freed
 * after the tests, with the first GPU open; NULL if each test makes its own. The functions, where they are not NULL,
 * set up what each test needs, and tear it down. */
#define TEST_MAIN_ON_DEVICE(context, create, destroy) \
    int main(int argc, char **argv) \
    { \
        return run_on_device(context, create, destroy, argc, argv); \
    }

int run_on_device(tricorn_context **context, void (*create)(void), void (*destroy)(void), int argc, char **argv);

/* For main, before the tests: whether the first GPU suits the tests. If not, prints why;
 * run_on_device reports a missing GPU. */
bool device_suits(bool (*suits)(const tg_device_properties *gpu), const char *otherwise);

/* Makes the graph of a model (parameters may be NULL), and names it by test_on. */
tricorn_graph *test_model(tricorn_context *context, const char *model, const char *parameters, uint64_t seed);

/* Counts its triangles: by an algorithm with parameters (NULL: the standard ones), named by
 * test_by; or by the CPU, which is not named. */
uint64_t test_count(
  tricorn_context *context, const tricorn_graph *graph, const char *algorithm, const char *parameters);
uint64_t test_cpu_count(tricorn_context *context, const tricorn_graph *graph);

#ifdef __cplusplus
}

#include <vector>

/* Compares all elements; a failure prints the first that differs. */
template <typename T>
static void check_elements(const std::vector<T> &made, const std::vector<T> &expected, const char *what)
{
    CHECK_EQ(made.size(), expected.size(), "how many %s", what);
    for (size_t i = 0; i < made.size(); i++)
        if (made[i] != expected[i]) CHECK_EQ(made[i], expected[i], "%s, number %zu", what, i);
}
#endif
