/* fewer_blocks.cuh - launches in which each block needs device memory: fewer blocks if memory is short. */
#ifndef TG_GPU_LOOKUP_FEWER_BLOCKS_CUH
#define TG_GPU_LOOKUP_FEWER_BLOCKS_CUH

#include "base/context.h"

/* Calls allocate(*blocks), which must leave nothing allocated if it fails. While device memory
 * does not suffice, halves *blocks and calls it again, down to one block. */
template <typename Allocate> static tricorn_status allocate_for_blocks(unsigned *blocks, Allocate allocate)
{
    tricorn_status status = allocate(*blocks);
    while (status == TRICORN_OUT_OF_DEVICE_MEMORY && *blocks > 1) {
        *blocks /= 2;
        status = allocate(*blocks);
    }
    return status;
}

#endif
