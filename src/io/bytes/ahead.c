/* ahead.c - a ring of buffers with decoded content, which is filled by threads that would otherwise wait.
 *
 * - The buffers are in the order of the content. Only one thread at a time reads the source
 *   (`feeding`): it finds a frame and copies it into a buffer.  Then it decodes the frame, while
 *   other threads decode theirs.
 * - If no frame follows in the source, or a bad one, the thread that reads the source decodes
 *   the rest as a stream, one buffer at a time.  So all faults of a file are reported by the
 *   stream decoder, in the order of the content.
 * - A thread holds the lock only to read and change the state, never while it reads, decodes or
 *   copies.
 */
#include "io/bytes/ahead.h"

#include <pthread.h>
#include <string.h>

#include "base/memory.h"
#include "base/parallel.h"

enum {
    /* With small frames a reader takes the content of several buffers at a time. */
    BUFFERS_A_THREAD = 4,
    BUFFERS_MOST = 256,
    /* If frames are at least this large, two more buffers than threads are enough. */
    LARGE_FRAME = 1 << 20,
    SPARE_BUFFERS = 2,
    /* The content of a buffer that is decoded as a stream; a parser reads as much at a time. */
    STREAM_BYTES = 1 << 18,
    /* The ring may use at most 1 / MEMORY_SHARE of the memory that can still be allocated. */
    MEMORY_SHARE = 4,
    RING_BYTES_MOST = 1 << 30,
};

typedef enum buffer_state { DECODING, READY, FAILED } buffer_state;

typedef struct buffer {
    buffer_state state;
    unsigned char *raw, *content;
    /* If the buffer was decoded as a stream, no raw bytes are kept, only their number. */
    size_t raw_count, content_count;
    size_t raw_room, content_room;
    void *worker;
} buffer;

typedef enum form {
    FRAMES, /* the source may have more frames */
    FRAMES_OVER, /* no more frames: after those in the ring, the rest is decoded as a stream */
    STREAM,
    ENDED,
    NO_MEMORY /* the memory is not enough even for one buffer */
} form;

struct tg_ahead {
    tg_decoder *decoder;
    tg_source *source;
    size_t threads, buffers_made;
    uint64_t bytes_most;

    pthread_mutex_t lock; /* protects all members below */
    pthread_cond_t changed;
    form form;
    /* A thread reads the source; it alone uses the members below, except for `head`. */
    bool feeding;
    size_t buffers; /* the number of buffers in use; 0: no frame was found yet */
    /* The ring has the frames with the numbers head to tail - 1; frame n is in buffer n % buffers. */
    uint64_t tail, head;
    tricorn_status failure; /* why nothing follows the last frame; TRICORN_OK: no failure */
    uint64_t bytes; /* the memory of all buffers */

    /* How many bytes of buffer `head` the reader has already copied; only the reader uses it. */
    size_t copied;
    uint64_t consumed; /* compressed bytes whose content was returned; only the reader uses it */
    buffer ring[];
};

tricorn_status tg_ahead_create(tricorn_context *context, tg_decoder *decoder, tg_source *source, tg_ahead **ahead)
{
    tg_ahead *made = NULL;
    const uint64_t wanted = (uint64_t)context->threads * BUFFERS_A_THREAD;
    const size_t buffers = wanted < BUFFERS_MOST ? (size_t)wanted : BUFFERS_MOST;
    TG_DO(tg_alloc_zero(context, 1, sizeof *made + buffers * sizeof(buffer), (void **)&made));
    made->decoder = decoder;
    made->source = source;
    made->threads = context->threads;
    made->buffers_made = buffers;
    const uint64_t share = tg_memory_room(context->memory) / MEMORY_SHARE;
    made->bytes_most = share < RING_BYTES_MOST ? share : RING_BYTES_MOST;
    pthread_mutex_init(&made->lock, NULL);
    pthread_cond_init(&made->changed, NULL);
    *ahead = made;
    return TRICORN_OK;
}

