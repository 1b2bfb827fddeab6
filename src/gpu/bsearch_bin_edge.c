/* bsearch_bin_edge.c - the description of gpu-bsearch-bin-edge, whose methods are in bsearch_bin_edge.cu. */
#include "gpu/bsearch_bin_edge.h"

#include "task/algorithm.h"

static const tricorn_parameter_description parameters[] = {
  TG_BIN_PARAMETERS(8),
  {"work", "of an edge: 1: its keys (the paper); 0: the steps of their searches", 0, 1, 0},
  {"choose", "1: edges whose merging takes fewer steps are merged (Li et al.), in totals; 0: all are searched", 0, 1,
    0},
};

static const tg_gpu_traits traits = {.needs = TG_NEEDS_SOURCES};

TG_DEFINE_ALGORITHM(gpu_bsearch_bin_edge) = {
  .description =
    {
      .name = "gpu-bsearch-bin-edge",
      .alias = "fox-par-search",
      .summary = "as many lanes for each edge as its work needs search the shorter row in "
                 "the longer",
      .device = "gpu",
      .source = "Fox et al. 2018 (Par-Search)",
      .year = 2018,
      .iterator = "edge",
      .lookup = "search",
      .granularity = "fine",
      .vertices = 1,
      .edges = 1,
      TG_PARAMETERS(parameters),
      .paper = "fox-par-search.bins=32 fox-par-search.most_lanes=0 fox-par-search.pieces=1 "
               "fox-par-search.whole=1 fox-par-search.work=1",
    },
  .lookup = TG_LOOKUP_SEARCH,
  .gpu = &traits,
};
