/* thinned.c - estimates the number of triangles from the triangles in a random sample of the edges.
 *
 * Let N = 2^h, and let each edge be in the sample with probability 1/N. If edges are sampled by the colours of their
 * ends, a triangle is in the sample with probability 1/N^2, and two triangles that share an edge with 1/N^3. With T
 * triangles and K pairs of triangles that share an edge, the variance of the estimate is T (N^2 - 1) + 2 K (N - 1).
 * If edges are sampled independently, the probabilities are 1/N^3 and 1/N^5, and the variance is T (N^3 - 1) + 2 K (N
 * - 1). Triangles that share only a vertex are independent of each other.
 *
 * Sources: Pagh, Tsourakakis, "Colorful triangle counting and a MapReduce implementation", Information Processing
 * Letters 2012; Tsourakakis et al., "DOULION: Counting Triangles in Massive Graphs with a Coin", KDD 2009.
 */
#include "analysis/estimates/thinned.h"

#include <math.h>

static uint64_t whole(double value)
{
    return value <= 0 ? 0 : value >= 0x1p64 ? UINT64_MAX : (uint64_t)value;
}

tg_thinned_estimate tg_estimate_thinned(const tg_thinned *seen, double confidence)
{
    const double parts = ldexp(1, (int)seen->halvings), miss = 1 - confidence;
    const bool colours = seen->kind == TRICORN_SAMPLE_COLOURS;
    const double of_triangle = colours ? parts * parts : parts * parts * parts;
    const double of_pair = of_triangle * (colours ? parts : parts * parts);
    const double found = (double)seen->triangles * of_triangle;

    /* Solves (found - T)^2 = (T (of_triangle - 1) + 2 K (N - 1)) / miss for the bounds T. */
    const double linear = found + (of_triangle - 1) / miss / 2;
    const double others = 2 * seen->pairs * of_pair * (parts - 1) / miss;
    const double root = sqrt(linear * linear - found * found + others);
    const uint64_t low = whole(floor(linear - root));
    return (tg_thinned_estimate){
      .estimate = found,
      .low = low > seen->triangles ? low : seen->triangles,
      .high = whole(ceil(linear + root)),
    };
}
