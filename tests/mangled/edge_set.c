/* edge_set.c - pairs of numbers, made simple and counted. */
#include "mangled.h"

#include <stdlib.h>
#include <string.h>

void edge_set_add(edge_set *to, uint64_t u, uint64_t v)
{
    if (to->count == to->room) {
        to->room = 2 * to->room + 64;
        uint64_t *ends = test_allocate(2 * to->room, sizeof *ends);
        if (to->count > 0) memcpy(ends, to->ends, 2 * to->count * sizeof *ends);
        free(to->ends);
        to->ends = ends;
    }
    to->ends[2 * to->count] = u;
    to->ends[2 * to->count + 1] = v;
    to->count++;
}

void edge_set_free(edge_set *of)
{
    free(of->ends);
    *of = (edge_set){0};
}

static int by_ends(const void *a, const void *b)
{
    const uint64_t *x = a, *y = b;
    if (x[0] != y[0]) return x[0] < y[0] ? -1 : 1;
    return (x[1] > y[1]) - (x[1] < y[1]);
}

/* Drops directions, loops and repetitions. */
static void make_simple(edge_set *of)
{
    uint64_t kept = 0, *ends = of->ends;
    for (uint64_t i = 0; i < of->count; i++) {
        const uint64_t u = ends[2 * i], v = ends[2 * i + 1];
        ends[2 * i] = u < v ? u : v;
        ends[2 * i + 1] = u < v ? v : u;
    }
    if (of->count > 0) qsort(ends, of->count, 2 * sizeof *ends, by_ends);
    for (uint64_t i = 0; i < of->count; i++) {
        const uint64_t u = ends[2 * i], v = ends[2 * i + 1];
        if (u == v || (kept > 0 && ends[2 * kept - 2] == u && ends[2 * kept - 1] == v)) continue;
        ends[2 * kept] = u;
        ends[2 * kept + 1] = v;
        kept++;
    }
    of->count = kept;
}

/* The first edge whose smaller end is u or more. */
static uint64_t first_of(const edge_set *of, uint64_t u)
{
    uint64_t low = 0, high = of->count;
    while (low < high) {
        const uint64_t middle = low + (high - low) / 2;
        if (of->ends[2 * middle] < u)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

outcome edge_set_count(edge_set *of)
{
    make_simple(of);
    const uint64_t *ends = of->ends, count = of->count;
    outcome found = {.edges = count};
    /* u < v < w: the larger neighbours of u behind v, and those of v, both ascending. */
    for (uint64_t i = 0; i < count; i++) {
        uint64_t a = i + 1, b = first_of(of, ends[2 * i + 1]);
        while (a < count && ends[2 * a] == ends[2 * i] && b < count && ends[2 * b] == ends[2 * i + 1]) {
            const uint64_t x = ends[2 * a + 1], y = ends[2 * b + 1];
            found.triangles += x == y;
            a += x <= y;
            b += y <= x;
        }
    }
    return found;
}
