/* check.c - checks whose failures name the case. */
#include "support/check.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { CASE_BYTES = 512 };

void test_check(bool holds, const char *condition, const char *file, int line, const char *format,
                ...)
{
    char text[CASE_BYTES];
    va_list values;

    if (holds) return;
    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    print_error("%s: does not hold: %s\n", text, condition);
    _fail(file, line);
}

void test_check_equal(uint64_t actual, uint64_t expected, const char *what, const char *file,
                      int line, const char *format, ...)
{
    char text[CASE_BYTES];
    va_list values;

    if (actual == expected) return;
    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    print_error("%s: %s is %" PRIu64 ", expected %" PRIu64 "\n", text, what, actual, expected);
    _fail(file, line);
}

void test_require_status(const trigon_context *context, trigon_status actual,
                         trigon_status expected, const char *call, const char *file, int line)
{
    const char *message = trigon_context_message(context);

    if (actual != expected) {
        print_error("%s: \"%s\" (%s), expected \"%s\"\n", call, trigon_status_string(actual),
                    message, trigon_status_string(expected));
        _fail(file, line);
    }
    if (expected != TRIGON_OK && context != NULL && message[0] == 0) {
        print_error("%s: failed as expected, but left no message\n", call);
        _fail(file, line);
    }
}

void test_check_message(const trigon_context *context, const char *part, const char *file,
                        int line)
{
    const char *message = trigon_context_message(context);

    if (strstr(message, part) != NULL) return;
    print_error("the message \"%s\" lacks \"%s\"\n", message, part);
    _fail(file, line);
}
