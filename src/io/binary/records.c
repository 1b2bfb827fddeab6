/* records.c - reads binary content: bytes, numbers, and records (these with all threads).
 *
 * - In a flat file, each thread reads its next chunk with a positioned read, and waits for no
 *   other thread.
 * - A stream is read in order: one thread reads the next chunk while the other threads use
 *   theirs.
 */
#include "io/binary/records.h"

#include <inttypes.h>
#include <omp.h>
#include <pthread.h>
#include <stdatomic.h>

#include "base/memory.h"
#include "base/parallel.h"

enum {
    /* The bytes of a chunk: large enough that system calls cost hardly any time, and small
     * enough for the second-level cache and for several chunks per thread. */
    CHUNK_BYTES = 1 << 20,
    SKIP_BYTES = 1 << 16,
};

size_t tg_record_chunk_bytes = CHUNK_BYTES;

/* ---- bytes ---- */

tg_bytes tg_bytes_of(tg_input *input)
{
    return (tg_bytes){
      .name = tg_input_name(input),
      .at = tg_input_is_flat(input) ? tg_input_consumed(input) : 0,
      .size = tg_input_is_flat(input) ? tg_input_size(input) : TG_SIZE_UNKNOWN,
      .input = input,
    };
}

static bool is_flat(const tg_bytes *from)
{
    return from->input != NULL && tg_input_is_flat(from->input);
}

static tricorn_status read_on(tricorn_context *context, tg_bytes *from, void *bytes, size_t room, size_t *count)
{
    tricorn_status status;
    if (is_flat(from)) {
        const uint64_t left = from->size - from->at;
        *count = left < room ? (size_t)left : room;
        status = tg_input_read_at(context, from->input, from->at, bytes, *count);
    } else {
        status = from->input ? tg_input_read(context, from->input, bytes, room, count)
                             : from->read(context, from->user, bytes, room, count);
    }
    if (status == TRICORN_OK) from->at += *count;
    return status;
}

static tricorn_status is_cut(tricorn_context *context, const tg_bytes *from, const char *what)
{
    return tg_fail(context, TRICORN_BAD_FORMAT,
      "%s: ends at byte %" PRIu64 ", within its %s: the file is cut, or it is of "
      "another format",
      from->name, from->at, what);
}

tricorn_status tg_bytes_read(tricorn_context *context, tg_bytes *from, void *bytes, size_t count, const char *what)
{
    size_t got = 0;
    TG_DO(read_on(context, from, bytes, count, &got));
    return got == count ? TRICORN_OK : is_cut(context, from, what);
}

tricorn_status tg_bytes_require(
  tricorn_context *context, const tg_bytes *from, uint64_t count, size_t size, const char *what)
{
    uint64_t bytes, end;
    if (__builtin_mul_overflow(count, (uint64_t)size, &bytes) || __builtin_add_overflow(from->at, bytes, &end) ||
        end > INT64_MAX)
        return tg_fail(context, TRICORN_BAD_FORMAT,
          "%s: its header says %" PRIu64 " %s of %zu bytes, which no file can hold: "
          "it is damaged, or of another format",
          from->name, count, what, size);
    if (from->size != TG_SIZE_UNKNOWN && end > from->size)
        return tg_fail(context, TRICORN_BAD_FORMAT,
          "%s: its %" PRIu64 " %s of %zu bytes would end at byte %" PRIu64 ", but the file has %" PRIu64
          " bytes: it is cut, or of another format",
          from->name, count, what, size, end, from->size);
    return TRICORN_OK;
}

tricorn_status tg_bytes_skip(tricorn_context *context, tg_bytes *from, uint64_t count, const char *what)
{
    tricorn_status status = TRICORN_OK;
    char *buffer = NULL;
    if (is_flat(from)) {
        from->at += count;
        return TRICORN_OK;
    }
    TG_TRY(TG_ALLOC(context, SKIP_BYTES, &buffer));
    while (count > 0) {
        const size_t some = count < SKIP_BYTES ? count : SKIP_BYTES;
        TG_TRY(tg_bytes_read(context, from, buffer, some, what));
        count -= some;
    }

cleanup:
    tg_free(buffer);
    return status;
}

tricorn_status tg_bytes_ended(tricorn_context *context, tg_bytes *from, bool *ended)
{
    char byte;
    size_t got = 0;
    const tricorn_status status = read_on(context, from, &byte, sizeof byte, &got);
    if (status == TRICORN_OK) *ended = got == 0;
    return status;
}

