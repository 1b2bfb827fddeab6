/* hash_block_chunk.c - the description of gpu-hash-block-chunk, whose methods are in hash_block_chunk.cu. */
#include "gpu/hash_block_chunk.h"

#include "task/algorithm.h"

static const tricorn_parameter_description parameters[] = {
  [TURN] = {"turn", "rows more times as long as the hashed one are searched instead", 1, 1 << 20, 4},
};

static const tg_gpu_traits traits = {.needs = TG_NEEDS_SOURCES};

TG_DEFINE_ALGORITHM(gpu_hash_block_chunk) = {
  .description =
    {
      .name = "gpu-hash-block-chunk",
      .alias = "grouptc-hs",
      .summary = "a block for each 256 edges asks one hash set of their rows for the ids "
                 "of the others",
      .device = "gpu",
      .source = "Li et al. 2024 (GroupTC, its future work)",
      .year = 2024,
      .iterator = "edge",
      .lookup = "hash",
      .granularity = "fine",
      TG_PARAMETERS(parameters),
    },
  .lookup = TG_LOOKUP_HASH,
  .gpu = &traits,
};
