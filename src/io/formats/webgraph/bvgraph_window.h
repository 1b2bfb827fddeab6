/* bvgraph_window.h - a window on NAME.graph, for a graph that does not fit in memory: the window
 * has some of the file's bytes, and moves from its beginning to its end. */
#pragma once

#include "base/context.h"
#include "io/formats/webgraph/bvgraph_lists.h"
#include "io/bytes/input.h"

/* The least number of bytes that are read at a time. Only tests change it. */
extern uint64_t tg_bvgraph_window_step;

/* A window on NAME.graph. At first only its first two members are set; of the input, only the
 * peek may have been read. Free `bytes` with tg_free. */
typedef struct tg_bvgraph_window {
    tg_input *input;
    tg_bvgraph *graph; /* the graph; its stream is the content of the window */
    unsigned char *bytes; /* the content, followed by TG_BITS_PADDING zeros */
    uint64_t room;
    uint64_t dropped; /* how many bytes of the file come before the window */
    bool ended; /* the file ends with the window */
} tg_bvgraph_window;

/* Whether the next list, which begins at `position`, may extend past the end of the window. */
bool tg_bvgraph_window_is_low(const tg_bvgraph_window *window, uint64_t position);

/* Drops the bytes before bit *position of the window, and reads at least as many bytes as
 * remain. *position becomes the number of the same bit in the new window. */
tricorn_status tg_bvgraph_window_more(tricorn_context *context, tg_bvgraph_window *window, uint64_t *position);
