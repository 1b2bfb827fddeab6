/* compressed_zstd.c - Zstandard (RFC 8878) by libzstd, with memory from the context.
 *
 * Frames that follow each other are joined and skippable frames skipped, which libzstd's streams
 * do by themselves.
 */
#define ZSTD_STATIC_LINKING_ONLY /* for ZSTD_customMem */
#include "io/bytes/compressed.h"

#include <string.h>
#include <zstd.h>
#include <zstd_errors.h>

#include "base/memory.h"

enum {
    LEVEL = 3 /* zstd's own default */
};

static void *zstd_allocate(void *context, size_t bytes)
{
    void *block = NULL;
    if (tg_alloc(context, bytes, 1, &block) != TRICORN_OK) return NULL;
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
    bool any; /* a complete frame came before */
} zstd_decoder;

static tricorn_status zstd_failure(tricorn_context *context, const zstd_decoder *decoder,
                                  size_t result)
{
    switch (ZSTD_getErrorCode(result)) {
    case ZSTD_error_memory_allocation:
        return TRICORN_OUT_OF_MEMORY; /* tg_alloc has set the message */
    case ZSTD_error_prefix_unknown:
        if (decoder->any)
            return tg_fail(context, TRICORN_BAD_FORMAT,
                           "the zstd data is followed by bytes of another kind; was something "
                           "appended to the file?");
        break;
    case ZSTD_error_frameParameter_windowTooLarge: /* over libzstd's limit, 2^27 bytes */
        return tg_fail(context, TRICORN_UNSUPPORTED,
                       "the zstd data was compressed with --long and needs very much memory; "
                       "decompress it first: zstd -dc --long=31 FILE");
    case ZSTD_error_dictionary_wrong:
        return tg_fail(context, TRICORN_UNSUPPORTED,
                       "the zstd data needs a dictionary; decompress it first: "
                       "zstd -dc -D DICTIONARY FILE");
    default: break;
    }
    return tg_fail(context, TRICORN_BAD_FORMAT, "the zstd data is damaged (%s)",
                   ZSTD_getErrorName(result));
}

