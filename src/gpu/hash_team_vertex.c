/* hash_team_vertex.c - the description of gpu-hash-team-vertex, whose methods are in hash_team_vertex.cu. */
#include "gpu/hash_team_vertex.h"

#include "task/algorithm.h"

_Static_assert(
  sizeof hash_team_vertex_parameters / sizeof *hash_team_vertex_parameters == PARAMETERS, "a place for each");

static const tg_gpu_traits traits = {0};

TG_DEFINE_ALGORITHM(gpu_hash_team_vertex) = {
  .description =
    {
      .name = "gpu-hash-team-vertex",
      .alias = "trust",
      .summary = "for each vertex, by a block or a warp, a hash set asked for its "
                 "neighbours' rows",
      .device = "gpu",
      .source = "Pandey et al. 2021 (TRUST)",
      .year = 2021,
      .iterator = "vertex",
      .lookup = "hash",
      .granularity = "fine",
      TG_PARAMETERS(hash_team_vertex_parameters),
      .paper = "trust.short_row=0 trust.chunk=1 trust.by_edges=1 trust.warp_buckets=32 "
               "trust.block_buckets=1024 trust.levels=6 trust.slots=128 "
               "trust.threads=1024 trust.blocks=1024 trust.share=1 trust.walkers=64",
    },
  .lookup = TG_LOOKUP_HASH,
  .gpu = &traits,
};
