/* sampled.h - about how many triangles a graph has, from a part of its edges, in one reading. */
#ifndef TG_ANALYSIS_ESTIMATES_SAMPLED_H
#define TG_ANALYSIS_ESTIMATES_SAMPLED_H

#include "io/format.h"

/* Reads, keeps a part, counts it and fills *found, which was set with its ..._INIT; closes the
 * reader.  options: all members, and options->count those of this version. */
tricorn_status tg_count_sampled(tricorn_context *context, tg_reader *reader,
                                const tricorn_sample_options *options,
                                tricorn_sample_result *found);

#endif
