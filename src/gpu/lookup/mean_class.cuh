/* mean_class.cuh - chooses by the mean length of rows whether blocks, warps or threads count them.
 *
 * Source: Bisson, Fatica, "High Performance Exact Triangle Counting on GPUs", TPDS 2017, as Li et al. 2024 describe
 * it: blocks above 38, warps above 3.8.
 */
#ifndef TG_GPU_LOOKUP_MEAN_CLASS_CUH
#define TG_GPU_LOOKUP_MEAN_CLASS_CUH

#include <stdint.h>

typedef enum mean_class { MEAN_BLOCK, MEAN_WARP, MEAN_THREAD } mean_class;

static inline mean_class class_by_mean(uint64_t ids, uint64_t rows)
{
    enum { BLOCK_TENTHS = 380, WARP_TENTHS = 38 };
    if (10 * ids > BLOCK_TENTHS * rows) return MEAN_BLOCK;
    return 10 * ids > WARP_TENTHS * rows ? MEAN_WARP : MEAN_THREAD;
}

#endif
