/* adaptive/parts.cuh - the parts in which several GPUs count one task.
 *
 * All parts have the same rows and the same choice of ways.  Each has blocks of vertices, tiles of
 * the product and edges left by both, as if these were dealt out, so that no table is made twice
 * and no part needs an estimate of its work.
 */
#ifndef TG_GPU_ADAPTIVE_PARTS_CUH
#define TG_GPU_ADAPTIVE_PARTS_CUH

#include "gpu/lookup/cuda_host.cuh"

typedef struct tg_part {
    uint32_t number, count;
} tg_part;

/* Blocks are dealt from the first part to the last and then back, because they have less work from
 * one to the next. */
static TG_BOTH bool part_has_block(tg_part part, uint32_t block)
{
    if (part.count <= 1) return true;
    const uint32_t round = block / part.count, place = block % part.count;
    return place == (round % 2 == 0 ? part.number : part.count - 1 - part.number);
}

/* Edges are dealt by the hundreds, so that threads read neighbouring ones. */
enum { TG_DEALT_EDGES = 256 };

static TG_BOTH bool part_has_edge(tg_part part, uint32_t edge)
{
    return part.count <= 1 || edge / TG_DEALT_EDGES % part.count == part.number;
}

#endif
