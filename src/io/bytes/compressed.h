/* compressed.h - decoders of gzip, zstd and brotli, which work in steps, and encoders, which work in
 * frames. A step reads some bytes and writes some.
 *
 * To add a compression, write compressed_x.c with a decoder and an encoder, add the decoder to
 * input.c (with its magic bytes) and the encoder to output.c.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "base/context.h"
#include "io/bytes/source.h"

/* The input and output of a step. A step moves `in` and `out` forward, and lowers their counts. */
typedef struct tg_codec_step {
    const unsigned char *in;
    size_t in_count;
    unsigned char *out;
    size_t out_room;
} tg_codec_step;

/* ---- frames: compressed bytes that can be decoded without those before ---- */

/* The compressed size of a frame, and an upper bound of its content. */
typedef struct tg_frame {
    size_t bytes, content;
} tg_frame;

/* The most bytes of a frame, and of its content; a larger frame is decoded as a stream. */
enum { TG_FRAME_MOST = 1 << 25 };

typedef enum tg_frame_answer {
    TG_FRAME_NONE, /* no frame begins at these bytes */
    TG_FRAME_MORE, /* only more bytes can decide this: frame->bytes in all */
    TG_FRAME_FOUND
} tg_frame_answer;

typedef struct tg_frame_codec {
    /* Finds out whether a frame begins at `in`, of which `count` bytes are known. */
    tg_frame_answer (*find)(const unsigned char *in, size_t count, tg_frame *frame);
    tricorn_status (*create)(tricorn_context *context, void **worker);
    void (*free)(void *worker);
    /* Decodes the frame at step->in to step->out, and lowers the counts; the pointers need not move. Returns false
     * for a bad frame, without a message: the stream decoder reports the fault. */
    bool (*decode)(tricorn_context *context, void *worker, tg_codec_step *step);
} tg_frame_codec;

/* ---- streams ---- */

typedef struct tg_decoder tg_decoder;
struct tg_decoder {
    const char *name;
    /* The last byte was the end of a member or frame, so the content may end here. */
    bool complete;
    /* Decodes until `in` is used up or `out` is full. If neither happens, no more content can be decoded. Members or
     * frames that follow each other are decoded as one content. Messages do not name the file. */
    tricorn_status (*decode)(tricorn_context *context, tg_decoder *decoder, tg_codec_step *step);
    /* Must be called before the first call of decode() if whole frames before this place were decoded elsewhere. */
    void (*follow)(tg_decoder *decoder);
    void (*free)(tg_decoder *decoder);
    const tg_frame_codec *frames; /* used if the context has several threads; may be NULL */
};

/* Decodes the next bytes of the source: to->room bytes of content, or fewer at the end of the
 * content, and none after that. */
tricorn_status tg_decoder_read(tricorn_context *context, tg_decoder *decoder, tg_source *source, tg_read_buffer *to);

tricorn_status tg_gzip_decoder_create(tricorn_context *context, tg_decoder **decoder);
tricorn_status tg_zstd_decoder_create(tricorn_context *context, tg_decoder **decoder);
/* Brotli has no magic bytes: only the name of a file says that it is. Messages do not name the file. */
tricorn_status tg_brotli_decoder_create(tricorn_context *context, tg_decoder **decoder);

/* ---- encoding ---- */

/* The content of each frame but the last. Threads decode such frames of zstd at the same time
 * (ahead.h); compressed text is half a percent larger than in a single frame. */
enum { TG_FRAME_CONTENT = 1 << 20 };

typedef struct tg_packed_frame {
    const unsigned char *content;
    size_t count;
    unsigned char *bytes;
    size_t used, room;
    uint32_t checksum; /* of the content, if the encoder joins frames */
} tg_packed_frame;

/* The content of the frames so far. */
typedef struct tg_packed_content {
    uint64_t count;
    uint32_t checksum;
} tg_packed_content;

typedef struct tg_encoder {
    const char *begin; /* what stands before the first frame */
    size_t begin_bytes;
    size_t (*frame_most)(void); /* the most bytes of a frame */
    tricorn_status (*create)(tricorn_context *context, void **worker);
    void (*free)(void *worker);
    /* Compresses the content of a frame; no bytes of other frames are needed. */
    tricorn_status (*encode)(tricorn_context *context, void *worker, tg_packed_frame *frame);
    /* Both NULL: nothing stands after the last frame. The first function is called for each
     * frame in order; the second one writes the end, and returns its length. */
    void (*join)(tg_packed_content *all, const tg_packed_frame *frame);
    size_t (*end)(const tg_packed_content *all, unsigned char *to);
} tg_encoder;

extern const tg_encoder tg_gzip_encoder, tg_zstd_encoder;