tricorn_status tg_bytes_end(tricorn_context *context, tg_bytes *from, const char *what)
{
    const uint64_t end = from->at;
    bool ended = false;
    const tricorn_status status = tg_bytes_ended(context, from, &ended);
    if (status != TRICORN_OK || ended) return status;
    return tg_fail(context, TRICORN_BAD_FORMAT,
      "%s: goes on at byte %" PRIu64 ", behind its %s: its header is damaged, or it "
      "is of another format",
      from->name, end, what);
}

/* ---- records ---- */

/* The state of one reading, which all threads share. */
typedef struct run {
    tricorn_context *context;
    tg_bytes *from;
    const tg_records *records;
    uint64_t start; /* the offset of the first record */
    uint64_t per_chunk;
    /* The number of records, if the content is flat or its header states it; otherwise TG_SIZE_UNKNOWN. */
    uint64_t count;

    _Atomic int failure;
    atomic_bool stop;
    _Atomic uint64_t next; /* for flat content: the number of the next chunk */

    pthread_mutex_t lock; /* protects the following members */
    tg_record_fault fault;
    uint64_t done; /* for streams: how many records were read */
    bool ended;
} run;

static void fail(run *job, tricorn_status status)
{
    tg_keep_failure(&job->failure, status);
    atomic_store(&job->stop, true);
}

/* Passes a chunk to the user, and keeps the first fault. Chunks are taken in order, so all
 * chunks before one with a fault are used, too. */
static void use(run *job, const tg_record_chunk *chunk)
{
    tg_record_fault fault = {0};
    const tricorn_status status = job->records->use(job->context, job->records->user, chunk, &fault);
    if (status != TRICORN_OK) fail(job, status);
    if (fault.error != NULL) {
        pthread_mutex_lock(&job->lock);
        if (job->fault.error == NULL || fault.record < job->fault.record) job->fault = fault;
        pthread_mutex_unlock(&job->lock);
        atomic_store(&job->stop, true);
    }
    if (tg_work_add(job->context, chunk->count * job->records->size)) atomic_store(&job->stop, true);
}

static void run_flat(run *job, unsigned char *buffer, uint32_t thread)
{
    const size_t size = job->records->size;
    while (!atomic_load(&job->stop)) {
        const uint64_t first = atomic_fetch_add(&job->next, 1) * job->per_chunk;
        if (first >= job->count) break;
        const uint64_t left = job->count - first;
        const tg_record_chunk chunk = {buffer, first, left < job->per_chunk ? left : job->per_chunk, thread};
        const tricorn_status status =
          tg_input_read_at(job->context, job->from->input, job->start + first * size, buffer, chunk.count * size);
        if (status == TRICORN_OK)
            use(job, &chunk);
        else
            fail(job, status);
    }
}

/* Reads the next chunk of a stream, while the caller holds the lock; returns false at the end. */
static bool next_chunk(run *job, unsigned char *buffer, tg_record_chunk *chunk)
{
    const size_t size = job->records->size;
    const uint64_t left = job->count - job->done;
    const uint64_t wanted = left < job->per_chunk ? left : job->per_chunk;
    size_t got = 0;
    if (job->ended || wanted == 0 || atomic_load(&job->stop)) return false;
    tricorn_status status = read_on(job->context, job->from, buffer, wanted * size, &got);
    job->ended = got < wanted * size;
    if (status == TRICORN_OK && job->ended && (job->count != TG_SIZE_UNKNOWN || got % size != 0))
        status = is_cut(job->context, job->from, job->records->what);
    if (status != TRICORN_OK) fail(job, status);
    chunk->first = job->done;
    chunk->count = got / size;
    job->done += chunk->count;
    return status == TRICORN_OK && chunk->count > 0;
}

static void run_stream(run *job, unsigned char *buffer, uint32_t thread)
{
    for (;;) {
        tg_record_chunk chunk = {.bytes = buffer, .thread = thread};
        tg_input_lock(job->context, job->from->input, &job->lock);
        const bool more = next_chunk(job, buffer, &chunk);
        pthread_mutex_unlock(&job->lock);
        if (!more) break;
        use(job, &chunk);
    }
}

