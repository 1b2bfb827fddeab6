/* bsearch_warp_chunk.c - the description of gpu-bsearch-warp-chunk, whose methods are in bsearch_warp_chunk.cu. */
#include "gpu/bsearch_warp_chunk.h"

#include "gpu/lookup/sizes.h"
#include "task/algorithm.h"

static const tricorn_parameter_description parameters[] = {
  [TURN] = {"turn",
    "a row is not searched if this many times its ids are fewer than the other's (the "
    "paper: 2)",
    1, 64, 1},
  [BLOCKS] = {"blocks", "of 256 threads on a multiprocessor; 0: by the size of the graph", 0, 8, 0},
  [RESUME] = {"resume", "1: searches of an edge go on where those before ended (the paper)", 0, 1, 1},
  [TABLE] = {"table", "to search if both rows may be: 1: row u, which edges share (the paper); 0: row v", 0, 1, 0},
  [CHUNK] = {"chunk",
    "edges of a block of as many threads, in whole warps (the paper: 256); 0: 32 "
    "edges a warp",
    0, MOST_CHUNK_EDGES, 0},
};

static const tg_gpu_traits traits = {.needs = TG_NEEDS_SOURCES};

TG_DEFINE_ALGORITHM(gpu_bsearch_warp_chunk) = {
  .description =
    {
      .name = "gpu-bsearch-warp-chunk",
      .alias = "grouptc",
      .summary = "a warp for each 32 edges searches the ids of the shorter rows in the longer",
      .device = "gpu",
      .source = "Li et al. 2024 (GroupTC)",
      .year = 2024,
      .iterator = "edge",
      .lookup = "search",
      .granularity = "fine",
      TG_PARAMETERS(parameters),
      .paper = "grouptc.table=1 grouptc.turn=2 grouptc.chunk=256",
    },
  .lookup = TG_LOOKUP_SEARCH,
  .gpu = &traits,
};
