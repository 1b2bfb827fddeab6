/* stream.c - passes the edges of a model to a writer, in chunks of 8 MB that all threads generate. */
#include "generate/stream.h"

#include "base/memory.h"
#include "base/names.h"
#include "generate/parameters.h"

/* The edges of a chunk, and the edges that one thread takes at a time. Writing takes longer
 * than generating, so more threads than take edges of a chunk would not help; with smaller
 * chunks the threads would wait for each other too often. */
enum { CHUNK_EDGES = 1 << 20, EDGES_AT_ONCE = 1 << 16 };

typedef struct streaming {
    const tg_generator *generator;
    uint64_t made; /* how many edges the earlier chunks had */
    tg_edge *edges; /* the edges of the last chunk */
} streaming;

tricorn_status tg_stream_check(tricorn_context *context, const tg_model *model)
{
    char names[TG_NAMES_BYTES] = "";
    if (tg_model_base(model)->description.simple) return TRICORN_OK;
    for (size_t i = 0; i < tg_model_count(); i++)
        if (tg_model_at(i)->description.simple) tg_names_add(names, tg_model_at(i)->description.name);
    return tg_fail(context, TRICORN_INVALID_ARGUMENT,
      "%s: its graph is made simple in memory before it is written; these models make "
      "each edge once: %s",
      model->description.name, names);
}

static tricorn_status next(tricorn_context *context, void *user, const tg_edge **edges, uint64_t *count)
{
    streaming *state = user;
    const tg_generator *generator = state->generator;
    const uint64_t first = state->made, left = generator->edges - first;
    const uint64_t all = left < CHUNK_EDGES ? left : CHUNK_EDGES;
#pragma omp parallel for num_threads((int)context->threads) schedule(dynamic, 1)
    for (uint64_t at = 0; at < all; at += EDGES_AT_ONCE) {
        const uint64_t some = all - at < EDGES_AT_ONCE ? all - at : EDGES_AT_ONCE;
        generator->model->make(&generator->values, first + at, some, state->edges + at);
    }
    state->made += all;
    *edges = state->edges;
    *count = all;
    return TRICORN_OK;
}

tricorn_status tg_stream_open(tricorn_context *context, const tg_generator *generator, tg_edge_stream *stream)
{
    tricorn_status status = TRICORN_OK;
    streaming *state = NULL;

    TG_TRY(TG_ALLOC_ZERO(context, 1, &state));
    state->generator = generator;
    TG_TRY(TG_ALLOC(context, CHUNK_EDGES, &state->edges));
    *stream = (tg_edge_stream){.vertices = generator->vertices, .edges = generator->edges, .next = next, .user = state};
    state = NULL;

cleanup:
    tg_free(state);
    return status;
}

void tg_stream_close(tg_edge_stream *stream)
{
    streaming *state = stream->user;
    if (state) tg_free(state->edges);
    tg_free(state);
    *stream = (tg_edge_stream){0};
}
