/* label_triples.h - triangles by the labels of their vertices or edges. */
#pragma once

#include "graph/graph.h"

/* Counts as tricorn_count_by_labels() does; counts->triples is NULL before. options has all members of
 * this version. */
tricorn_status tg_count_by_labels(tricorn_context *context, const tricorn_graph *graph, const tricorn_options *options,
  const uint32_t *labels, tricorn_label_counts *counts);
