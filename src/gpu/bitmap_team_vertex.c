/* bitmap_team_vertex.c - the description of gpu-bitmap-team-vertex, whose methods are in bitmap_team_vertex.cu. */
#include "gpu/bitmap_team_vertex.h"

#include "task/algorithm.h"

static const tricorn_parameter_description parameters[] = {
  [BLOCK_ROW] = {"block_row", "rows longer than this get a block", 0, UINT32_MAX, 38},
  [WARP_ROW] = {"warp_row", "of the others those longer than this get a warp", 0, UINT32_MAX, 3},
  [BY_MEAN] = {"by_mean",
    "1: the mean length decides for all rows, at 38 and 3.8; a bit for each vertex, "
    "a thread for each neighbour's row",
    0, 1, 0},
  [THREAD_BITS] = {"thread_bits",
    "1: a thread that counts a row has a bit for each vertex, too (the paper); "
    "0: 64 bits in a register",
    0, 1, 0},
};

static const tg_gpu_traits traits = {0};

TG_DEFINE_ALGORITHM(gpu_bitmap_team_vertex) = {
  .description =
    {
      .name = "gpu-bitmap-team-vertex",
      .alias = "bisson",
      .summary = "for each vertex, by a block, a warp or a thread, a bitmap tested by its "
                 "neighbours' rows",
      .device = "gpu",
      .source = "Bisson and Fatica 2017",
      .year = 2017,
      .iterator = "vertex",
      .lookup = "bitmap",
      .granularity = "fine",
      TG_PARAMETERS(parameters),
      .paper = "bisson.by_mean=1 bisson.thread_bits=1",
    },
  .lookup = TG_LOOKUP_BITMAP,
  .gpu = &traits,
};
