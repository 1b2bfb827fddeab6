/* fewer_blocks.cuh - launches whose blocks need memory each: fewer blocks where there is little. */
#ifndef TG_GPU_LOOKUP_FEWER_BLOCKS_CUH
#define TG_GPU_LOOKUP_FEWER_BLOCKS_CUH

#include "base/context.h"

/* Calls allocate(*blocks), which leaves nothing allocated where it fails, and halves *blocks for as
 * long as the GPU's memory does not suffice, down to one block. */
template <typename Allocate>
static tricorn_status allocate_for_blocks(unsigned *blocks, Allocate allocate)
{
    tricorn_status status = allocate(*blocks);
    while (status == TRICORN_OUT_OF_DEVICE_MEMORY && *blocks > 1) {
        *blocks /= 2;
        status = allocate(*blocks);
    }
    return status;
}

#endif
