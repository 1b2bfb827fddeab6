/* bsearch_warp_chunk.h - the parameters of gpu-bsearch-warp-chunk, for its description and for its kernels. */
#pragma once

/* Where the algorithm's parameters are in task->values. */
enum { TURN, BLOCKS, RESUME, TABLE, CHUNK };
