/* bvgraph_decode.h - a BVGraph, decoded into edges by all threads, or by one if it is not in
 * memory. */
#ifndef TG_IO_FORMATS_WEBGRAPH_BVGRAPH_DECODE_H
#define TG_IO_FORMATS_WEBGRAPH_BVGRAPH_DECODE_H

#include <stdint.h>

#include "base/context.h"
#include "graph/edges.h"
#include "io/formats/webgraph/bvgraph_lists.h"
#include "io/formats/webgraph/bvgraph_window.h"

typedef struct tg_bvgraph_source {
    const char *name; /* of NAME.graph */
    tg_bvgraph graph; /* with its decoding tables */
    const char *offsets_name;
    const unsigned char *offsets; /* followed by TG_BITS_PADDING; NULL: there are none */
    uint64_t offset_bytes;
    uint64_t bytes;            /* of NAME.graph */
    tg_bvgraph_window *window; /* NULL: graph.stream has all of them; else there are no offsets */
} tg_bvgraph_source;

/* Bits in a stretch that a thread decodes, about; 0: chosen by the file and the number of
 * threads.  Only tests change it. */
extern uint64_t tg_bvgraph_stretch_bits;

/* Fills *edges (empty before; freed by the caller on failure too) with all arcs.  Reports the
 * fault of the first bad node. */
tricorn_status tg_bvgraph_decode(tricorn_context *context, const tg_bvgraph_source *source,
                                 tg_edges *edges);

#endif
