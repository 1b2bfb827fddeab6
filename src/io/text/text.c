/* text.c - lines of text, cut into blocks and handed to all threads.
 *
 * A flat file is cut at multiples of the block size, and a line belongs to the block in which it
 * begins: so every thread finds its lines alone, reads them into a buffer that stays in its
 * cache, and no thread waits.  A stream can only be read in order: the threads take turns at
 * reading (and decompressing) a block each, and parse it while the next thread reads.  Threads
 * that wait for their turn decode ahead, if the content allows it: see ahead.h.
 */
#include "io/text/text.h"

#include <inttypes.h>
#include <omp.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

#include "base/memory.h"
#include "base/parallel.h"
#include "io/text/lines.h"

enum {
    /* With its edges (8 bytes each) a block stays within a core's second-level cache; the system
       call and the search for its ends cost little in comparison. */
    BLOCK_BYTES = 1 << 18,
    /* Bytes read behind a block, so that the end of its last line is nearly always included. */
    TAIL_BYTES = 256,
    /* A window of a sample: its edges have less in common if it is short
       (docs/notes/out-of-core.md#hubs-from-a-sample). */
    WINDOW_BYTES = 1 << 10,
    WINDOWS_AHEAD = 64, /* so that a disk has many requests at a time */
    LINES_ROOM = 1024   /* blocks of a stream with a slot at first */
};

size_t tg_text_block_bytes = BLOCK_BYTES;

static const char NUL_IN_LINE[] = TG_NUL_IN_LINE;
static const char LINE_TOO_LONG[] = "the line is longer than 2^30 bytes: is this a text file?";

const char *tg_text_some_lines(const char *at, const char *stop, uint64_t count, size_t least)
{
    if (count >= (uint64_t)(stop - at) / least) return stop;
    at += count * least;
    return (const char *)memchr(at, '\n', (size_t)(stop - at)) + 1;
}

/* Whole lines in a thread's own memory. */
typedef struct buffer {
    char *bytes;
    uint64_t room;           /* without the padding */
    const char *begin, *end; /* the lines */
    const char *error;       /* why the parser does not get the line behind them, or NULL */
} buffer;

/* The state that the threads of one reading range. */
typedef struct reading {
    tricorn_context *context;
    tg_input *input;
    const tg_text_reader *reader;
    uint64_t block_bytes;
    uint64_t line; /* the number of the next line, where one thread reads */

    _Atomic int failure; /* the first status that is not TRICORN_OK */
    atomic_bool stop;    /* take no new blocks: failed, cancelled, or a bad line was found */

    /* Flat files only. */
    uint64_t origin, size; /* offset and end of the content */
    uint64_t start, end;   /* of what is read of it */
    _Atomic uint64_t next;

    /* Under the lock, except `lines` of flat files, whose entries belong to one thread each. */
    pthread_mutex_t lock;
    uint64_t *lines; /* of each block */
    uint64_t lines_room;
    const char *error; /* error of the first bad line found so far, or NULL */
    uint64_t error_block;

    /* Streams only, under the lock. */
    uint64_t blocks, consumed;
    bool ended;
    char *carry; /* the start of a line whose rest is not read yet */
    uint64_t carry_bytes, carry_room;
} reading;

static tricorn_status make_room(tricorn_context *context, buffer *own, uint64_t bytes)
{
    if (bytes <= own->room) return TRICORN_OK;
    const uint64_t doubled = own->room * 2, room = bytes > doubled ? bytes : doubled;
    const tricorn_status status =
        tg_realloc(context, room + TG_TEXT_PADDING, 1, (void **)&own->bytes);
    if (status == TRICORN_OK) own->room = room;
    return status;
}

