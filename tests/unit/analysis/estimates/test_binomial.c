/* test_binomial.c - intervals against adding up every probability, against closed forms and
 * published values, and for more samples than could be added up. */
#include "analysis/estimates/binomial.h"

#include <math.h>

#include "support/fixture.h"

/* At most k hits among n. */
static long double tail(uint64_t k, uint64_t n, long double p)
{
    long double sum = 0, term = powl(1 - p, (long double)n);
    for (uint64_t i = 0; i <= k; i++) {
        sum += term;
        term *= (long double)(n - i) / (long double)(i + 1) * p / (1 - p);
    }
    return sum;
}

static void close_to(double found, double expected, double room, const char *what)
{
    CHECK(fabs(found - expected) <= room, "%s: %.17g, not %.17g", what, found, expected);
}

/* At a bound the tail beyond has just the half of `miss`. */
TEST_CASE(bounds_have_the_tails)
{
    static const uint64_t numbers[] = {1, 2, 7, 30, 400};
    static const double misses[] = {0.5, 0.05, 1e-3, 1e-6};
    for (size_t a = 0; a < LENGTH(numbers); a++)
        for (uint64_t k = 0; k <= numbers[a]; k++)
            for (size_t m = 0; m < LENGTH(misses); m++) {
                const uint64_t n = numbers[a];
                const double miss = misses[m];
                const tg_share share = tg_share_of(k, n, miss);
                if (k < n)
                    close_to((double)tail(k, n, share.high) / (miss / 2), 1, 1e-5, "high");
                else
                    CHECK_EQ(share.high, 1, "all hit");
                /* At least k hits are at most n - k of the others. */
                if (k > 0)
                    close_to((double)tail(n - k, n, 1 - (long double)share.low) / (miss / 2), 1, 1e-5, "low");
                else
                    CHECK_EQ(share.low, 0, "none hit");
            }
}

TEST_CASE(closed_forms)
{
    for (uint64_t n = 1; n < UINT64_C(1) << 40; n *= 7) {
        const double none = -expm1(log(0.0005) / (double)n); /* 1 - (miss / 2)^(1 / n) */
        close_to(tg_share_of(0, n, 0.001).high / none, 1, 1e-5, "none of n");
        close_to((1 - tg_share_of(n, n, 0.001).low) / none, 1, 1e-5, "all of n");
    }
    /* Clopper, Pearson 1934: 3 of 10 at 95 %. */
    close_to(tg_share_of(3, 10, 0.05).low, 0.06674, 5e-6, "3 of 10");
    close_to(tg_share_of(3, 10, 0.05).high, 0.65245, 5e-6, "3 of 10");
    close_to(tg_normal_beyond(0.05), 1.959963985, 1e-9, "normal");
    close_to(tg_normal_beyond(0.001), 3.290526731, 1e-9, "normal");
}

/* Where samples are many, a hit is nearly normal. */
TEST_CASE(many_samples)
{
    const double n = 0x1p40, deviation = sqrt(0.25 * 0.75 / n), x = tg_normal_beyond(0.01);
    const tg_share share = tg_share_of(UINT64_C(1) << 38, UINT64_C(1) << 40, 0.01);
    close_to((0.25 - share.low) / deviation, x, 1e-3, "low");
    close_to((share.high - 0.25) / deviation, x, 1e-3, "high");
}

TEST_MAIN()
