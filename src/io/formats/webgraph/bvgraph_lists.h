/* bvgraph_lists.h - decodes the successor lists of NAME.graph, one node after another.
 *
 * A list consists of its length, blocks that are copied from the list of a node shortly before, intervals of
 * successors, and the remaining successors, which are called residuals. So a decoder keeps the lists of the last
 * `window` nodes. Source: Boldi, Vigna, "The WebGraph Framework I: Compression Techniques", WWW 2004.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/context.h"
#include "io/formats/webgraph/bvgraph_codes.h"
#include "io/formats/webgraph/bvgraph_properties.h"

/* What all decoders of a graph share. */
typedef struct tg_bvgraph {
    tg_bvgraph_properties properties;
    /* The bytes of NAME.graph, followed by TG_BITS_PADDING zeros; those of a little-endian stream are mirrored. */
    const unsigned char *stream;
    uint64_t bytes;
    tg_code made[TG_BVGRAPH_FIELDS]; /* the codes, each of them once */
    const tg_code *codes[TG_BVGRAPH_FIELDS]; /* the code of each field; offsets have none here */
} tg_bvgraph;

/* Makes the codes that the properties name. */
void tg_bvgraph_make_codes(tg_bvgraph *graph);

/* ---- faults ---- */

typedef enum tg_bvgraph_fault_kind {
    TG_BVGRAPH_ENDS, /* the stream ends within the list */
    TG_BVGRAPH_TOO_MANY, /* `number` is the outdegree */
    TG_BVGRAPH_BEYOND_WINDOW, /* `number` is the distance of the reference */
    TG_BVGRAPH_BEFORE_FIRST, /* `number` is the distance of the reference */
    /* `number` is the node that the list refers to, whose list was not decoded. */
    TG_BVGRAPH_NOT_DECODED,
    /* `number` is the node from which the blocks copy, `limit` its outdegree. */
    TG_BVGRAPH_BLOCKS_TOO_LONG,
    TG_BVGRAPH_COPIES_TOO_MANY, /* `number` is how many are copied, `limit` the outdegree */
    TG_BVGRAPH_INTERVALS_TOO_LONG, /* `limit` is how many successors remain for intervals */
    TG_BVGRAPH_NO_NODE, /* a successor is negative or too large */
    TG_BVGRAPH_TWICE, /* `number` is a successor that the list has twice */
    /* These are not faults of a list: more arcs than the properties state, and faults of offsets. */
    TG_BVGRAPH_ARCS,
    /* `number` is the bit after the list, `limit` where it ends according to NAME.offsets. */
    TG_BVGRAPH_OFFSET,
    TG_BVGRAPH_OFFSET_BEYOND, /* `number` is the bit, `limit` the last possible bit */
    TG_BVGRAPH_OFFSETS_END, /* NAME.offsets ends before the offset of the node */
    TG_BVGRAPH_OFFSETS_MORE /* NAME.offsets continues after the offset of the last node */
} tg_bvgraph_fault_kind;

typedef struct tg_bvgraph_fault {
    tg_bvgraph_fault_kind kind;
    uint64_t node, number, limit;
} tg_bvgraph_fault;

/* ---- decoding ---- */

/* The successors of a node, in ascending order. */
typedef struct tg_bvgraph_list {
    uint64_t node; /* UINT64_MAX: no node was read yet */
    uint64_t count, room;
    uint32_t *ids; /* tg_bvgraph_lists_skip does not set them */
} tg_bvgraph_list;

typedef struct tg_bvgraph_numbers {
    uint32_t *numbers;
    uint64_t room;
} tg_bvgraph_numbers;

/* The decoder that a thread uses. */
typedef struct tg_bvgraph_lists {
    const tg_bvgraph *graph;
    tg_bits bits; /* the stream, at the bit where the next list begins */
    tg_bvgraph_list *ring; /* entry x modulo (window + 1) is the list of node x */
    uint32_t ring_size;
    bool *wanted; /* for each entry of the ring, whether its list is needed */
    tg_bvgraph_fault fault;

    /* Of the list that is being decoded: the lengths of blocks, which are alternately copied and
     * skipped; and the first number and the length of each interval. */
    tg_bvgraph_numbers blocks, intervals;
    uint64_t block_count, copied, interval_count, covered, residuals;
    tg_bvgraph_numbers copies, extras, singles; /* the successors before they are merged */
} tg_bvgraph_lists;

/* Creates a decoder. Call tg_bvgraph_lists_free also after a failure. */
tricorn_status tg_bvgraph_lists_create(tricorn_context *context, const tg_bvgraph *graph, tg_bvgraph_lists *lists);
void tg_bvgraph_lists_free(tg_bvgraph_lists *lists);

/* The functions below fail with TRICORN_BAD_FORMAT without a message; lists->fault says what is wrong. */

/* Prepares the decoder for the list of `node`. offsets[x] is the bit where the list of node x
 * begins, and is known for all nodes up to this one; `offsets` may be NULL for node 0. */
tricorn_status tg_bvgraph_lists_begin(
  tricorn_context *context, tg_bvgraph_lists *lists, const uint64_t *offsets, uint32_t node);

/* Decodes the next list, which is that of `node`. *list is valid until the next call. */
tricorn_status tg_bvgraph_lists_next(
  tricorn_context *context, tg_bvgraph_lists *lists, uint32_t node, const tg_bvgraph_list **list);

/* Moves to the bit of the stream where the next list begins. The stream may have moved in memory. */
void tg_bvgraph_lists_seek(tg_bvgraph_lists *lists, uint64_t position);

/* Skips the next list. After that, the decoder can only skip lists. */
tricorn_status tg_bvgraph_lists_skip(tricorn_context *context, tg_bvgraph_lists *lists, uint32_t node);
