/* bvgraph_properties.h - reads NAME.properties of a WebGraph graph, which describes NAME.graph. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/context.h"
#include "io/formats/webgraph/bvgraph_codes.h"
#include "io/bytes/input.h"

typedef enum tg_bvgraph_field {
    TG_BVGRAPH_OUTDEGREES,
    TG_BVGRAPH_REFERENCES,
    TG_BVGRAPH_BLOCK_COUNTS,
    TG_BVGRAPH_BLOCKS,
    TG_BVGRAPH_INTERVALS,
    TG_BVGRAPH_RESIDUALS,
    TG_BVGRAPH_OFFSETS, /* those in NAME.offsets, whose bits are never mirrored */
    TG_BVGRAPH_FIELDS
} tg_bvgraph_field;

enum { TG_BVGRAPH_WINDOW_MOST = UINT16_MAX };

typedef struct tg_bvgraph_properties {
    uint64_t nodes; /* the number of nodes, at most 2^32 - 1 */
    uint64_t arcs;
    uint64_t length; /* the number of bits of NAME.graph; UINT64_MAX: not stated */
    uint64_t least_length; /* the least length of an interval; 0: lists have no intervals */
    uint32_t window; /* a node may refer to as many nodes before it; 0: to none */
    bool little_endian;
    tg_code_name codes[TG_BVGRAPH_FIELDS];
} tg_bvgraph_properties;

/* Whether a file that begins with these bytes has the properties of a graph. */
bool tg_bvgraph_is_properties(const char *bytes, size_t count);

/* Reads the properties from an input of which nothing was read yet. Errors: TRICORN_BAD_FORMAT;
 * TRICORN_UNSUPPORTED for other classes and versions, and for graphs that are too large. */
tricorn_status tg_bvgraph_properties_read(tricorn_context *context, tg_input *input, tg_bvgraph_properties *properties);
