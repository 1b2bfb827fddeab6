/* compressed.h - gzip and zstd as streams: steps that turn some bytes into others.
 *
 * To add a compression write compressed_x.c with a decoder and an encoder and name them in
 * input.c (by magic bytes) and output.c.
 */
#ifndef TG_IO_COMPRESSED_H
#define TG_IO_COMPRESSED_H

#include <stdbool.h>
#include <stddef.h>

#include "base/context.h"

/* What a step works on; it moves `in` and `out` on and lowers the counts. */
typedef struct tg_codec_step {
    const unsigned char *in;
    size_t in_count;
    unsigned char *out;
    size_t out_room;
} tg_codec_step;

typedef struct tg_decoder tg_decoder;
struct tg_decoder {
    const char *name; /* "gzip" */
    bool complete;    /* what was decoded so far is whole: the content may end here */
    /* Decodes until `in` is used up or `out` is full; with neither the case it has failed.
     * Members (frames) that follow each other are joined.  Messages come without a name. */
    trigon_status (*decode)(trigon_context *context, tg_decoder *decoder, tg_codec_step *step);
    void (*free)(tg_decoder *decoder);
};

trigon_status tg_gzip_decoder_create(trigon_context *context, tg_decoder **decoder);
trigon_status tg_zstd_decoder_create(trigon_context *context, tg_decoder **decoder);

typedef struct tg_encoder tg_encoder;
struct tg_encoder {
    /* Encodes until `in` is used up or `out` is full.  With `last` set (and no further `in`
     * after it) calls go on until *done. */
    trigon_status (*encode)(trigon_context *context, tg_encoder *encoder, tg_codec_step *step,
                            bool last, bool *done);
    void (*free)(tg_encoder *encoder);
};

trigon_status tg_gzip_encoder_create(trigon_context *context, tg_encoder **encoder);
trigon_status tg_zstd_encoder_create(trigon_context *context, tg_encoder **encoder);

#endif
