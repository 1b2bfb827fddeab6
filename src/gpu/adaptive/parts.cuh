/* adaptive/parts.cuh - the parts in which several GPUs count one task.
 *
 * - All parts have the same rows, and count them in the same ways.
 * - Blocks of vertices are distributed over the parts by their work (task/deal.h), so that few
 *   tables are made on more than one GPU.
 * - Tiles of the product, and edges that are counted one by one, are assigned to the parts in
 *   turn.
 */
#ifndef TG_GPU_ADAPTIVE_PARTS_CUH
#define TG_GPU_ADAPTIVE_PARTS_CUH

#include "gpu/lookup/cuda_host.cuh"

typedef struct tg_part {
    uint32_t number, count;
} tg_part;

/* Returns the slice to which row u belongs in every block, one of 32. Neighbouring rows are in different slices. The
 * hash needs no secret key: a file can at worst give all work to one GPU, which is then as fast as one GPU alone. */
static TG_BOTH uint32_t slice_of_row(uint32_t u)
{
    /* 2654435769 is 2^32 / phi: the high bits of its multiples are evenly distributed */
    return u * 2654435769u >> 27;
}

/* Edges are assigned to the parts in turn, in groups of as many as a warp reads at a time. */
enum { TG_DEALT_EDGES = 32 };

static TG_BOTH bool part_has_edge(tg_part part, uint32_t edge)
{
    return part.count <= 1 || edge / TG_DEALT_EDGES % part.count == part.number;
}

#endif
