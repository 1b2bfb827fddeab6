/* edge_stream.c - passes the edges of a stream to a writer, chunk by chunk. */
#include "graph/edge_stream.h"

tricorn_status tg_edge_stream_each(tricorn_context *context, const tg_edge_stream *stream,
  tricorn_status (*take)(void *user, const tg_edge *edges, uint64_t count), void *user)
{
    const tg_edge *edges = NULL;
    uint64_t count = 0;

    tg_work_begin(context, "writing", stream->edges);
    for (;;) {
        TG_DO(stream->next(context, stream->user, &edges, &count));
        if (count == 0) break;
        TG_DO(take(user, edges, count));
        if (tg_work_add(context, count)) TG_DO(tg_check_cancelled(context));
    }
    return TRICORN_OK;
}
