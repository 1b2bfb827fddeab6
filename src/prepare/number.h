/* number.h - numbering with another bound than the library's; for number.c and its test. */
#ifndef TG_PREPARE_NUMBER_H
#define TG_PREPARE_NUMBER_H

#include "graph/edges.h"

/* tg_number_vertices (prepare.h) for at most `most` vertices, itself at most 2^32 - 1. */
trigon_status tg_number_at_most(trigon_context *context, tg_edges *edges, uint64_t most);

#endif
