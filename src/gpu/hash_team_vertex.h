/* hash_team_vertex.h - the parameters of gpu-hash-team-vertex, for its description and for its kernels. */
#pragma once

#include <tricorn/tricorn.h>

#include "gpu/lookup/sizes.h"
#include "prepare/trust_rows.h"

/* Where the algorithm's parameters are in task->values. */
enum {
    BLOCK_ROW,
    SHORT_ROW,
    CHUNK,
    BY_EDGES,
    WARP_TABLE,
    BLOCK_TABLE,
    NEAR_LEVELS,
    ALL_LEVELS,
    THREADS,
    BLOCKS,
    SHARE,
    WALKERS,
    BUILDS,
    PARAMETERS
};

enum {
    BLOCK_BUCKETS = 4096,
    /* many, so that few ids share a bucket and lanes wait less for each other */
    WARP_BUCKETS = 128,
    LEVELS = 2,
    MOST_THREADS = 1024
};

static const tricorn_parameter_description hash_team_vertex_parameters[] = {
  {"block_row", "rows longer than this get a block", 1, UINT32_MAX, TG_TRUST_BLOCK_ABOVE},
  {"short_row", "rows up to this get a warp with a small set", 0, UINT32_MAX, 8},
  {"chunk", "vertices that a block or warp takes at a time; 0: by their number", 0, MOST_DRAWN, 0},
  {"by_edges", "1: in tasks of blocks, rows are classed by their edges, not their ids", 0, 1, 0},
  {"warp_buckets", "of a warp's set: the power of two at or below", 8, 512, WARP_BUCKETS},
  {"block_buckets", "of a block's set: the power of two at or below", 32, 8192, BLOCK_BUCKETS},
  {"levels", "slots of a bucket in shared memory, as many as fit there", 1, 128, LEVELS},
  {"slots", "of a bucket in all; those above the levels are in global memory", 0, 256, 0},
  {"threads", "of a block: the multiple of 32 at or below", WARP_THREADS, MOST_THREADS, TEAM_BLOCK_THREADS},
  {"blocks", "that are launched for a class; 0: as many as fit", 0, 4096, 0},
  {"share",
    "0: a warp combines rows by sums; 1: threads by walking; 2: a team by copying; above: the "
    "lanes for each row, the power of two at or below",
    0, WARP_THREADS, SHARE_BY_WARPS},
  {"walkers",
    "threads that combine rows by walking: the power of two at or below; 0: those of the "
    "team",
    0, MOST_THREADS, 0},
  {"builds", "times that each table is made: the difference is what making takes", 1, 64, 1},
};
