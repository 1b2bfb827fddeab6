/* sampled.h - estimates the number of triangles from a part of the edges, which are read once. */
#pragma once

#include "io/format.h"

/* Reads all edges, keeps a part of them, counts its triangles and fills *found, which was set to its ..._INIT value.
 * Closes the reader. `options` and options->count have all members of this version. */
tricorn_status tg_count_sampled(
  tricorn_context *context, tg_reader *reader, const tricorn_sample_options *options, tricorn_sample_result *found);
