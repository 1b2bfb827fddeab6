/* adaptive/parts.cuh - the parts in which several GPUs count one task.
 *
 * All parts have the same rows and the same choice of ways.  Blocks of vertices are dealt to them by
 * their work (task/deal.h), so that hardly any table is made twice; tiles of the product and edges
 * left by both in turns.
 */
#ifndef TG_GPU_ADAPTIVE_PARTS_CUH
#define TG_GPU_ADAPTIVE_PARTS_CUH

#include "gpu/lookup/cuda_host.cuh"

typedef struct tg_part {
    uint32_t number, count;
} tg_part;

/* Which of 32 slices of all blocks row u is in; rows next to each other are in different ones. */
static TG_BOTH uint32_t slice_of_row(uint32_t u)
{
    return u * 2654435769u >> 27; /* 2^32 times the golden section */
}

/* Edges are dealt by as many as a warp reads at once. */
enum { TG_DEALT_EDGES = 32 };

static TG_BOTH bool part_has_edge(tg_part part, uint32_t edge)
{
    return part.count <= 1 || edge / TG_DEALT_EDGES % part.count == part.number;
}

#endif
