/* hash_warp_edge.c - the description of gpu-hash-warp-edge, whose methods are in hash_warp_edge.cu. */
#include "gpu/hash_warp_edge.h"

#include "task/algorithm.h"

static const tricorn_parameter_description parameters[] = {
  [BUCKETS] = {"buckets", "of a set, at least: the power of two at or below", WARP_THREADS, MOST_BUCKETS, 128},
  [BLOCK_ROW] = {"block_row",
    "a shorter row above this is hashed by a block, not by a warp: one that fits is "
    "not; 0: all are",
    0, UINT32_MAX, SET_SLOTS / HASH_LOAD},
  [FIXED] = {"fixed",
    "1: sets have this number of buckets, and are deeper; 2: deeper, in global memory "
    "(the paper); 0: more for longer lists",
    0, FAR_SETS, 0},
  [BUILDS] = {"builds", "times that each set is made: the difference is what making takes", 1, 64, 1},
  [WHOLE_ROWS] = {"whole", "1: lists are whole rows (the paper); 0: the list of u ends before v", 0, 1, 0},
};

static const tg_gpu_traits traits = {.needs = TG_NEEDS_SOURCES};

TG_DEFINE_ALGORITHM(gpu_hash_warp_edge) = {
  .description =
    {
      .name = "gpu-hash-warp-edge",
      .alias = "h-index",
      .summary = "a warp or a block for each edge hashes the shorter row and looks the longer up",
      .device = "gpu",
      .source = "Pandey et al. 2019 (H-INDEX)",
      .year = 2019,
      .iterator = "edge",
      .lookup = "hash",
      .granularity = "fine",
      TG_PARAMETERS(parameters),
      .paper = "h-index.buckets=32 h-index.block_row=4294967295 h-index.fixed=2 "
               "h-index.whole=1",
    },
  .lookup = TG_LOOKUP_HASH,
  .gpu = &traits,
};
