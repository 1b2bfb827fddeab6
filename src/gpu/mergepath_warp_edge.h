/* mergepath_warp_edge.h - the parameters of gpu-mergepath-warp-edge, for its description and for its kernels. */
#pragma once

#include <tricorn/tricorn.h>

#include "gpu/lookup/sizes.h"

/* Where the algorithm's parameters are in task->values. */
enum { LANES, STEPS, THREADS, BLOCK_EDGES, WHOLE_ROWS };

enum { BLOCK_THREADS = 256, MOST_THREADS = 1024 };

static const tricorn_parameter_description mergepath_warp_edge_parameters[] = {
  {"lanes", "that share an edge: the power of two at or below", 1, WARP_THREADS, WARP_THREADS},
  {"steps", "that a lane goes at a time; 0: its whole share of the path", 0, UINT32_MAX, STEPS_AT_ONCE},
  {"threads", "of a block: the multiple of 32 at or below", WARP_THREADS, MOST_THREADS, BLOCK_THREADS},
  {"block_edges", "edges for which a block is launched; 0: as many blocks as fit", 0, 1 << 20, 0},
  {"whole", "1: lists are whole rows (the paper); 0: the list of u ends before v", 0, 1, 0},
};
