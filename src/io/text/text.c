/* text.c - cuts text into chunks of whole lines and hands them to all threads.
 *
 * Why it is fast:
 * - A flat file is cut at multiples of the chunk size, and a line belongs to the chunk in which
 *   it begins.  So each thread finds its lines without the others and waits for none.
 * - A chunk is read into a buffer that stays in the cache of its core, and is parsed from it.
 * - A stream is read in its order: one thread reads (and decompresses) the next chunk while the
 *   others parse theirs.  Threads that wait for their turn decode ahead (ahead.h).
 */
#include "io/text/text.h"

#include <omp.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

#include "base/memory.h"
#include "base/parallel.h"
#include "base/portable.h"
#include "io/text/lines.h"

enum {
    /* With its edges (8 bytes each) a chunk fits into a core's second-level cache; compared with
     * its parsing, the system call and the search for its ends cost little. */
    CHUNK_BYTES = 1 << 18,
    /* Bytes read behind a chunk: they nearly always have the end of its last line. */
    TAIL_BYTES = 256,
    /* A sample reads windows; the shorter a window is, the less do its edges have in common
     * (docs/notes/out-of-core.md#hubs-from-a-sample). */
    WINDOW_BYTES = 1 << 10,
    /* Windows that are announced to the system, so that a disk works at many requests at a time.
     */
    WINDOWS_EXPECTED = 64,
    LINES_ROOM = 1024 /* chunks of a stream for which `lines` has room at first */
};

size_t tg_text_chunk_bytes = CHUNK_BYTES;

static const char NUL_IN_LINE[] = TG_NUL_IN_LINE;
static const char LINE_TOO_LONG[] = "the line is longer than 2^30 bytes: is this a text file?";

const char *tg_text_some_lines(const char *at, const char *stop, uint64_t count, size_t least)
{
    if (count >= (uint64_t)(stop - at) / least) return stop;
    at += count * least;
    return (const char *)memchr(at, '\n', (size_t)(stop - at)) + 1;
}

/* The whole lines that a thread reads, in memory of its own. */
typedef struct buffer {
    char *bytes;
    uint64_t room; /* without the padding */
    const char *begin, *end;
    /* Why the line after them is bad, which the parser never sees; or NULL. */
    const char *error;
} buffer;

/* The state of one reading, which all its threads use. */
typedef struct reading {
    tricorn_context *context;
    tg_input *input;
    const tg_text_reader *reader;
    uint64_t chunk_bytes;
    uint64_t line; /* the number of the next line, where one thread reads */

    _Atomic int failure; /* the first status that is not TRICORN_OK */
    /* Read no more chunks: the reading failed, was cancelled, or found a bad line. */
    atomic_bool stop;

    /* For flat files only. */
    uint64_t origin, size; /* offset and end of the content */
    uint64_t start, end; /* the range of it that is read */
    _Atomic uint64_t next;

    /* The lock protects these, except `lines` of flat files: each thread writes entries of its own. */
    pthread_mutex_t lock;
    uint64_t *lines; /* the number of lines of each chunk */
    uint64_t lines_room;
    const char *error; /* the fault of the first bad line found until now, or NULL */
    uint64_t error_chunk;

    /* For streams only; the lock protects these. */
    uint64_t chunks, consumed;
    bool ended;
    char *carry; /* the beginning of a line whose rest was not read yet */
    uint64_t carry_bytes, carry_room;
} reading;

static tricorn_status make_room(tricorn_context *context, buffer *own, uint64_t bytes)
{
    if (bytes <= own->room) return TRICORN_OK;
    const uint64_t doubled = own->room * 2, room = bytes > doubled ? bytes : doubled;
    const tricorn_status status = tg_realloc(context, room + TG_TEXT_PADDING, 1, (void **)&own->bytes);
    if (status == TRICORN_OK) own->room = room;
    return status;
}

static void set_lines(const reading *job, buffer *own, uint64_t begin, uint64_t end)
{
    const char *nul = job->reader->any_bytes || own->error != NULL ? NULL : memchr(own->bytes + begin, 0, end - begin);
    if (nul != NULL) {
        own->error = NUL_IN_LINE;
        end = (uint64_t)(nul - own->bytes);
    }
    if (own->error != NULL) { /* the last line is bad, and the parser must not see it */
        const char *newline = memrchr(own->bytes + begin, '\n', end - begin);
        end = newline ? (uint64_t)(newline - own->bytes) + 1 : begin;
    }
    own->begin = own->bytes + begin;
    own->end = own->bytes + end;
    /* All of the padding, so that a parser that looks beyond the end does the same in each run.
     */
    memset(own->bytes + end, '\n', TG_TEXT_PADDING);
}