static void run_threads(run *job, bool flat, uint32_t threads)
{
#pragma omp parallel num_threads((int)threads)
    {
        unsigned char *buffer = NULL;
        const tricorn_status status = TG_ALLOC(job->context, job->per_chunk * job->records->size, &buffer);
        if (status != TRICORN_OK)
            fail(job, status);
        else if (flat)
            run_flat(job, buffer, (uint32_t)omp_get_thread_num());
        else
            run_stream(job, buffer, (uint32_t)omp_get_thread_num());
        tg_free(buffer);
    }
}

static tricorn_status conclude(run *job)
{
    const tricorn_status failure = (tricorn_status)atomic_load(&job->failure);
    if (failure != TRICORN_OK) return failure;
    if (job->fault.error != NULL)
        return tg_fail(job->context, TRICORN_BAD_FORMAT, "%s: byte %" PRIu64 ": %" PRId64 " %s", job->from->name,
          job->start + job->fault.record * job->records->size + job->fault.byte, job->fault.value, job->fault.error);
    return tg_check_cancelled(job->context);
}

static tricorn_status count_flat(
  tricorn_context *context, const tg_bytes *from, const tg_records *records, uint64_t *count)
{
    const uint64_t left = from->size - from->at;
    *count = left / records->size;
    if (left % records->size == 0) return TRICORN_OK;
    return tg_fail(context, TRICORN_BAD_FORMAT,
      "%s: its %" PRIu64 " bytes from byte %" PRIu64 " on are not a whole number of %s "
      "of %zu bytes: the file is cut, or of another format",
      from->name, left, from->at, records->what, records->size);
}

tricorn_status tg_records_read(tricorn_context *context, tg_bytes *from, const tg_records *records, uint64_t *count)
{
    const bool flat = is_flat(from);
    uint32_t threads = context->threads;
    run job = {.context = context, .from = from, .records = records, .start = from->at, .count = records->count};
    tricorn_status status = TRICORN_OK;

    job.per_chunk = tg_record_chunk_bytes / records->size;
    if (job.per_chunk == 0) job.per_chunk = 1;
    if (flat && job.count == TG_SIZE_UNKNOWN) status = count_flat(context, from, records, &job.count);
    if (status != TRICORN_OK) return status;
    const uint64_t chunks = job.count / job.per_chunk + (job.count % job.per_chunk != 0);
    if (threads > chunks) threads = (uint32_t)chunks;
    pthread_mutex_init(&job.lock, NULL);
    if (threads > 0) run_threads(&job, flat, threads);
    pthread_mutex_destroy(&job.lock);
    status = conclude(&job);
    if (status != TRICORN_OK) return status;
    if (flat) {
        from->at += job.count * records->size;
        job.done = job.count;
    }
    if (count) *count = job.done;
    return TRICORN_OK;
}

/* ---- numbers ---- */

/* The numbers that were read; for a stream, their memory grows. */
typedef struct number_reading {
    uint64_t *numbers;
    const tg_numbers *wanted;
    uint64_t done, room;
} number_reading;

static void decode(uint64_t *to, const unsigned char *bytes, uint64_t count, unsigned width)
{
    if (width == sizeof(uint32_t))
        for (uint64_t i = 0; i < count; i++) to[i] = tg_get32(bytes + i * sizeof(uint32_t));
    else
        for (uint64_t i = 0; i < count; i++) to[i] = tg_get64(bytes + i * sizeof(uint64_t));
}

static tricorn_status use_numbers(
  tricorn_context *context, void *user, const tg_record_chunk *chunk, tg_record_fault *fault)
{
    const number_reading *job = user;
    (void)context;
    (void)fault;
    decode(job->numbers + chunk->first, chunk->bytes, chunk->count, job->wanted->width);
    return TRICORN_OK;
}

static tricorn_status numbers_flat(
  tricorn_context *context, tg_bytes *from, const tg_numbers *wanted, uint64_t **numbers)
{
    TG_DO(TG_ALLOC(context, wanted->count + wanted->extra, numbers));
    number_reading job = {.numbers = *numbers, .wanted = wanted};
    const tg_records records = {
      .what = wanted->what, .count = wanted->count, .size = wanted->width, .user = &job, .use = use_numbers};
    return tg_records_read(context, from, &records, NULL);
}

