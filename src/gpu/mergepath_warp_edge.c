/* mergepath_warp_edge.c - the description of gpu-mergepath-warp-edge, whose methods are in mergepath_warp_edge.cu. */
#include "gpu/mergepath_warp_edge.h"

#include "task/algorithm.h"

static const tg_gpu_traits traits = {.needs = TG_NEEDS_SOURCES};

TG_DEFINE_ALGORITHM(gpu_mergepath_warp_edge) = {
  .description =
    {
      .name = "gpu-mergepath-warp-edge",
      .alias = "green",
      .summary = "a warp for each edge merges its rows, each lane an equal piece of the path",
      .device = "gpu",
      .source = "Green, Yalamanchili and Munguia 2014",
      .year = 2014,
      .iterator = "edge",
      .lookup = "merge",
      .granularity = "fine",
      TG_PARAMETERS(mergepath_warp_edge_parameters),
      .paper = "green.lanes=32 green.steps=0 green.threads=512 green.block_edges=10 "
               "green.whole=1",
    },
  .lookup = TG_LOOKUP_MERGE,
  .gpu = &traits,
};
