/* pair.h - numbers the pairs u < v of vertices: (0,1), (0,2), (1,2), (0,3), ... */
#pragma once

#include <math.h>
#include <stdint.h>

#include "graph/edges.h"

/* Returns the number of pairs of n vertices; n is below 2^32. */
static inline uint64_t tg_pairs(uint64_t n)
{
    return n % 2 ? (n - 1) / 2 * n : n / 2 * (n - (n > 0));
}

/* Returns pair number i; i must be below 2^62. */
static inline tg_edge tg_pair(uint64_t i)
{
    uint64_t v = (uint64_t)((1 + sqrt(1 + 8 * (double)i)) / 2);
    while (tg_pairs(v) > i) v--; /* corrects the rounding of the square root */
    while (tg_pairs(v + 1) <= i) v++;
    return (tg_edge){(uint32_t)(i - tg_pairs(v)), (uint32_t)v};
}
