/* bsearch_warp_edge.h - the parameters of gpu-bsearch-warp-edge, for its description and
 * for its kernels. */
#ifndef TG_GPU_BSEARCH_WARP_EDGE_H
#define TG_GPU_BSEARCH_WARP_EDGE_H

/* Where the algorithm's parameters are in task->values. */
enum { PIVOT_KEYS, STREAM };

#endif
