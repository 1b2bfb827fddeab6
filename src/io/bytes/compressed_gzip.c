/* compressed_gzip.c - gzip (RFC 1952): decodes members and the blocks of bgzip, and encodes.
 *
 * - A gzip file has one or more members, one after another. Zero bytes after the last member
 *   are padding, as on tapes; the program gzip skips them, too.
 * - Members are decoded by ISA-L if the build has it, otherwise by zlib (inflate.h).
 * - bgzip writes many small members, its blocks. Each block states its size, so all threads can
 *   decode them.
 * - The encoder is that of zlib. It writes one member, whose frames have whole blocks.
 */
#define ZLIB_CONST /* makes next_in a pointer to const bytes */
#include "io/bytes/compressed.h"

#include "io/bytes/inflate.h"
#include "io/bytes/zlib_memory.h"

enum {
    MEMORY_LEVEL = 8, /* the default of zlib */
    FIRST_MAGIC = 0x1f,
};

/* ---- decoding ---- */

typedef struct gzip_decoder {
    tg_decoder base;
    const tg_inflate *library;
    void *state;
    bool padded; /* zero bytes followed a member, so no other bytes may follow */
} gzip_decoder;

/* Skips the padding after a member; *more is true if another member begins. */
static tricorn_status next_member(tricorn_context *context, gzip_decoder *decoder, tg_codec_step *step, bool *more)
{
    *more = false;
    while (step->in_count > 0 && *step->in == 0) {
        decoder->padded = true;
        step->in++;
        step->in_count--;
    }
    if (step->in_count == 0) return TRICORN_OK;
    if (decoder->padded || *step->in != FIRST_MAGIC)
        return tg_fail(context, TRICORN_BAD_FORMAT,
          "the gzip data is followed by bytes of another kind; was something appended "
          "to the file?");
    decoder->library->next_member(decoder->state);
    decoder->base.complete = false;
    *more = true;
    return TRICORN_OK;
}

static tricorn_status gzip_decode(tricorn_context *context, tg_decoder *base, tg_codec_step *step)
{
    gzip_decoder *decoder = (gzip_decoder *)base;
    for (;;) {
        const char *why = NULL;
        if (base->complete) {
            bool more;
            const tricorn_status status = next_member(context, decoder, step, &more);
            if (status != TRICORN_OK || !more) return status;
        }
        const tg_codec_step before = *step;
        const tricorn_status status = decoder->library->step(decoder->state, step, &base->complete, &why);
        if (status == TRICORN_BAD_FORMAT) return tg_fail(context, status, "the gzip data is damaged (%s)", why);
        if (status != TRICORN_OK) return status;
        const bool moved = before.in != step->in || before.out != step->out || base->complete;
        if (!moved || (!base->complete && (step->in_count == 0 || step->out_room == 0))) return TRICORN_OK;
    }
}

static void gzip_follow(tg_decoder *base)
{
    base->complete = true;
}

static void gzip_decoder_free(tg_decoder *base)
{
    gzip_decoder *decoder = (gzip_decoder *)base;
    decoder->library->free(decoder->state);
    tg_free(decoder);
}

/* ---- bgzip's members, which state their size ---- */

enum {
    FLAGS_AT = 3,
    FLAG_EXTRA = 4,
    EXTRA_SIZE_AT = 10,
    EXTRA_AT = 12,
    /* The size of the header of each field in the extra part: two letters and a size. */
    FIELD_HEADER = 4,
    TRAILER_BYTES = 8, /* the size of a checksum and a length */
    BLOCK_CONTENT = 1 << 16 /* the most content that bgzip puts into a block */
};

static size_t get16(const unsigned char *at)
{
    return (size_t)at[0] | (size_t)at[1] << 8;
}

/* Returns the size of the member, which its field "BC" has; 0 if it has no such field. */
static size_t find_block_size(const unsigned char *extra, size_t count)
{
    enum { SIZE_BYTES = 2 };
    while (count >= FIELD_HEADER) {
        const size_t size = get16(extra + 2);
        if (size > count - FIELD_HEADER) return 0;
        if (extra[0] == 'B' && extra[1] == 'C' && size == SIZE_BYTES) return get16(extra + FIELD_HEADER) + 1;
        extra += FIELD_HEADER + size;
        count -= FIELD_HEADER + size;
    }
    return 0;
}

static tg_frame_answer find_block(const unsigned char *in, size_t count, tg_frame *frame)
{
    static const unsigned char magic[] = {FIRST_MAGIC, 0x8b, 8};
    *frame = (tg_frame){EXTRA_AT, BLOCK_CONTENT};
    for (size_t i = 0; i < sizeof magic && i < count; i++)
        if (in[i] != magic[i]) return TG_FRAME_NONE;
    if (count > FLAGS_AT && in[FLAGS_AT] != FLAG_EXTRA) return TG_FRAME_NONE;
    if (count < EXTRA_AT) return TG_FRAME_MORE;
    const size_t extra = get16(in + EXTRA_SIZE_AT);
    frame->bytes = EXTRA_AT + extra;
    if (count < frame->bytes) return TG_FRAME_MORE;
    const size_t size = find_block_size(in + EXTRA_AT, extra);
    if (size < frame->bytes + TRAILER_BYTES) return TG_FRAME_NONE;
    frame->bytes = size;
    return count < size ? TG_FRAME_MORE : TG_FRAME_FOUND;
}

