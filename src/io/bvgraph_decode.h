/* bvgraph_decode.h - a BVGraph in memory, decoded into edges by all threads. */
#ifndef TG_IO_BVGRAPH_DECODE_H
#define TG_IO_BVGRAPH_DECODE_H

#include <stdint.h>

#include "base/context.h"
#include "graph/edges.h"
#include "io/bvgraph_lists.h"

typedef struct tg_bvgraph_source {
    const char *name; /* of NAME.graph */
    tg_bvgraph graph; /* with its codes made */
    const char *offsets_name;
    const unsigned char *offsets; /* TG_BITS_PADDING behind them; NULL: there are none */
    uint64_t offset_bytes;
} tg_bvgraph_source;

/* Threads decode stretches of about so many bits; 0: as long as suits the file and the threads.
 * Only tests change it. */
extern uint64_t tg_bvgraph_stretch_bits;

/* Fills *edges (empty before; freed by the caller on failure too) with all arcs.  What is wrong
 * is told of the first node that is. */
tricorn_status tg_bvgraph_decode(tricorn_context *context, const tg_bvgraph_source *source,
                                 tg_edges *edges);

#endif
