/* stream.h - the edges of a model as they are made, without holding them. */
#ifndef TG_GENERATE_STREAM_H
#define TG_GENERATE_STREAM_H

#include "generate/model.h"
#include "graph/edge_stream.h"

/* TRICORN_INVALID_ARGUMENT, with a message that lists others, for a model whose graph is not
 * simple before it was made so. */
tricorn_status tg_stream_check(tricorn_context *context, const tg_model *model);

/* The edges of a model that passed the check, in the order of their numbers; made by all threads.
 * The generator stays open until the stream is closed. */
tricorn_status tg_stream_open(tricorn_context *context, const tg_generator *generator,
                              tg_edge_stream *stream);
/* Also one that is all zero. */
void tg_stream_close(tg_edge_stream *stream);

#endif
