/* compressed_zstd.c - Zstandard (RFC 8878) with libzstd, whose memory comes from the context.
 *
 * - The streams of libzstd decode frames that follow each other as one content, and skip
 *   skippable frames.
 * - If a frame states its size, or its blocks can be walked over, one thread decodes the frame,
 *   while other threads decode theirs (ahead.h).  The encoder writes frames with 1 MiB of
 *   content, so the files of tricorn have such frames.
 */
#define ZSTD_STATIC_LINKING_ONLY /* declares ZSTD_customMem */
#include "io/bytes/compressed.h"

#include <string.h>
#include <zstd.h>
#include <zstd_errors.h>

#include "base/memory.h"

enum {
    LEVEL = 3 /* the default of zstd */
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

/* ---- decoding ---- */

typedef struct zstd_decoder {
    tg_decoder base;
    ZSTD_DCtx *stream;
    bool any; /* at least one frame was decoded completely */
} zstd_decoder;

static tricorn_status zstd_failure(tricorn_context *context, const zstd_decoder *decoder, size_t result)
{
    switch (ZSTD_getErrorCode(result)) {
    case ZSTD_error_memory_allocation: return TRICORN_OUT_OF_MEMORY; /* tg_alloc() has already set the message */
    case ZSTD_error_prefix_unknown:
        if (decoder->any)
            return tg_fail(context, TRICORN_BAD_FORMAT,
              "the zstd data is followed by bytes of another kind; was something "
              "appended to the file?");
        break;
    /* The streams of libzstd accept windows of up to 2^27 bytes. */
    case ZSTD_error_frameParameter_windowTooLarge:
        return tg_fail(context, TRICORN_UNSUPPORTED,
          "the zstd data was compressed with --long and needs very much memory; "
          "decompress it first: zstd -dc --long=31 FILE");
    case ZSTD_error_dictionary_wrong:
        return tg_fail(context, TRICORN_UNSUPPORTED,
          "the zstd data needs a dictionary; decompress it first: "
          "zstd -dc -D DICTIONARY FILE");
    default: break;
    }
    return tg_fail(context, TRICORN_BAD_FORMAT, "the zstd data is damaged (%s)", ZSTD_getErrorName(result));
}

static tricorn_status zstd_decode(tricorn_context *context, tg_decoder *base, tg_codec_step *step)
{
    zstd_decoder *decoder = (zstd_decoder *)base;
    ZSTD_inBuffer in = {step->in, step->in_count, 0};
    ZSTD_outBuffer out = {step->out, step->out_room, 0};
    size_t result = 0;
    tricorn_status status = TRICORN_OK;
    /* After a complete frame, another call without input would begin the next frame. */
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

/* ---- frames of their own ---- */

enum {
    MAGIC_BYTES = 4,
    SKIPPABLE_HEADER = 8, /* a magic number and a size */
    BLOCK_HEADER = 3,
    /* The type of block (of four types) whose size is not that of its bytes in the file. */
    BLOCK_RLE = 1,
    BLOCK_MOST = 1 << 17,
    CHECKSUM_BYTES = 4,
    HEADER_MOST = 18,
    WINDOW_MOST = 1 << 27, /* the streams of libzstd accept no larger window */
};

/* Walks over the blocks of a frame, from position `at` after its header: each block states where
 * the next one begins. */
static tg_frame_answer walk_blocks(
  const unsigned char *in, size_t count, size_t at, const ZSTD_frameHeader *header, tg_frame *frame)
{
    size_t content = 0;
    for (bool last = false; !last;) {
        frame->bytes = at + BLOCK_HEADER;
        if (frame->bytes > TG_FRAME_MOST || content > TG_FRAME_MOST) return TG_FRAME_NONE;
        if (count < frame->bytes) return TG_FRAME_MORE;
        const size_t block = (size_t)in[at] | (size_t)in[at + 1] << 8 | (size_t)in[at + 2] << 16;
        last = block & 1;
        at += BLOCK_HEADER + ((block >> 1 & 3) == BLOCK_RLE ? 1 : block >> 3);
        content += BLOCK_MOST;
    }
    frame->bytes = at + (header->checksumFlag ? CHECKSUM_BYTES : 0);
    if (header->frameContentSize != ZSTD_CONTENTSIZE_UNKNOWN) content = (size_t)header->frameContentSize;
    frame->content = content;
    if (frame->bytes > TG_FRAME_MOST || content > TG_FRAME_MOST) return TG_FRAME_NONE;
    return count < frame->bytes ? TG_FRAME_MORE : TG_FRAME_FOUND;
}

/* Finds a frame, which includes any skippable frames before it: pzstd stores the length of a frame in such a one. */
static tg_frame_answer find_frame(const unsigned char *in, size_t count, tg_frame *frame)
{
    size_t at = 0;
    ZSTD_frameHeader header;
    *frame = (tg_frame){0, 0};
    for (;;) {
        frame->bytes = at + SKIPPABLE_HEADER;
        if (frame->bytes > TG_FRAME_MOST) return TG_FRAME_NONE;
        if (count < frame->bytes) return TG_FRAME_MORE;
        if ((in[at] & 0xf0) != 0x50 || memcmp(in + at + 1, "\x2a\x4d\x18", 3) != 0) break;
        const unsigned char *size = in + at + MAGIC_BYTES;
        at +=
          SKIPPABLE_HEADER + ((size_t)size[0] | (size_t)size[1] << 8 | (size_t)size[2] << 16 | (size_t)size[3] << 24);
    }
    const size_t missing = ZSTD_getFrameHeader(&header, in + at, count - at);
    if (ZSTD_isError(missing)) return TG_FRAME_NONE;
    if (missing > 0) {
        frame->bytes = at + (missing < HEADER_MOST ? missing : HEADER_MOST);
        return TG_FRAME_MORE;
    }
    if (header.frameType != ZSTD_frame || header.dictID != 0 || header.windowSize > WINDOW_MOST ||
        (header.frameContentSize != ZSTD_CONTENTSIZE_UNKNOWN && header.frameContentSize > TG_FRAME_MOST))
        return TG_FRAME_NONE;
    return walk_blocks(in, count, at + header.headerSize, &header, frame);
}

static tricorn_status frame_worker_create(tricorn_context *context, void **worker)
{
    *worker = ZSTD_createDCtx_advanced((ZSTD_customMem){zstd_allocate, zstd_release, context});
    return *worker ? TRICORN_OK : TRICORN_OUT_OF_MEMORY;
}

static void frame_worker_free(void *worker)
{
    ZSTD_freeDCtx(worker);
}

static bool decode_frame(tricorn_context *context, void *worker, tg_codec_step *step)
{
    (void)context;
    const size_t result = ZSTD_decompressDCtx(worker, step->out, step->out_room, step->in, step->in_count);
    if (ZSTD_isError(result)) return false;
    step->in_count = 0;
    step->out_room -= result;
    return true;
}

static const tg_frame_codec frames = {
  .find = find_frame,
  .create = frame_worker_create,
  .free = frame_worker_free,
  .decode = decode_frame,
};

tricorn_status tg_zstd_decoder_create(tricorn_context *context, tg_decoder **decoder)
{
    zstd_decoder *made = NULL;
    TG_DO(TG_ALLOC_ZERO(context, 1, &made));
    made->base = (tg_decoder){
      .name = "zstd", .decode = zstd_decode, .follow = zstd_follow, .free = zstd_decoder_free, .frames = &frames};
    made->stream = ZSTD_createDCtx_advanced((ZSTD_customMem){zstd_allocate, zstd_release, context});
    if (made->stream == NULL) {
        tg_free(made);
        return TRICORN_OUT_OF_MEMORY;
    }
    *decoder = &made->base;
    return TRICORN_OK;
}

/* ---- encoding ---- */

static size_t zstd_frame_most(void)
{
    return ZSTD_compressBound(TG_FRAME_CONTENT);
}

static tricorn_status encoder_create(tricorn_context *context, void **worker)
{
    ZSTD_CCtx *made = ZSTD_createCCtx_advanced((ZSTD_customMem){zstd_allocate, zstd_release, context});
    if (made == NULL) return TRICORN_OUT_OF_MEMORY;
    ZSTD_CCtx_setParameter(made, ZSTD_c_compressionLevel, LEVEL);
    ZSTD_CCtx_setParameter(made, ZSTD_c_checksumFlag, 1);
    *worker = made;
    return TRICORN_OK;
}

static void encoder_free(void *worker)
{
    ZSTD_freeCCtx(worker);
}

static tricorn_status zstd_encode(tricorn_context *context, void *worker, tg_packed_frame *frame)
{
    frame->used = ZSTD_compress2(worker, frame->bytes, frame->room, frame->content, frame->count);
    if (!ZSTD_isError(frame->used)) return TRICORN_OK;
    if (ZSTD_getErrorCode(frame->used) == ZSTD_error_memory_allocation) return TRICORN_OUT_OF_MEMORY;
    return tg_fail(context, TRICORN_IO_ERROR, "zstd could not compress: %s", ZSTD_getErrorName(frame->used));
}

const tg_encoder tg_zstd_encoder = {
  .begin = "",
  .frame_most = zstd_frame_most,
  .create = encoder_create,
  .free = encoder_free,
  .encode = zstd_encode,
};
