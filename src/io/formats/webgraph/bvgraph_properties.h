/* bvgraph_properties.h - NAME.properties of a WebGraph graph: describes NAME.graph. */
#ifndef TG_IO_FORMATS_WEBGRAPH_BVGRAPH_PROPERTIES_H
#define TG_IO_FORMATS_WEBGRAPH_BVGRAPH_PROPERTIES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/context.h"
#include "io/formats/webgraph/bvgraph_codes.h"
#include "io/bytes/input.h"

typedef enum tg_bvgraph_part {
    TG_BVGRAPH_OUTDEGREES,
    TG_BVGRAPH_REFERENCES,
    TG_BVGRAPH_BLOCK_COUNTS,
    TG_BVGRAPH_BLOCKS,
    TG_BVGRAPH_INTERVALS,
    TG_BVGRAPH_RESIDUALS,
    TG_BVGRAPH_OFFSETS, /* in NAME.offsets; its bits are never mirrored */
    TG_BVGRAPH_PARTS
} tg_bvgraph_part;

enum { TG_BVGRAPH_WINDOW_MOST = UINT16_MAX };

typedef struct tg_bvgraph_properties {
    uint64_t nodes; /* at most 2^32 - 1 */
    uint64_t arcs;
    uint64_t length;       /* bits in NAME.graph; UINT64_MAX: not said */
    uint64_t least_length; /* of an interval; 0: there are none */
    uint32_t window;       /* a node may refer to this many nodes before it; 0: to none */
    bool little_endian;
    tg_code_name codes[TG_BVGRAPH_PARTS];
} tg_bvgraph_properties;

/* True if the beginning of a file is that of properties with a class of graphs. */
bool tg_bvgraph_is_properties(const char *bytes, size_t count);

/* Reads them from their beginning.
 * Errors: TRICORN_BAD_FORMAT, TRICORN_UNSUPPORTED for other classes and versions, and for graphs
 * that are too large. */
tricorn_status tg_bvgraph_properties_read(tricorn_context *context, tg_input *input,
                                          tg_bvgraph_properties *properties);

#endif
