/* bsearch_warp_wedge.h - the parameters of gpu-bsearch-warp-wedge, for its description and
 * for its kernels. */
#ifndef TG_GPU_BSEARCH_WARP_WEDGE_H
#define TG_GPU_BSEARCH_WARP_WEDGE_H

/* Where the algorithm's parameters are in task->values. */
enum { HUBS, SHARE, SPREAD };

#endif
