/* bsearch_warp_wedge.h - the parameters of gpu-bsearch-warp-wedge, for its description and for its kernels. */
#pragma once

/* Where the algorithm's parameters are in task->values. */
enum { HUBS, SHARE, SPREAD };
