/* ahead.c - compressed content, decoded ahead of its reader by threads that would wait.
 *
 * Decoded content is in a ring of slots, in its order.  One thread at a time is at the source
 * (`feeding`): it finds a unit there, copies its bytes into a slot, and then decodes it beside
 * other threads.  If the source has no unit, or a bad one, the rest is decoded as a stream, one
 * slot at a time, by the thread at the source.  So the stream decoder reports all faults of a
 * file, in the order of the content.
 *
 * The lock is held only to read and change the state: never while reading, decoding or copying.
 */
#include "io/bytes/ahead.h"

#include <pthread.h>
#include <string.h>

#include "base/memory.h"
#include "base/parallel.h"

enum {
    SLOTS_A_THREAD = 4, /* several small units make a piece of the size that a reader takes */
    SLOTS_MOST = 256,
    LARGE_UNIT = 1 << 20, /* of such slots two more than threads are enough */
    SPARE_SLOTS = 2,
    STREAM_BYTES = 1 << 18, /* of a stream, in a slot: the piece that a parser takes at once */
    /* The ring takes one part in so many of the memory that may still be allocated. */
    MEMORY_SHARE = 4,
    RING_BYTES_MOST = 1 << 30,
};

typedef enum slot_state { DECODING, READY, FAILED } slot_state;

typedef struct slot {
    slot_state state;
    unsigned char *raw, *content;
    size_t raw_count, content_count; /* for a stream only the count of its raw bytes is known */
    size_t raw_room, content_room;
    void *worker;
} slot;

typedef enum stage {
    UNITS,      /* the source may still have units */
    UNITS_OVER, /* after the units in the ring, the rest is decoded as a stream */
    STREAM,
    ENDED,
    NO_MEMORY /* no memory, not even for one slot */
} stage;

struct tg_ahead {
    tg_decoder *decoder;
    tg_source *source;
    size_t threads, slots_made;
    uint64_t bytes_most;

    pthread_mutex_t lock; /* for all that follows */
    pthread_cond_t changed;
    stage stage;
    bool feeding; /* a thread is at the source: the members below but `head` belong to it */
    size_t slots; /* slots in use; 0: no unit was found yet */
    uint64_t tail, head;    /* units from head to tail are in the ring, number n in n % slots */
    tricorn_status failure; /* what follows the tail */
    uint64_t bytes;         /* memory of the slots */

    size_t given;      /* bytes of slot `head` already given; only for the reader */
    uint64_t consumed; /* only the reader's */
    slot ring[];
};

tricorn_status tg_ahead_create(tricorn_context *context, tg_decoder *decoder, tg_source *source,
                               tg_ahead **ahead)
{
    tg_ahead *made = NULL;
    const uint64_t wanted = (uint64_t)context->threads * SLOTS_A_THREAD;
    const size_t slots = wanted < SLOTS_MOST ? (size_t)wanted : SLOTS_MOST;
    const tricorn_status status =
        tg_alloc_zero(context, 1, sizeof *made + slots * sizeof(slot), (void **)&made);
    if (status != TRICORN_OK) return status;
    made->decoder = decoder;
    made->source = source;
    made->threads = context->threads;
    made->slots_made = slots;
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
    for (size_t i = 0; i < ahead->slots_made; i++) {
        tg_free(ahead->ring[i].raw);
        tg_free(ahead->ring[i].content);
        if (ahead->ring[i].worker) ahead->decoder->units->free(ahead->ring[i].worker);
    }
    pthread_cond_destroy(&ahead->changed);
    pthread_mutex_destroy(&ahead->lock);
    tg_free(ahead);
}

static slot *slot_of(tg_ahead *ahead, uint64_t number)
{
    return &ahead->ring[number % ahead->slots];
}

uint64_t tg_ahead_consumed(const tg_ahead *ahead)
{
    return ahead->consumed;
}

/* ---- at the source, without the lock --------------------------------------------------------
 */

/* If one unit were the whole content, one thread would decode it before any other could begin. */
static tricorn_status is_alone(tricorn_context *context, tg_ahead *ahead, const tg_unit *unit,
                               bool *alone)
{
    *alone = false;
    if (ahead->tail > 0) return TRICORN_OK;
    const tricorn_status status = tg_source_fill(context, ahead->source, unit->bytes + 1);
    if (status == TRICORN_OK) *alone = tg_source_count(ahead->source) == unit->bytes;
    return status;
}

