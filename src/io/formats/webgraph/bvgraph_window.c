/* bvgraph_window.c - see bvgraph_window.h. */
#include "io/formats/webgraph/bvgraph_window.h"

#include <string.h>

#include "base/memory.h"

enum {
    STEP = 1 << 20,
    STEPS_AHEAD = 16 /* hardly any list is larger than this fraction of a step */
};

uint64_t tg_bvgraph_window_step = STEP;

bool tg_bvgraph_window_is_low(const tg_bvgraph_window *window, uint64_t position)
{
    const uint64_t ahead = tg_bvgraph_window_step / STEPS_AHEAD;
    return !window->ended && window->graph->bytes - position / 8 <= ahead;
}

tricorn_status tg_bvgraph_window_more(tricorn_context *context, tg_bvgraph_window *window, uint64_t *position)
{
    tg_bvgraph *graph = window->graph;
    const uint64_t used = *position / 8, kept = graph->bytes - used;
    const uint64_t step = kept > tg_bvgraph_window_step ? kept : tg_bvgraph_window_step;
    size_t got = 0;

    if (used > 0) memmove(window->bytes, window->bytes + used, kept);
    window->dropped += used;
    *position -= used * 8;
    graph->bytes = kept;
    if (kept + step > window->room) {
        TG_DO(TG_REALLOC(context, kept + step + TG_BITS_PADDING, &window->bytes));
        window->room = kept + step;
    }
    TG_DO(tg_input_read(context, window->input, window->bytes + kept, step, &got));
    if (graph->properties.little_endian) tg_bits_mirror(window->bytes + kept, got);
    memset(window->bytes + kept + got, 0, TG_BITS_PADDING);
    window->ended = got < step;
    graph->stream = window->bytes;
    graph->bytes = kept + got;
    return TRICORN_OK;
}
