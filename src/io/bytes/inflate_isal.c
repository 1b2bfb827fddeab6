/* inflate_isal.c - decodes gzip members with ISA-L, if the build has found it. */
#include "io/bytes/inflate.h"

#include <isa-l/igzip_lib.h>

#include "base/memory.h"

enum {
    /* The most bytes of a step. Some versions of ISA-L add to a 32-bit count without a check;
     * with short steps it cannot overflow. */
    STEP_MOST = 1 << 30,
};

static void isal_next_member(void *state)
{
    struct inflate_state *stream = state;
    isal_inflate_reset(stream);
    stream->crc_flag = ISAL_GZIP; /* ISA-L reads the header and checks the trailer */
}

static tricorn_status isal_create(tricorn_context *context, void **state)
{
    struct inflate_state *stream = NULL;
    TG_DO(TG_ALLOC_ZERO(context, 1, &stream));
    isal_inflate_init(stream);
    isal_next_member(stream);
    *state = stream;
    return TRICORN_OK;
}

static void isal_free(void *state)
{
    tg_free(state);
}

static const char *reason(int result)
{
    switch (result) {
    case ISAL_INVALID_BLOCK: return "invalid block";
    case ISAL_INVALID_SYMBOL: return "invalid symbol";
    case ISAL_INVALID_LOOKBACK: return "invalid distance too far back";
    case ISAL_INVALID_WRAPPER: return "incorrect header";
    case ISAL_UNSUPPORTED_METHOD: return "unknown compression method";
    case ISAL_INCORRECT_CHECKSUM: return "incorrect data check";
    default: return "unexpected data";
    }
}

static uint32_t clamp(size_t count)
{
    return count < STEP_MOST ? (uint32_t)count : STEP_MOST;
}

static tricorn_status isal_step(void *state, tg_codec_step *step, bool *ended, const char **why)
{
    struct inflate_state *stream = state;
    const uint32_t in_before = clamp(step->in_count), out_before = clamp(step->out_room);
    stream->next_in = (uint8_t *)(uintptr_t)step->in; /* ISA-L does not write to the input */
    stream->avail_in = in_before;
    stream->next_out = step->out;
    stream->avail_out = out_before;
    const int result = isal_inflate(stream);
    step->in += in_before - stream->avail_in;
    step->in_count -= in_before - stream->avail_in;
    step->out += out_before - stream->avail_out;
    step->out_room -= out_before - stream->avail_out;
    *ended = result == ISAL_DECOMP_OK && stream->block_state == ISAL_BLOCK_FINISH;
    if (result == ISAL_DECOMP_OK || result == ISAL_END_INPUT) return TRICORN_OK;
    *why = reason(result);
    return TRICORN_BAD_FORMAT;
}

const tg_inflate tg_inflate_isal = {
  .name = "isal",
  .create = isal_create,
  .free = isal_free,
  .next_member = isal_next_member,
  .step = isal_step,
};
