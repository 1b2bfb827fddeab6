/* adaptive.c - the description of gpu-adaptive, whose methods are in adaptive.cu. */
#include "gpu/adaptive/values.h"

#include "task/algorithm.h"

static const tricorn_parameter_description parameters[] = {
  [TG_WEDGES_VALUE] = {"wedges", "in a graph, from which on hubs have tables where these pay (0: anyway)", 0, 1u << 31,
    1u << 18},
  [TG_WAY_VALUE] = {"way",
    "of all edges (0: the cheapest; 1 search, 2 slots, 3 registers, 4 merging, 5 wedges, "
    "6 merging by threads)",
    0, TG_EDGE_WAYS, 0},
};

static const tg_gpu_traits traits = {.needs = TG_NEEDS_SOURCES};

TG_DEFINE_ALGORITHM(gpu_adaptive) = {
  .description =
    {
      .name = "gpu-adaptive",
      .alias = NULL,
      .summary = "hubs through tables in shared memory, the rest edge by edge",
      .device = "gpu",
      .source = "tricorn",
      .iterator = "vertex",
      .lookup = "bitmap",
      .granularity = "fine",
      TG_PARAMETERS(parameters),
      .vertices = 1,
      .edges = 1,
    },
  .lookup = TG_LOOKUP_BITMAP,
  .gpu = &traits,
};
