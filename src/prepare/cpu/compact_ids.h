/* compact_ids.h - numbers ids with another limit than the library's, for compact_ids.c and its
 * test. */
#ifndef TG_PREPARE_CPU_COMPACT_IDS_H
#define TG_PREPARE_CPU_COMPACT_IDS_H

#include <stdbool.h>

#include "graph/edges.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Whether ids below `range` are unchanged with this many edges: numbering them by rank would cost
 * more memory than it saves in arrays by vertex. */
bool tg_ids_are_dense(uint64_t range, uint64_t edges);

/* tg_compact_ids (prepare.h) for at most `most` vertices; `most` is at most 2^32 - 1. */
tricorn_status tg_compact_ids_at_most(tricorn_context *context, tg_edges *edges, uint64_t most);

#ifdef __cplusplus
}
#endif

#endif
