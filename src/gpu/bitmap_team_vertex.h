/* bitmap_team_vertex.h - the parameters of gpu-bitmap-team-vertex, for its description and for its kernels. */
#pragma once

/* Where the algorithm's parameters are in task->values. */
enum { BLOCK_ROW, WARP_ROW, BY_MEAN, THREAD_BITS };