/* Whether a line of which `count` bytes are known, the last `fresh` of them new, may go on. So
 * a binary file is found out by its first pages, before it fills memory. */
static bool may_grow(buffer *own, uint64_t count, uint64_t fresh)
{
    if (memchr(own->bytes + count - fresh, 0, fresh) != NULL)
        own->error = NUL_IN_LINE;
    else if (count > TG_TEXT_LINE_LIMIT)
        own->error = LINE_TOO_LONG;
    return own->error == NULL;
}

/* ---- flat files ---- */

/* The bytes of the file that are in a thread's buffer. */
typedef struct held {
    uint64_t offset, count;
} held;

/* Reads on until `own` has a '\n' at or behind `from`, or to the end of the file; *end is the position behind it. */
static tricorn_status find_end(const reading *job, buffer *own, held bytes, uint64_t from, uint64_t *end)
{
    const uint64_t offset = bytes.offset, last = job->size - offset;
    uint64_t count = bytes.count;
    for (;;) {
        const char *newline = memchr(own->bytes + from, '\n', count - from);
        if (newline != NULL) {
            *end = (uint64_t)(newline - own->bytes) + 1;
            return TRICORN_OK;
        }
        if (count == last || !may_grow(own, count, count - from)) break;
        from = count;
        const uint64_t more = count < last - count ? count : last - count;
        TG_DO(make_room(job->context, own, count + more));
        TG_DO(tg_input_read_at(job->context, job->input, offset + count, own->bytes + count, more));
        count += more;
    }
    *end = count;
    return TRICORN_OK;
}

/* Reads the lines that begin in chunk `index`, which may be none. */
static tricorn_status read_flat(const reading *job, buffer *own, uint64_t index)
{
    const uint64_t first = job->start + index * job->chunk_bytes;
    const uint64_t left = job->size - first, wanted = job->end - first;
    const uint64_t chunk = wanted < job->chunk_bytes ? wanted : job->chunk_bytes;
    /* One byte more in front tells whether a line begins at `first`. */
    const uint64_t before = first > job->origin;
    const uint64_t tail = left - chunk < TAIL_BYTES ? left - chunk : TAIL_BYTES;
    const uint64_t count = before + chunk + tail;
    uint64_t begin = 0, end = 0;

    tricorn_status status = make_room(job->context, own, count);
    if (status != TRICORN_OK) return status;
    status = tg_input_read_at(job->context, job->input, first - before, own->bytes, count);
    if (status != TRICORN_OK) return status;
    if (before > 0) {
        const char *newline = memchr(own->bytes, '\n', chunk);
        begin = newline ? (uint64_t)(newline - own->bytes) + 1 : before + chunk;
    }
    if (begin == before + chunk) {
        set_lines(job, own, begin, begin);
        return TRICORN_OK;
    }
    status = find_end(job, own, (held){first - before, count}, before + chunk - 1, &end);
    if (status == TRICORN_OK) set_lines(job, own, begin, end);
    return status;
}

/* ---- streams ---- */

/* Saves the bytes behind the last whole line for the next chunk. */
static tricorn_status save_carry(reading *job, const char *bytes, uint64_t count)
{
    if (count > job->carry_room) {
        TG_DO(TG_REALLOC(job->context, count, &job->carry));
        job->carry_room = count;
    }
    if (count > 0) memcpy(job->carry, bytes, count);
    job->carry_bytes = count;
    return TRICORN_OK;
}

static tricorn_status read_stream(reading *job, buffer *own)
{
    uint64_t count = job->carry_bytes;
    for (;;) {
        size_t got = 0;
        const uint64_t more = count > job->chunk_bytes ? count : job->chunk_bytes;
        tricorn_status status = make_room(job->context, own, count + more);
        if (status != TRICORN_OK) return status;
        if (job->carry_bytes > 0) memcpy(own->bytes, job->carry, job->carry_bytes);
        job->carry_bytes = 0;
        status = tg_input_read(job->context, job->input, own->bytes + count, more, &got);
        if (status != TRICORN_OK) return status;
        const char *newline = got > 0 ? memrchr(own->bytes + count, '\n', got) : NULL;
        count += got;
        job->ended = got < more;
        if (job->ended) break;
        if (newline != NULL) {
            const uint64_t end = (uint64_t)(newline - own->bytes) + 1;
            status = save_carry(job, newline + 1, count - end);
            count = end;
            if (status != TRICORN_OK) return status;
            break;
        }
        if (!may_grow(own, count, got)) break;
    }
    set_lines(job, own, 0, count);
    return TRICORN_OK;
}

