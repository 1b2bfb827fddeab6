/* binomial.c - finds the bounds of intervals by bisection of the binomial tail, an incomplete
 * beta function, which is computed by its continued fraction. */
#include "analysis/estimates/binomial.h"

#include <math.h>

#include "base/portable.h"

enum { BISECTIONS = 64, LEAST_STEPS = 1000, STEPS_PER_ROOT = 10 };

static const double CLOSE = 1e-14, TINY = 1e-300;

static double log_gamma(double x)
{
    int sign; /* lgamma() would write the sign to a variable that all threads share */
    return lgamma_r(x, &sign);
}

static double not_zero(double x)
{
    return fabs(x) < TINY ? TINY : x;
}

/* Returns the continued fraction of the incomplete beta function, by Lentz's method: Press et al., "Numerical
 * Recipes", 6.4. It needs about sqrt(max(a, b)) steps if x < (a + 1) / (a + b + 2). */
static double fraction(double a, double b, double x)
{
    const double most = LEAST_STEPS + STEPS_PER_ROOT * sqrt(a > b ? a : b);
    double c = 1, d = 1 / not_zero(1 - (a + b) * x / (a + 1)), value = d;

    for (double m = 1; m < most; m++) {
        const double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
        const double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
        d = 1 / not_zero(1 + even * d);
        c = not_zero(1 + even / c);
        value *= d * c;
        d = 1 / not_zero(1 + odd * d);
        c = not_zero(1 + odd / c);
        value *= d * c;
        if (fabs(d * c - 1) < CLOSE) break;
    }
    return value;
}

/* Returns the logarithm of p = 1 - q, computed from the smaller of p and q, which is the exact one. */
static double log_of(double p, double q)
{
    return p < q ? log(p) : log1p(-q);
}

/* Returns the probability of at least k > 0 hits among n samples, each of which is a hit with
 * probability p = 1 - q. */
static double at_least(double k, double n, double p, double q)
{
    const double a = k, b = n - k + 1;
    if (p <= 0 || q <= 0) return p <= 0 ? 0 : 1;
    if (k == n) return exp(n * log_of(p, q));
    const double front = exp(log_gamma(a + b) - log_gamma(a) - log_gamma(b) + a * log_of(p, q) + b * log_of(q, p));
    return p < (a + 1) / (a + b + 2) ? front * fraction(a, b, p) / a : 1 - front * fraction(b, a, q) / b;
}

tg_share tg_share_of(uint64_t hits, uint64_t n, double miss)
{
    const double k = (double)hits, all = (double)n;
    tg_share share = {0, 1};
    double above = k / all, below = k / all;

    for (int i = 0; hits > 0 && i < BISECTIONS; i++) {
        const double middle = (share.low + above) / 2;
        *(at_least(k, all, middle, 1 - middle) < miss / 2 ? &share.low : &above) = middle;
    }
    for (int i = 0; hits < n && i < BISECTIONS; i++) {
        const double middle = (below + share.high) / 2;
        *(at_least(all - k, all, 1 - middle, middle) < miss / 2 ? &share.high : &below) = middle;
    }
    return share;
}

double tg_normal_beyond(double miss)
{
    /* Where the bisection begins; far above, the tail underflows. */
    double low = 0, high = 40;
    for (int i = 0; i < BISECTIONS; i++) {
        const double middle = (low + high) / 2;
        *(erfc(middle / sqrt(2)) > miss ? &low : &high) = middle;
    }
    return high;
}
