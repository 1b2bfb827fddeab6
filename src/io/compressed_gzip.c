/* compressed_gzip.c - gzip (RFC 1952) by zlib, with memory from the context.
 *
 * A gzip file is one or more members one after the other (bgzip makes many small ones).  Zero
 * bytes after the last are padding, as tapes leave it; gzip itself passes over them too.
 */
#define ZLIB_CONST /* next_in may then point to what is const */
#include "io/compressed.h"

#include <limits.h>
#include <zlib.h>

#include "base/memory.h"

enum {
    GZIP_WRAPPER = 16, /* added to the window bits: zlib expects and writes gzip's frame */
    MEMORY_LEVEL = 8,  /* zlib's own default */
    FIRST_MAGIC = 0x1f,
};

static void *zlib_allocate(void *context, uInt items, uInt size)
{
    void *block = NULL;
    if (tg_alloc(context, items, size, &block) != TRIGON_OK) return Z_NULL;
    return block;
}

static void zlib_release(void *context, void *block)
{
    (void)context;
    tg_free(block);
}

static uInt clamp(size_t count)
{
    return count < UINT_MAX ? (uInt)count : UINT_MAX;
}

/* ---- decoding ---------------------------------------------------------------------------- */

typedef struct gzip_decoder {
    tg_decoder base;
    z_stream stream;
    bool padded; /* zero bytes were seen after a member: nothing else may follow */
} gzip_decoder;

/* Between two members: passes over padding; *more is set when another member begins. */
static trigon_status next_member(trigon_context *context, gzip_decoder *decoder,
                                 tg_codec_step *step, bool *more)
{
    *more = false;
    while (step->in_count > 0 && *step->in == 0) {
        decoder->padded = true;
        step->in++;
        step->in_count--;
    }
    if (step->in_count == 0) return TRIGON_OK;
    if (decoder->padded || *step->in != FIRST_MAGIC)
        return tg_fail(context, TRIGON_BAD_FORMAT,
                       "the gzip data is followed by bytes that are none; was something appended "
                       "to the file?");
    if (inflateReset(&decoder->stream) != Z_OK)
        return tg_fail(context, TRIGON_BAD_FORMAT, "the gzip data is damaged");
    decoder->base.complete = false;
    *more = true;
    return TRIGON_OK;
}

static trigon_status inflate_step(trigon_context *context, gzip_decoder *decoder,
                                  tg_codec_step *step)
{
    z_stream *stream = &decoder->stream;
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

    switch (result) {
    case Z_STREAM_END: decoder->base.complete = true; return TRIGON_OK;
    case Z_OK:
    case Z_BUF_ERROR: return TRIGON_OK; /* no room or no more input: the caller sees which */
    case Z_MEM_ERROR: return TRIGON_OUT_OF_MEMORY; /* tg_alloc has left the message */
    default:
        return tg_fail(context, TRIGON_BAD_FORMAT, "the gzip data is damaged (%s)",
                       stream->msg ? stream->msg : "a preset dictionary is asked for");
    }
}

static trigon_status gzip_decode(trigon_context *context, tg_decoder *base, tg_codec_step *step)
{
    gzip_decoder *decoder = (gzip_decoder *)base;
    for (;;) {
        if (base->complete) {
            bool more;
            const trigon_status status = next_member(context, decoder, step, &more);
            if (status != TRIGON_OK || !more) return status;
        }
        const tg_codec_step before = *step;
        const trigon_status status = inflate_step(context, decoder, step);
        if (status != TRIGON_OK) return status;
        const bool moved = before.in != step->in || before.out != step->out || base->complete;
        if (!moved || (!base->complete && (step->in_count == 0 || step->out_room == 0)))
            return TRIGON_OK;
    }
}

static void gzip_decoder_free(tg_decoder *base)
{
    gzip_decoder *decoder = (gzip_decoder *)base;
    inflateEnd(&decoder->stream);
    tg_free(decoder);
}

trigon_status tg_gzip_decoder_create(trigon_context *context, tg_decoder **decoder)
{
    gzip_decoder *made = NULL;
    const trigon_status status = TG_ALLOC_ZERO(context, 1, &made);
    if (status != TRIGON_OK) return status;
    made->base = (tg_decoder){.name = "gzip", .decode = gzip_decode, .free = gzip_decoder_free};
    made->stream.zalloc = zlib_allocate;
    made->stream.zfree = zlib_release;
    made->stream.opaque = context;
    const int result = inflateInit2(&made->stream, MAX_WBITS + GZIP_WRAPPER);
    if (result != Z_OK) {
        tg_free(made);
        if (result == Z_MEM_ERROR) return TRIGON_OUT_OF_MEMORY;
        return tg_fail(context, TRIGON_UNSUPPORTED, "this zlib cannot read gzip data");
    }
    *decoder = &made->base;
    return TRIGON_OK;
}

/* ---- encoding ---------------------------------------------------------------------------- */

typedef struct gzip_encoder {
    tg_encoder base;
    z_stream stream;
} gzip_encoder;

static trigon_status gzip_encode(trigon_context *context, tg_encoder *base, tg_codec_step *step,
                                 bool last, bool *done)
{
    z_stream *stream = &((gzip_encoder *)base)->stream;
    const uInt in_before = clamp(step->in_count), out_before = clamp(step->out_room);
    stream->next_in = step->in;
    stream->avail_in = in_before;
    stream->next_out = step->out;
    stream->avail_out = out_before;
    const int result =
        deflate(stream, last && in_before == step->in_count ? Z_FINISH : Z_NO_FLUSH);
    step->in += in_before - stream->avail_in;
    step->in_count -= in_before - stream->avail_in;
    step->out += out_before - stream->avail_out;
    step->out_room -= out_before - stream->avail_out;
    *done = result == Z_STREAM_END;
    if (result == Z_STREAM_ERROR)
        return tg_fail(context, TRIGON_IO_ERROR, "zlib could not compress");
    return TRIGON_OK;
}

static void gzip_encoder_free(tg_encoder *base)
{
    gzip_encoder *encoder = (gzip_encoder *)base;
    deflateEnd(&encoder->stream);
    tg_free(encoder);
}

trigon_status tg_gzip_encoder_create(trigon_context *context, tg_encoder **encoder)
{
    gzip_encoder *made = NULL;
    const trigon_status status = TG_ALLOC_ZERO(context, 1, &made);
    if (status != TRIGON_OK) return status;
    made->base = (tg_encoder){.encode = gzip_encode, .free = gzip_encoder_free};
    made->stream.zalloc = zlib_allocate;
    made->stream.zfree = zlib_release;
    made->stream.opaque = context;
    const int result = deflateInit2(&made->stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED,
                                    MAX_WBITS + GZIP_WRAPPER, MEMORY_LEVEL, Z_DEFAULT_STRATEGY);
    if (result != Z_OK) {
        tg_free(made);
        if (result == Z_MEM_ERROR) return TRIGON_OUT_OF_MEMORY;
        return tg_fail(context, TRIGON_UNSUPPORTED, "this zlib cannot write gzip data");
    }
    *encoder = &made->base;
    return TRIGON_OK;
}
