/* bvgraph_decode.h - decodes a BVGraph into edges: with all threads, or with one if the graph is not in memory. */
#pragma once

#include <stdint.h>

#include "base/context.h"
#include "graph/edges.h"
#include "io/formats/webgraph/bvgraph_lists.h"
#include "io/formats/webgraph/bvgraph_window.h"

typedef struct tg_bvgraph_source {
    const char *name; /* the name of NAME.graph */
    tg_bvgraph graph; /* the graph, with the tables of its codes */
    const char *offsets_name;
    /* The bytes of NAME.offsets, followed by TG_BITS_PADDING zeros; NULL: offsets are not used. */
    const unsigned char *offsets;
    uint64_t offset_bytes;
    uint64_t bytes; /* the number of bytes of NAME.graph */
    /* NULL: graph.stream has all bytes. Otherwise it has only those in the window, and offsets are not used. */
    tg_bvgraph_window *window;
} tg_bvgraph_source;

/* About how many bits the chunk has that a thread decodes; 0: this depends on the file and the
 * number of threads. Only tests change it. */
extern uint64_t tg_bvgraph_chunk_bits;

/* Makes edges from all arcs. *edges is empty before; after a failure the caller frees it.
 * Reports the fault of the first bad node. */
tricorn_status tg_bvgraph_decode(tricorn_context *context, const tg_bvgraph_source *source, tg_edges *edges);
