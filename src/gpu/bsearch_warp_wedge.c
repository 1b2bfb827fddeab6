/* bsearch_warp_wedge.c - the description of gpu-bsearch-warp-wedge, whose methods are in bsearch_warp_wedge.cu. */
#include "gpu/bsearch_warp_wedge.h"

#include "gpu/lookup/wedge_sizes.h"
#include "task/algorithm.h"

static const tricorn_parameter_description parameters[] = {
  [HUBS] = {"hubs", "in the matrix of bits, at the most", 0, TG_MOST_WEDGE_HUBS, TG_MOST_WEDGE_HUBS},
  [SHARE] = {"share", "wedges that a warp takes at a time; 0: by their number", 0, TG_MOST_WEDGE_CHUNK, 0},
  [SPREAD] = {"spread",
    "wedges that a thread takes, of a graph that is not cut, without share; 0: by "
    "their number",
    0, TG_MOST_WEDGE_SPREAD, 0},
};

static const tg_gpu_traits traits = {.needs = TG_NEEDS_SOURCES};

TG_DEFINE_ALGORITHM(gpu_bsearch_warp_wedge) = {
  .description =
    {
      .name = "gpu-bsearch-warp-wedge",
      .alias = "wetric",
      .summary = "each lane tests equally many wedges: hubs in a bit matrix, others by searching",
      .device = "gpu",
      .source = "WeTriC 2025 (the idea)",
      .year = 2025,
      .iterator = "wedge",
      .lookup = "search",
      .granularity = "fine",
      TG_PARAMETERS(parameters),
      .paper = "wetric.spread=7",
    },
  .lookup = TG_LOOKUP_SEARCH,
  .gpu = &traits,
};