void tg_ahead_free(tg_ahead *ahead)
{
    if (ahead == NULL) return;
    for (size_t i = 0; i < ahead->buffers_made; i++) {
        tg_free(ahead->ring[i].raw);
        tg_free(ahead->ring[i].content);
        if (ahead->ring[i].worker) ahead->decoder->frames->free(ahead->ring[i].worker);
    }
    pthread_cond_destroy(&ahead->changed);
    pthread_mutex_destroy(&ahead->lock);
    tg_free(ahead);
}

static buffer *buffer_of(tg_ahead *ahead, uint64_t number)
{
    return &ahead->ring[number % ahead->buffers];
}

uint64_t tg_ahead_consumed(const tg_ahead *ahead)
{
    return ahead->consumed;
}

/* ---- reading the source, without the lock ---- */

/* Finds out whether the frame is the whole content: then one thread would decode it all before
 * any other could begin, so it is decoded as a stream. */
static tricorn_status is_alone(tricorn_context *context, tg_ahead *ahead, const tg_frame *frame, bool *alone)
{
    *alone = false;
    if (ahead->tail > 0) return TRICORN_OK;
    const tricorn_status status = tg_source_fill(context, ahead->source, frame->bytes + 1);
    if (status == TRICORN_OK) *alone = tg_source_count(ahead->source) == frame->bytes;
    return status;
}

/* Looks at the next bytes of the source; *found is false if no frame begins with them. */
static tricorn_status find_frame(tricorn_context *context, tg_ahead *ahead, tg_frame *frame, bool *found)
{
    tg_source *source = ahead->source;
    size_t least = 1;
    *found = false;
    if (ahead->decoder->frames == NULL) return TRICORN_OK;
    for (;;) {
        bool alone;
        tricorn_status status = tg_source_fill(context, source, least);
        const size_t count = tg_source_count(source);
        if (status != TRICORN_OK || count < least) return status;
        switch (ahead->decoder->frames->find(source->bytes + source->begin, count, frame)) {
        case TG_FRAME_NONE: return TRICORN_OK;
        case TG_FRAME_MORE: least = frame->bytes; break;
        case TG_FRAME_FOUND:
            status = is_alone(context, ahead, frame, &alone);
            *found = status == TRICORN_OK && !alone;
            return status;
        }
    }
}

static bool grow(tricorn_context *context, tg_ahead *ahead, unsigned char **bytes, size_t *room, size_t least)
{
    if (least <= *room) return true;
    if (ahead->bytes + (least - *room) > ahead->bytes_most) return false;
    tg_free(*bytes); /* the old content is no longer needed */
    *bytes = NULL;
    ahead->bytes -= *room;
    *room = 0;
    if (TG_ALLOC(context, least, bytes) != TRICORN_OK) return false;
    *room = least;
    ahead->bytes += least;
    return true;
}

static size_t few_buffers(const tg_ahead *ahead)
{
    const size_t few = ahead->threads + SPARE_BUFFERS;
    return few < ahead->buffers_made ? few : ahead->buffers_made;
}

/* Chooses the number of buffers by the size of the first frame; other frames are assumed to be similar. */
static size_t choose_buffers(const tg_ahead *ahead, const tg_frame *frame)
{
    const uint64_t bytes = frame->bytes + frame->content, fit = ahead->bytes_most / (bytes + 1);
    size_t buffers = bytes < LARGE_FRAME ? ahead->buffers_made : few_buffers(ahead);
    if (fit < buffers) buffers = (size_t)fit;
    return buffers > 0 ? buffers : 1;
}

static bool prepare_buffer(tricorn_context *context, tg_ahead *ahead, buffer *own, const tg_frame *frame)
{
    return grow(context, ahead, &own->raw, &own->raw_room, frame->bytes) &&
           grow(context, ahead, &own->content, &own->content_room, frame->content) &&
           (own->worker || ahead->decoder->frames->create(context, &own->worker) == TRICORN_OK);
}

/* The result of a thread's turn at the source. */
typedef struct fed {
    /* The buffer that was filled, which is the next one at the tail; NULL: none was. */
    buffer *own;
    bool over; /* the source has no more frames or, for a stream, no more content */
} fed;

