/* random.h - a small generator of repeatable random numbers (splitmix64). */
#pragma once

#include <stdint.h>

/* Any seed is valid: test_random state = {1}; */
typedef struct test_random {
    uint64_t state;
} test_random;

/* Source: Steele, Lea, Flood, "Fast Splittable Pseudorandom Number Generators", OOPSLA 2014. */
static inline uint64_t test_random_next(test_random *random)
{
    uint64_t z = random->state += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

/* A number below `bound` (> 0). */
static inline uint32_t test_random_below(test_random *random, uint32_t bound)
{
    return (uint32_t)(((test_random_next(random) >> 32) * bound) >> 32);
}