typedef struct block_worker {
    const tg_inflate *library;
    void *state;
} block_worker;

static tricorn_status block_worker_create(tricorn_context *context, void **worker)
{
    block_worker *made = NULL;
    tricorn_status status = TG_ALLOC(context, 1, &made);
    if (status != TRICORN_OK) return status;
    made->library = tg_inflate_chosen;
    status = made->library->create(context, &made->state);
    if (status == TRICORN_OK)
        *worker = made;
    else
        tg_free(made);
    return status;
}

static void block_worker_free(void *worker)
{
    block_worker *own = worker;
    own->library->free(own->state);
    tg_free(own);
}

static bool decode_block(tricorn_context *context, void *worker, tg_codec_step *step)
{
    const block_worker *own = worker;
    (void)context;
    own->library->next_member(own->state);
    for (bool ended = false, first = true;; first = false) {
        const char *why = NULL;
        const tg_codec_step before = *step;
        if (own->library->step(own->state, step, &ended, &why) != TRICORN_OK) return false;
        if (ended) return step->in_count == 0;
        if (!first && before.in == step->in && before.out == step->out) return false;
    }
}

static const tg_frame_codec blocks = {
  .find = find_block,
  .create = block_worker_create,
  .free = block_worker_free,
  .decode = decode_block,
};

tricorn_status tg_gzip_decoder_create(tricorn_context *context, tg_decoder **decoder)
{
    gzip_decoder *made = NULL;
    tricorn_status status = TG_ALLOC_ZERO(context, 1, &made);
    if (status != TRICORN_OK) return status;
    made->base = (tg_decoder){
      .name = "gzip", .decode = gzip_decode, .follow = gzip_follow, .free = gzip_decoder_free, .frames = &blocks};
    made->library = tg_inflate_chosen;
    status = made->library->create(context, &made->state);
    if (status == TRICORN_OK)
        *decoder = &made->base;
    else
        tg_free(made);
    return status;
}

/* ---- encoding ---- */

/* A member's header, without a name and a time: for deflate, on a Unix. */
static const char header[] = "\x1f\x8b\x08\0\0\0\0\0\0\x03";

static size_t gzip_frame_most(void)
{
    enum { FLUSH_BYTES = 64 };
    return compressBound(TG_FRAME_CONTENT) + FLUSH_BYTES;
}

static tricorn_status encoder_create(tricorn_context *context, void **worker)
{
    z_stream *made = NULL;
    TG_DO(TG_ALLOC_ZERO(context, 1, &made));
    made->zalloc = tg_zlib_allocate;
    made->zfree = tg_zlib_release;
    made->opaque = context;
    const int result =
      deflateInit2(made, Z_DEFAULT_COMPRESSION, Z_DEFLATED, -MAX_WBITS, MEMORY_LEVEL, Z_DEFAULT_STRATEGY);
    if (result == Z_OK) {
        *worker = made;
        return TRICORN_OK;
    }
    tg_free(made);
    if (result == Z_MEM_ERROR) return TRICORN_OUT_OF_MEMORY;
    return tg_fail(context, TRICORN_UNSUPPORTED, "this zlib cannot write gzip data");
}

static void encoder_free(void *worker)
{
    deflateEnd(worker);
    tg_free(worker);
}

/* Writes blocks that end at a byte, so that those of the next frame can follow. */
static tricorn_status gzip_encode(tricorn_context *context, void *worker, tg_packed_frame *frame)
{
    z_stream *stream = worker;
    deflateReset(stream);
    stream->next_in = frame->content;
    stream->avail_in = (uInt)frame->count;
    stream->next_out = frame->bytes;
    stream->avail_out = (uInt)frame->room;
    if (deflate(stream, Z_SYNC_FLUSH) != Z_OK || stream->avail_out == 0)
        return tg_fail(context, TRICORN_IO_ERROR, "zlib could not compress");
    frame->used = frame->room - stream->avail_out;
    frame->checksum = (uint32_t)crc32(0, frame->content, (uInt)frame->count);
    return TRICORN_OK;
}

static void gzip_join(tg_packed_content *all, const tg_packed_frame *frame)
{
    all->checksum = (uint32_t)crc32_combine(all->checksum, frame->checksum, (z_off_t)frame->count);
    all->count += frame->count;
}

/* Writes an empty last block, the checksum, and the size modulo 2^32. */
static size_t gzip_end(const tg_packed_content *all, unsigned char *to)
{
    enum { BLOCK = 2, NUMBER = 4 };
    to[0] = 3;
    to[1] = 0;
    for (unsigned i = 0; i < NUMBER; i++) {
        to[BLOCK + i] = (unsigned char)(all->checksum >> 8 * i);
        to[BLOCK + NUMBER + i] = (unsigned char)(all->count >> 8 * i);
    }
    return BLOCK + 2 * NUMBER;
}

const tg_encoder tg_gzip_encoder = {
  .begin = header,
  .begin_bytes = sizeof header - 1,
  .frame_most = gzip_frame_most,
  .create = encoder_create,
  .free = encoder_free,
  .encode = gzip_encode,
  .join = gzip_join,
  .end = gzip_end,
};
