/* kronecker.h - computes one edge of a Kronecker graph from its number, on the CPU and in kernels. */
#pragma once

#include "generate/hash.h"
#include "graph/edges.h"

enum {
    TG_KRONECKER_STREAM = 1000, /* the hash stream of a graph is this plus its scale */
    TG_KRONECKER_HASHES = 16 /* hashes for one edge; each serves two of at most 32 levels */
};

typedef struct tg_kronecker {
    uint64_t key;
    unsigned scale;
    /* Thresholds for 32 random bits: where the first, second and third quarter end. */
    uint64_t a, ab, abc;
    tg_permutation label;
} tg_kronecker;

static inline tg_kronecker tg_kronecker_of(unsigned scale, uint64_t seed, double a, double b, double c)
{
    tg_kronecker graph;
    graph.key = tg_hash_key(TG_KRONECKER_STREAM + scale, seed);
    graph.scale = scale;
    graph.a = tg_threshold(a);
    graph.ab = tg_threshold(a + b);
    graph.abc = tg_threshold(a + b + c);
    graph.label = tg_permutation_of((uint64_t)1 << scale);
    return graph;
}

static TG_DRAWS inline tg_edge tg_kronecker_edge(const tg_kronecker *graph, uint64_t number)
{
    tg_edge edge = {0, 0};
    uint64_t random = 0;
    for (unsigned level = 0; level < graph->scale; level++) {
        random = level % 2 ? random >> 32 : tg_hash(graph->key, number * TG_KRONECKER_HASHES + level / 2);
        const uint64_t x = (uint32_t)random;
        const uint32_t lower =
          /* Written without branches, since these could not be predicted. */
          x >= graph->ab;
        const uint32_t right = (x >= graph->a) ^ lower ^ (x >= graph->abc);
        edge.u = 2 * edge.u + lower;
        edge.v = 2 * edge.v + right;
    }
    edge.u = tg_permute(&graph->label, edge.u);
    edge.v = tg_permute(&graph->label, edge.v);
    return edge;
}
