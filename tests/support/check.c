/* check.c - checks whose failures name the case. */
#include "support/check.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CASE_BYTES = 512 };

static char graph_text[CASE_BYTES], way_text[CASE_BYTES];

void test_on(const char *format, ...)
{
    va_list values;

    va_start(values, format);
    vsnprintf(graph_text, sizeof graph_text, format, values);
    va_end(values);
    way_text[0] = 0;
}

void test_by(const char *format, ...)
{
    va_list values;

    va_start(values, format);
    vsnprintf(way_text, sizeof way_text, format, values);
    va_end(values);
}

static void tell_case(void)
{
    if (graph_text[0]) print_error("on %s\n", graph_text);
    if (way_text[0]) print_error("by %s\n", way_text);
}

void test_check(bool holds, const char *condition, const char *file, int line, const char *format, ...)
{
    char text[CASE_BYTES];
    va_list values;

    if (holds) return;
    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    tell_case();
    print_error("%s: does not hold: %s\n", text, condition);
    _fail(file, line);
}

void test_check_equal(
  uint64_t actual, uint64_t expected, const char *what, const char *file, int line, const char *format, ...)
{
    char text[CASE_BYTES];
    va_list values;

    if (actual == expected) return;
    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    tell_case();
    print_error("%s: %s is %" PRIu64 ", expected %" PRIu64 "\n", text, what, actual, expected);
    _fail(file, line);
}

void test_require_status(const tricorn_context *context, tricorn_status actual, tricorn_status expected,
  const char *call, const char *file, int line)
{
    const char *message = tricorn_context_message(context);

    if (actual != expected) {
        tell_case();
        print_error("%s: \"%s\" (%s), expected \"%s\"\n", call, tricorn_status_string(actual), message,
          tricorn_status_string(expected));
        _fail(file, line);
    }
    if (expected != TRICORN_OK && context != NULL && message[0] == 0) {
        tell_case();
        print_error("%s: failed as expected, but left no message\n", call);
        _fail(file, line);
    }
}

void test_check_message(const tricorn_context *context, const char *part, const char *file, int line)
{
    const char *message = tricorn_context_message(context);

    if (strstr(message, part) != NULL) return;
    tell_case();
    print_error("the message \"%s\" lacks \"%s\"\n", message, part);
    _fail(file, line);
}

tricorn_context *test_new_context(const tricorn_context_options *options)
{
    tricorn_context *context = NULL;
    REQUIRE_OK(NULL, tricorn_context_create(options, &context));
    return context;
}

uint64_t test_triangles(tricorn_context *context, const tricorn_graph *graph, const tricorn_options *options)
{
    tricorn_result result = TRICORN_RESULT_INIT;
    REQUIRE_OK(context, tricorn_count(context, graph, options, &result));
    return result.triangles;
}

tricorn_graph *test_load(tricorn_context *context, const char *path, const tricorn_load_options *options)
{
    tricorn_graph *graph = NULL;
    REQUIRE_OK(context, tricorn_graph_load(context, path, options, &graph));
    return graph;
}

tricorn_graph *test_from_edges(
  tricorn_context *context, const uint32_t *pairs, uint64_t count, const tricorn_load_options *options)
{
    tricorn_graph *graph = NULL;
    REQUIRE_OK(context, tricorn_graph_from_edges32(context, pairs, count, options, &graph));
    return graph;
}

tricorn_graph_description test_describe(tricorn_context *context, const tricorn_graph *graph)
{
    tricorn_graph_description described = TRICORN_GRAPH_DESCRIPTION_INIT;
    REQUIRE_OK(context, tricorn_graph_describe(context, graph, &described));
    return described;
}

enum { MOST_TESTS = 128 };
static struct CMUnitTest tests[MOST_TESTS];
static int lines[MOST_TESTS];
static size_t count;

void test_add(const char *name, CMUnitTestFunction test, int line)
{
    size_t place = count++;

    if (count > MOST_TESTS) abort();
    for (; place > 0 && lines[place - 1] > line; place--) {
        lines[place] = lines[place - 1];
        tests[place] = tests[place - 1];
    }
    lines[place] = line;
    tests[place] = (struct CMUnitTest){.name = name, .test_func = test};
}

/* What surrounds each test, and all of them; NULL: nothing. */
static struct {
    void (*create_each)(void), (*destroy_each)(void), (*create_all)(void), (*destroy_all)(void);
} steps;
static bool torn_down;

static int take_step(void (*step)(void))
{
    if (step) step();
    return 0;
}

static int create_one(void **state)
{
    (void)state;
    return take_step(steps.create_each);
}

static int destroy_one(void **state)
{
    (void)state;
    return take_step(steps.destroy_each);
}

static int create_all_tests(void **state)
{
    (void)state;
    return take_step(steps.create_all);
}

static int destroy_all_tests(void **state)
{
    (void)state;
    take_step(steps.destroy_all);
    torn_down = true;
    return 0;
}

/* cmocka tells that the tear-down of all tests fails, but does not count it as a failure. */
int test_run_all(
  void (*create_each)(void), void (*destroy_each)(void), void (*create_all)(void), void (*destroy_all)(void))
{
    steps.create_each = create_each;
    steps.destroy_each = destroy_each;
    steps.create_all = create_all;
    steps.destroy_all = destroy_all;
    for (size_t i = 0; i < count; i++) {
        tests[i].setup_func = create_one;
        tests[i].teardown_func = destroy_one;
    }
    const int failed = _cmocka_run_group_tests("tests", tests, count, create_all_tests, destroy_all_tests);
    return failed || !torn_down;
}

int test_stop(void *left, const char *phase, uint64_t done, uint64_t total)
{
    int *calls = left;
    (void)phase;
    (void)done;
    (void)total;
    return calls == NULL || --*calls < 0;
}
