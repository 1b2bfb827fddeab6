/* inflate_zlib.c - decodes gzip members with zlib, which every build has. */
#define ZLIB_CONST
#include "io/bytes/inflate.h"

#include <limits.h>

#include "io/bytes/zlib_memory.h"

/* Is added to the window bits, so that zlib expects the header and trailer of gzip. */
enum { GZIP_WRAPPER = 16 };

static tricorn_status zlib_create(tricorn_context *context, void **state)
{
    z_stream *stream = NULL;
    TG_DO(TG_ALLOC_ZERO(context, 1, &stream));
    stream->zalloc = tg_zlib_allocate;
    stream->zfree = tg_zlib_release;
    stream->opaque = context;
    const int result = inflateInit2(stream, MAX_WBITS + GZIP_WRAPPER);
    if (result != Z_OK) {
        tg_free(stream);
        if (result == Z_MEM_ERROR) return TRICORN_OUT_OF_MEMORY;
        return tg_fail(context, TRICORN_UNSUPPORTED, "this zlib cannot read gzip data");
    }
    *state = stream;
    return TRICORN_OK;
}

static void zlib_free(void *state)
{
    inflateEnd(state);
    tg_free(state);
}

static void zlib_next_member(void *state)
{
    inflateReset(state); /* this fails only for a state that inflateInit2 did not create */
}

static uInt clamp(size_t count)
{
    return count < UINT_MAX ? (uInt)count : UINT_MAX;
}

static tricorn_status zlib_step(void *state, tg_codec_step *step, bool *ended, const char **why)
{
    z_stream *stream = state;
    const uInt in_before = clamp(step->in_count), out_before = clamp(step->out_room);
    stream->next_in = step->in;
    stream->avail_in = in_before;
    stream->next_out = step->out;
    stream->avail_out = out_before;
    const int result = inflate(stream, Z_NO_FLUSH);
    step->in += in_before - stream->avail_in;
    step->in_count -= in_before - stream->avail_in;
    step->out += out_before - stream->avail_out;
    step->out_room -= out_before - stream->avail_out;
    *ended = result == Z_STREAM_END;
    switch (result) {
    case Z_STREAM_END:
    case Z_OK:
    /* `in` is used up or `out` is full; the caller knows which of them. */
    case Z_BUF_ERROR: return TRICORN_OK;
    case Z_MEM_ERROR: return TRICORN_OUT_OF_MEMORY; /* tg_alloc() has already set the message */
    default: *why = stream->msg ? stream->msg : "a preset dictionary is asked for"; return TRICORN_BAD_FORMAT;
    }
}

const tg_inflate tg_inflate_zlib = {
  .name = "zlib",
  .create = zlib_create,
  .free = zlib_free,
  .next_member = zlib_next_member,
  .step = zlib_step,
};
