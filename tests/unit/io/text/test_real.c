/* test_real.c - real numbers as text, against the C library. */
#include "io/text/real.h"
#include "support/check.h"
#include "support/random.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static void check_one(double value)
{
    char text[TG_REAL_MOST + 1], expected[TG_REAL_MOST];
    memset(text, 'x', sizeof text);
    char *end = tg_put_real(text, value);
    snprintf(expected, sizeof expected, "%.17g", value);
    CHECK(end < text + TG_REAL_MOST && text[TG_REAL_MOST] == 'x', "%s: too long", expected);
    *end = 0;
    CHECK(strcmp(text, expected) == 0, "%s, expected %s", text, expected);
}

static void check_near(double value)
{
    check_one(value);
    check_one(-value);
    check_one(nextafter(value, INFINITY));
    check_one(nextafter(value, 0));
}

TEST_CASE(at_powers)
{
    char power[16];
    check_one(0);
    check_one(-0.0);
    for (int exponent = -1074; exponent < 1024; exponent++) check_near(ldexp(1, exponent));
    for (int exponent = -307; exponent < 308; exponent++) {
        double value;
        snprintf(power, sizeof power, "1e%d", exponent);
        sscanf(power, "%lf", &value);
        check_near(value);
    }
}

/* A number of at most 54 bits over a power of 2 often lies in the middle of two texts. */
TEST_CASE(at_random)
{
    enum { TRIALS = 300000 };
    test_random random = {5};
    for (unsigned i = 0; i < TRIALS; i++) {
        const uint64_t bits = test_random_next(&random);
        const uint64_t part = test_random_below(&random, 1000), whole = 1 + bits % 5000;
        const int exponent = (int)test_random_below(&random, 100) - 65;
        check_one((double)part / (double)whole);
        check_one((double)part / sqrt((double)whole));
        check_one(ldexp((double)(bits >> 10), exponent - 25));
        check_one(ldexp((double)(bits >> test_random_below(&random, 64)), -exponent % 60));
    }
}

TEST_MAIN()
