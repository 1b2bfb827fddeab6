/* group_chunk.cuh - GroupTC's chunks of edges.
 *
 * - A thread block of n threads fetches n edges, and stores their lists in shared memory.
 * - The keys of all edges form one sequence, of which each thread looks up every n-th. So
 *   threads have equal work even if the lists of the edges differ in length.
 *
 * Source: Li, Xu, Pham, Tu, Zhou, "A Comparative Study of Intersection-Based Triangle Counting
 * Algorithms on GPUs", 2024, section V, and its program, in which the stride is a warp, or two
 * warps where rows have more than 32 ids on average.
 */
#ifndef TG_GPU_LOOKUP_GROUP_CHUNK_CUH
#define TG_GPU_LOOKUP_GROUP_CHUNK_CUH

#include "gpu/lookup/rows.cuh"

enum { CHUNK_STRIDE = WARP_THREADS };

/* Whether the list of u, the row in which an edge u->v starts, becomes the table in which the ids
 * of the other list are searched. If `of_u`, it does unless the other list is more than `factor`
 * times as long (the paper, with factor 2: consecutive edges share row u). Otherwise it does
 * only if it is more than `factor` times as long as the other list. */
static TG_BOTH bool table_is_u(bool of_u, uint32_t factor, uint32_t u_count, uint32_t v_count)
{
    return of_u ? (uint64_t)u_count * factor >= v_count : (uint64_t)v_count * factor < u_count;
}

/* The lists of an edge in shared memory, as positions in the ids of `from` and `into`. */
typedef struct chunk_edge {
    row_part keys, table;
    /* 1 if the table is in the ids of `from` and the keys in those of `into`; 0 if it is the other way */
    uint32_t table_of_u;
} chunk_edge;

static TG_BOTH chunk_edge chunk_edge_of(const edge_parts &parts, bool of_u, uint32_t factor)
{
    const bool u = table_is_u(of_u, factor, parts.from.count, parts.into.count);
    const chunk_edge edge = {u ? parts.into : parts.from, u ? parts.from : parts.into, u};
    return edge;
}

/* Returns how many threads count an edge together; `mean` is the mean length of rows. */
static TG_BOTH uint32_t chunk_stride(uint32_t threads, uint64_t mean)
{
    const uint32_t two = 2 * CHUNK_STRIDE;
    return mean > CHUNK_STRIDE && threads % two == 0 ? two : (uint32_t)CHUNK_STRIDE;
}

/* The next key that a thread looks up: key number `key` of edge number `edge` of the chunk. */
typedef struct chunk_walk {
    uint32_t edge, key;
} chunk_walk;

static TG_BOTH chunk_walk chunk_start(uint32_t thread, uint32_t stride)
{
    const chunk_walk walk = {thread / stride, thread % stride};
    return walk;
}

/* Moves *walk to the edge to which its key belongs: it stays at its edge, or moves on by `teams` edges at a time,
 * where `teams` is the number of threads divided by the stride. Returns false at the end of the `count` edges. */
static TG_BOTH bool chunk_find(const chunk_edge *edges, uint32_t count, uint32_t teams, chunk_walk *walk)
{
    while (walk->edge < count && walk->key >= edges[walk->edge].keys.count) {
        walk->key -= edges[walk->edge].keys.count;
        walk->edge += teams;
    }
    return walk->edge < count;
}

#endif
