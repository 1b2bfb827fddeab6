/* binomial.h - exact intervals for an unknown probability, from random samples, even from few. */
#pragma once

#include <stdint.h>

typedef struct tg_share {
    double low, high;
} tg_share;

/* Returns the interval of Clopper and Pearson for an unknown probability p: if each of n independent samples is a hit
 * with probability p, the interval does not contain p with probability `miss` at most, whatever n and p are. Needs
 * hits <= n, 0 < n < 2^53 and 0 < miss < 1. Source: Clopper, Pearson, "The use of confidence or fiducial limits
 * illustrated in the case of the binomial", Biometrika 1934. */
tg_share tg_share_of(uint64_t hits, uint64_t n, double miss);

/* Returns the x for which a standard normal variable is outside -x to x with probability
 * `miss`. */
double tg_normal_beyond(double miss);