/* Looks at the next bytes of the source; *found is false if they are no unit. */
static tricorn_status find_unit(tricorn_context *context, tg_ahead *ahead, tg_unit *unit,
                                bool *found)
{
    tg_source *source = ahead->source;
    size_t least = 1;
    *found = false;
    for (;;) {
        bool alone;
        tricorn_status status = tg_source_fill(context, source, least);
        const size_t count = tg_source_count(source);
        if (status != TRICORN_OK || count < least) return status;
        switch (ahead->decoder->units->find(source->bytes + source->begin, count, unit)) {
        case TG_UNIT_NONE: return TRICORN_OK;
        case TG_UNIT_MORE: least = unit->bytes; break;
        case TG_UNIT_FOUND:
            status = is_alone(context, ahead, unit, &alone);
            *found = status == TRICORN_OK && !alone;
            return status;
        }
    }
}

static bool grow(tricorn_context *context, tg_ahead *ahead, unsigned char **bytes, size_t *room,
                 size_t least)
{
    if (least <= *room) return true;
    if (ahead->bytes + (least - *room) > ahead->bytes_most) return false;
    tg_free(*bytes); /* its content is no longer needed */
    *bytes = NULL;
    ahead->bytes -= *room;
    *room = 0;
    if (TG_ALLOC(context, least, bytes) != TRICORN_OK) return false;
    *room = least;
    ahead->bytes += least;
    return true;
}

static size_t few_slots(const tg_ahead *ahead)
{
    const size_t few = ahead->threads + SPARE_SLOTS;
    return few < ahead->slots_made ? few : ahead->slots_made;
}

/* By the size of the first unit; the others are similar. */
static size_t choose_slots(const tg_ahead *ahead, const tg_unit *unit)
{
    const uint64_t bytes = unit->bytes + unit->content, fit = ahead->bytes_most / (bytes + 1);
    size_t slots = bytes < LARGE_UNIT ? ahead->slots_made : few_slots(ahead);
    if (fit < slots) slots = (size_t)fit;
    return slots > 0 ? slots : 1;
}

static bool prepare_slot(tricorn_context *context, tg_ahead *ahead, slot *own,
                         const tg_unit *unit)
{
    return grow(context, ahead, &own->raw, &own->raw_room, unit->bytes) &&
           grow(context, ahead, &own->content, &own->content_room, unit->content) &&
           (own->worker || ahead->decoder->units->create(context, &own->worker) == TRICORN_OK);
}

/* The result of a look at the source. */
typedef struct fed {
    slot *own; /* the slot at the tail, if it was filled */
    bool over; /* the source has no more units, or no more content */
} fed;

static fed take_unit(tricorn_context *context, tg_ahead *ahead)
{
    tg_unit unit;
    bool found = false;
    tg_source *source = ahead->source;
    const tricorn_status status = find_unit(context, ahead, &unit, &found);
    if (status != TRICORN_OK || !found) {
        /* With too little memory to find a unit the decoder goes on as a stream. */
        if (status != TRICORN_OUT_OF_MEMORY) ahead->failure = status;
        return (fed){.over = true};
    }
    if (ahead->slots == 0) ahead->slots = choose_slots(ahead, &unit);
    slot *own = slot_of(ahead, ahead->tail);
    if (!prepare_slot(context, ahead, own, &unit)) return (fed){0};
    memcpy(own->raw, source->bytes + source->begin, unit.bytes);
    source->begin += unit.bytes;
    own->raw_count = unit.bytes;
    own->state = DECODING;
    return (fed){.own = own};
}

