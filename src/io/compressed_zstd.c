/* compressed_zstd.c - Zstandard (RFC 8878) by libzstd, with memory from the context.
 *
 * Frames that follow each other are joined and skippable frames skipped, which libzstd's streams
 * do by themselves.
 */
#define ZSTD_STATIC_LINKING_ONLY /* for ZSTD_customMem */
#include "io/compressed.h"

#include <zstd.h>
#include <zstd_errors.h>

#include "base/memory.h"

enum {
    LEVEL = 3 /* zstd's own default */
};

static void *zstd_allocate(void *context, size_t bytes)
{
    void *block = NULL;
    if (tg_alloc(context, bytes, 1, &block) != TRIGON_OK) return NULL;
    return block;
}

static void zstd_release(void *context, void *block)
{
    (void)context;
    tg_free(block);
}

/* ---- decoding ---------------------------------------------------------------------------- */

typedef struct zstd_decoder {
    tg_decoder base;
    ZSTD_DCtx *stream;
    bool any; /* a frame was whole before */
} zstd_decoder;

static trigon_status zstd_failure(trigon_context *context, const zstd_decoder *decoder,
                                  size_t result)
{
    switch (ZSTD_getErrorCode(result)) {
    case ZSTD_error_memory_allocation: return TRIGON_OUT_OF_MEMORY; /* tg_alloc said why */
    case ZSTD_error_prefix_unknown:
        if (decoder->any)
            return tg_fail(context, TRIGON_BAD_FORMAT,
                           "the zstd data is followed by bytes that are none; was something "
                           "appended to the file?");
        break;
    case ZSTD_error_frameParameter_windowTooLarge: /* over libzstd's limit, 2^27 bytes */
        return tg_fail(context, TRIGON_UNSUPPORTED,
                       "the zstd data was compressed with --long and needs very much memory; "
                       "decompress it first: zstd -dc --long=31 FILE | trigon count -");
    case ZSTD_error_dictionary_wrong:
        return tg_fail(context, TRIGON_UNSUPPORTED,
                       "the zstd data needs a dictionary; decompress it first: "
                       "zstd -dc -D DICTIONARY FILE | trigon count -");
    default: break;
    }
    return tg_fail(context, TRIGON_BAD_FORMAT, "the zstd data is damaged (%s)",
                   ZSTD_getErrorName(result));
}

static trigon_status zstd_decode(trigon_context *context, tg_decoder *base, tg_codec_step *step)
{
    zstd_decoder *decoder = (zstd_decoder *)base;
    ZSTD_inBuffer in = {step->in, step->in_count, 0};
    ZSTD_outBuffer out = {step->out, step->out_room, 0};
    size_t result = 0;
    trigon_status status = TRIGON_OK;
    /* Once a frame is whole and no input is left, a further call would begin the next frame. */
    while ((in.pos < in.size || !base->complete) && out.pos < out.size) {
        const size_t in_before = in.pos, out_before = out.pos;
        result = ZSTD_decompressStream(decoder->stream, &out, &in);
        if (ZSTD_isError(result)) {
            status = zstd_failure(context, decoder, result);
            break;
        }
        base->complete = result == 0;
        decoder->any = decoder->any || base->complete;
        if (in.pos == in_before && out.pos == out_before) break;
    }
    step->in += in.pos;
    step->in_count -= in.pos;
    step->out += out.pos;
    step->out_room -= out.pos;
    return status;
}

static void zstd_decoder_free(tg_decoder *base)
{
    zstd_decoder *decoder = (zstd_decoder *)base;
    ZSTD_freeDCtx(decoder->stream);
    tg_free(decoder);
}

trigon_status tg_zstd_decoder_create(trigon_context *context, tg_decoder **decoder)
{
    zstd_decoder *made = NULL;
    const trigon_status status = TG_ALLOC_ZERO(context, 1, &made);
    if (status != TRIGON_OK) return status;
    made->base = (tg_decoder){.name = "zstd", .decode = zstd_decode, .free = zstd_decoder_free};
    made->stream =
        ZSTD_createDCtx_advanced((ZSTD_customMem){zstd_allocate, zstd_release, context});
    if (made->stream == NULL) {
        tg_free(made);
        return TRIGON_OUT_OF_MEMORY; /* tg_alloc has left the message */
    }
    *decoder = &made->base;
    return TRIGON_OK;
}

/* ---- encoding ---------------------------------------------------------------------------- */

typedef struct zstd_encoder {
    tg_encoder base;
    ZSTD_CCtx *stream;
} zstd_encoder;

static trigon_status zstd_encode(trigon_context *context, tg_encoder *base, tg_codec_step *step,
                                 bool last, bool *done)
{
    zstd_encoder *encoder = (zstd_encoder *)base;
    ZSTD_inBuffer in = {step->in, step->in_count, 0};
    ZSTD_outBuffer out = {step->out, step->out_room, 0};
    const size_t result =
        ZSTD_compressStream2(encoder->stream, &out, &in, last ? ZSTD_e_end : ZSTD_e_continue);
    step->in += in.pos;
    step->in_count -= in.pos;
    step->out += out.pos;
    step->out_room -= out.pos;
    if (ZSTD_isError(result)) {
        if (ZSTD_getErrorCode(result) == ZSTD_error_memory_allocation)
            return TRIGON_OUT_OF_MEMORY;
        return tg_fail(context, TRIGON_IO_ERROR, "zstd could not compress: %s",
                       ZSTD_getErrorName(result));
    }
    *done = last && result == 0;
    return TRIGON_OK;
}

static void zstd_encoder_free(tg_encoder *base)
{
    zstd_encoder *encoder = (zstd_encoder *)base;
    ZSTD_freeCCtx(encoder->stream);
    tg_free(encoder);
}

trigon_status tg_zstd_encoder_create(trigon_context *context, tg_encoder **encoder)
{
    zstd_encoder *made = NULL;
    const trigon_status status = TG_ALLOC_ZERO(context, 1, &made);
    if (status != TRIGON_OK) return status;
    made->base = (tg_encoder){.encode = zstd_encode, .free = zstd_encoder_free};
    made->stream =
        ZSTD_createCCtx_advanced((ZSTD_customMem){zstd_allocate, zstd_release, context});
    if (made->stream == NULL) {
        tg_free(made);
        return TRIGON_OUT_OF_MEMORY;
    }
    ZSTD_CCtx_setParameter(made->stream, ZSTD_c_compressionLevel, LEVEL);
    ZSTD_CCtx_setParameter(made->stream, ZSTD_c_checksumFlag, 1);
    *encoder = &made->base;
    return TRIGON_OK;
}
