/* bvgraph_window.h - a window on NAME.graph, if it does not fit in memory: some of its bytes,
 * from the beginning of the file to its end. */
#ifndef TG_IO_FORMATS_WEBGRAPH_BVGRAPH_WINDOW_H
#define TG_IO_FORMATS_WEBGRAPH_BVGRAPH_WINDOW_H

#include "base/context.h"
#include "io/formats/webgraph/bvgraph_lists.h"
#include "io/bytes/input.h"

/* The least number of bytes that are read at a time.  Only tests change it. */
extern uint64_t tg_bvgraph_window_step;

/* It begins with its first two members, and an input of which only the peek was read. tg_free
 * the bytes. */
typedef struct tg_bvgraph_window {
    tg_input *input;
    tg_bvgraph *graph;    /* its stream is what the window has */
    unsigned char *bytes; /* TG_BITS_PADDING zeros are behind them */
    uint64_t room;
    uint64_t dropped; /* bytes of the file before the window */
    bool ended;       /* the file ends with the window */
} tg_bvgraph_window;

/* Whether the next list, which begins at `position`, may extend beyond the window. */
bool tg_bvgraph_window_is_low(const tg_bvgraph_window *window, uint64_t position);

/* Drops the bytes before bit *position of the window, and reads at least as many as the window
 * still has.  *position becomes the number of the same bit in the new window. */
tricorn_status tg_bvgraph_window_more(tricorn_context *context, tg_bvgraph_window *window,
                                      uint64_t *position);

#endif
