/* stream.h - writes the edges of a model while they are generated, so that they are never all in memory. */
#pragma once

#include "generate/model.h"
#include "graph/edge_stream.h"

/* Fails with TRICORN_INVALID_ARGUMENT if the raw edges of the model are not a simple graph; the
 * message lists the models whose raw edges are. */
tricorn_status tg_stream_check(tricorn_context *context, const tg_model *model);

/* Opens a stream of the edges of a model that passed the check, in the order of their numbers.
 * All threads generate them. The generator must stay open until the stream is closed. */
tricorn_status tg_stream_open(tricorn_context *context, const tg_generator *generator, tg_edge_stream *stream);
/* Frees the stream's memory; the stream may be all zero. */
void tg_stream_close(tg_edge_stream *stream);