static fed load_frame(tricorn_context *context, tg_ahead *ahead)
{
    tg_frame frame;
    bool found = false;
    tg_source *source = ahead->source;
    const tricorn_status status = find_frame(context, ahead, &frame, &found);
    if (status != TRICORN_OK || !found) {
        /* If memory does not suffice to find a frame, the rest is decoded as a stream. */
        if (status != TRICORN_OUT_OF_MEMORY) ahead->failure = status;
        return (fed){.over = true};
    }
    if (ahead->buffers == 0) ahead->buffers = choose_buffers(ahead, &frame);
    buffer *own = buffer_of(ahead, ahead->tail);
    if (!prepare_buffer(context, ahead, own, &frame)) return (fed){0};
    memcpy(own->raw, source->bytes + source->begin, frame.bytes);
    source->begin += frame.bytes;
    own->raw_count = frame.bytes;
    own->state = DECODING;
    return (fed){.own = own};
}

static fed decode_stream(tricorn_context *context, tg_ahead *ahead)
{
    const tg_source *source = ahead->source;
    buffer *own = buffer_of(ahead, ahead->tail);
    if (!grow(context, ahead, &own->content, &own->content_room, STREAM_BYTES)) return (fed){0};
    const uint64_t before = source->position - tg_source_count(source);
    tg_read_buffer to = {.bytes = own->content, .room = STREAM_BYTES};
    ahead->failure = tg_decoder_read(context, ahead->decoder, ahead->source, &to);
    if (ahead->failure != TRICORN_OK) return (fed){.over = true};
    own->content_count = to.count;
    own->raw_count = source->position - tg_source_count(source) - before;
    own->state = READY;
    const bool any = own->content_count > 0 || own->raw_count > 0;
    return (fed){.own = any ? own : NULL, .over = own->content_count < STREAM_BYTES};
}

/* ---- with the lock held ---- */

static void decode_frame(tricorn_context *context, tg_ahead *ahead, buffer *own)
{
    pthread_mutex_unlock(&ahead->lock);
    tg_codec_step step = {own->raw, own->raw_count, own->content, own->content_room};
    const bool good = ahead->decoder->frames->decode(context, own->worker, &step);
    pthread_mutex_lock(&ahead->lock);
    own->content_count = own->content_room - step.out_room;
    own->state = good ? READY : FAILED;
    pthread_cond_broadcast(&ahead->changed);
}

/* Takes a turn at the source, if the ring has a free buffer and no other thread reads the
 * source. Returns true if the state has changed; the lock was released meanwhile. */
static bool feed(tricorn_context *context, tg_ahead *ahead)
{
    const bool frames = ahead->form == FRAMES;
    if (ahead->feeding || (!frames && ahead->form != STREAM)) return false;
    if (ahead->buffers > 0 && ahead->tail - ahead->head == ahead->buffers) return false;
    ahead->feeding = true;
    pthread_mutex_unlock(&ahead->lock);
    const fed got = frames ? load_frame(context, ahead) : decode_stream(context, ahead);
    pthread_mutex_lock(&ahead->lock);
    ahead->feeding = false;
    const bool any = got.own != NULL;
    /* If memory does not suffice for one more buffer, the buffers in the ring are enough. */
    const bool no_room = !any && !got.over, stuck = no_room && ahead->head == ahead->tail;
    if (any) ahead->tail++;
    if (got.over || stuck) ahead->form = frames ? FRAMES_OVER : stuck ? NO_MEMORY : ENDED;
    pthread_cond_broadcast(&ahead->changed);
    if (any && frames) decode_frame(context, ahead, got.own);
    return !no_room || stuck;
}

bool tg_ahead_help(tricorn_context *context, tg_ahead *ahead)
{
    pthread_mutex_lock(&ahead->lock);
    const bool done = feed(context, ahead);
    pthread_mutex_unlock(&ahead->lock);
    return done;
}

/* ---- the reader, with the lock held ---- */

static tricorn_status wait_for_change(tricorn_context *context, tg_ahead *ahead)
{
    tg_wait_briefly(&ahead->changed, &ahead->lock);
    return tg_work_add(context, 0) ? tg_check_cancelled(context) : TRICORN_OK;
}

