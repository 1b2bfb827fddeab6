/* bvgraph_lists.h - the successor lists of NAME.graph, decoded one node after the other.
 *
 * A list has its length, the parts that it copies from the list of a node shortly before,
 * intervals of successors, and the remaining successors.  So a decoder keeps the lists of the
 * last `window` nodes.  Source: Boldi, Vigna, "The WebGraph Framework I: Compression Techniques",
 * WWW 2004.
 */
#ifndef TG_IO_FORMATS_WEBGRAPH_BVGRAPH_LISTS_H
#define TG_IO_FORMATS_WEBGRAPH_BVGRAPH_LISTS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/context.h"
#include "io/formats/webgraph/bvgraph_codes.h"
#include "io/formats/webgraph/bvgraph_properties.h"

/* What all decoders of a graph share. */
typedef struct tg_bvgraph {
    tg_bvgraph_properties properties;
    const unsigned char *stream; /* followed by TG_BITS_PADDING, and mirrored where needed */
    uint64_t bytes;
    tg_code made[TG_BVGRAPH_PARTS];         /* each code once */
    const tg_code *codes[TG_BVGRAPH_PARTS]; /* by their role; none for offsets */
} tg_bvgraph;

/* Makes the codes that the properties name. */
void tg_bvgraph_make_codes(tg_bvgraph *graph);

/* ---- what is wrong ------------------------------------------------------------------------ */

typedef enum tg_bvgraph_fault_kind {
    TG_BVGRAPH_ENDS,               /* within the list */
    TG_BVGRAPH_TOO_MANY,           /* number: the outdegree */
    TG_BVGRAPH_BEYOND_WINDOW,      /* number: the distance of the reference */
    TG_BVGRAPH_BEFORE_FIRST,       /* number: the distance of the reference */
    TG_BVGRAPH_NOT_DECODED,        /* number: the node it refers to, whose list is not known */
    TG_BVGRAPH_BLOCKS_TOO_LONG,    /* number: the node they copy from, limit: its outdegree */
    TG_BVGRAPH_COPIES_TOO_MANY,    /* number: copies, limit: the outdegree */
    TG_BVGRAPH_INTERVALS_TOO_LONG, /* limit: what remains of the outdegree */
    TG_BVGRAPH_NO_NODE,            /* a successor is negative or too large */
    TG_BVGRAPH_TWICE,              /* number: the successor */
    /* Not reported by the decoder: more arcs than in the properties, then faults of offsets. */
    TG_BVGRAPH_ARCS,
    TG_BVGRAPH_OFFSET, /* number: the bit behind the list, limit: its offset in the offsets */
    TG_BVGRAPH_OFFSET_BEYOND, /* number: the bit, limit: the last possible one */
    TG_BVGRAPH_OFFSETS_END,   /* before that of the node */
    TG_BVGRAPH_OFFSETS_MORE   /* behind that of the node */
} tg_bvgraph_fault_kind;

typedef struct tg_bvgraph_fault {
    tg_bvgraph_fault_kind kind;
    uint64_t node, number, limit;
} tg_bvgraph_fault;

/* ---- decoding ----------------------------------------------------------------------------- */

/* The successors of a node, ascending. */
typedef struct tg_bvgraph_list {
    uint64_t node; /* the node; UINT64_MAX: none yet */
    uint64_t count, room;
    uint32_t *ids; /* not set by tg_bvgraph_lists_skip */
} tg_bvgraph_list;

typedef struct tg_bvgraph_numbers {
    uint32_t *numbers;
    uint64_t room;
} tg_bvgraph_numbers;

/* One thread's decoder. */
typedef struct tg_bvgraph_lists {
    const tg_bvgraph *graph;
    tg_bits bits;          /* bit where the next list begins */
    tg_bvgraph_list *ring; /* the list of node x is at position x modulo (window + 1) */
    uint32_t ring_size;
    bool *wanted; /* by position in the ring */
    tg_bvgraph_fault fault;

    /* For the list being decoded: alternating lengths of copied and skipped runs, then first
     * number and length of each interval. */
    tg_bvgraph_numbers blocks, intervals;
    uint64_t block_count, copied, interval_count, covered, residuals;
    tg_bvgraph_numbers copies, extras, singles; /* its parts, before they are merged */
} tg_bvgraph_lists;

/* Call tg_bvgraph_lists_free also after a failure. */
tricorn_status tg_bvgraph_lists_create(tricorn_context *context, const tg_bvgraph *graph,
                                       tg_bvgraph_lists *lists);
void tg_bvgraph_lists_free(tg_bvgraph_lists *lists);

/* All below: TRICORN_BAD_FORMAT without a message where lists->fault says what is wrong. */

/* Prepares for the list of `node`; offsets[x] is the bit where the list of node x begins, known
 * for all nodes up to this one.  NULL, for node 0 only: at the beginning. */
tricorn_status tg_bvgraph_lists_begin(tricorn_context *context, tg_bvgraph_lists *lists,
                                      const uint64_t *offsets, uint32_t node);

/* Decodes the next list, that of `node`.  *list is valid until the next call. */
tricorn_status tg_bvgraph_lists_next(tricorn_context *context, tg_bvgraph_lists *lists,
                                     uint32_t node, const tg_bvgraph_list **list);

/* Goes to a bit of the stream, where the next list begins; also where the stream has changed. */
void tg_bvgraph_lists_seek(tg_bvgraph_lists *lists, uint64_t position);

/* Skips the next list.  A decoder that skips once must always skip. */
tricorn_status tg_bvgraph_lists_skip(tricorn_context *context, tg_bvgraph_lists *lists,
                                     uint32_t node);

#endif
