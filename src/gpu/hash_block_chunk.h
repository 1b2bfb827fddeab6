/* hash_block_chunk.h - the parameter of gpu-hash-block-chunk, for its description and for its kernels. */
#pragma once

/* Where the algorithm's parameter is in task->values. */
enum { TURN };