static void set_lines(const reading *job, buffer *own, uint64_t begin, uint64_t end)
{
    const char *nul = job->reader->any_bytes || own->error != NULL
                          ? NULL
                          : memchr(own->bytes + begin, 0, end - begin);
    if (nul != NULL) {
        own->error = NUL_IN_LINE;
        end = (uint64_t)(nul - own->bytes);
    }
    if (own->error != NULL) { /* the last line is bad: it is hidden from the parser */
        const char *newline = memrchr(own->bytes + begin, '\n', end - begin);
        end = newline ? (uint64_t)(newline - own->bytes) + 1 : begin;
    }
    own->begin = own->bytes + begin;
    own->end = own->bytes + end;
    /* All of it, so that reads beyond the end give the same in each run. */
    memset(own->bytes + end, '\n', TG_TEXT_PADDING);
}

/* Whether a line of which `count` bytes are known, the last `fresh` of them new, may continue.  A
 * binary file is detected by its first pages, before memory is full. */
static bool may_grow(buffer *own, uint64_t count, uint64_t fresh)
{
    if (memchr(own->bytes + count - fresh, 0, fresh) != NULL)
        own->error = NUL_IN_LINE;
    else if (count > TG_TEXT_LINE_LIMIT)
        own->error = LINE_TOO_LONG;
    return own->error == NULL;
}

/* ---- flat files --------------------------------------------------------------------------- */

/* The bytes of the file that a thread's buffer holds. */
typedef struct held {
    uint64_t offset, count;
} held;

/* Reads on until `own` has a '\n' at or after `from`, or to the file's end; *end is just behind
 * it. */
static tricorn_status find_end(const reading *job, buffer *own, held bytes, uint64_t from,
                               uint64_t *end)
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
        tricorn_status status = make_room(job->context, own, count + more);
        if (status != TRICORN_OK) return status;
        status =
            tg_input_read_at(job->context, job->input, offset + count, own->bytes + count, more);
        if (status != TRICORN_OK) return status;
        count += more;
    }
    *end = count;
    return TRICORN_OK;
}

/* Reads the lines that begin in block `index`; there may be none. */
static tricorn_status read_flat(const reading *job, buffer *own, uint64_t index)
{
    const uint64_t first = job->start + index * job->block_bytes;
    const uint64_t left = job->size - first, wanted = job->end - first;
    const uint64_t block = wanted < job->block_bytes ? wanted : job->block_bytes;
    /* With the byte before: it shows whether a line begins at `first`. */
    const uint64_t before = first > job->origin;
    const uint64_t tail = left - block < TAIL_BYTES ? left - block : TAIL_BYTES;
    const uint64_t count = before + block + tail;
    uint64_t begin = 0, end = 0;

    tricorn_status status = make_room(job->context, own, count);
    if (status != TRICORN_OK) return status;
    status = tg_input_read_at(job->context, job->input, first - before, own->bytes, count);
    if (status != TRICORN_OK) return status;
    if (before > 0) {
        const char *newline = memchr(own->bytes, '\n', block);
        begin = newline ? (uint64_t)(newline - own->bytes) + 1 : before + block;
    }
    if (begin == before + block) {
        set_lines(job, own, begin, begin);
        return TRICORN_OK;
    }
    status = find_end(job, own, (held){first - before, count}, before + block - 1, &end);
    if (status == TRICORN_OK) set_lines(job, own, begin, end);
    return status;
}

/* ---- streams ------------------------------------------------------------------------------ */

/* Keeps the bytes behind the last whole line for the next block. */
static tricorn_status keep_carry(reading *job, const char *bytes, uint64_t count)
{
    if (count > job->carry_room) {
        const tricorn_status status = TG_REALLOC(job->context, count, &job->carry);
        if (status != TRICORN_OK) return status;
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
        const uint64_t more = count > job->block_bytes ? count : job->block_bytes;
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
            status = keep_carry(job, newline + 1, count - end);
            count = end;
            if (status != TRICORN_OK) return status;
            break;
        }
        if (!may_grow(own, count, got)) break;
    }
    set_lines(job, own, 0, count);
    return TRICORN_OK;
}

