/* bvgraph_window.h - NAME.graph where it does not fit in memory: some of its bytes, front to
 * back. */
#ifndef TG_IO_FORMATS_WEBGRAPH_BVGRAPH_WINDOW_H
#define TG_IO_FORMATS_WEBGRAPH_BVGRAPH_WINDOW_H

#include "base/context.h"
#include "io/formats/webgraph/bvgraph_lists.h"
#include "io/bytes/input.h"

/* Bytes that are read at once, at least.  Only tests change it. */
extern uint64_t tg_bvgraph_window_step;

/* Begin with the first two members; nothing of the input was read but its peek. tg_free the
 * bytes. */
typedef struct tg_bvgraph_window {
    tg_input *input;
    tg_bvgraph *graph;    /* its stream is what is in the window */
    unsigned char *bytes; /* followed by TG_BITS_PADDING zeros */
    uint64_t room;
    uint64_t dropped; /* bytes before them */
    bool ended;       /* no byte follows them */
} tg_bvgraph_window;

/* Whether it may be that the next list is not in the window as a whole. */
bool tg_bvgraph_window_is_low(const tg_bvgraph_window *window, uint64_t position);

/* Drops the bytes before bit *position of the window, and reads more behind the others: at least
 * as many as there are.  *position is the same bit afterwards. */
tricorn_status tg_bvgraph_window_more(tricorn_context *context, tg_bvgraph_window *window,
                                      uint64_t *position);

#endif
