/* compressed.h - gzip and zstd as streams: steps that turn some bytes into others.
 *
 * To add a compression write compressed_x.c with a decoder and an encoder and name them in
 * input.c (by magic bytes) and output.c.
 */
#ifndef TG_IO_BYTES_COMPRESSED_H
#define TG_IO_BYTES_COMPRESSED_H

#include <stdbool.h>
#include <stddef.h>

#include "base/context.h"
#include "io/bytes/source.h"

/* Input and output of a step, which advances `in` and `out` and lowers the counts. */
typedef struct tg_codec_step {
    const unsigned char *in;
    size_t in_count;
    unsigned char *out;
    size_t out_room;
} tg_codec_step;

/* ---- units: parts of the compressed bytes that can be decoded alone ------------------------ */

/* A part's compressed size and an upper bound of its content. */
typedef struct tg_unit {
    size_t bytes, content;
} tg_unit;

/* The largest unit; larger parts are decoded as a stream. */
enum { TG_UNIT_MOST = 1 << 25 };

typedef enum tg_unit_answer {
    TG_UNIT_NONE, /* no unit begins there */
    TG_UNIT_MORE, /* undecided until unit->bytes bytes are known */
    TG_UNIT_FOUND
} tg_unit_answer;

typedef struct tg_unit_codec {
    /* Whether a unit begins at `in`, of which `count` bytes are known. */
    tg_unit_answer (*find)(const unsigned char *in, size_t count, tg_unit *unit);
    tricorn_status (*create)(tricorn_context *context, void **worker);
    void (*free)(void *worker);
    /* Decodes the whole of step->in, one unit, into step->out and lowers the counts (the pointers
     * may stay).  False, without a message, for a bad unit: a stream decoder reports the fault.
     */
    bool (*decode)(tricorn_context *context, void *worker, tg_codec_step *step);
} tg_unit_codec;

/* ---- streams ------------------------------------------------------------------------------ */

typedef struct tg_decoder tg_decoder;
struct tg_decoder {
    const char *name; /* "gzip" */
    bool complete;    /* a member or frame is complete: the content may end here */
    /* Decodes until `in` is used up or `out` is full; it has failed if neither is the case.
     * Members (frames) that follow each other are joined.  Messages have no file name. */
    tricorn_status (*decode)(tricorn_context *context, tg_decoder *decoder, tg_codec_step *step);
    /* Before the first decode: other threads have decoded whole units before. */
    void (*follow)(tg_decoder *decoder);
    void (*free)(tg_decoder *decoder);
    const tg_unit_codec *units; /* for a context with several threads */
};

/* Decodes the next bytes of the source: to->room bytes of content, fewer only at its end, and
 * none after that. */
tricorn_status tg_decoder_read(tricorn_context *context, tg_decoder *decoder, tg_source *source,
                               tg_read_buffer *to);

tricorn_status tg_gzip_decoder_create(tricorn_context *context, tg_decoder **decoder);
tricorn_status tg_zstd_decoder_create(tricorn_context *context, tg_decoder **decoder);

typedef struct tg_encoder tg_encoder;
struct tg_encoder {
    /* Encodes until `in` is used up or `out` is full.  With `last` set (and no further `in` after
     * it) call it until *done. */
    tricorn_status (*encode)(tricorn_context *context, tg_encoder *encoder, tg_codec_step *step,
                             bool last, bool *done);
    void (*free)(tg_encoder *encoder);
};

tricorn_status tg_gzip_encoder_create(tricorn_context *context, tg_encoder **encoder);
tricorn_status tg_zstd_encoder_create(tricorn_context *context, tg_encoder **encoder);

#endif
