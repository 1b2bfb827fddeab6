/* bsearch_team_vertex.c - the description of gpu-bsearch-team-vertex, whose methods are in bsearch_team_vertex.cu. */
#include "gpu/bsearch_team_vertex.h"

#include "task/algorithm.h"

static const tricorn_parameter_description parameters[] = {
  [BLOCK_ROW] = {"block_row", "rows longer than this get a block (the paper: all of them, 0)", 0, UINT32_MAX, LONG_ROW},
  [WALK] = {"walk",
    "1: the threads of a block walk all rows of the neighbours together (the paper); "
    "0: its warps take 8 of them at a time",
    0, 1, 0},
};

static const tg_gpu_traits traits = {0};

TG_DEFINE_ALGORITHM(gpu_bsearch_team_vertex) = {
  .description =
    {
      .name = "gpu-bsearch-team-vertex",
      .alias = "hu",
      .summary = "for each vertex its row in shared memory, in which its neighbours' are searched",
      .device = "gpu",
      .source = "Hu, Guan and Zou 2019",
      .year = 2019,
      .iterator = "vertex",
      .lookup = "search",
      .granularity = "fine",
      TG_PARAMETERS(parameters),
      .paper = "hu.block_row=0 hu.walk=1",
    },
  .lookup = TG_LOOKUP_SEARCH,
  .gpu = &traits,
};