/* Waits until no thread reads the source or decodes a buffer. */
static tricorn_status settle(tricorn_context *context, tg_ahead *ahead)
{
    tricorn_status status = TRICORN_OK;
    while (status == TRICORN_OK && ahead->feeding) status = wait_for_change(context, ahead);
    for (uint64_t n = ahead->head; n < ahead->tail; n++)
        while (status == TRICORN_OK && buffer_of(ahead, n)->state == DECODING) status = wait_for_change(context, ahead);
    return status;
}

/* Returns all frames in the ring to the source, so that the stream decoder reads them: the frame
 * at the head is damaged, or its content has not the size that it states. */
static tricorn_status return_frames(tricorn_context *context, tg_ahead *ahead)
{
    tg_source *source = ahead->source;
    unsigned char *joined = NULL;
    ahead->form = FRAMES_OVER;
    tricorn_status status = settle(context, ahead);
    const size_t left = tg_source_count(source);
    size_t bytes = left;
    for (uint64_t n = ahead->head; n < ahead->tail; n++) bytes += buffer_of(ahead, n)->raw_count;
    if (status == TRICORN_OK) status = TG_ALLOC(context, bytes, &joined);
    if (status != TRICORN_OK) return status;
    unsigned char *to = joined;
    for (; ahead->head < ahead->tail; ahead->head++) {
        const buffer *frame = buffer_of(ahead, ahead->head);
        memcpy(to, frame->raw, frame->raw_count);
        to += frame->raw_count;
    }
    if (left > 0) memcpy(to, source->bytes + source->begin, left);
    tg_free(source->bytes);
    source->bytes = joined;
    source->begin = 0;
    source->end = source->room = bytes;
    return TRICORN_OK;
}

/* Copies content to the reader. The lock is released meanwhile, because no other thread changes the head. */
static size_t copy_out(tg_ahead *ahead, unsigned char *to, size_t room)
{
    const buffer *own = buffer_of(ahead, ahead->head);
    size_t count = own->content_count - ahead->copied;
    if (count > room) count = room;
    pthread_mutex_unlock(&ahead->lock);
    if (count > 0) memcpy(to, own->content + ahead->copied, count);
    pthread_mutex_lock(&ahead->lock);
    ahead->copied += count;
    if (ahead->copied == own->content_count) {
        ahead->consumed += own->raw_count;
        ahead->copied = 0;
        ahead->head++;
    }
    return count;
}

/* Begins to decode the rest as a stream; the ring must be empty, and no thread may read the
 * source. Returns false at the end of the content. */
static bool begin_stream(tg_ahead *ahead)
{
    if (ahead->failure != TRICORN_OK || ahead->form != FRAMES_OVER) return false;
    if (ahead->consumed > 0) ahead->decoder->follow(ahead->decoder);
    ahead->form = STREAM;
    ahead->buffers = few_buffers(ahead);
    return true;
}

static tricorn_status read_ring(tricorn_context *context, tg_ahead *ahead, tg_read_buffer *to)
{
    size_t done = 0;
    tricorn_status status = TRICORN_OK;
    while (status == TRICORN_OK && done < to->room) {
        const bool any = ahead->head < ahead->tail;
        const buffer_state state = any ? buffer_of(ahead, ahead->head)->state : DECODING;
        if (state == READY)
            done += copy_out(ahead, (unsigned char *)to->bytes + done, to->room - done);
        else if (state == FAILED)
            status = return_frames(context, ahead);
        else if (feed(context, ahead))
            continue;
        else if (any ? buffer_of(ahead, ahead->head)->state == DECODING : ahead->feeding)
            status = wait_for_change(context, ahead);
        else if (!any && !begin_stream(ahead))
            break;
    }
    to->count = done;
    return status == TRICORN_OK && done < to->room ? ahead->failure : status;
}

tricorn_status tg_ahead_read(tricorn_context *context, tg_ahead *ahead, tg_read_buffer *to, bool *over)
{
    pthread_mutex_lock(&ahead->lock);
    const tricorn_status status = read_ring(context, ahead, to);
    *over = ahead->form == NO_MEMORY && ahead->head == ahead->tail;
    pthread_mutex_unlock(&ahead->lock);
    return status;
}