/* Makes a slot for one more block. */
static tricorn_status add_lines_entry(reading *job)
{
    if (job->blocks < job->lines_room) return TRICORN_OK;
    const uint64_t room = job->lines_room ? job->lines_room * 2 : LINES_ROOM;
    const tricorn_status status = TG_REALLOC(job->context, room, &job->lines);
    if (status == TRICORN_OK) job->lines_room = room;
    return status;
}

/* ---- the threads -------------------------------------------------------------------------- */

static void fail(reading *job, tricorn_status status)
{
    tg_keep_failure(&job->failure, status);
    atomic_store(&job->stop, true);
}

/* Hands the lines to the parser; *lines is their number, or the number up to a bad line. */
static const char *parse(reading *job, const buffer *own, uint64_t index, uint32_t thread,
                         uint64_t *lines)
{
    const tg_text_block block = {own->begin, own->end, index, job->line, thread};
    tg_text_outcome outcome = {0};
    if (block.begin < block.end) {
        const tricorn_status status =
            job->reader->parse(job->context, job->reader->user, &block, &outcome);
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

/* Keeps the first bad line.  Blocks are taken in order: all earlier blocks are finished or in
 * work, and will report an earlier bad line. */
static void keep_error(reading *job, const char *error, uint64_t index)
{
    if (error == NULL) return;
    if (job->error == NULL || index < job->error_block) {
        job->error = error;
        job->error_block = index;
    }
    atomic_store(&job->stop, true);
}

static void run_flat(reading *job, uint32_t thread, buffer *own)
{
    const uint64_t content = job->end - job->start;
    while (!atomic_load(&job->stop)) {
        const uint64_t index = atomic_fetch_add(&job->next, 1);
        if (index >= job->blocks) break;
        const tricorn_status status = read_flat(job, own, index);
        if (status != TRICORN_OK) {
            fail(job, status);
            break;
        }
        const char *error = parse(job, own, index, thread, &job->lines[index]);
        if (error != NULL) {
            pthread_mutex_lock(&job->lock);
            keep_error(job, error, index);
            pthread_mutex_unlock(&job->lock);
        }
        const uint64_t left = content - index * job->block_bytes;
        if (tg_work_add(job->context, left < job->block_bytes ? left : job->block_bytes))
            atomic_store(&job->stop, true);
    }
}

/* Reads the next block under the lock; false if there is none for this thread. */
static bool take_from_stream(reading *job, uint32_t thread, buffer *own, uint64_t *index,
                             uint64_t *consumed)
{
    if (job->ended || atomic_load(&job->stop)) return false;
    tricorn_status status = add_lines_entry(job);
    if (status == TRICORN_OK) status = read_stream(job, own);
    if (status != TRICORN_OK) {
        fail(job, status);
        return false;
    }
    *index = job->blocks++;
    if (job->reader->in_order) {
        const tg_text_block block = {
            .begin = own->begin, .end = own->end, .index = *index, .thread = thread};
        job->reader->in_order(job->reader->user, &block);
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
    more = take_from_stream(job, thread, own, &index, &consumed);
    pthread_mutex_unlock(&job->lock);
    while (more) {
        const char *error = parse(job, own, index, thread, &lines);
        if (tg_work_add(job->context, consumed)) atomic_store(&job->stop, true);
        tg_input_lock(job->context, job->input, &job->lock);
        job->lines[index] = lines;
        keep_error(job, error, index);
        more = take_from_stream(job, thread, own, &index, &consumed);
        pthread_mutex_unlock(&job->lock);
    }
}

static void run(reading *job, bool flat, uint32_t threads)
{
#pragma omp parallel num_threads((int)threads)
    {
        buffer own = {0};
        /* Allocates the usual size; only long lines make it grow. */
        const tricorn_status status =
            make_room(job->context, &own, job->block_bytes + TAIL_BYTES + 1);
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
        for (uint64_t b = 0; b <= job->error_block; b++) line += job->lines[b];
        return tg_fail(job->context, TRICORN_BAD_FORMAT, "%s:%" PRIu64 ": %s",
                       tg_input_name(job->input), line, job->error);
    }
    return tg_check_cancelled(job->context);
}

/* What is read of a flat file: the range of the input that is content. */
static void find_range(reading *job)
{
    const tg_input_range range = tg_input_range_of(job->input);
    job->origin = job->consumed < job->size ? job->consumed : job->size;
    job->start = range.first > job->origin ? range.first : job->origin;
    job->end = range.last < job->size ? range.last : job->size;
    if (job->start > job->end) job->start = job->end;
    const uint64_t content = job->end - job->start;
    job->blocks = content / job->block_bytes + (content % job->block_bytes != 0);
}

tricorn_status tg_text_read(tricorn_context *context, tg_input *input,
                            const tg_text_reader *reader)
{
    tricorn_status status = TRICORN_OK;
    const bool flat = tg_input_is_flat(input);
    uint32_t threads = reader->threads;
    reading job = {
        .context = context, .input = input, .reader = reader, .line = reader->first_line};

    pthread_mutex_init(&job.lock, NULL);
    job.block_bytes = tg_text_block_bytes;
    job.size = tg_input_size(input);
    job.consumed = tg_input_consumed(input);
    tg_work_begin(context, "reading", job.size);
    if (flat) {
        find_range(&job);
        if (threads > job.blocks) threads = (uint32_t)job.blocks;
        TG_TRY(TG_ALLOC(context, job.blocks, &job.lines));
    }
    if (!tg_work_add(context, job.consumed) && threads > 0) run(&job, flat, threads);
    status = conclude(&job);

cleanup:
    tg_free(job.carry);
    tg_free(job.lines);
    pthread_mutex_destroy(&job.lock);
    return status;
}

/* ---- samples ------------------------------------------------------------------------------ */

/* Reads the whole lines of a window; there may be none. */
static tricorn_status read_window(const reading *job, buffer *own, uint64_t offset)
{
    const uint64_t left = job->size - offset;
    const uint64_t count = left < job->block_bytes ? left : job->block_bytes;
    const tricorn_status status =
        tg_input_read_at(job->context, job->input, offset, own->bytes, count);
    if (status != TRICORN_OK) return status;
    const char *first = memchr(own->bytes, '\n', count);
    const char *last = memrchr(own->bytes, '\n', count);
    own->error = NULL;
    if (first == NULL)
        set_lines(job, own, 0, 0);
    else
        set_lines(job, own, (uint64_t)(first + 1 - own->bytes),
                  (uint64_t)(last + 1 - own->bytes));
    return TRICORN_OK;
}

static uint64_t window_offset(const reading *job, uint64_t window, uint64_t windows)
{
    const uint64_t content = job->size - job->start;
    return job->start + (uint64_t)((unsigned __int128)window * content / windows);
}

tricorn_status tg_text_sample(tricorn_context *context, tg_input *input,
                              const tg_text_reader *reader, uint64_t bytes)
{
    tricorn_status status = TRICORN_OK;
    buffer own = {0};
    reading job = {.context = context,
                   .input = input,
                   .reader = reader,
                   .block_bytes = WINDOW_BYTES,
                   .start = tg_input_consumed(input),
                   .size = tg_input_size(input)};
    const uint64_t content = job.size > job.start ? job.size - job.start : 0;
    const uint64_t most = content / WINDOW_BYTES, asked = bytes / WINDOW_BYTES;
    const uint64_t windows = asked < most ? asked : most;
    uint64_t expected = 0;

    TG_TRY(make_room(context, &own, WINDOW_BYTES));
    for (uint64_t i = 0; i < windows && !atomic_load(&job.stop); i++) {
        uint64_t lines = 0;
        for (; expected < windows && expected < i + WINDOWS_AHEAD; expected++)
            tg_input_expect(input, window_offset(&job, expected, windows), WINDOW_BYTES);
        TG_TRY(read_window(&job, &own, window_offset(&job, i, windows)));
        parse(&job, &own, i, 0, &lines);
    }
    status = (tricorn_status)atomic_load(&job.failure);
cleanup:
    tg_free(own.bytes);
    return status;
}
