/* merge_thread_edge.h - the parameters of gpu-merge-thread-edge, for its description and for its kernels. */
#pragma once

/* Where the algorithm's parameters are in task->values. */
enum { THREADS, BLOCKS, LANES, READS, PAIRS, VIRTUAL_WARP, SHARED, PREFETCH };

enum { MOST_THREADS = 1024 };
