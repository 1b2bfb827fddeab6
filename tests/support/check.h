/* check.h - included by every test: cmocka, and checks that name their case.
 *
 * Each check takes a printf-like text that names the case, for a failure inside a loop. test_on
 * and test_by name a case once for many checks, also in called functions.
 */
#pragma once

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <tricorn/tricorn.h>

#ifdef __cplusplus
extern "C" {
#endif

#include <cmocka.h>

/* A test, whose block follows. */
#define TEST_CASE(name) \
    static void name(void **state); \
    __attribute__((constructor)) static void add_##name(void) \
    { \
        test_add(#name, name, __LINE__); \
    } \
    static void name(void **state __attribute__((unused)))

/* A program that runs the tests of its file, in their order. */
#define TEST_MAIN() TEST_MAIN_BETWEEN(NULL, NULL)

/* The same, with functions that set up what all tests need together, and tear it down. */
#define TEST_MAIN_BETWEEN(create, destroy) TEST_MAIN_BY(NULL, NULL, create, destroy)

/* The same, with functions that do so for each test. */
#define TEST_MAIN_EACH(create, destroy) TEST_MAIN_BY(create, destroy, NULL, NULL)

#define TEST_MAIN_BY(...) \
    int main(void) \
    { \
        return test_run_all(__VA_ARGS__); \
    }

/* Adds a test to those that test_run_all() runs, where the line of the file says. */
void test_add(const char *name, CMUnitTestFunction test, int line);
int test_run_all(
  void (*create_each)(void), void (*destroy_each)(void), void (*create_all)(void), void (*destroy_all)(void));

/* How many elements an array has. */
#define LENGTH(array) (sizeof(array) / sizeof *(array))

/* The exit code of a test program that had nothing to run; CTest prints it as a skip. */
enum { TEST_SKIPPED = 77 };

/* Names the graph, and the algorithm, that the following checks test: failures print both. A new
 * graph clears the algorithm. */
void test_on(const char *format, ...) __attribute__((format(printf, 1, 2)));
void test_by(const char *format, ...) __attribute__((format(printf, 1, 2)));

#define CHECK(condition, ...) test_check((condition), #condition, __FILE__, __LINE__, __VA_ARGS__)

/* Compares unsigned integers of up to 64 bits. */
#define CHECK_EQ(actual, expected, ...) \
    test_check_equal((uint64_t)(actual), (uint64_t)(expected), #actual, __FILE__, __LINE__, __VA_ARGS__)

/* The call must succeed; its message is printed if it did not. Evaluates `call` once. */
#define REQUIRE_OK(context, call) test_require_status((context), (call), TRICORN_OK, #call, __FILE__, __LINE__)

/* The call must fail with exactly that status, and leave a message. */
#define REQUIRE_STATUS(context, call, expected) \
    test_require_status((context), (call), (expected), #call, __FILE__, __LINE__)

/* REQUIRE_OK and REQUIRE_STATUS for the context of the program's `fixture`. */
#define WORKS(call) test_require_status(fixture.context, (call), TRICORN_OK, #call, __FILE__, __LINE__)
#define FAILS(call, expected) test_require_status(fixture.context, (call), (expected), #call, __FILE__, __LINE__)

/* The context's message must contain the text; SAYS() is for the context of the fixture. */
#define CHECK_MESSAGE(context, part) test_check_message((context), (part), __FILE__, __LINE__)
#define SAYS(part) CHECK_MESSAGE(fixture.context, part)

void test_check(bool holds, const char *condition, const char *file, int line, const char *format, ...)
  __attribute__((format(printf, 5, 6)));
void test_check_equal(uint64_t actual, uint64_t expected, const char *what, const char *file, int line,
  const char *format, ...) __attribute__((format(printf, 6, 7)));
void test_require_status(const tricorn_context *context, tricorn_status actual, tricorn_status expected,
  const char *call, const char *file, int line);
void test_check_message(const tricorn_context *context, const char *part, const char *file, int line);

/* Points to a new struct of options with these members, the others being 0: COUNTING(.algorithm = "merge"). */
#define OPTIONS(type, ...) (&(type){.struct_size = sizeof(type), __VA_ARGS__})
#define COUNTING(...) OPTIONS(tricorn_options, __VA_ARGS__)
#define LOADING(...) OPTIONS(tricorn_load_options, __VA_ARGS__)
#define SAVING(...) OPTIONS(tricorn_save_options, __VA_ARGS__)

/* By calls that must succeed: a context, the graph of a file and of `count` edges, what a graph is, and its triangles.
 * Options may be NULL. */
tricorn_context *test_new_context(const tricorn_context_options *options);
tricorn_graph *test_load(tricorn_context *context, const char *path, const tricorn_load_options *options);
tricorn_graph *test_from_edges(
  tricorn_context *context, const uint32_t *pairs, uint64_t count, const tricorn_load_options *options);
tricorn_graph_description test_describe(tricorn_context *context, const tricorn_graph *graph);
uint64_t test_triangles(tricorn_context *context, const tricorn_graph *graph, const tricorn_options *options);

/* A progress callback that asks to stop: at once, or after *left calls, an int. */
int test_stop(void *left, const char *phase, uint64_t done, uint64_t total);

#ifdef __cplusplus
}
#endif