static tricorn_status each_numbers(
  tricorn_context *context, tg_bytes *from, const tg_numbers *wanted, tg_numbers_use *hand_on, void *user)
{
    tricorn_status status = TRICORN_OK;
    uint64_t done = 0;
    unsigned char *buffer = NULL;
    const uint64_t most = tg_record_chunk_bytes / wanted->width + 1;

    TG_TRY(TG_ALLOC(context, most * wanted->width, &buffer));
    do {
        const uint64_t left = wanted->count - done, some = left < most ? left : most;
        TG_TRY(tg_bytes_read(context, from, buffer, some * wanted->width, wanted->what));
        TG_TRY(hand_on(context, user, buffer, some));
        done += some;
        if (tg_work_add(context, some * wanted->width)) TG_TRY(tg_check_cancelled(context));
    } while (done < wanted->count);

cleanup:
    tg_free(buffer);
    return status;
}

/* Appends the next numbers of a stream; memory grows only with numbers that were really read. */
static tricorn_status append_numbers(tricorn_context *context, void *user, const unsigned char *bytes, uint64_t count)
{
    number_reading *job = user;
    const uint64_t least = job->done + count + job->wanted->extra;
    if (least > job->room) {
        const uint64_t grown = job->room + job->room / 2, room = least > grown ? least : grown;
        TG_DO(TG_REALLOC(context, room, &job->numbers));
        job->room = room;
    }
    decode(job->numbers + job->done, bytes, count, job->wanted->width);
    job->done += count;
    return TRICORN_OK;
}

static tricorn_status numbers_stream(
  tricorn_context *context, tg_bytes *from, const tg_numbers *wanted, uint64_t **numbers)
{
    number_reading job = {.wanted = wanted};
    const tricorn_status status = each_numbers(context, from, wanted, append_numbers, &job);
    *numbers = job.numbers;
    return status;
}

tricorn_status tg_numbers_each(
  tricorn_context *context, tg_bytes *from, const tg_numbers *wanted, tg_numbers_use *hand_on, void *user)
{
    TG_DO(tg_bytes_require(context, from, wanted->count, wanted->width, wanted->what));
    return each_numbers(context, from, wanted, hand_on, user);
}

tricorn_status tg_numbers_read(tricorn_context *context, tg_bytes *from, const tg_numbers *wanted, uint64_t **numbers)
{
    tricorn_status status = TRICORN_OK;
    uint64_t *made = NULL;

    TG_TRY(tg_bytes_require(context, from, wanted->count, wanted->width, wanted->what));
    TG_TRY(is_flat(from) ? numbers_flat(context, from, wanted, &made) : numbers_stream(context, from, wanted, &made));
    for (uint64_t i = 0; i < wanted->extra; i++) made[wanted->count + i] = 0;
    *numbers = made;
    made = NULL;

cleanup:
    tg_free(made);
    return status;
}

/* ---- records that are edges ---- */

static size_t edge_bytes(const tg_edges *edges)
{
    return edges->wide ? sizeof(tg_wide_edge) : sizeof(tg_edge);
}

tricorn_status tg_record_edges_create(
  tricorn_context *context, const tg_bytes *from, uint64_t count, tg_edges *edges, tg_record_edges *to)
{
    const bool wide = edges->wide;
    const bool fits = edges->spill == NULL || count <= edges->spill->room_bytes / edge_bytes(edges);
    *to = (tg_record_edges){edges, is_flat(from) && count != TG_SIZE_UNKNOWN && fits};
    tricorn_status status = tg_edges_create(context, to->in_place ? 1 : context->threads, edges);
    if (status != TRICORN_OK) return status;
    edges->wide = wide;
    if (!to->in_place) return TRICORN_OK;
    status = tg_edge_part_reserve(context, &edges->parts[0], count, edge_bytes(edges));
    if (status == TRICORN_OK) edges->parts[0].count = count;
    return status;
}

tricorn_status tg_record_edges_room(
  tricorn_context *context, const tg_record_edges *to, const tg_record_chunk *chunk, void **room)
{
    const size_t size = edge_bytes(to->edges);
    if (to->in_place) {
        *room = (char *)to->edges->parts[0].edges + chunk->first * size;
        return TRICORN_OK;
    }
    tg_edge_part *part = &to->edges->parts[chunk->thread];
    TG_DO(tg_edge_part_reserve(context, part, chunk->count, size));
    *room = (char *)part->edges + part->count * size;
    part->count += chunk->count;
    return TRICORN_OK;
}
