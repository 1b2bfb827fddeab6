/* hash_warp_edge.h - the parameters of gpu-hash-warp-edge, for its description and for its kernels. */
#pragma once

#include "gpu/lookup/sizes.h"

/* Where the algorithm's parameters are in task->values. */
enum { BUCKETS, BLOCK_ROW, FIXED, BUILDS, WHOLE_ROWS };

enum {
    MOST_BUCKETS = 512,
    FAR_SETS = 2, /* the value of FIXED for sets that continue in global memory */
    SET_SLOTS = MOST_BUCKETS * SET_LEVELS /* the slots of a warp, which take 4 KiB */
};
