/* packer.c - cuts content into frames, which depend neither on the number of threads nor on the
 * sizes of the writes; threads compress one frame each at the same time.
 */
#include "io/bytes/packer.h"

#include <stdatomic.h>
#include <string.h>

#include "base/memory.h"
#include "base/parallel.h"

enum {
    MEMORY_SHARE = 8, /* an eighth of the memory is for frames */
    ONE_FRAME_BYTES = 1 << 22, /* the content of a frame, its bytes, and the library's tables */
    END_BYTES = 32
};

/* A place for a frame, with what its compression needs; made when it is first used. */
typedef struct slot {
    void *worker;
    unsigned char *bytes;
    tg_packed_frame frame;
} slot;

struct tg_packer {
    const tg_encoder *encoder;
    tg_take_bytes *take;
    void *user;
    uint32_t slot_count;
    slot *slots;
    unsigned char *content; /* slot_count frames */
    size_t used;
    tg_packed_content all; /* what was compressed before */
    bool begun;
};

tricorn_status tg_packer_create(
  tricorn_context *context, const tg_encoder *encoder, tg_take_bytes *take, void *user, tg_packer **packer)
{
    const uint64_t most = tg_memory_room(context->memory) / MEMORY_SHARE / ONE_FRAME_BYTES;
    tricorn_status status = TRICORN_OK;
    tg_packer *made = NULL;
    TG_TRY(TG_ALLOC_ZERO(context, 1, &made));
    made->encoder = encoder;
    made->take = take;
    made->user = user;
    made->slot_count = context->threads;
    if (most < made->slot_count) made->slot_count = most > 0 ? (uint32_t)most : 1;
    TG_TRY(TG_ALLOC_ZERO(context, made->slot_count, &made->slots));
    TG_TRY(TG_ALLOC(context, (uint64_t)made->slot_count * TG_FRAME_CONTENT, &made->content));
    *packer = made;
    made = NULL;
cleanup:
    tg_packer_free(made);
    return status;
}

void tg_packer_free(tg_packer *packer)
{
    if (packer == NULL) return;
    for (uint32_t s = 0; packer->slots && s < packer->slot_count; s++) {
        if (packer->slots[s].worker) packer->encoder->free(packer->slots[s].worker);
        tg_free(packer->slots[s].bytes);
    }
    tg_free(packer->slots);
    tg_free(packer->content);
    tg_free(packer);
}

static tricorn_status encode_frame(tricorn_context *context, tg_packer *packer, uint32_t number)
{
    const tg_encoder *encoder = packer->encoder;
    const size_t first = (size_t)number * TG_FRAME_CONTENT, left = packer->used - first;
    slot *at = &packer->slots[number];
    if (at->worker == NULL) TG_DO(encoder->create(context, &at->worker));
    if (at->bytes == NULL) TG_DO(TG_ALLOC(context, encoder->frame_most(), &at->bytes));
    at->frame = (tg_packed_frame){.content = packer->content + first,
      .count = left < TG_FRAME_CONTENT ? left : TG_FRAME_CONTENT,
      .bytes = at->bytes,
      .room = encoder->frame_most()};
    return encoder->encode(context, at->worker, &at->frame);
}

/* Compresses the content that waits; without any, an empty frame. */
static tricorn_status encode_all(tricorn_context *context, tg_packer *packer)
{
    const size_t whole = (packer->used + TG_FRAME_CONTENT - 1) / TG_FRAME_CONTENT;
    const uint32_t count = whole > 0 ? (uint32_t)whole : 1;
    _Atomic int failure = TRICORN_OK;
#pragma omp parallel for num_threads((int)count) schedule(dynamic, 1)
    for (uint32_t s = 0; s < count; s++) tg_keep_failure(&failure, encode_frame(context, packer, s));
    TG_DO((tricorn_status)failure);
    packer->used = 0;
    if (!packer->begun)
        TG_DO(packer->take(context, packer->user, packer->encoder->begin, packer->encoder->begin_bytes));
    packer->begun = true;
    for (uint32_t s = 0; s < count; s++) {
        const tg_packed_frame *frame = &packer->slots[s].frame;
        if (packer->encoder->join) packer->encoder->join(&packer->all, frame);
        TG_DO(packer->take(context, packer->user, frame->bytes, frame->used));
    }
    return TRICORN_OK;
}

tricorn_status tg_packer_add(tricorn_context *context, tg_packer *packer, const void *content, size_t count)
{
    const size_t room = (size_t)packer->slot_count * TG_FRAME_CONTENT;
    const unsigned char *from = content;
    while (count > 0) {
        if (packer->used == room) TG_DO(encode_all(context, packer));
        const size_t more = count < room - packer->used ? count : room - packer->used;
        memcpy(packer->content + packer->used, from, more);
        packer->used += more;
        from += more;
        count -= more;
    }
    return TRICORN_OK;
}

tricorn_status tg_packer_finish(tricorn_context *context, tg_packer *packer)
{
    unsigned char end[END_BYTES];
    if (packer->used > 0 || !packer->begun) TG_DO(encode_all(context, packer));
    if (packer->encoder->end) TG_DO(packer->take(context, packer->user, end, packer->encoder->end(&packer->all, end)));
    return TRICORN_OK;
}