static tricorn_status zstd_decode(tricorn_context *context, tg_decoder *base, tg_codec_step *step)
{
    zstd_decoder *decoder = (zstd_decoder *)base;
    ZSTD_inBuffer in = {step->in, step->in_count, 0};
    ZSTD_outBuffer out = {step->out, step->out_room, 0};
    size_t result = 0;
    tricorn_status status = TRICORN_OK;
    /* After a complete frame without further input, another call would begin the next frame. */
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

static void zstd_follow(tg_decoder *base)
{
    base->complete = ((zstd_decoder *)base)->any = true;
}

static void zstd_decoder_free(tg_decoder *base)
{
    zstd_decoder *decoder = (zstd_decoder *)base;
    ZSTD_freeDCtx(decoder->stream);
    tg_free(decoder);
}

/* ---- frames that are decoded alone --------------------------------------------------------- */

enum {
    MAGIC_BYTES = 4,
    SKIPPABLE_HEADER = 8, /* magic and size */
    BLOCK_HEADER = 3,
    BLOCK_RLE = 1,        /* the one of four types whose size is not the number of its bytes */
    BLOCK_MOST = 1 << 17, /* the most content of a block */
    CHECKSUM_BYTES = 4,
    HEADER_MOST = 18,      /* of a frame */
    WINDOW_MOST = 1 << 27, /* what libzstd's streams accept */
};

/* Walks the frame's blocks from `at` behind its header; each says where the next begins. */
static tg_unit_answer walk_blocks(const unsigned char *in, size_t count, size_t at,
                                  const ZSTD_frameHeader *header, tg_unit *unit)
{
    size_t content = 0;
    for (bool last = false; !last;) {
        unit->bytes = at + BLOCK_HEADER;
        if (unit->bytes > TG_UNIT_MOST || content > TG_UNIT_MOST) return TG_UNIT_NONE;
        if (count < unit->bytes) return TG_UNIT_MORE;
        const size_t block = (size_t)in[at] | (size_t)in[at + 1] << 8 | (size_t)in[at + 2] << 16;
        last = block & 1;
        at += BLOCK_HEADER + ((block >> 1 & 3) == BLOCK_RLE ? 1 : block >> 3);
        content += BLOCK_MOST;
    }
    unit->bytes = at + (header->checksumFlag ? CHECKSUM_BYTES : 0);
    if (header->frameContentSize != ZSTD_CONTENTSIZE_UNKNOWN)
        content = (size_t)header->frameContentSize;
    unit->content = content;
    if (unit->bytes > TG_UNIT_MOST || content > TG_UNIT_MOST) return TG_UNIT_NONE;
    return count < unit->bytes ? TG_UNIT_MORE : TG_UNIT_FOUND;
}

/* A unit is a frame with the skippable frames before it, in which pzstd stores its length. */
static tg_unit_answer find_frame(const unsigned char *in, size_t count, tg_unit *unit)
{
    size_t at = 0;
    ZSTD_frameHeader header;
    *unit = (tg_unit){0, 0};
    for (;;) {
        unit->bytes = at + SKIPPABLE_HEADER;
        if (unit->bytes > TG_UNIT_MOST) return TG_UNIT_NONE;
        if (count < unit->bytes) return TG_UNIT_MORE;
        if ((in[at] & 0xf0) != 0x50 || memcmp(in + at + 1, "\x2a\x4d\x18", 3) != 0) break;
        const unsigned char *size = in + at + MAGIC_BYTES;
        at += SKIPPABLE_HEADER + ((size_t)size[0] | (size_t)size[1] << 8 | (size_t)size[2] << 16 |
                                  (size_t)size[3] << 24);
    }
    const size_t missing = ZSTD_getFrameHeader(&header, in + at, count - at);
    if (ZSTD_isError(missing)) return TG_UNIT_NONE;
    if (missing > 0) {
        unit->bytes = at + (missing < HEADER_MOST ? missing : HEADER_MOST);
        return TG_UNIT_MORE;
    }
    if (header.frameType != ZSTD_frame || header.dictID != 0 || header.windowSize > WINDOW_MOST ||
        (header.frameContentSize != ZSTD_CONTENTSIZE_UNKNOWN &&
         header.frameContentSize > TG_UNIT_MOST))
        return TG_UNIT_NONE;
    return walk_blocks(in, count, at + header.headerSize, &header, unit);
}

static tricorn_status frame_worker_create(tricorn_context *context, void **worker)
{
    *worker = ZSTD_createDCtx_advanced((ZSTD_customMem){zstd_allocate, zstd_release, context});
    return *worker ? TRICORN_OK : TRICORN_OUT_OF_MEMORY; /* tg_alloc has left the message */
}

static void frame_worker_free(void *worker)
{
    ZSTD_freeDCtx(worker);
}

static bool decode_frame(tricorn_context *context, void *worker, tg_codec_step *step)
{
    (void)context;
    const size_t result =
        ZSTD_decompressDCtx(worker, step->out, step->out_room, step->in, step->in_count);
    if (ZSTD_isError(result)) return false;
    step->in_count = 0;
    step->out_room -= result;
    return true;
}

static const tg_unit_codec frames = {
    .find = find_frame,
    .create = frame_worker_create,
    .free = frame_worker_free,
    .decode = decode_frame,
};

tricorn_status tg_zstd_decoder_create(tricorn_context *context, tg_decoder **decoder)
{
    zstd_decoder *made = NULL;
    const tricorn_status status = TG_ALLOC_ZERO(context, 1, &made);
    if (status != TRICORN_OK) return status;
    made->base = (tg_decoder){.name = "zstd",
                              .decode = zstd_decode,
                              .follow = zstd_follow,
                              .free = zstd_decoder_free,
                              .units = &frames};
    made->stream =
        ZSTD_createDCtx_advanced((ZSTD_customMem){zstd_allocate, zstd_release, context});
    if (made->stream == NULL) {
        tg_free(made);
        return TRICORN_OUT_OF_MEMORY; /* tg_alloc has left the message */
    }
    *decoder = &made->base;
    return TRICORN_OK;
}

/* ---- encoding ---------------------------------------------------------------------------- */

enum {
    /* Content of a frame: threads decode frames side by side (io/bytes/ahead.h), and text in such
     * frames is half a percent larger than in one. */
    FRAME_CONTENT = 1 << 20
};

typedef struct zstd_encoder {
    tg_encoder base;
    ZSTD_CCtx *stream;
    size_t room; /* content for which the frame still has room */
    bool ending; /* content that is known and given at once; what follows belongs to another frame
                  */
    bool any;    /* a frame was written */
} zstd_encoder;

/* The frame's next step; *over when all of it is written. */
static tricorn_status encode_frame(tricorn_context *context, zstd_encoder *encoder,
                                  tg_codec_step *step, bool *over)
{
    const size_t count = step->in_count < encoder->room ? step->in_count : encoder->room;
    ZSTD_inBuffer in = {step->in, count, 0};
    ZSTD_outBuffer out = {step->out, step->out_room, 0};
    const size_t result = ZSTD_compressStream2(encoder->stream, &out, &in,
                                               encoder->ending ? ZSTD_e_end : ZSTD_e_continue);
    step->in += in.pos;
    step->in_count -= in.pos;
    step->out += out.pos;
    step->out_room -= out.pos;
    encoder->room -= in.pos;
    *over = encoder->ending && result == 0;
    if (!ZSTD_isError(result)) return TRICORN_OK;
    if (ZSTD_getErrorCode(result) == ZSTD_error_memory_allocation) return TRICORN_OUT_OF_MEMORY;
    return tg_fail(context, TRICORN_IO_ERROR, "zstd could not compress: %s",
                   ZSTD_getErrorName(result));
}

static tricorn_status zstd_encode(tricorn_context *context, tg_encoder *base, tg_codec_step *step,
                                 bool last, bool *done)
{
    zstd_encoder *encoder = (zstd_encoder *)base;
    tricorn_status status = TRICORN_OK;
    *done = false;
    while (status == TRICORN_OK && step->out_room > 0) {
        const bool fresh = encoder->room == FRAME_CONTENT && !encoder->ending;
        bool over = false;
        if (step->in_count == 0 && !encoder->ending) {
            *done = last && fresh && encoder->any;
            if (*done || !last) break;
        }
        if (!encoder->ending && step->in_count >= encoder->room) encoder->ending = true;
        if (!encoder->ending && last) {
            encoder->ending = true;
            encoder->room = step->in_count;
        }
        status = encode_frame(context, encoder, step, &over);
        if (!over) continue;
        encoder->ending = false;
        encoder->any = true;
        encoder->room = FRAME_CONTENT;
    }
    return status;
}

static void zstd_encoder_free(tg_encoder *base)
{
    zstd_encoder *encoder = (zstd_encoder *)base;
    ZSTD_freeCCtx(encoder->stream);
    tg_free(encoder);
}

tricorn_status tg_zstd_encoder_create(tricorn_context *context, tg_encoder **encoder)
{
    zstd_encoder *made = NULL;
    const tricorn_status status = TG_ALLOC_ZERO(context, 1, &made);
    if (status != TRICORN_OK) return status;
    made->base = (tg_encoder){.encode = zstd_encode, .free = zstd_encoder_free};
    made->room = FRAME_CONTENT;
    made->stream =
        ZSTD_createCCtx_advanced((ZSTD_customMem){zstd_allocate, zstd_release, context});
    if (made->stream == NULL) {
        tg_free(made);
        return TRICORN_OUT_OF_MEMORY;
    }
    ZSTD_CCtx_setParameter(made->stream, ZSTD_c_compressionLevel, LEVEL);
    ZSTD_CCtx_setParameter(made->stream, ZSTD_c_checksumFlag, 1);
    *encoder = &made->base;
    return TRICORN_OK;
}
