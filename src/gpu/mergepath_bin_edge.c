/* mergepath_bin_edge.c - the description of gpu-mergepath-bin-edge, whose methods are in mergepath_bin_edge.cu. */
#include "gpu/lookup/bin_parameters.h"
#include "task/algorithm.h"

static const tricorn_parameter_description parameters[] = {TG_BIN_PARAMETERS(16)};

static const tg_gpu_traits traits = {.needs = TG_NEEDS_SOURCES};

TG_DEFINE_ALGORITHM(gpu_mergepath_bin_edge) = {
  .description =
    {
      .name = "gpu-mergepath-bin-edge",
      .alias = "fox-intersect-path",
      .summary = "as many lanes for each edge as its work needs merge its rows in equal pieces",
      .device = "gpu",
      .source = "Fox et al. 2018 (Intersect-Path)",
      .year = 2018,
      .iterator = "edge",
      .lookup = "merge",
      .granularity = "fine",
      TG_PARAMETERS(parameters),
      .paper = "fox-intersect-path.bins=32 fox-intersect-path.most_lanes=256 "
               "fox-intersect-path.pieces=1 fox-intersect-path.whole=1",
    },
  .lookup = TG_LOOKUP_MERGE,
  .gpu = &traits,
};
