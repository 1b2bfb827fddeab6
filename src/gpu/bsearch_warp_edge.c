/* bsearch_warp_edge.c - the description of gpu-bsearch-warp-edge, whose methods are in bsearch_warp_edge.cu. */
#include "gpu/bsearch_warp_edge.h"

#include "gpu/lookup/sizes.h"
#include "task/algorithm.h"

static const tricorn_parameter_description parameters[] = {
  [PIVOT_KEYS] = {"pivot_keys",
    "more ids than this are searched by way of pivots in shared memory; 0: in lists of "
    "up to 32 ids, too",
    0, UINT32_MAX, 2 * WARP_THREADS},
  [STREAM] = {"stream", "edges, in units of 1024, from host memory at a time; 0: all are on the GPU", 0, 1 << 20, 0},
  [WHOLE_ROWS] = {"whole", "1: lists are whole rows (the paper); 0: the list of u ends before v", 0, 1, 0},
};

static uint32_t needs_with(const uint32_t *values)
{
    return values[STREAM] > 0 ? 0 : TG_NEEDS_SOURCES;
}

static const tg_gpu_traits traits = {.needs_with = needs_with};

TG_DEFINE_ALGORITHM(gpu_bsearch_warp_edge) = {
  .description =
    {
      .name = "gpu-bsearch-warp-edge",
      .alias = "tricore",
      .summary = "a warp for each edge searches the ids of the shorter row in the longer",
      .device = "gpu",
      .source = "Hu, Liu and Huang 2018 (TriCore)",
      .year = 2018,
      .iterator = "edge",
      .lookup = "search",
      .granularity = "fine",
      TG_PARAMETERS(parameters),
      .paper = "tricore.pivot_keys=0 tricore.whole=1",
    },
  .lookup = TG_LOOKUP_SEARCH,
  .gpu = &traits,
};