static tricorn_status add_lines_entry(reading *job)
{
    if (job->chunks < job->lines_room) return TRICORN_OK;
    const uint64_t room = job->lines_room ? job->lines_room * 2 : LINES_ROOM;
    const tricorn_status status = TG_REALLOC(job->context, room, &job->lines);
    if (status == TRICORN_OK) job->lines_room = room;
    return status;
}

/* ---- the threads ---- */

static void fail(reading *job, tricorn_status status)
{
    tg_keep_failure(&job->failure, status);
    atomic_store(&job->stop, true);
}

/* Hands the lines to the parser; *lines is their number, or the number of the bad one among them. */
static const char *parse(reading *job, const buffer *own, uint64_t index, uint32_t thread, uint64_t *lines)
{
    const tg_text_chunk chunk = {own->begin, own->end, index, job->line, thread};
    tg_text_outcome outcome = {0};
    if (chunk.begin < chunk.end) {
        const tricorn_status status = job->reader->parse(job->context, job->reader->user, &chunk, &outcome);
        if (status != TRICORN_OK) fail(job, status);
    }
    if (job->reader->threads == 1) job->line += outcome.lines;
    if (own->error != NULL && outcome.error == NULL) {
        outcome.lines++;
        outcome.error = own->error;
    }
    *lines = outcome.lines;
    return outcome.error;
}

/* Notes the fault of a chunk, unless an earlier chunk has one. Chunks are read in order, so
 * each chunk before a bad one is read, too, and its fault is noted. */
static void note_error(reading *job, const char *error, uint64_t index)
{
    if (error == NULL) return;
    if (job->error == NULL || index < job->error_chunk) {
        job->error = error;
        job->error_chunk = index;
    }
    atomic_store(&job->stop, true);
}

static void run_flat(reading *job, uint32_t thread, buffer *own)
{
    const uint64_t content = job->end - job->start;
    while (!atomic_load(&job->stop)) {
        const uint64_t index = atomic_fetch_add(&job->next, 1);
        if (index >= job->chunks) break;
        const tricorn_status status = read_flat(job, own, index);
        if (status != TRICORN_OK) {
            fail(job, status);
            break;
        }
        const char *error = parse(job, own, index, thread, &job->lines[index]);
        if (error != NULL) {
            pthread_mutex_lock(&job->lock);
            note_error(job, error, index);
            pthread_mutex_unlock(&job->lock);
        }
        const uint64_t left = content - index * job->chunk_bytes;
        if (tg_work_add(job->context, left < job->chunk_bytes ? left : job->chunk_bytes))
            atomic_store(&job->stop, true);
    }
}

/* Reads the next chunk of a stream, with the lock held; false if the content ends or reading stops. */
static bool read_next(reading *job, uint32_t thread, buffer *own, uint64_t *index, uint64_t *consumed)
{
    if (job->ended || atomic_load(&job->stop)) return false;
    tricorn_status status = add_lines_entry(job);
    if (status == TRICORN_OK) status = read_stream(job, own);
    if (status != TRICORN_OK) {
        fail(job, status);
        return false;
    }
    *index = job->chunks++;
    if (job->reader->in_order) {
        const tg_text_chunk chunk = {.begin = own->begin, .end = own->end, .index = *index, .thread = thread};
        job->reader->in_order(job->reader->user, &chunk);
    }
    *consumed = tg_input_consumed(job->input) - job->consumed;
    job->consumed += *consumed;
    return true;
}

static void run_stream(reading *job, uint32_t thread, buffer *own)
{
    uint64_t index = 0, lines = 0, consumed = 0;
    bool more;
    tg_input_lock(job->context, job->input, &job->lock);
    more = read_next(job, thread, own, &index, &consumed);
    pthread_mutex_unlock(&job->lock);
    while (more) {
        const char *error = parse(job, own, index, thread, &lines);
        if (tg_work_add(job->context, consumed)) atomic_store(&job->stop, true);
        tg_input_lock(job->context, job->input, &job->lock);
        job->lines[index] = lines;
        note_error(job, error, index);
        more = read_next(job, thread, own, &index, &consumed);
        pthread_mutex_unlock(&job->lock);
    }
}

static void run(reading *job, bool flat, uint32_t threads)
{
#pragma omp parallel num_threads((int)threads)
    {
        buffer own = {0};
        /* The buffer has the usual size; only a long line makes it grow. */
        const tricorn_status status = make_room(job->context, &own, job->chunk_bytes + TAIL_BYTES + 1);
        if (status != TRICORN_OK)
            fail(job, status);
        else if (flat)
            run_flat(job, (uint32_t)omp_get_thread_num(), &own);
        else
            run_stream(job, (uint32_t)omp_get_thread_num(), &own);
        tg_free(own.bytes);
    }
}

