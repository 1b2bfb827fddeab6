/* truss_shrink.h - edges in host memory with their supports, from which those with few triangles are removed. */
#pragma once

#include <stdbool.h>

#include "graph/graph.h"

/* The remaining edges of a graph, fewer than 2^32. */
typedef struct tg_shrunk {
    tg_rows rows;
    uint32_t *support; /* the triangles of each edge; NULL: not counted */
    /* The position of each edge in the graph's rows; NULL: it is still the same. */
    uint32_t *origins;
    bool borrowed; /* another object owns the rows and supports */
} tg_shrunk;

/* Frees *left, which may be all zero. */
void tg_shrunk_free(tg_shrunk *left);

static inline uint64_t tg_shrunk_edges(const tg_shrunk *left)
{
    return left->rows.count > 0 ? left->rows.offsets[left->rows.count] : 0;
}

/* Returns how many edges are in fewer than `least` triangles. */
uint64_t tg_edges_below(const tricorn_context *context, const tg_shrunk *left, uint32_t least);

/* Copies the edges that are in at least `least` triangles to *above, in the same order, with rows for the remaining
 * vertices only; supports are not counted. Memory: 12 bytes per vertex beside the result. */
tricorn_status tg_shrink(tricorn_context *context, const tg_shrunk *left, uint32_t least, tg_shrunk *above);

/* Sets the bits of the edges that are in at least `least` triangles, by their positions in the
 * graph; `bits` has words of 64 bits. */
void tg_shrunk_bits(const tricorn_context *context, const tg_shrunk *left, uint32_t least, uint64_t *bits);
