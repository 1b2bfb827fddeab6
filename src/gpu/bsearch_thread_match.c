/* bsearch_thread_match.c - the description of gpu-bsearch-thread-match, whose methods
 * are in bsearch_thread_match.cu. */
#include "gpu/bsearch_thread_match.h"

#include "task/algorithm.h"

static const tricorn_parameter_description parameters[] = {
  [BATCH] = {"batch", "partial matches that the tables have room for", LEAST_BATCH, MOST_BATCH, STANDARD_BATCH},
  [FILTER] = {"filter", "0: vertices are matched whatever their degrees", 0, 1, 1},
};

static const tg_gpu_traits traits = {.needs = TG_NEEDS_SOURCES};

TG_DEFINE_ALGORITHM(gpu_bsearch_thread_match) = {
  .description =
    {
      .name = "gpu-bsearch-thread-match",
      .alias = "matching",
      .summary = "subgraph matching: a table of all wedges is joined with the edges",
      .device = "gpu",
      .source = "Wang, Wang, Yang and Owens 2016",
      .year = 2016,
      .iterator = "wedge",
      .lookup = "search",
      .granularity = "fine",
      TG_PARAMETERS(parameters),
    },
  .lookup = TG_LOOKUP_SEARCH,
  .gpu = &traits,
};