static fed take_stream(tricorn_context *context, tg_ahead *ahead)
{
    const tg_source *source = ahead->source;
    slot *own = slot_of(ahead, ahead->tail);
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

/* ---- with the lock held ---------------------------------------------------------------------
 */

static void decode_unit(tricorn_context *context, tg_ahead *ahead, slot *own)
{
    pthread_mutex_unlock(&ahead->lock);
    tg_codec_step step = {own->raw, own->raw_count, own->content, own->content_room};
    const bool good = ahead->decoder->units->decode(context, own->worker, &step);
    pthread_mutex_lock(&ahead->lock);
    own->content_count = own->content_room - step.out_room;
    own->state = good ? READY : FAILED;
    pthread_cond_broadcast(&ahead->changed);
}

/* Goes to the source, if that helps and no other thread is there.  True if anything has changed;
 * the lock was released meanwhile. */
static bool feed(tricorn_context *context, tg_ahead *ahead)
{
    const bool units = ahead->stage == UNITS;
    if (ahead->feeding || (!units && ahead->stage != STREAM)) return false;
    if (ahead->slots > 0 && ahead->tail - ahead->head == ahead->slots) return false;
    ahead->feeding = true;
    pthread_mutex_unlock(&ahead->lock);
    const fed got = units ? take_unit(context, ahead) : take_stream(context, ahead);
    pthread_mutex_lock(&ahead->lock);
    ahead->feeding = false;
    const bool any = got.own != NULL;
    /* Without room for one more slot, the slots in the ring are enough. */
    const bool no_room = !any && !got.over, stuck = no_room && ahead->head == ahead->tail;
    if (any) ahead->tail++;
    if (got.over || stuck) ahead->stage = units ? UNITS_OVER : stuck ? NO_MEMORY : ENDED;
    pthread_cond_broadcast(&ahead->changed);
    if (any && units) decode_unit(context, ahead, got.own);
    return !no_room || stuck;
}

bool tg_ahead_help(tricorn_context *context, tg_ahead *ahead)
{
    pthread_mutex_lock(&ahead->lock);
    const bool done = feed(context, ahead);
    pthread_mutex_unlock(&ahead->lock);
    return done;
}

/* ---- the reader, with the lock held ---------------------------------------------------------
 */

static tricorn_status wait_for_change(tricorn_context *context, tg_ahead *ahead)
{
    tg_wait_briefly(&ahead->changed, &ahead->lock);
    return tg_work_add(context, 0) ? tg_check_cancelled(context) : TRICORN_OK;
}

/* Waits until no thread works on a slot. */
static tricorn_status settle(tricorn_context *context, tg_ahead *ahead)
{
    tricorn_status status = TRICORN_OK;
    while (status == TRICORN_OK && ahead->feeding) status = wait_for_change(context, ahead);
    for (uint64_t n = ahead->head; n < ahead->tail; n++)
        while (status == TRICORN_OK && slot_of(ahead, n)->state == DECODING)
            status = wait_for_change(context, ahead);
    return status;
}

/* The unit at the head is damaged or has another size than announced: all units in the ring go
 * back to the source, for the stream decoder. */
static tricorn_status give_back(tricorn_context *context, tg_ahead *ahead)
{
    tg_source *source = ahead->source;
    unsigned char *joined = NULL;
    ahead->stage = UNITS_OVER;
    tricorn_status status = settle(context, ahead);
    const size_t left = tg_source_count(source);
    size_t bytes = left;
    for (uint64_t n = ahead->head; n < ahead->tail; n++) bytes += slot_of(ahead, n)->raw_count;
    if (status == TRICORN_OK) status = TG_ALLOC(context, bytes, &joined);
    if (status != TRICORN_OK) return status;
    unsigned char *to = joined;
    for (; ahead->head < ahead->tail; ahead->head++) {
        const slot *unit = slot_of(ahead, ahead->head);
        memcpy(to, unit->raw, unit->raw_count);
        to += unit->raw_count;
    }
    if (left > 0) memcpy(to, source->bytes + source->begin, left);
    tg_free(source->bytes);
    source->bytes = joined;
    source->begin = 0;
    source->end = source->room = bytes;
    return TRICORN_OK;
}

/* Copies without the lock: only the reader advances the head. */
static size_t give(tg_ahead *ahead, unsigned char *to, size_t room)
{
    const slot *own = slot_of(ahead, ahead->head);
    size_t count = own->content_count - ahead->given;
    if (count > room) count = room;
    pthread_mutex_unlock(&ahead->lock);
    if (count > 0) memcpy(to, own->content + ahead->given, count);
    pthread_mutex_lock(&ahead->lock);
    ahead->given += count;
    if (ahead->given == own->content_count) {
        ahead->consumed += own->raw_count;
        ahead->given = 0;
        ahead->head++;
    }
    return count;
}

/* The ring is empty and no thread is at the source: enters the next stage.  False at the end of
 * the content. */
static bool go_on(tg_ahead *ahead)
{
    if (ahead->failure != TRICORN_OK || ahead->stage != UNITS_OVER) return false;
    if (ahead->consumed > 0) ahead->decoder->follow(ahead->decoder);
    ahead->stage = STREAM;
    ahead->slots = few_slots(ahead);
    return true;
}

static tricorn_status read_ring(tricorn_context *context, tg_ahead *ahead, tg_read_buffer *to)
{
    size_t done = 0;
    tricorn_status status = TRICORN_OK;
    while (status == TRICORN_OK && done < to->room) {
        const bool any = ahead->head < ahead->tail;
        const slot_state state = any ? slot_of(ahead, ahead->head)->state : DECODING;
        if (state == READY)
            done += give(ahead, (unsigned char *)to->bytes + done, to->room - done);
        else if (state == FAILED)
            status = give_back(context, ahead);
        else if (feed(context, ahead))
            continue;
        else if (any ? slot_of(ahead, ahead->head)->state == DECODING : ahead->feeding)
            status = wait_for_change(context, ahead);
        else if (!any && !go_on(ahead))
            break;
    }
    to->count = done;
    return status == TRICORN_OK && done < to->room ? ahead->failure : status;
}

tricorn_status tg_ahead_read(tricorn_context *context, tg_ahead *ahead, tg_read_buffer *to,
                             bool *over)
{
    pthread_mutex_lock(&ahead->lock);
    const tricorn_status status = read_ring(context, ahead, to);
    *over = ahead->stage == NO_MEMORY && ahead->head == ahead->tail;
    pthread_mutex_unlock(&ahead->lock);
    return status;
}
