/* product_warp_chunk.c - the description of gpu-product-warp-chunk, whose methods are in product_warp_chunk.cu. */
#include "task/algorithm.h"

static const tg_gpu_traits traits = {.needs = TG_NEEDS_SOURCES};

TG_DEFINE_ALGORITHM(gpu_product_warp_chunk) = {
  .description =
    {
      .name = "gpu-product-warp-chunk",
      .alias = "matrix",
      .summary = "the square of the adjacency matrix where it has entries, then their sum",
      .device = "gpu",
      .source = "Azad, Buluc and Gilbert 2015",
      .year = 2015,
      .iterator = "edge",
      .lookup = "search",
      .granularity = "fine",
    },
  .lookup = TG_LOOKUP_SEARCH,
  .gpu = &traits,
};
