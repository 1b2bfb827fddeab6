/* test_digits.c - numbers as text, against the C library, at every change of their length. */
#include "io/text/digits.h"
#include "support/check.h"
#include "support/random.h"

#include <inttypes.h>
#include <stdio.h>

static void check_one(uint64_t value)
{
    char text[TG_DIGITS_MOST + 2], expected[TG_DIGITS_MOST + 2];
    memset(text, 'x', sizeof text);
    char *end = tg_put_digits(text, value);
    snprintf(expected, sizeof expected, "%" PRIu64, value);
    CHECK(end <= text + TG_DIGITS_MOST && *end == 'x', "%s: written past its end", expected);
    *end = 0;
    CHECK(strcmp(text, expected) == 0, "%s, expected %s", text, expected);
}

TEST_CASE(at_powers)
{
    for (uint64_t power = 1, left = TG_DIGITS_MOST; left > 0; power *= 10, left--)
        for (uint64_t add = 0; add < 5; add++) check_one(power + add - 2);
    for (unsigned bit = 0; bit < 64; bit++)
        for (uint64_t add = 0; add < 3; add++) check_one((UINT64_C(1) << bit) + add - 1);
}

TEST_CASE(at_random)
{
    enum { TRIALS = 100000 };
    test_random random = {5};
    for (unsigned i = 0; i < TRIALS; i++) check_one(test_random_next(&random) >> test_random_below(&random, 64));
}

TEST_MAIN()