static tricorn_status conclude(reading *job)
{
    const tricorn_status failure = (tricorn_status)atomic_load(&job->failure);
    if (failure != TRICORN_OK) return failure;
    if (job->error != NULL) {
        uint64_t line = job->reader->first_line - 1;
        for (uint64_t b = 0; b <= job->error_chunk; b++) line += job->lines[b];
        return tg_input_refuse_line(job->context, job->input, line, "%s", job->error);
    }
    return tg_check_cancelled(job->context);
}

/* Finds the bytes of a flat file that are read: the content within the input's range. */
static void find_range(reading *job)
{
    const tg_input_range range = tg_input_range_of(job->input);
    job->origin = job->consumed < job->size ? job->consumed : job->size;
    job->start = range.first > job->origin ? range.first : job->origin;
    job->end = range.last < job->size ? range.last : job->size;
    if (job->start > job->end) job->start = job->end;
    const uint64_t content = job->end - job->start;
    job->chunks = content / job->chunk_bytes + (content % job->chunk_bytes != 0);
}

tricorn_status tg_text_read(tricorn_context *context, tg_input *input, const tg_text_reader *reader)
{
    tricorn_status status = TRICORN_OK;
    const bool flat = tg_input_is_flat(input);
    uint32_t threads = reader->threads;
    reading job = {.context = context, .input = input, .reader = reader, .line = reader->first_line};

    pthread_mutex_init(&job.lock, NULL);
    job.chunk_bytes = tg_text_chunk_bytes;
    job.size = tg_input_size(input);
    job.consumed = tg_input_consumed(input);
    tg_work_begin(context, "reading", job.size);
    if (flat) {
        find_range(&job);
        if (threads > job.chunks) threads = (uint32_t)job.chunks;
        TG_TRY(TG_ALLOC(context, job.chunks, &job.lines));
    }
    if (!tg_work_add(context, job.consumed) && threads > 0) run(&job, flat, threads);
    status = conclude(&job);

cleanup:
    tg_free(job.carry);
    tg_free(job.lines);
    pthread_mutex_destroy(&job.lock);
    return status;
}

/* ---- samples ---- */

/* Reads the whole lines of a window, which may be none. */
static tricorn_status read_window(const reading *job, buffer *own, uint64_t offset)
{
    const uint64_t left = job->size - offset;
    const uint64_t count = left < job->chunk_bytes ? left : job->chunk_bytes;
    TG_DO(tg_input_read_at(job->context, job->input, offset, own->bytes, count));
    const char *first = memchr(own->bytes, '\n', count);
    const char *last = memrchr(own->bytes, '\n', count);
    own->error = NULL;
    if (first == NULL)
        set_lines(job, own, 0, 0);
    else
        set_lines(job, own, (uint64_t)(first + 1 - own->bytes), (uint64_t)(last + 1 - own->bytes));
    return TRICORN_OK;
}

static uint64_t window_offset(const reading *job, uint64_t window, uint64_t windows)
{
    const uint64_t content = job->size - job->start;
    return job->start + (uint64_t)((unsigned __int128)window * content / windows);
}

tricorn_status tg_text_sample(tricorn_context *context, tg_input *input, const tg_text_reader *reader, uint64_t bytes)
{
    tricorn_status status = TRICORN_OK;
    buffer own = {0};
    reading job = {.context = context,
      .input = input,
      .reader = reader,
      .chunk_bytes = WINDOW_BYTES,
      .start = tg_input_consumed(input),
      .size = tg_input_size(input)};
    const uint64_t content = job.size > job.start ? job.size - job.start : 0;
    const uint64_t most = content / WINDOW_BYTES, asked = bytes / WINDOW_BYTES;
    const uint64_t windows = asked < most ? asked : most;
    uint64_t expected = 0;

    TG_TRY(make_room(context, &own, WINDOW_BYTES));
    for (uint64_t i = 0; i < windows && !atomic_load(&job.stop); i++) {
        uint64_t lines = 0;
        for (; expected < windows && expected < i + WINDOWS_EXPECTED; expected++)
            tg_input_expect(input, window_offset(&job, expected, windows), WINDOW_BYTES);
        TG_TRY(read_window(&job, &own, window_offset(&job, i, windows)));
        parse(&job, &own, i, 0, &lines);
    }
    status = (tricorn_status)atomic_load(&job.failure);
cleanup:
    tg_free(own.bytes);
    return status;
}
