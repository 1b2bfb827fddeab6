/* compressed_brotli.c - decodes brotli, by libbrotlidec, which is loaded when a file needs it. */
#include "io/bytes/compressed.h"

#include "base/memory.h"

#define UNPACK "unpack the file first: brotli -dc FILE > OUT"

#ifdef TRICORN_LIBBROTLI

#include <brotli/decode.h>

#include "base/library.h"

/* clang-format off */
#define CALLS(CALL) \
    CALL(BrotliDecoderCreateInstance) CALL(BrotliDecoderDestroyInstance) CALL(BrotliDecoderDecompressStream) \
    CALL(BrotliDecoderIsFinished) CALL(BrotliDecoderGetErrorCode) CALL(BrotliDecoderErrorString)
/* clang-format on */

static struct {
    CALLS(TG_LIBRARY_CALL)
} lib;
static const char *const names[] = {CALLS(TG_LIBRARY_NAME) NULL};
static tg_library library = {.file = TRICORN_LIBBROTLI, .names = names, .calls = &lib};

typedef struct brotli_decoder {
    tg_decoder base;
    BrotliDecoderState *stream;
} brotli_decoder;

static void *allocate(void *context, size_t bytes)
{
    void *block = NULL;
    return tg_alloc(context, bytes, 1, &block) == TRICORN_OK ? block : NULL;
}

static void release(void *context, void *block)
{
    (void)context;
    tg_free(block);
}

static tricorn_status decode(tricorn_context *context, tg_decoder *base, tg_codec_step *step)
{
    BrotliDecoderState *stream = ((brotli_decoder *)base)->stream;
    if (base->complete && step->in_count > 0)
        return tg_fail(context, TRICORN_BAD_FORMAT,
          "the brotli data is followed by other bytes; was something appended to the file?");
    const BrotliDecoderResult result =
      lib.BrotliDecoderDecompressStream(stream, &step->in_count, &step->in, &step->out_room, &step->out, NULL);
    base->complete = lib.BrotliDecoderIsFinished(stream);
    if (result != BROTLI_DECODER_RESULT_ERROR) return TRICORN_OK;
    const BrotliDecoderErrorCode code = lib.BrotliDecoderGetErrorCode(stream);
    if (code <= BROTLI_DECODER_ERROR_ALLOC_CONTEXT_MODES && code >= BROTLI_DECODER_ERROR_ALLOC_BLOCK_TYPE_TREES)
        return TRICORN_OUT_OF_MEMORY; /* tg_alloc() has already set the message */
    return tg_fail(context, TRICORN_BAD_FORMAT, "the brotli data is damaged (%s)", lib.BrotliDecoderErrorString(code));
}

static void follow(tg_decoder *decoder)
{
    (void)decoder; /* it has no frames */
}

static void free_decoder(tg_decoder *base)
{
    lib.BrotliDecoderDestroyInstance(((brotli_decoder *)base)->stream);
    tg_free(base);
}

tricorn_status tg_brotli_decoder_create(tricorn_context *context, tg_decoder **decoder)
{
    brotli_decoder *made = NULL;
    if (!tg_library_load(&library))
        return tg_fail(context, TRICORN_UNSUPPORTED,
          "brotli is read by libbrotlidec (" TRICORN_LIBBROTLI
          "), and that is not installed: install it (Debian: libbrotli1), or " UNPACK);
    TG_DO(TG_ALLOC_ZERO(context, 1, &made));
    made->base = (tg_decoder){.name = "brotli", .decode = decode, .follow = follow, .free = free_decoder};
    made->stream = lib.BrotliDecoderCreateInstance(allocate, release, context);
    if (made->stream == NULL) {
        tg_free(made);
        return TRICORN_OUT_OF_MEMORY; /* tg_alloc() has already set the message */
    }
    *decoder = &made->base;
    return TRICORN_OK;
}

#else /* without brotli's header */

tricorn_status tg_brotli_decoder_create(tricorn_context *context, tg_decoder **decoder)
{
    (void)decoder;
    return tg_fail(context, TRICORN_UNSUPPORTED,
      "this build of tricorn does not read brotli: build it again with its header (Debian: "
      "libbrotli-dev), or " UNPACK);
}
#endif
