/* bsearch_warp_chunk.h - the parameters of gpu-bsearch-warp-chunk, for its description and
 * for its kernels. */
#ifndef TG_GPU_BSEARCH_WARP_CHUNK_H
#define TG_GPU_BSEARCH_WARP_CHUNK_H

/* Where the algorithm's parameters are in task->values. */
enum { TURN, BLOCKS, RESUME, TABLE, CHUNK };

#endif
