/* hash_block_chunk.h - the parameter of gpu-hash-block-chunk, for its description and
 * for its kernels. */
#ifndef TG_GPU_HASH_BLOCK_CHUNK_H
#define TG_GPU_HASH_BLOCK_CHUNK_H

/* Where the algorithm's parameter is in task->values. */
enum { TURN };

#endif
