/* merge_thread_edge.c - the description of gpu-merge-thread-edge, whose methods are in merge_thread_edge.cu. */
#include "gpu/merge_thread_edge.h"

#include "gpu/lookup/sizes.h"
#include "task/algorithm.h"

static const tricorn_parameter_description parameters[] = {
  [THREADS] = {"threads", "of a block: the multiple of 32 at or below", WARP_THREADS, MOST_THREADS, TG_MERGING_THREADS},
  [BLOCKS] = {"blocks", "for each multiprocessor", 1, 64, TG_MERGING_BLOCKS},
  [LANES] = {"lanes",
    "of each warp that take every n-th edge, and merge whole rows; 0: warps draw edges, and "
    "row u ends before v",
    0, WARP_THREADS, 0},
  [READS] = {"reads", "for each step, with lanes", 1, 2, 1},
  [PAIRS] = {"pairs", "1: with lanes, ids are in an array of pairs, as before the paper unzips it", 0, 1, 0},
  [VIRTUAL_WARP] = {"virtual_warp", "with lanes, how many share an edge; from 2 on without pairs, reads and prefetch",
    1, WARP_THREADS, 1},
  [SHARED] = {"shared",
    "with lanes, ids of each list that a warp reads together into shared memory, without other variants; 0: none", 0,
    WARP_THREADS, 0},
  [PREFETCH] = {"prefetch", "with lanes, how many places ahead ids are prefetched; 0: not at all", 0, 1 << 20, 0},
};

static const tg_gpu_traits traits = {.needs = TG_NEEDS_SOURCES};

TG_DEFINE_ALGORITHM(gpu_merge_thread_edge) = {
  .description =
    {
      .name = "gpu-merge-thread-edge",
      .alias = "polak",
      .summary = "a thread for each edge merges the rows of its ends",
      .device = "gpu",
      .source = "Polak 2016",
      .year = 2016,
      .iterator = "edge",
      .lookup = "merge",
      .granularity = "coarse",
      TG_PARAMETERS(parameters),
      .paper = "polak.threads=64 polak.blocks=8 polak.lanes=32",
    },
  .lookup = TG_LOOKUP_MERGE,
  .gpu = &traits,
};
