/* bsearch_warp_edge.h - the parameters of gpu-bsearch-warp-edge, for its description and for its kernels. */
#pragma once

/* Where the algorithm's parameters are in task->values. */
enum { PIVOT_KEYS, STREAM, WHOLE_ROWS };
