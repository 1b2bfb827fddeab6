/* compressed.c - fills a buffer with decoded content: alternately reads the source and calls the
 * decoder, until the buffer is full or the content ends. */
#include "io/bytes/compressed.h"

static tricorn_status ends_too_early(tricorn_context *context, const tg_decoder *decoder, const tg_source *source)
{
    return tg_fail(context, TRICORN_BAD_FORMAT,
      "%s: the %s data ends too early: the file is cut; fetch or compress it again", source->name, decoder->name);
}

tricorn_status tg_decoder_read(tricorn_context *context, tg_decoder *decoder, tg_source *source, tg_read_buffer *to)
{
    tg_codec_step step = {.out = to->bytes, .out_room = to->room};
    while (step.out_room > 0) {
        tricorn_status status = tg_source_fill(context, source, 1);
        if (status != TRICORN_OK) return status;
        const size_t room_before = step.out_room, in_before = tg_source_count(source);
        step.in = source->bytes + source->begin;
        step.in_count = in_before;
        status = decoder->decode(context, decoder, &step);
        if (status != TRICORN_OK) {
            if (status != TRICORN_OUT_OF_MEMORY) tg_message_prefix(context, source->name);
            return status;
        }
        source->begin += in_before - step.in_count;
        if (step.out_room != room_before || step.in_count != in_before) continue;
        if (!source->ended || in_before > 0 || !decoder->complete) return ends_too_early(context, decoder, source);
        break;
    }
    to->count = to->room - step.out_room;
    return TRICORN_OK;
}
